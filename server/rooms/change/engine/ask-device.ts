import { setTimeout as sleep } from 'node:timers/promises'
import type { CommandVerb } from '@belvedere/drivers/kit/facts.ts'
import { tellDevice, type Told } from '../../device/api.ts'
import type { Run } from './run.ts'
import { findRunning } from './store.ts'

/** Milliseconds a report takes from the gateway to the database. */
const STORED = 500

export interface Asked {
  id: number
  verbs: readonly string[]
}

export async function tell(
  run: Pick<Run, 'system' | 'between' | 'times'>,
  { id }: Asked,
  verb: CommandVerb,
  args: Record<string, unknown>,
  seconds = run.times.answer,
): Promise<Told> {
  run.between?.(`before ${verb}`)
  const told = await tellDevice(run.system, id, { verb, args }, seconds * 1000)
  run.between?.(`after ${verb}`)
  return told
}

/** The number of the configuration a device runs; `away`: it does not answer; `mute`: it is there and cannot say. */
export type Running = number | 'away' | 'mute'

/** Asks a device what it runs now. Its last report may be older than what it was told since, and is no answer. */
export async function askRunning(run: Pick<Run, 'system' | 'between' | 'times'>, device: Asked): Promise<Running> {
  if (device.verbs.includes('running')) {
    const told = await tell(run, device, 'running', {})
    const { uuid } = ((took(told) ? (told as Answered).answer.data : undefined) ?? {}) as { uuid?: unknown }
    return typeof uuid === 'number' ? uuid : 'away'
  }
  if (device.verbs.includes('refresh')) {
    if (!took(await tell(run, device, 'refresh', { message: 'state' }))) return 'away'
    await sleep(STORED)
    return (await findRunning(run.system.db, device.id))?.config_uuid ?? 0
  }
  return (await findRunning(run.system.db, device.id))?.online ? 'mute' : 'away'
}

interface Answered {
  answer: { data?: unknown }
}

/** The device said yes. */
export const took = (told: Told): boolean =>
  'answer' in told && !('unsupported' in told.answer) && told.answer.result === 0

/** The device runs the configuration it was told, or what it could take of it. */
export const tookSome = (told: Told): boolean =>
  took(told) || ('answer' in told && !('unsupported' in told.answer) && told.answer.result === 2)
