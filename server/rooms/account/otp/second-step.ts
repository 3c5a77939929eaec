import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { verifyMethod } from '@belvedere/contract/rooms/account/enums.ts'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import { maskEmail } from '@belvedere/pure/text/email.ts'
import { maskPhone } from '@belvedere/pure/text/phone.ts'
import { placeOf } from '../../../base/edge/address.ts'
import type { QueryContext } from '../../../kernel/db.ts'
import type { Ctx, System } from '../../../kernel/implement.ts'
import { type Refusal, refuse } from '../../../kernel/refuse.ts'
import { hashToken, newToken } from '../../../kernel/session.ts'
import { openVault } from '../../../base/keys/vault.ts'
import { spendCode } from '../code/code.ts'
import { knownAs } from '../known/known.ts'
import { refuseLocked, requireOldPassword } from '../old-password.ts'
import { accountLocks, lockedFor, TICKET_LIFE } from '../rules.ts'
import { type Account, clearGuard, countTry, guardKey, readGuards } from '../store.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { wrongProof } from './wrong-proof.ts'
import { addTicket, countRecoveryCodes, findAuthenticator, takeRecoveryCode, takeStep } from './store.ts'
import { stepOf } from './totp.ts'

export type VerifyMethod = IdOf<typeof verifyMethod>

/** Open second steps of one account at once. */
const MOST_TICKETS = 20

/** How the account can pass a second step, strongest first; empty: it has none. */
export async function secondMethods(at: QueryContext, account: Account): Promise<VerifyMethod[]> {
  const isBound = (await findAuthenticator(at, account.id))?.confirmed_at
  const canRecover = isBound && (await countRecoveryCodes(at, account.id)) > 0
  const has: [VerifyMethod, boolean][] = [
    ['otp', Boolean(isBound)],
    ['sms', Boolean(account.phone && account.second_sms)],
    ['email', Boolean(account.email && account.second_email)],
    ['recovery', Boolean(canRecover)],
  ]
  return has.flatMap(([method, yes]) => (yes ? [method] : []))
}

/** How the second step of a sign-in can be passed after a first one; empty: there is none. What was shown first does not count. */
export async function secondStep(at: QueryContext, account: Account, first: string): Promise<VerifyMethod[]> {
  const all = await secondMethods(at, account)
  const others = all.filter((method) => method !== first)
  return all.length > 0 && others.length === 0 ? ['password'] : others
}

/** How the account's owner proves to be there: the second step, else the password. */
export async function proofMethods(at: QueryContext, account: Account): Promise<VerifyMethod[]> {
  const methods = await secondMethods(at, account)
  return methods.length ? methods : ['password']
}

/** What the browser shows with the question; `mask`: where codes would go, partly hidden. */
export function questionOf({ phone, email }: Account, methods: readonly VerifyMethod[]) {
  const sms = methods.includes('sms') && phone ? maskPhone(phone) : undefined
  const mail = methods.includes('email') && email ? maskEmail(email) : undefined
  return { verify: 1, methods, mask: sms ?? mail ?? '', masks: { sms, email: mail } }
}

/** The refusal that asks for the second step; the ticket in it is good for a few minutes, a few tries and one session. */
export async function requestSecondStep(
  ctx: Ctx,
  account: Account,
  first: string,
  methods: readonly VerifyMethod[],
  known_device: string | undefined,
): Promise<Refusal> {
  const ticket = newToken()
  const expires_at = ctx.now() + TICKET_LIFE
  // outside the call's transaction, which the refusal rolls back
  const known = await knownAs(ctx.system, account.id, ctx.ip, known_device)
  // whoever has the password and not the second factor locks out no browser or place the account signed in from
  const guard = known.as === 'stranger' ? guardKey('second', account.id) : known.key('second', account.id)
  const one = { hash: hashToken(ticket), uid: account.id, first, guard, expires_at, place: placeOf(ctx.ip) }
  await addTicket(ctx.system, one, MOST_TICKETS)
  return refuse(errors.verifyNeeded, undefined, { ...questionOf(account, methods), ticket, expires_at })
}

/**
 * Refuses unless `code` is right and was not taken before; tries are counted like failed sign-ins: of the session, or by `guard`
 * before there is one.
 */
export async function requireFactor(
  ctx: Ctx,
  account: Account,
  method: VerifyMethod,
  code: string,
  guard?: Buffer,
): Promise<void> {
  if (method === 'password') return requireOldPassword(ctx, account, code)
  const key = guard ?? guardKey('second', `session ${ctx.session?.id}`)
  const now = ctx.now()
  // outside the call's transaction: a refusal rolls that back, the count and the code's use must stay
  const { system } = ctx
  if (!(await countTry(system, key, accountLocks, now, guardKey('account', account.account))))
    refuseLocked(lockedFor(await readGuards(system, [key]), now) || 1)
  if (!(await checks[method](ctx, account, code))) throw wrongProof(ctx, account, method, errors.codeWrong)
  await clearGuard(system, key)
}

const checks: Record<
  Exclude<VerifyMethod, 'password'>,
  (ctx: Ctx, account: Account, code: string) => Promise<boolean>
> = {
  async otp({ system: at }, { id }, code) {
    const authenticator = await findAuthenticator(at, id)
    if (!authenticator?.confirmed_at) return false
    const step = stepOf(await openSecret(at, id, authenticator.secret), code, at.now())
    return step !== undefined && takeStep(at, id, step)
  },
  recovery: ({ system }, { id }, code) => takeRecoveryCode(system, id, hashRecoveryCode(code)),
  sms: (ctx, { phone }, code) => takeSentCode(ctx, 'sms', phone, code),
  email: (ctx, { email }, code) => takeSentCode(ctx, 'email', email, code),
}

async function takeSentCode(ctx: Ctx, channel: 'sms' | 'email', target: string | null, code: string): Promise<boolean> {
  if (!target) return false
  await spendCode(ctx, { channel, target, purpose: 'verify' }, code)
  return true
}

const purpose = (uid: number) => `otp ${uid}`

export async function sealSecret({ config }: System, uid: number, secret: Buffer): Promise<string> {
  return (await openVault(config.data)).seal(secret.toString('hex'), purpose(uid))
}

export async function openSecret({ config }: System, uid: number, sealed: string): Promise<Buffer> {
  return Buffer.from((await openVault(config.data)).open(sealed, purpose(uid)), 'hex')
}
