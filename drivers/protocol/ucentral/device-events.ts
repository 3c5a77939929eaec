import type { DeviceEvent } from '../../kit/facts.ts'
import { bounded } from '../../kit/bounded.ts'
import {
  flagOf,
  keysOf,
  listOf,
  objectOf,
  secondsOf,
  textOf,
  textsOf,
  wholeWithin,
  type Loose,
} from '../../kit/coerce.ts'

type ReadDeviceEvent = (params: Loose) => DeviceEvent | undefined

/** The messages that report an event instead of a state. */
const readers: ReadonlyMap<string, ReadDeviceEvent> = new Map<string, ReadDeviceEvent>([
  ['log', logOf],
  ['event', (params) => eventOf(objectOf(params.data).event)],
  ['alarm', (params) => alarmOf(objectOf(params.data))],
  ['rebootLog', rebootLogOf],
  ['crashlog', (params) => ({ at: 0, type: 'device.crash-log', severity: 3, data: linesOf(params.loglines) })],
  ['recovery', recoveryOf],
  ['cfgpending', (params) => ({ at: 0, type: 'device.config-pending', data: dataOf({ active: params.active }) })],
  // the new password itself is not passed on: it would be stored in tables and logs
  ['deviceupdate', () => ({ at: 0, type: 'device.password-changed', severity: 5 })],
  ['wifiscan', scanOf],
])

/** Undefined for other methods. */
export function deviceEventsOf(method: string, params: Loose): DeviceEvent[] | undefined {
  const read = readers.get(method)
  if (!read) return undefined
  const event = read(params)
  return event ? [event] : []
}

const severities: Readonly<Record<string, number>> = {
  emergency: 0,
  emerg: 0,
  alert: 1,
  critical: 2,
  crit: 2,
  error: 3,
  err: 3,
  major: 3,
  warning: 4,
  warn: 4,
  minor: 4,
  notice: 5,
  informational: 6,
  info: 6,
  debug: 7,
}

/** Syslog severity from a number, a numeral or a word. */
function severityOf(value: unknown): number | undefined {
  if (typeof value !== 'string') return wholeWithin(value, 0, 7)
  return severities[value.trim().toLowerCase()] ?? wholeWithin(value, 0, 7)
}

function dataOf(value: unknown): Record<string, unknown> {
  return objectOf(bounded(value)) as Record<string, unknown>
}

const linesOf = (value: unknown) => ({ lines: textsOf(value, 256, 512) })

function logOf(params: Loose): DeviceEvent | undefined {
  const text = textOf(params.log, 4096)
  if (text === undefined) return undefined
  const data = params.data === undefined ? undefined : dataOf(params.data)
  return { at: 0, type: 'device.log', text, severity: severityOf(params.severity), data }
}

/** `[time, {type, payload}]`; some devices wrap it once more, some omit the time. */
export function eventOf(value: unknown): DeviceEvent | undefined {
  const list = listOf(value, 2)
  const body = objectOf(list.length > 1 ? list[1] : list[0])
  const type = typeof body.type === 'string' ? textOf(body.type, 64) : undefined
  if (type === undefined) return undefined
  const at = list.length > 1 ? secondsOf(list[0]) : 0
  return (type === 'ssh' ? sshOf(at, objectOf(body.payload)) : undefined) ?? { at, type, data: dataOf(body.payload) }
}

/** Messages of dropbear, without its name: access points send them as a separate event. */
function sshOf(at: number, { msg }: Loose): DeviceEvent | undefined {
  const said = typeof msg === 'string' ? textOf(msg, 4096) : undefined
  return said === undefined ? undefined : { at, type: 'device.log', text: `dropbear: ${said}`, severity: 5 }
}

/** Severities of alarms on switches: critical, major, minor, warning, informational. It is not the scale of syslog. */
const numbered = [2, 3, 4, 4, 6] as const

function alarmSeverityOf(value: unknown): number | undefined {
  const place = wholeWithin(value, 0, 7)
  return place === undefined ? severityOf(value) : (numbered[place] ?? 6)
}

/** The subject of an alarm, by its kind, its resource and its text: vendors name them differently. */
const parts: readonly (readonly [string, RegExp])[] = [
  ['temperature', /temp|thermal|over_?heat|sensor/i],
  ['fan', /\bfan|fan\b|_fan|fan_|fan\d|airflow/i],
  ['power', /\bpsu|psu_|power[ _-]?supply|\bvin\b|\bvout\b/i],
]
const isOver = /\b(cleared|recovered|resolved|restored|back to normal|is (?:now )?(?:ok|normal|good))\b/i

/**
 * A switch that clears an alarm sends it once more: with a severity or a text of clearance, or with its number alone, because its
 * entry was removed.
 */
function alarmOf(alarm: Loose): DeviceEvent | undefined {
  const text = textOf(alarm.text, 1024)
  const kind = textOf(alarm.type_id ?? alarm['type-id'], 64)
  const resource = textOf(alarm.resource, 64)
  const id = textOf(alarm.id, 64)
  const about = text ?? kind ?? resource
  if (about === undefined && id === undefined) return undefined
  const cleared =
    about === undefined ||
    (typeof alarm.severity === 'string' && /^(clear(ed)?|normal|ok)$/i.test(alarm.severity.trim())) ||
    flagOf(alarm.cleared) === true ||
    isOver.test(text ?? '')
  // the kind is most specific, the text least: "PSU 1 temperature" is about the sensor of a power supply
  const reported = [kind, resource, text].filter((one) => one !== undefined)
  const part = reported.map((one) => parts.find(([, word]) => word.test(one))?.[0]).find((one) => one !== undefined)
  const data = dataOf({ id, resource, type_id: kind, part, ...(cleared && { cleared }) })
  return {
    at: secondsOf(alarm.time_created),
    type: 'device.alarm',
    text,
    severity: cleared ? 6 : alarmSeverityOf(alarm.severity),
    data,
  }
}

function rebootLogOf(params: Loose): DeviceEvent {
  const at = secondsOf(params.date)
  return { at, type: 'device.reboot-log', text: textOf(params.type, 64), severity: 4, data: linesOf(params.info) }
}

function recoveryOf(params: Loose): DeviceEvent {
  const data = { firmware: textOf(params.firmware, 256), reboot: flagOf(params.reboot), ...linesOf(params.loglines) }
  return { at: 0, type: 'device.recovery', severity: 3, data }
}

/** A scan in a dense area lists hundreds of networks with all their information elements; names and levels are kept. */
function scanOf(params: Loose): DeviceEvent {
  const data = objectOf(params.data)
  const list = Array.isArray(params.data) ? params.data : (data.scan ?? data[keysOf(data, 1)[0] ?? ''])
  const networks = listOf(list, 128).map((one) => {
    const { bssid, ssid, channel, frequency, signal } = objectOf(one)
    return dataOf({ bssid, ssid, channel, frequency, signal })
  })
  return { at: 0, type: 'wifi.scan', data: { networks } }
}
