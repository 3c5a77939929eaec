import type { CallSpec } from '@belvedere/contract/kit/define-calls.ts'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import type { QueryContext } from '../../../kernel/db.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { type Refusal, refuse } from '../../../kernel/refuse.ts'
import type { Session } from '../../../kernel/session.ts'
import { findAccount } from '../store.ts'
import { proofMethods, questionOf } from './second-step.ts'

/** Refuses API tokens: calls that decide over the account itself are for people at the console. */
export function requireConsole(ctx: Ctx): void {
  if (ctx.session?.channel === 'api') throw refuse(errors.consoleOnly)
}

/** The refusal of a call that requires a fresh session. */
export async function challenge(at: QueryContext, session: Session, spec: CallSpec): Promise<Refusal> {
  if (session.channel === 'api')
    return refuse(spec.errors?.includes(errors.consoleOnly) ? errors.consoleOnly : errors.tokenNotSensitive)
  const account = await findAccount(at, session.uid)
  if (!account) return refuse(commonErrors.authFailed)
  return refuse(errors.proofNeeded, undefined, questionOf(account, await proofMethods(at, account)))
}
