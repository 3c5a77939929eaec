import type { Happening } from '../facts.ts'
import { bounded } from '../bounded.ts'
import { flagOf, keysOf, listOf, objectOf, secondsOf, textOf, textsOf, wholeWithin, type Loose } from '../coerce.ts'

type Read = (params: Loose) => Happening | undefined

/** The messages that tell of a moment, not of a condition. */
const readers: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['log', logOf],
  ['event', (params) => eventOf(objectOf(params.data).event)],
  ['alarm', (params) => alarmOf(objectOf(params.data))],
  ['rebootLog', rebootLogOf],
  ['crashlog', (params) => ({ at: 0, type: 'device.crash-log', severity: 3, data: linesOf(params.loglines) })],
  ['recovery', recoveryOf],
  ['cfgpending', (params) => ({ at: 0, type: 'device.config-pending', data: dataOf({ active: params.active }) })],
  // the new password itself is not passed on: it would end in tables and logs
  ['deviceupdate', () => ({ at: 0, type: 'device.password-changed', severity: 5 })],
  ['wifiscan', scanOf],
])

/** Undefined for a method that is none of these. */
export function happeningsOf(method: string, params: Loose): Happening[] | undefined {
  const read = readers.get(method)
  if (!read) return undefined
  const happening = read(params)
  return happening ? [happening] : []
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

function logOf(params: Loose): Happening | undefined {
  const text = textOf(params.log, 4096)
  if (text === undefined) return undefined
  const data = params.data === undefined ? undefined : dataOf(params.data)
  return { at: 0, type: 'device.log', text, severity: severityOf(params.severity), data }
}

/** `[time, {type, payload}]`; some wrap it once more, some leave the time out. */
export function eventOf(value: unknown): Happening | undefined {
  const list = listOf(value, 2)
  const body = objectOf(list.length > 1 ? list[1] : list[0])
  const type = typeof body.type === 'string' ? textOf(body.type, 64) : undefined
  if (type === undefined) return undefined
  return { at: list.length > 1 ? secondsOf(list[0]) : 0, type, data: dataOf(body.payload) }
}

function alarmOf(alarm: Loose): Happening | undefined {
  const text = textOf(alarm.text, 1024)
  const kind = textOf(alarm.type_id ?? alarm['type-id'], 64)
  if (text === undefined && kind === undefined) return undefined
  const data = dataOf({ id: alarm.id, resource: alarm.resource, type_id: kind })
  return { at: secondsOf(alarm.time_created), type: 'device.alarm', text, severity: severityOf(alarm.severity), data }
}

function rebootLogOf(params: Loose): Happening {
  const at = secondsOf(params.date)
  return { at, type: 'device.reboot-log', text: textOf(params.type, 64), severity: 4, data: linesOf(params.info) }
}

function recoveryOf(params: Loose): Happening {
  const data = { firmware: textOf(params.firmware, 256), reboot: flagOf(params.reboot), ...linesOf(params.loglines) }
  return { at: 0, type: 'device.recovery', severity: 3, data }
}

/** A scan of a busy place lists hundreds of networks with all their information elements; names and levels are kept. */
function scanOf(params: Loose): Happening {
  const data = objectOf(params.data)
  const list = Array.isArray(params.data) ? params.data : (data.scan ?? data[keysOf(data, 1)[0] ?? ''])
  const networks = listOf(list, 128).map((one) => {
    const { bssid, ssid, channel, frequency, signal } = objectOf(one)
    return dataOf({ bssid, ssid, channel, frequency, signal })
  })
  return { at: 0, type: 'wifi.scan', data: { networks } }
}
