/** A step of a clock that was set: the expected time and the shown time. */
interface ClockStep {
  before: number
  after: number
}

/** Seconds by which the clock may differ from steady time between two observations. */
const SLACK = 3
/** Maximum number of stored steps. */
const MOST = 32

/**
 * Computes how long ago something was, by a clock that may be set meanwhile. Regular observations, compared with a
 * steady clock, show by how much it was set; earlier times are corrected by that. In doubt the later time is used: a
 * clock change raises no alarm.
 */
export class ClockSteps {
  private readonly steps: ClockStep[] = []
  private last: { wall: number; steady: number } | undefined

  /** The clock's time at a time of the steady clock; seconds. */
  see(wall: number, steady: number): void {
    if (this.last) {
      const before = this.last.wall + Math.round(steady - this.last.steady)
      if (Math.abs(wall - before) > SLACK) this.steps.push({ before, after: wall })
      if (this.steps.length > MOST) this.steps.shift()
    }
    this.last = { wall, steady }
  }

  /** Seconds from `from` to `to`, which is now or shortly before. */
  between(from: number, to: number): number {
    let set = 0
    // the last time between this step and the next one
    let end = to
    for (const { before, after } of this.steps.toReversed()) {
      const isBefore = from < after || from > end
      if (!isBefore) break
      set += after - before
      end = before
    }
    return to - from - set
  }

  /** The latest time that can be stored by now. */
  latest(now: number): number {
    return this.steps.reduce((latest, { before }) => Math.max(latest, before), now)
  }
}
