import type { CallSpec, Calls } from '@belvedere/contract/kit/define-calls.ts'
import type { Words } from '@belvedere/contract/kit/text.ts'
import type { Ctx } from '../../kernel/implement.ts'

/** Fields of an object as its room writes them to the operation log. */
export type ObjectState = Readonly<Record<string, unknown>>

/** One operation, for the code that undoes it. */
export interface AuditedWrite {
  readonly call: string
  readonly object: string
  /** Its source: console, api, timer … */
  readonly channel: string
  readonly before: ObjectState | null
  readonly after: ObjectState | null
}

/**
 * How writes on one kind of object are undone. It uses the room's own handlers, so that permission, scenes and rules apply to an undo as to
 * any call, and its operations can be undone again.
 */
export interface Reversal {
  /** The kind: `scene-group` for the object `scene-group:12`. One call may write on several kinds. */
  readonly kind: string
  /** The present fields, at least the requested ones; undefined: it does not exist. Locked until the end of the transaction. */
  read(ctx: Ctx, id: number, wanted: ObjectState): Promise<ObjectState | undefined>
  /** Sets these fields to these values. */
  change?(ctx: Ctx, id: number, to: ObjectState): Promise<unknown>
  /** Removes an object created by an operation. */
  remove?(ctx: Ctx, id: number): Promise<unknown>
  /**
   * Restores what an operation deleted: `restoreRows` inserts its rows again; check and refuse before, announce after.
   * `removedAt`: when it was removed, unix seconds.
   */
  restore?(
    ctx: Ctx,
    id: number,
    state: ObjectState,
    restoreRows: () => Promise<void>,
    removedAt: number,
  ): Promise<unknown>
}

/** Why not; `to` is the page with an alternative. */
export interface Never extends Words {
  readonly to?: string
}

export type UndoStatement = Reversal | Never
type StatedUndo = UndoStatement | ((done: AuditedWrite) => UndoStatement)

type AuditedCall<C extends CallSpec> = C extends { at: `GET ${string}` } | { audit: false } ? false : true
type UndoOf<T extends Calls> = { readonly [K in keyof T as AuditedCall<T[K]> extends true ? K : never]: StatedUndo }

export interface Undo {
  /** By address of the call. */
  readonly how: ReadonlyMap<string, StatedUndo>
}

const mark = Symbol.for('belvedere.undo')

/**
 * Defines beside the handlers how each audited write of a contract file is undone, or in words why not; the compiler reports missing calls.
 * Export the result.
 */
export function defineUndo<const T extends Calls>(calls: T, stated: UndoOf<T>): Undo {
  const undo = Object.entries(stated as Record<string, StatedUndo>).map(
    ([key, one]) => [calls[key]?.at ?? key, one] as const,
  )
  const made = { how: new Map(undo) }
  Object.defineProperty(made, mark, { value: true })
  return made
}

export function isUndo(value: unknown): value is Undo {
  return typeof value === 'object' && value !== null && mark in value
}

export function isReversal(undo: UndoStatement): undo is Reversal {
  return 'read' in undo
}
