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

/** Maximum number of open second steps of one account. */
const MOST_TICKETS = 20

/** The second-step methods of the account, strongest first; empty: it has none. */
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

/**
 * The second-step methods that are left after a first step; empty: there is none. The method of the first step does not
 * count.
 */
export async function secondStep(at: QueryContext, account: Account, first: string): Promise<VerifyMethod[]> {
  const all = await secondMethods(at, account)
  const others = all.filter((method) => method !== first)
  return all.length > 0 && others.length === 0 ? ['password'] : others
}

/** How the owner of the account proves their identity: the second step, else the password. */
export async function proofMethods(at: QueryContext, account: Account): Promise<VerifyMethod[]> {
  const methods = await secondMethods(at, account)
  return methods.length ? methods : ['password']
}

/** What the browser displays with the request; `mask`: the targets of codes, partly hidden. */
export function questionOf({ phone, email }: Account, methods: readonly VerifyMethod[]) {
  const sms = methods.includes('sms') && phone ? maskPhone(phone) : undefined
  const mail = methods.includes('email') && email ? maskEmail(email) : undefined
  return { verify: 1, methods, mask: sms ?? mail ?? '', masks: { sms, email: mail } }
}

/** The refusal that requests the second step; its ticket is valid for a few minutes, a few attempts and one session. */
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
  // an attacker with the password and without the second factor locks out no browser or place that the account signed
  // in from
  const guard = known.as === 'stranger' ? guardKey('second', account.id) : known.key('second', account.id)
  const one = { hash: hashToken(ticket), uid: account.id, first, guard, expires_at, place: placeOf(ctx.ip) }
  await addTicket(ctx.system, one, MOST_TICKETS)
  return refuse(errors.verifyNeeded, undefined, { ...questionOf(account, methods), ticket, expires_at })
}

/**
 * Refuses unless `code` is correct and was not used before; attempts are counted like failed sign-ins: for the session,
 * or by `guard` before there is one.
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
  // outside the call's transaction: a refusal rolls that back, the count and the use of the code must persist
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
