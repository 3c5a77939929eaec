import type { Ctx } from '../../kernel/implement.ts'

/** A call, as far as it matters who asks and from where. */
export type Asking = Pick<Ctx, 'db' | 'access' | 'system' | 'now' | 'uid' | 'ip' | 'lang'>

/** What a call is about to do to devices. */
export interface Doing {
  ids: readonly number[]
  action: 'reboot' | 'upgrade' | 'factory' | 'configure' | 'poe' | 'remove'
  /** Of `poe`; absent: all. */
  ports?: readonly string[] | undefined
  /** Those of `ids` that the caller named one by one; absent: all. */
  named?: readonly number[] | undefined
}

/** What came with a call whose input has the fields of a confirmation. */
export interface ConfirmationInput {
  confirm_token?: string
  confirm_text?: string
}

/** A room provides this (the change room): what must be confirmed before it is done. */
export interface Confirmation {
  /** Refuses what has to be confirmed and was not. */
  require(ctx: Asking, doing: Doing, given: ConfirmationInput): Promise<void>
}

const mark = Symbol.for('belvedere.confirmation')

/** Export the result from a file of the room; there must be exactly one. */
export function defineConfirmation(confirmation: Confirmation): Confirmation {
  Object.defineProperty(confirmation, mark, { value: true })
  return confirmation
}

export function isConfirmation(value: unknown): value is Confirmation {
  return typeof value === 'object' && value !== null && mark in value
}
