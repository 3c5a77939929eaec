import type { Words } from '@belvedere/contract/kit/text.ts'
import type { System } from './implement.ts'

/** Work of a room at every start of the process, before requests are served. */
export interface Startup<S = unknown> {
  /** Lower first. */
  readonly order: number
  /** `worker` start-ups run on one process at a time, under a lock. */
  readonly role: 'api' | 'gateway' | 'worker'
  /** Returned lines are printed below the address: a first password, a hint. */
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

/** Advisory lock under which start-ups of the role worker run, one process at a time. */
const STARTUP_LOCK = 6_214_002

/** Runs those of `roles`, lower first. Returns the lines to print. */
export async function runStartups(
  system: System,
  startups: readonly Startup[],
  roles: ReadonlySet<string>,
): Promise<Words[]> {
  const lines: Words[] = []
  const client = await system.database.pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [STARTUP_LOCK])
    for (const { role, run } of startups) if (roles.has(role)) lines.push(...((await run(system)) ?? []))
  } finally {
    await client.query('select pg_advisory_unlock($1)', [STARTUP_LOCK]).catch(() => {})
    client.release()
  }
  return lines
}
