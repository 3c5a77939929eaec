import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import { otpCalls } from '@belvedere/contract/rooms/account/otp.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { hashToken } from '../../kernel/session.ts'
import { beginSession } from './admit.ts'
import { issueCode } from './code/code.ts'
import { hashRecoveryCode, newRecoveryCodes } from './otp/recovery-codes.ts'
import {
  type VerifyMethod,
  openSecret,
  proofMethods,
  requireFactor,
  sealSecret,
  secondMethods,
  secondStep,
} from './otp/second-step.ts'
import { requireConsole } from './otp/step-up.ts'
import {
  beginAuthenticator,
  confirmAuthenticator,
  countRecoveryCodes,
  findAuthenticator,
  findTicket,
  provedAt,
  proveSession,
  removeAuthenticator,
  replaceRecoveryCodes,
  takeTicket,
  tryTicket,
} from './otp/store.ts'
import { base32, newSecret, otpUri, stepOf } from './otp/totp.ts'
import { ownAccount } from './own-account.ts'
import { BINDING_LIFE, PROOF_LIFE, TICKET_TRIES } from './rules.ts'
import { noteSignIn } from './session/store.ts'
import { type Account, findAccount } from './store.ts'

export const calls = implement(otpCalls, {
  async state(ctx) {
    const account = await ownAccount(ctx)
    const authenticator = await findAuthenticator(ctx, account.id)
    const until = (await provedAt(ctx, ctx.session?.id ?? 0)) + PROOF_LIFE
    return {
      password_at: account.hash_at,
      bound_at: authenticator?.confirmed_at ?? 0,
      recovery_left: await countRecoveryCodes(ctx, account.id),
      methods: await proofMethods(ctx, account),
      proved_until: until > ctx.now() ? until : 0,
    }
  },
  async bind(ctx, { code }) {
    const account = await ownAccount(ctx)
    requireConsole(ctx)
    return code === undefined ? beginBinding(ctx, account) : endBinding(ctx, account, code)
  },
  async unbind(ctx, { method, code }) {
    const account = await ownAccount(ctx)
    requireConsole(ctx)
    await requireBound(ctx, account)
    await requireFactor(ctx, account, method, code)
    await removeAuthenticator(ctx, account.id)
    ctx.audit({ object: `account:${account.id}`, name: account.account, before: { otp: 1 }, after: { otp: 0 } })
    return {}
  },
  verify: (ctx, { ticket, method, code, known_device }) =>
    ticket === undefined ? proveHere(ctx, method, code) : endSignIn(ctx, ticket, { method, code, known_device }),
  async send(ctx, { ticket, method }) {
    const account = ticket === undefined ? await ownAccount(ctx) : await ticketAccount(ctx, ticket)
    const target = method === 'sms' ? account.phone : account.email
    if (!target || !(await secondMethods(ctx.system, account)).includes(method)) throw refuse(errors.wayNotBound)
    return issueCode(ctx, { channel: method, target, purpose: 'verify' }, { standing: 1 })
  },
  async recovery(ctx) {
    requireConsole(ctx)
    const account = await ownAccount(ctx)
    await requireBound(ctx, account)
    ctx.audit({ object: `account:${account.id}`, name: account.account, after: { recovery: 'new codes' } })
    return { recovery: await giveRecoveryCodes(ctx, account.id) }
  },
})

async function ticketAccount(ctx: Ctx, ticket: string): Promise<Account> {
  const open = await findTicket(ctx, hashToken(ticket), ctx.now())
  const account = open && (await findAccount(ctx.system, open.uid))
  if (!account) throw refuse(errors.ticketOver)
  return account
}

async function requireBound(ctx: Ctx, { id }: Account): Promise<void> {
  if (!(await findAuthenticator(ctx, id))?.confirmed_at) throw refuse(errors.otpNotBound)
}

async function beginBinding(ctx: Ctx, account: Account) {
  const secret = newSecret()
  if (!(await beginAuthenticator(ctx, account.id, await sealSecret(ctx.system, account.id, secret), ctx.now())))
    throw refuse(errors.otpBound)
  const issuer = { zh: '揽景', en: 'Belvedere' }[ctx.lang]
  return { secret: base32(secret), uri: otpUri(issuer, account.account, secret) }
}

async function endBinding(ctx: Ctx, account: Account, code: string) {
  const begun = await findAuthenticator(ctx, account.id)
  if (begun?.confirmed_at) throw refuse(errors.otpBound)
  if (!begun || begun.created_at <= ctx.now() - BINDING_LIFE) throw refuse(errors.otpBeginAgain)
  const step = stepOf(await openSecret(ctx.system, account.id, begun.secret), code, ctx.now())
  if (step === undefined) throw refuse(errors.codeWrong, undefined, { fields: { code: errors.codeWrong[ctx.lang] } })
  if (!(await confirmAuthenticator(ctx, account.id, step, ctx.now()))) throw refuse(errors.otpBound)
  ctx.audit({ object: `account:${account.id}`, name: account.account, before: { otp: 0 }, after: { otp: 1 } })
  return { recovery: await giveRecoveryCodes(ctx, account.id) }
}

async function giveRecoveryCodes(ctx: Ctx, uid: number): Promise<string[]> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(ctx, uid, codes.map(hashRecoveryCode))
  return codes
}

interface SecondStep {
  method: VerifyMethod
  code: string
  known_device: string | undefined
}

/** The second step of a sign-in. */
async function endSignIn(ctx: Ctx, ticket: string, { method, code, known_device }: SecondStep) {
  const hash = hashToken(ticket)
  const open = await tryTicket(ctx, hash, TICKET_TRIES, ctx.now())
  const account = open && (await findAccount(ctx.system, open.uid))
  if (!account) throw refuse(errors.ticketOver)
  if (!(await secondStep(ctx, account, open.first)).includes(method)) throw refuse(errors.codeWrong)
  try {
    await requireFactor(ctx, account, method, code, open.guard)
  } catch (error) {
    await noteSignIn(ctx, { uid: account.id, at: ctx.now(), method: method, ok: 0, ip: ctx.ip, agent: ctx.agent })
    throw error
  }
  if (!(await takeTicket(ctx, hash))) throw refuse(errors.ticketOver)
  return beginSession(ctx, account, method, { known_device })
}

/** Lets this session make calls that require proof of identity for some minutes. */
async function proveHere(ctx: Ctx, method: VerifyMethod, code: string) {
  if (!ctx.session) throw refuse(commonErrors.authFailed)
  requireConsole(ctx)
  const account = await ownAccount(ctx)
  if (!(await proofMethods(ctx, account)).includes(method)) throw refuse(errors.codeWrong)
  await requireFactor(ctx, account, method, code)
  await proveSession(ctx, ctx.session.id, ctx.now())
  return { proved_until: ctx.now() + PROOF_LIFE }
}
