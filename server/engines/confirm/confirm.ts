import type { Ctx } from '../../kernel/implement.ts'

/** The caller, and the origin of a call. */
export type Asking = Pick<Ctx, 'db' | 'access' | 'system' | 'now' | 'uid' | 'ip' | 'lang'>

/** The planned action of a call on devices. */
export interface Doing {
  ids: readonly number[]
  action: 'reboot' | 'upgrade' | 'factory' | 'configure' | 'poe' | 'remove'
  /** Of `poe`; absent: all. */
  ports?: readonly string[] | undefined
  /** Those of `ids` that the caller selected individually; absent: all. */
  named?: readonly number[] | undefined
}

/** The confirmation in the input of a call. */
export interface ConfirmationInput {
  confirm_token?: string
  confirm_text?: string
}

/** A room provides this (the change room): decides what must be confirmed. */
export interface Confirmation {
  /** Refuses an action that needs a confirmation and has none. */
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
