import type { Words } from '@belvedere/contract/kit/text.ts'
import type { DeviceEvent } from '@belvedere/drivers/kit/facts.ts'
import type { AlarmType, AlarmEffect, AlarmLevel, AlarmParams } from '../define-alarm-type.ts'

/** Parts of the housing; `other`: alarms of a device about none of these. */
type HardwarePart = 'fan' | 'power' | 'temperature' | 'other'

const DAY = 86_400

/** Level of a syslog severity; undefined: the device reports none. */
export function levelOf(severity: number | undefined): AlarmLevel | undefined {
  if (severity === undefined) return undefined
  return severity <= 3 ? 1 : severity === 4 ? 2 : 3
}

/**
 * The common part of these types: the alarm of the device raises it and its clearance ends it. A device reports each
 * once, so an alarm whose clearance was lost ends after a day without a further report.
 */
export function partOf(part: HardwarePart): Required<Pick<AlarmType, 'hears' | 'heard' | 'quiet'>> {
  return { hears: ['device.alarm'], heard: (event) => heardOf(part, event), quiet: DAY }
}

function heardOf(part: HardwarePart, { text, severity, data = {} }: DeviceEvent): AlarmEffect | undefined {
  const { part: about, cleared, id, resource, type_id } = data
  const [ref, where, kind] = [id, resource, type_id].map((one) => (typeof one === 'string' ? one : ''))
  const isNamed = Boolean(text || where || kind)
  // a removed entry contains only its number, which may belong to any part
  if (cleared === true && !isNamed) return ref ? { key: `#${ref}`, what: 'clears', ref } : undefined
  if ((about ?? 'other') !== part) return undefined
  const said = { key: where || kind || `#${ref}`, ...(ref && { ref }) }
  if (cleared === true) return { ...said, what: 'clears' }
  const level = levelOf(severity)
  return {
    ...said,
    what: 'rises',
    ...(level && { level }),
    params: { ...(text && { said: text.slice(0, 256) }), ...(kind && { kind }), ...(where && { where }) },
  }
}

/** `Fan FAN 1: Fan 1 has failed (FAN_FAULT)`. */
export function partText(words: Words, { said, kind, where }: AlarmParams): Words {
  const place = where ? ` ${String(where)}` : ''
  const behind = said && kind ? ` (${String(kind)})` : ''
  const reported = `${String(said ?? kind ?? '')}${behind}`
  return {
    zh: `${words.zh}${place}${reported && `：${reported}`}`,
    en: `${words.en}${place}${reported && `: ${reported}`}`,
  }
}

/** Used in the sentence on when such a type is raised. */
export const partEnds: Words = {
  zh: '级别取自设备上报的严重程度，除非在此另行设定；设备上报恢复，或一天内未再上报时结束。',
  en: 'Its level is the severity reported by the device unless another one is set. Ends when the device clears it, or after a day without a further report.',
}
