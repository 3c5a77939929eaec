/** A process, or a run of one, and its heartbeat count. */
export interface Beats<Id> {
  id: Id
  beats: number
}

interface HeartbeatRun {
  beats: number
  /** Time of its last heartbeat, seconds. */
  heardAt: number
  /** Start of its heartbeats without a long silence. */
  steadySince: number
}

/**
 * Finds silent processes from the observations of one observer. It uses a monotonic clock, so that clock changes on either side
 * cause no silence. Time in which the observer did not check, because it or the store was stopped, is not counted.
 */
export class SilenceWatch<Id extends number | string> {
  private readonly runs = new Map<Id, HeartbeatRun>()
  private lookedAt = Number.NEGATIVE_INFINITY
  private readonly bound: number
  private readonly every: number

  /** Longest silence of a process, and longest time between two checks, in seconds. */
  constructor(bound: number, every: number) {
    this.bound = bound
    this.every = every
  }

  /**
   * All known runs at `now` (seconds of a monotonic clock). Returns the runs that are silent for too long, after another run has
   * been alive long enough to take over their devices. Undefined without such a run: the state is unknown.
   */
  look(runs: readonly Beats<Id>[], now: number): Beats<Id>[] | undefined {
    const silent = this.silent(runs, now)
    const isSteady = (seen: HeartbeatRun) => !this.isSilent(seen, now) && now - seen.steadySince >= this.bound
    return [...this.runs.values()].some(isSteady) ? silent : undefined
  }

  /** The runs that are silent for too long, regardless of other runs. */
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

  /** A late check: the missed time is no silence of a process. */
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
