import type { WorkKind } from '../../../devices/send-command.ts'
import type { CommandVerb } from '@belvedere/drivers/kit/facts.ts'

/** Work that restarts devices, as against work during which the connection may break. */
export const restarting: readonly WorkKind[] = ['reboot', 'upgrade', 'factory', 'restore', 'power']

/** Seconds after the order within which a device is back at the latest, while nothing is known of its model. */
export const usualBound: Readonly<Record<WorkKind, number>> = {
  reboot: 600,
  // the download is a part of it
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

/** The work a verb is; undefined: the device stays connected. */
export const kindOf = (verb: CommandVerb): WorkKind | undefined => kinds[verb]

/** Seconds a device may need to be connected again after its own timer has brought the former configuration back. */
const RETURN = 60

/** The bound that the command states itself: an armed device returns by its own timer. */
export const statedBound = (verb: CommandVerb, args: Readonly<Record<string, unknown>>): number =>
  verb === 'arm' && typeof args['seconds'] === 'number' ? args['seconds'] + RETURN : 0

/** Work whose length others of a model learn from. */
export const learnable: readonly WorkKind[] = ['reboot', 'upgrade', 'factory', 'configure', 'restore']

/** How many must have come back before that says how long it takes. */
const ENOUGH = 3
/** A device may take this much longer than the slowest before it; seconds no bound is below. */
const SLOWER = 2
const SPARE = 60
const LEAST = 120

/** Those of a model that came back from the same work. */
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

/** Devices below others: by device, those reached through it. */
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
