import type { Words } from '@belvedere/contract/kit/text.ts'
import type { CommandResult } from '@belvedere/drivers/kit/facts.ts'
import type { System } from '../../kernel/implement.ts'
import { sendCommand } from '../../devices/send-command.ts'
import type { JsonRecord } from './documents.ts'

export type RunningConfig = { uuid: number; config: JsonRecord } | { why: Words; nothing?: true }

const offline: Words = { zh: '设备不在线', en: 'it is offline' }

/** A device of a kind that cannot report its configuration. */
export const tellsNothing: { why: Words } = { why: { zh: '该设备不支持读取', en: 'it does not support reading' } }

const WAIT = 30_000
/** Maximum characters of JSON; no device accepts a larger document. */
const LARGEST = 2 << 20

/** The running configuration of a device, without its number; or why it is not known. */
export async function queryRunning(system: System, device_id: number): Promise<RunningConfig> {
  const outcome = await sendCommand(system, device_id, { verb: 'running', args: {} }, WAIT)
  if ('nobody' in outcome) return { why: offline }
  if ('late' in outcome) return { why: { zh: '设备没有响应', en: 'it did not answer' } }
  if ('broken' in outcome) return { why: both(outcome.broken) }
  const { answer } = outcome
  if ('unsupported' in answer) return tellsNothing
  if (answer.result !== 0) return refused(answer)
  return documentIn(answer.data)
}

/** True when the device is offline: that is not a problem of the configuration. */
export const isOffline = (why: Words): boolean => why === offline

/** A message of the device, the same in both languages. */
const both = (text: string): Words => ({ zh: text, en: text })

/** Stored in a text column, readable in both languages. */
export const asText = ({ zh, en }: Words): string => (zh === en ? zh : `${zh} / ${en}`).slice(0, 300)

function refused({ msg, words }: CommandResult): RunningConfig {
  const nothing = /no configuration/i.test(msg) ? { nothing: true as const } : {}
  return { why: words ?? (msg ? both(msg) : { zh: '设备拒绝了读取', en: 'it refused' }), ...nothing }
}

function documentIn(data: unknown): RunningConfig {
  const { uuid, config } = (data ?? {}) as { uuid?: unknown; config?: unknown }
  if (typeof config !== 'object' || config === null || Array.isArray(config))
    return { why: { zh: '回答中没有配置', en: 'there is no configuration in its answer' } }
  if (JSON.stringify(config).length > LARGEST) return { why: { zh: '配置过大', en: 'it is too large' } }
  const { uuid: inside, ...rest } = config as JsonRecord
  const number = typeof uuid === 'number' ? uuid : inside
  return { uuid: typeof number === 'number' && Number.isSafeInteger(number) ? number : 0, config: rest }
}
