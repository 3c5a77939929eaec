import type { Policy } from './usual.ts'

export interface DatedBackup {
  id: number
  /** Unix seconds. */
  created_at: number
  complete: boolean
  keep: boolean
}

const DAY = 86_400

/**
 * Selects the backups of one device, newest first, that are not needed any more. Kept are the newest few, the last of
 * each day and of each week, all backups of a device that has few, and those that a person marked to keep. `offset`:
 * seconds that its clock is ahead of UTC.
 */
export function surplus(list: readonly DatedBackup[], policy: Policy, now: number, offset: number): number[] {
  const days = lastOfEach(list, (at) => Math.floor((at + offset) / DAY), policy.daily)
  // weeks begin on Monday; the epoch was a Thursday
  const weeks = lastOfEach(list, (at) => Math.floor((at + offset + 3 * DAY) / (7 * DAY)), policy.weekly)
  const whole = list.filter(({ complete }) => complete).slice(0, policy.newest)
  const needed = new Set([...whole, ...days, ...weeks].map(({ id }) => id))
  // an incomplete backup is kept for a week as evidence of a problem
  const told = ({ complete, created_at }: DatedBackup) => !complete && created_at > now - 7 * DAY
  return list
    .slice(1)
    .filter((one) => !one.keep && !needed.has(one.id) && !told(one))
    .map(({ id }) => id)
}

/** The newest complete backup of each of the latest `most` periods that have one. */
function lastOfEach(list: readonly DatedBackup[], periodOf: (at: number) => number, most: number): DatedBackup[] {
  const found = new Map<number, DatedBackup>()
  for (const one of list) {
    if (!one.complete) continue
    const period = periodOf(one.created_at)
    if (!found.has(period)) found.set(period, one)
    if (found.size >= most) break
  }
  return most === 0 ? [] : [...found.values()]
}
