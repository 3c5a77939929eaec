/** Work that survives the process that enqueued it: run at least once, stored in the database until done. */
export interface Job<P = unknown, S = unknown> {
  /** `room.verb`. */
  readonly name: string
  /** Cron with five fields, UTC, evenly spaced (`readRhythm`); absent: runs when enqueued. */
  readonly every?: string
  /** Tries after a failure. */
  readonly retries: number
  run(payload: P, system: S): Promise<void>
}

const mark = Symbol.for('belvedere.job')

/** Export the result from a file of the room. */
export function defineJob<P, S>(job: Omit<Job<P, S>, 'retries'> & { retries?: number }): Job<P, S> {
  const whole = { retries: 3, ...job }
  Object.defineProperty(whole, mark, { value: true })
  return whole
}

export function isJob(value: unknown): value is Job {
  return typeof value === 'object' && value !== null && mark in value
}
