import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import { qrState } from '@belvedere/contract/rooms/account/enums.ts'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import { qrcodeCalls } from '@belvedere/contract/rooms/account/qrcode.ts'
import { placeOf } from '../../base/edge/address.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { hashToken, newToken } from '../../kernel/session.ts'
import { beginSession } from './admit.ts'
import { agentWords } from './agent-words.ts'
import { placeWords } from '../../engines/addresses/api.ts'
import { secondMethods } from './otp/second-step.ts'
import { requireConsole } from './otp/step-up.ts'
import { provedAt } from './otp/store.ts'
import { ownAccount } from './own-account.ts'
import { addQr, answerQr, findByKey, markScanned, takeConfirmed } from './qrcode/store.ts'
import { subscribeNews, qrSubject } from './qrcode/wait.ts'
import { QR_LIFE } from './rules.ts'
import { findAccount } from './store.ts'

/** Maximum number of open sign-ins by QR code, in total and from one address, which a whole office may share. */
const MOST = 5000
const MOST_HERE = 50

export const calls = implement(qrcodeCalls, {
  async login(ctx) {
    const [key, qr, now] = [newToken(), newToken(), ctx.now()]
    const row = {
      key_hash: hashToken(key),
      qr_hash: hashToken(qr),
      ip: ctx.ip,
      place: placeOf(ctx.ip),
      agent: ctx.agent,
    }
    await addQr(ctx, { ...row, created_at: now, expires_at: now + QR_LIFE }, MOST, MOST_HERE)
    return { key, url: `/mid?qr=${qr}`, expire_at: now + QR_LIFE }
  },
  async scan(ctx, { key, known }) {
    const hash = hashToken(key)
    const state = known === undefined ? await stateOf(ctx, hash) : await stateOtherThan(ctx, hash, known)
    if (state !== qrState.id.confirmed) return { state }
    const taken = await takeConfirmed(ctx, hash, ctx.now())
    const account = taken && (await findAccount(ctx.system, taken.uid))
    return account
      ? { state, ...(await beginSession(ctx, account, 'qr', { proved_at: taken.proved_at, known_device: '' })) }
      : { state: qrState.id.expired }
  },
  async look(ctx, { qr }) {
    requireConsole(ctx)
    const seen = await markScanned(ctx, hashToken(qr), ctx.uid, ctx.now())
    if (!seen) throw refuse(errors.qrOver)
    ctx.afterwards(() => ctx.system.bus.publish(qrSubject(seen.key_hash), {}))
    const { ip, agent, created_at, expires_at } = seen
    const same_address: 0 | 1 = ip === ctx.ip ? 1 : 0
    const place = await placeWords(ip, ctx.lang)
    return { ip, place, ...agentWords(agent), same_address, asked_at: created_at, expire_at: expires_at }
  },
  async confirm(ctx, { qr, accept }) {
    requireConsole(ctx)
    // the other browser does not pass a second step itself
    if (accept && (await secondMethods(ctx, await ownAccount(ctx))).length) await ctx.requireFresh(qrcodeCalls.confirm)
    const state = accept ? 'confirmed' : 'refused'
    const proved_at = await provedAt(ctx, ctx.session?.id ?? 0)
    const answered = await answerQr(ctx, hashToken(qr), ctx.uid, { state, proved_at }, ctx.now())
    if (!answered) throw refuse(errors.qrOver)
    const { key_hash, ip, agent } = answered
    ctx.audit({ object: `account:${ctx.uid}`, name: ctx.session?.account, after: { state, ip, ...agentWords(agent) } })
    ctx.afterwards(() => ctx.system.bus.publish(qrSubject(key_hash), {}))
    return {}
  },
})

type QrState = IdOf<typeof qrState>

async function stateOf(ctx: Ctx, hash: Buffer): Promise<QrState> {
  return (await findByKey(ctx, hash, ctx.now()))?.state ?? qrState.id.expired
}

/** The state, as soon as it differs from the known one; after about 20 s the current state. */
async function stateOtherThan(ctx: Ctx, hash: Buffer, known: QrState): Promise<QrState> {
  const news = subscribeNews(ctx.system.bus, hash)
  try {
    const state = await stateOf(ctx, hash)
    if (state !== known || state === qrState.id.expired) return state
    await news.heard
    return await stateOf(ctx, hash)
  } finally {
    news.stop()
  }
}
