import type { Ctx } from '../implement.ts'
import type { Reach } from '../db.ts'

/** A call that removes something, or a job that does. */
export type Removing = Pick<Ctx, 'db' | 'access' | 'system' | 'audit' | 'emit' | 'afterwards'>

/** What goes with something that is removed, stated by the room that holds it. */
export interface Cleanup {
  /** With what it goes. */
  readonly of: 'team' | 'scene' | 'device'
  /** Takes it away, in the transaction of the removal and before the rows themselves go. */
  run(ctx: Removing, ids: readonly number[]): Promise<void>
  /** How much of what would go with them, by name; for the question before the removal. */
  count?(at: Reach, ids: readonly number[]): Promise<Readonly<Record<string, number>>>
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
