import type { Ctx } from '../implement.ts'
import type { QueryContext } from '../db.ts'

/** A call or job that removes something. */
export type Removing = Pick<Ctx, 'db' | 'access' | 'system' | 'audit' | 'emit' | 'afterwards'>

/** Data that is removed together with an object, defined by the room that stores it. */
export interface Cleanup {
  /** The removed objects. */
  readonly of: 'team' | 'scene' | 'device'
  /** Removes it, in the transaction of the removal and before the rows themselves. */
  run(ctx: Removing, ids: readonly number[]): Promise<void>
  /** Counts of dependent data, by name; for the question before the removal. */
  count?(at: QueryContext, ids: readonly number[]): Promise<Readonly<Record<string, number>>>
}

const mark = Symbol.for('belvedere.cleanup')

/** Export the result from a file of the room. */
export function defineCleanup(cleanup: Cleanup): Cleanup {
  Object.defineProperty(cleanup, mark, { value: true })
  return cleanup
}

export function isCleanup(value: unknown): value is Cleanup {
  return typeof value === 'object' && value !== null && mark in value
}
