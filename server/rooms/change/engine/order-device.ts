import { setTimeout as sleep } from 'node:timers/promises'
import type { CommandVerb } from '@belvedere/drivers/kit/facts.ts'
import { sendCommand, type CommandOutcome } from '../../../devices/send-command.ts'
import type { EngineRun } from './run.ts'
import { findRunning } from './store.ts'

/** Milliseconds a report takes from the gateway to the database. */
const STORED = 500

export interface QueriedDevice {
  id: number
  verbs: readonly string[]
}

export async function orderDevice(
  run: Pick<EngineRun, 'system' | 'between' | 'times' | 'work'>,
  { id }: QueriedDevice,
  verb: CommandVerb,
  args: Record<string, unknown>,
  seconds = run.times.answer,
): Promise<CommandOutcome> {
  run.between?.(`before ${verb}`)
  const outcome = await sendCommand(run.system, id, { verb, args }, seconds * 1000, run.work)
  run.between?.(`after ${verb}`)
  return outcome
}

/** The number of the running configuration; `away`: no answer; `mute`: reachable, but the number is not known. */
export type RunningNumber = number | 'away' | 'mute'

/**
 * Reads the running configuration number. Where a device cannot be asked, or refuses, its own reports count: the number
 * sent last is in force once it is reported; any other may be older than the last configuration sent, and is no answer.
 */
export async function readRunning(
  run: Pick<EngineRun, 'system' | 'between' | 'times' | 'work'>,
  device: QueriedDevice & { uuid: number },
): Promise<RunningNumber> {
  if (device.verbs.includes('running')) {
    const outcome = await orderDevice(run, device, 'running', {})
    const { uuid } = ((took(outcome) ? (outcome as DeviceReply).answer.data : undefined) ?? {}) as { uuid?: unknown }
    if (typeof uuid === 'number') return uuid
    if (!refused(outcome)) return 'away'
  }
  // state requests fail on current access points, checks do not; both contain the number
  if (device.verbs.includes('refresh') && took(await orderDevice(run, device, 'refresh', { message: 'healthcheck' }))) {
    await sleep(STORED)
    return (await findRunning(run.system.db, device.id))?.config_uuid ?? 0
  }
  const known = await findRunning(run.system.db, device.id)
  if (!known?.online) return 'away'
  return known.config_uuid === device.uuid ? device.uuid : 'mute'
}

interface DeviceReply {
  answer: { data?: unknown }
}

/** The device answered with a refusal. */
const refused = (outcome: CommandOutcome): boolean => 'answer' in outcome

/** The device accepted. */
export const took = (outcome: CommandOutcome): boolean =>
  'answer' in outcome && !('unsupported' in outcome.answer) && outcome.answer.result === 0

/** The device runs the configuration that was sent, or the part that it accepted. */
export const tookSome = (outcome: CommandOutcome): boolean =>
  took(outcome) || ('answer' in outcome && !('unsupported' in outcome.answer) && outcome.answer.result === 2)
