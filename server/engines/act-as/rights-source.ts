import type { CallSpec } from '@belvedere/contract/kit/define-calls.ts'
import type { Lang } from '@belvedere/contract/kit/text.ts'
import type { Access } from '../../kernel/access.ts'
import type { System } from '../../kernel/implement.ts'
import type { Refusal } from '../../kernel/refuse.ts'
import type { Session } from '../../kernel/session.ts'

/** An account that may sign in, with its present rights. */
export interface ActiveAccount {
  readonly account: string
  readonly name: string
  readonly lang: Lang
  readonly access: Access
}

/** A room provides this (the account room). */
export interface RightsSource {
  /** Undefined: the account was removed or disabled. */
  find(system: Pick<System, 'db' | 'access'>, uid: number): Promise<ActiveAccount | undefined>
  /** The refusal of calls that need a fresh session. */
  challenge(system: System, session: Session, spec: CallSpec): Promise<Refusal>
}

const mark = Symbol.for('belvedere.rights-source')

/** Export the result from a file of the room; there must be exactly one. */
export function defineRightsSource(source: RightsSource): RightsSource {
  Object.defineProperty(source, mark, { value: true })
  return source
}

export function isRightsSource(value: unknown): value is RightsSource {
  return typeof value === 'object' && value !== null && mark in value
}
