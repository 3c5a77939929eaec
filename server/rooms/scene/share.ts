import type { In } from '@belvedere/contract/kit/define-calls.ts'
import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { sceneErrors as errors } from '@belvedere/contract/rooms/scene/errors.ts'
import { shareStatus, shareMethod } from '@belvedere/contract/rooms/scene/enums.ts'
import { shareCalls } from '@belvedere/contract/rooms/scene/share.ts'
import { maskPhone } from '@belvedere/pure/text/phone.ts'
import type { DeletedSnapshot } from '../../kernel/database/deleted-snapshot.ts'
import { captureSnapshots } from '../../engines/deleted-snapshot/snapshot-store.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { hashToken, newToken } from '../../kernel/session.ts'
import { findByName } from '../account/api.ts'
import { endShare, notifyAfterCommit } from './share/end-share.ts'
import { endOf, isLive, modeOf, mostShares } from './share/share-rules.ts'
import {
  addShare,
  countLive,
  findLink,
  isInvited,
  hideShare,
  holdLive,
  holdShares,
  type ShareLinkRow,
  listPending,
  listReceived,
  listSent,
  type NewShare,
  setShare,
  type OwnedShareRow,
  type ShareState,
  takeUse,
} from './share/store.ts'
import { letGuestIn } from './store.ts'

const { pending, accepted, refused } = shareStatus.id

export const calls = implement(shareCalls, {
  async check(ctx) {
    const list = await listPending(ctx, ctx.now())
    return { list: list.map(({ share_phone, ...one }) => ({ ...one, share_mobile: masked(share_phone) })) }
  },
  async handle(ctx, { share_id, status }) {
    const share = requireLive(ctx, await holdLive(ctx, share_id, ctx.uid))
    if (share.status !== pending) throw refuse(errors.shareOver)
    if (status === accepted) await accept(ctx, share, share)
    else await endShare(ctx, share, refused, ctx.now())
    note(ctx, share, { status: pending }, { status })
    notifyAfterCommit(ctx, share)
    return {}
  },
  async send(ctx, input) {
    const { total, list } = await listSent(ctx, input)
    return {
      total,
      list: list.map(({ receiver_phone, ...one }) => ({ ...one, receiver_mobile: masked(receiver_phone) })),
    }
  },
  async receive(ctx, input) {
    const { total, list } = await listReceived(ctx, input)
    return { total, list: list.map(({ share_phone, ...one }) => ({ ...one, share_mobile: masked(share_phone) })) }
  },
  async account(ctx, { account, ...offer }) {
    await requireSharable(ctx, offer.scene_id)
    const invited = account.trim()
    const receiver = await findByName(ctx, invited)
    if (receiver?.team_id === ctx.access.team_id) throw refuseField(ctx, errors.sameTeam)
    if (await isInvited(ctx, offer.scene_id, invited, ctx.now())) throw refuseField(ctx, errors.alreadyShared)
    const one = { ...newShare(ctx, offer), way: shareMethod.id.account, invited }
    const id = await invite(ctx, one, receiver?.id)
    note(ctx, { id, scene_id: offer.scene_id, scene_name: invited }, undefined, { ...offer, account: invited })
    notifyAfterCommit(ctx, { ...one, uid: receiver?.id ?? null })
    return { id, expire_at: one.expire_at }
  },
  url: (ctx, offer) => makeLink(ctx, offer, shareMethod.id.link),
  qrcode: (ctx, offer) => makeLink(ctx, offer, shareMethod.id.qrcode),
  async look(ctx, { code }) {
    const { scene_id, share_name, scene_name, owner, permission, note, expire_at } = await requireLink(ctx, code)
    const known: 0 | 1 = ctx.access.modeOf(scene_id) === undefined ? 0 : 1
    return { share_name, scene_name, owner, permission, note, expire_at, known }
  },
  async bind(ctx, { code }) {
    const now = ctx.now()
    const link = await requireLink(ctx, code)
    if (link.team_id === ctx.access.team_id) throw refuse(errors.sameTeam)
    const before = await endIfOver(ctx, await holdLive(ctx, link.scene_id, ctx.uid))
    if (before?.status === accepted) throw refuse(errors.alreadyShared)
    if (!(await takeUse(ctx, link.id, now))) throw refuse(errors.shareOver)
    const share = before ?? (await addReceived(ctx, link))
    await accept(ctx, share, link)
    note(ctx, share, undefined, { status: accepted })
    notifyAfterCommit(ctx, share)
    return { scene_id: link.scene_id }
  },
  async change(ctx, { id, permission, expires_in }) {
    const [share] = await holdShares(ctx, [id])
    if (!share?.own) throw refuse(commonErrors.notFound)
    requireLive(ctx, share)
    const expire_at = expires_in === undefined ? share.expire_at : expires_in ? ctx.now() + expires_in : null
    const after = { permission: permission ?? share.permission, expire_at }
    if (share.status === accepted && share.uid !== null) await accept(ctx, share, after)
    else await setShare(ctx, id, { ...share, ...after }, ctx.now())
    note(ctx, share, { permission: share.permission, expire_at: share.expire_at }, after)
    notifyAfterCommit(ctx, share)
    return {}
  },
  async unbind(ctx, { ids }) {
    return each(ctx, ids, async (share) => {
      const live = isLive(share, ctx.now())
      if (live) await end(ctx, share)
      return live
    })
  },
  async delete(ctx, { ids }) {
    return each(ctx, ids, async (share) => {
      await takeOut(ctx, share)
      notifyAfterCommit(ctx, share)
      return true
    })
  },
})

