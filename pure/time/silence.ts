/** A process, or a run of one, and how often it has beaten. */
export interface Beats<Id> {
  id: Id
  beats: number
}

interface HeartbeatRun {
  beats: number
  /** When its beats last rose, seconds. */
  heardAt: number
  /** Since when it has beaten without a silence that counts. */
  steadySince: number
}

/**
 * Which processes are silent, by what one observer saw. Its time is steady, so no step of a clock, its own or a process's, makes
 * a silence. Time in which it did not look itself, because it or the store was stopped, counts for nobody.
 */
export class SilenceWatch<Id extends number | string> {
  private readonly runs = new Map<Id, HeartbeatRun>()
  private lookedAt = Number.NEGATIVE_INFINITY
  private readonly bound: number
  private readonly every: number

  /** Seconds a process may be silent; and from one look to the next. */
  constructor(bound: number, every: number) {
    this.bound = bound
    this.every = every
  }

  /**
   * All runs there are, at `now` (seconds of a steady clock). Returns those that are silent for too long, once another one has
   * beaten as long for what they held to come to; with no such one nothing is known of it: undefined.
   */
  look(runs: readonly Beats<Id>[], now: number): Beats<Id>[] | undefined {
    const silent = this.silent(runs, now)
    const isSteady = (seen: HeartbeatRun) => !this.isSilent(seen, now) && now - seen.steadySince >= this.bound
    return [...this.runs.values()].some(isSteady) ? silent : undefined
  }

  /** Those that are silent for too long, whoever else beats. */
  silent(runs: readonly Beats<Id>[], now: number): Beats<Id>[] {
    this.skip(now)
    const known = new Set(runs.map(({ id }) => id))
    for (const id of this.runs.keys()) if (!known.has(id)) this.runs.delete(id)
    for (const { id, beats } of runs) this.see(id, beats, now)
    return [...this.runs].flatMap(([id, seen]) => (this.isSilent(seen, now) ? [{ id, beats: seen.beats }] : []))
  }

  private isSilent({ heardAt }: HeartbeatRun, now: number): boolean {
    return now - heardAt >= this.bound
  }

  /** A look that came late: what was missed meanwhile is nobody's silence. */
  private skip(now: number): void {
    const missed = now - this.lookedAt - this.every
    this.lookedAt = now
    if (missed <= this.every || !Number.isFinite(missed)) return
    for (const seen of this.runs.values()) {
      seen.heardAt += missed
      seen.steadySince += missed
    }
  }

  private see(id: Id, beats: number, now: number): void {
    const seen = this.runs.get(id)
    if (!seen) this.runs.set(id, { beats, heardAt: now, steadySince: now })
    else if (beats !== seen.beats) {
      if (now - seen.heardAt >= this.bound) seen.steadySince = now
      seen.beats = beats
      seen.heardAt = now
    }
  }
}
