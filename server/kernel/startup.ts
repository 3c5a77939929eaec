import type { Words } from '@belvedere/contract/kit/text.ts'

/** What a room does once, each time the process starts, before anything is served. */
export interface Startup<S = unknown> {
  /** Lower first. */
  readonly order: number
  /** `worker` start-ups run on one process at a time, under a lock. */
  readonly role: 'api' | 'gateway' | 'worker'
  /** Returned lines are printed under the address: a first password, a hint. */
  run(system: S): Promise<Words[] | undefined | void>
}

const mark = Symbol.for('belvedere.startup')

/** Export the result from a file of the room. */
export function defineStartup<S>(startup: Startup<S>): Startup<S> {
  Object.defineProperty(startup, mark, { value: true })
  return startup
}

export function isStartup(value: unknown): value is Startup {
  return typeof value === 'object' && value !== null && mark in value
}