const masked = (phone: string | null) => (phone ? maskPhone(phone) : '')
const nameOf = ({ session }: Ctx) => session?.name ?? ''

function refuseField({ lang }: Ctx, error: (typeof errors)[keyof typeof errors]) {
  return refuse(error, undefined, { fields: { account: error[lang] } })
}

/** Only the owner of a scene may share it, and not without limits. */
export async function requireSharable(ctx: Ctx, scene_id: number): Promise<void> {
  ctx.access.enter(scene_id, 'own')
  if ((await countLive(ctx, scene_id, ctx.now())) >= mostShares)
    throw refuse(errors.tooManyShares, { most: mostShares })
}

function requireLive(ctx: Ctx, share: OwnedShareRow | undefined): OwnedShareRow {
  if (!share || !isLive(share, ctx.now())) throw refuse(errors.shareOver)
  return share
}

async function requireLink(ctx: Ctx, code: string): Promise<ShareLinkRow> {
  const link = await findLink(ctx, hashToken(code), ctx.now())
  if (!link) throw refuse(errors.shareOver)
  return link
}

type Offer = Omit<In<typeof shareCalls.url>, 'max_uses'>

function newShare(ctx: Ctx, { scene_id, permission, expires_in, note = '' }: Offer) {
  const expire_at = expires_in ? ctx.now() + expires_in : null
  const none = { status: pending, uid: null, code_hash: null, max_uses: null, invited: '' }
  return { ...none, scene_id, permission, expire_at, note: note.trim(), by_name: nameOf(ctx) }
}

/**
 * An invitation to an account, if it exists. For an unknown name, and for another name of an invited account, a row is
 * stored that cannot be accepted: the sender sees the same in every case, and cannot probe addresses.
 */
async function invite(ctx: Ctx, one: NewShare, uid: number | undefined): Promise<number> {
  const now = ctx.now()
  if (uid !== undefined) {
    await endIfOver(ctx, await holdLive(ctx, one.scene_id, uid))
    const id = await addShare(ctx, { ...one, uid }, ctx.uid, now)
    if (id !== undefined) return id
  }
  return (await addShare(ctx, one, ctx.uid, now)) ?? 0
}

