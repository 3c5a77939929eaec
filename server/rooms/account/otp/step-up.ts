import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { refuse } from '../../../kernel/refuse.ts'
import type { Account } from '../store.ts'
import { proofMethods, questionOf } from './second-step.ts'
import { provedUntil } from './store.ts'

/** Refuses API tokens: what decides over the account itself is for people at the console. */
export function requireConsole(ctx: Ctx): void {
  if (ctx.session?.way === 'api') throw refuse(errors.consoleOnly)
}

/** Refuses unless the session proved within the last minutes that its owner is there; the refusal tells how to. */
export async function requireProof(ctx: Ctx, account: Account): Promise<void> {
  requireConsole(ctx)
  if ((await provedUntil(ctx, ctx.session?.id ?? 0)) > ctx.now()) return
  throw refuse(errors.proofNeeded, undefined, questionOf(account, await proofMethods(ctx, account)))
}
