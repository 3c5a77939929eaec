import type { WorkKind } from '../../../devices/send-command.ts'
import type { CommandVerb } from '@belvedere/drivers/kit/facts.ts'

/** Work that restarts devices, in contrast to work that may only interrupt the connection. */
export const restarting: readonly WorkKind[] = ['reboot', 'upgrade', 'factory', 'restore', 'power']

/** Seconds after the command within which a device is back at the latest, while its model has no statistics. */
export const usualBound: Readonly<Record<WorkKind, number>> = {
  reboot: 600,
  // includes the download
  upgrade: 1800,
  factory: 900,
  configure: 240,
  restore: 600,
  power: 300,
}

const kinds: Partial<Record<CommandVerb, WorkKind>> = {
  reboot: 'reboot',
  upgrade: 'upgrade',
  factory: 'factory',
  configure: 'configure',
  arm: 'configure',
  restore: 'restore',
}

/** The work that a verb causes; undefined: the device stays connected. */
export const kindOf = (verb: CommandVerb): WorkKind | undefined => kinds[verb]

/** Seconds for a device to reconnect after its own timer has restored the former configuration. */
const RETURN = 60

/** The bound in the command itself: an armed device rolls back by its own timer. */
export const statedBound = (verb: CommandVerb, args: Readonly<Record<string, unknown>>): number =>
  verb === 'arm' && typeof args['seconds'] === 'number' ? args['seconds'] + RETURN : 0

/** Work whose duration is recorded by model. */
export const learnable: readonly WorkKind[] = ['reboot', 'upgrade', 'factory', 'configure', 'restore']

/** Minimum number of completed cases for a statistical bound. */
const ENOUGH = 3
/** Maximum factor over the slowest case; minimum seconds of a bound. */
const SLOWER = 2
const SPARE = 60
const LEAST = 120

/** Completed cases of the same work on a model. */
export interface LearnedAbsence {
  n: number
  /** Seconds of the slowest. */
  slowest: number
}

/** The bound for the next device; never above `most`. */
export function boundFrom(learned: LearnedAbsence | undefined, most: number): number {
  if (!learned || learned.n < ENOUGH) return most
  return Math.min(most, Math.max(LEAST, Math.ceil(learned.slowest * SLOWER + SPARE)))
}

/** Devices behind others: by device, those that are reached through it. */
export function belowOf(paths: ReadonlyMap<number, readonly number[]>): Map<number, number[]> {
  const below = new Map<number, number[]>()
  for (const [id, above] of paths)
    for (const one of above) {
      const list = below.get(one)
      if (list) list.push(id)
      else below.set(one, [id])
    }
  return below
}