async function makeLink(
  ctx: Ctx,
  { max_uses = 1, ...offer }: In<typeof shareCalls.url>,
  way: IdOf<typeof shareMethod>,
) {
  await requireSharable(ctx, offer.scene_id)
  const code = newToken()
  const one = { ...newShare(ctx, offer), way, code_hash: hashToken(code), max_uses }
  const id = (await addShare(ctx, one, ctx.uid, ctx.now())) ?? 0
  note(ctx, { id, scene_id: offer.scene_id, scene_name: '' }, undefined, { ...offer, max_uses, way })
  notifyAfterCommit(ctx, one)
  return { id, code, url: `/share/${code}`, expire_at: one.expire_at }
}

/** The row of an account that receives a link, with the link's rights. */
async function addReceived(ctx: Ctx, link: ShareLinkRow): Promise<OwnedShareRow> {
  const { scene_id, scene_name, permission, expire_at, way, by_uid, share_name } = link
  const one = { scene_id, permission, expire_at, way, uid: ctx.uid, note: link.note, by_name: share_name }
  const id = await addShare(
    ctx,
    { ...one, status: pending, code_hash: null, max_uses: null, invited: '' },
    by_uid,
    ctx.now(),
  )
  if (id === undefined) throw refuse(errors.alreadyShared)
  return { ...one, id, scene_name, status: pending, own: 0, hidden: 0 }
}

/** Grants the right; on behalf of the system, because the receiver has none in this scene yet. */
async function accept(ctx: Ctx, share: OwnedShareRow, given: Omit<ShareState, 'status'>): Promise<void> {
  const { permission, expire_at } = given
  const system = { db: ctx.db, access: ctx.system.access }
  await setShare(ctx, share.id, { status: accepted, permission, expire_at }, ctx.now())
  await letGuestIn(system, share.scene_id, share.uid ?? ctx.uid, modeOf(permission), ctx.now(), expire_at)
}

/** An expired share that is not marked as ended must not block a new one. */
async function endIfOver(ctx: Ctx, share: OwnedShareRow | undefined): Promise<OwnedShareRow | undefined> {
  if (!share || isLive(share, ctx.now())) return share
  await endShare(ctx, share, shareStatus.id.expired, ctx.now())
  return undefined
}

async function end(ctx: Ctx, share: OwnedShareRow): Promise<void> {
  const status = endOf(share, share.own ? 'owner' : 'receiver')
  await endShare(ctx, share, status, ctx.now())
  note(ctx, share, { status: share.status }, { status })
  notifyAfterCommit(ctx, share)
}

/** Ends it and removes it from the caller's list. */
async function takeOut(ctx: Ctx, share: OwnedShareRow): Promise<void> {
  const snapshot = (await captureSnapshots(ctx.db, 'scene_share', [share.id])).get(share.id)
  const live = isLive(share, ctx.now())
  const status = live ? endOf(share, share.own ? 'owner' : 'receiver') : share.status
  if (live) await endShare(ctx, share, status, ctx.now())
  const gone = await hideShare(ctx, share.id, share.own ? 'sent' : 'received')
  note(ctx, share, { status: share.status, hidden: share.hidden }, gone ? undefined : { status, hidden: 1 }, snapshot)
}

/** Applies it to each share of the caller; missing ones, and those for which it returns false, are reported. */
async function each(ctx: Ctx, ids: readonly number[], work: (share: OwnedShareRow) => Promise<boolean>) {
  const shares = new Map((await holdShares(ctx, ids)).map((share) => [share.id, share]))
  const rejected: { id: number; name: string; reason: string }[] = []
  const wanted = [...new Set(ids)]
  for (const id of wanted) {
    const share = shares.get(id)
    if (share && (await work(share))) continue
    rejected.push({ id, name: share?.scene_name ?? String(id), reason: errors.shareOver[ctx.lang] })
  }
  return { total_cnt: wanted.length, err_cnt: rejected.length, rejected }
}

export function note(
  ctx: Ctx,
  { id, scene_id, scene_name }: Pick<OwnedShareRow, 'id' | 'scene_id' | 'scene_name'>,
  before: object | undefined,
  after: object | undefined,
  snapshot?: DeletedSnapshot,
) {
  ctx.audit({
    object: `share:${id}`,
    name: scene_name,
    scene_id,
    before,
    after,
    snapshot: after ? undefined : snapshot,
  })
}
