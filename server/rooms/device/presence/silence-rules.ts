/** A gateway run, and how often it has beaten. */
export interface RunBeats {
  id: number
  beats: number
}

interface Seen {
  beats: number
  /** When its beats last rose, seconds. */
  heardAt: number
  /** Since when it has beaten without a silence that counts. */
  steadySince: number
}

/**
 * Which gateways are silent, by what one observer saw. Its time is steady, so no step of a clock, its own or a gateway's, makes
 * a silence. Time in which it did not look itself, because it or the store was stopped, counts for nobody.
 */
export class Silence {
  private readonly runs = new Map<number, Seen>()
  private lookedAt = Number.NEGATIVE_INFINITY
  private readonly bound: number
  private readonly every: number

  /** Seconds a gateway may be silent; and from one look to the next. */
  constructor(bound: number, every: number) {
    this.bound = bound
    this.every = every
  }

  /**
   * All runs there are, at `now` (seconds of a steady clock). Returns those that are silent for too long, once another one has
   * beaten as long for their devices to come to; with no such gateway nothing is known of any device: undefined.
   */
  look(runs: readonly RunBeats[], now: number): RunBeats[] | undefined {
    this.skip(now)
    const known = new Set(runs.map(({ id }) => id))
    for (const id of this.runs.keys()) if (!known.has(id)) this.runs.delete(id)
    for (const { id, beats } of runs) this.see(id, beats, now)
    const isSilent = ({ heardAt }: Seen) => now - heardAt >= this.bound
    const isSteady = (seen: Seen) => !isSilent(seen) && now - seen.steadySince >= this.bound
    if (![...this.runs.values()].some(isSteady)) return undefined
    return [...this.runs].flatMap(([id, seen]) => (isSilent(seen) ? [{ id, beats: seen.beats }] : []))
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

  private see(id: number, beats: number, now: number): void {
    const seen = this.runs.get(id)
    if (!seen) this.runs.set(id, { beats, heardAt: now, steadySince: now })
    else if (beats !== seen.beats) {
      if (now - seen.heardAt >= this.bound) seen.steadySince = now
      seen.beats = beats
      seen.heardAt = now
    }
  }
}
