import sql, { type Sql } from 'sql-template-tag'
import type { In } from '@belvedere/contract/kit/define-calls.ts'
import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { sharePermission, shareStatus, shareMethod } from '@belvedere/contract/rooms/scene/enums.ts'
import type { shareCalls } from '@belvedere/contract/rooms/scene/share.ts'
import type { QueryContext } from '../../../kernel/db.ts'
import { containsSql } from '../../../kernel/database/list-sql.ts'
import { allOf, pageOf } from '../../../kernel/page.ts'

export type Permission = IdOf<typeof sharePermission>
export type ShareStatus = IdOf<typeof shareStatus>

interface NamedShare {
  id: number
  scene_id: number
  scene_name: string
  permission: Permission
  status: ShareStatus
  note: string
  share_name: string
  expire_at: number | null
  created_at: number
  updated_at: number
}

/** Share `h`, its scene `s`, the team `t`, the sender `b`, the receiver `r`. */
const joined = sql`join scene s on s.id = h.scene_id join team_view t on t.id = s.team_id
  left join account_view b on b.id = h.by_uid left join account_view r on r.id = h.uid`
const named = sql`h.id, h.scene_id, s.name as scene_name, h.permission, h.status, h.note, h.expire_at, h.created_at, h.updated_at,
  coalesce(b.nick_name, h.by_name) as share_name`

/** A share is visible to its owner's team and to its receiver only. */
const sent = ({ access }: QueryContext): Sql =>
  access.can('scene.share') ? sql`(${access.owns(sql`s.team_id`)})` : sql`false`
const received = ({ access }: QueryContext): Sql => sql`h.uid = ${access.uid}`
const lives = (now: number): Sql => sql`h.status in (0, 1) and (h.expire_at is null or h.expire_at > ${now})`

/** The sender sees the account of a receiver who answered; otherwise only the invited name. */
const answered = sql`(h.channel <> 0 or h.status in (1, 2, 3, 4))`
const receiver = sql`case when ${answered} then r.nick_name else h.invited end`

const order = {
  id: sql`h.id`,
  scene_name: sql`lower(s.name)`,
  receiver: sql`lower(${receiver})`,
  owner: sql`lower(t.name)`,
  status: sql`h.status`,
  created_at: sql`h.created_at`,
  updated_at: sql`h.updated_at`,
  expire_at: sql`h.expire_at`,
}

export interface SentShareRow extends NamedShare {
  way: IdOf<typeof shareMethod>
  receiver: string | null
  receiver_phone: string | null
  max_uses: number | null
  used_cnt: number
}

export function listSent(ctx: QueryContext, input: In<typeof shareCalls.send>): Promise<TableOut<SentShareRow>> {
  const { scene_id, way, permission, status, search } = input
  return pageOf<SentShareRow>(ctx.db, input, {
    from: sql`scene_share h ${joined}`,
    id: sql`h.id`,
    where: allOf(
      sql`${sent(ctx)} and h.sent_hidden = 0`,
      scene_id ? sql`h.scene_id = ${scene_id}` : undefined,
      way === undefined ? undefined : sql`h.channel = ${way}`,
      permission ? sql`h.permission = ${permission}` : undefined,
      status === undefined ? undefined : sql`h.status = ${status}`,
      containsSql(search, [sql`s.name`, receiver, sql`case when ${answered} then r.account end`, sql`h.note`]),
    ),
    order,
    newestFirst: true,
    select: sql`${named}, h.channel as way, ${receiver} as receiver, case when ${answered} then r.phone end as receiver_phone,
      h.max_uses, h.used_cnt`,
    join: sql`join scene_share h on h.id = page.id ${joined}`,
  })
}

export interface ReceivedShareRow extends NamedShare {
  owner: string
  share_phone: string | null
}

const ofReceiver = sql`${named}, t.name as owner, b.phone as share_phone`

export function listReceived(
  ctx: QueryContext,
  input: In<typeof shareCalls.receive>,
): Promise<TableOut<ReceivedShareRow>> {
  const { status, search } = input
  return pageOf<ReceivedShareRow>(ctx.db, input, {
    from: sql`scene_share h ${joined}`,
    id: sql`h.id`,
    where: allOf(
      sql`${received(ctx)} and h.received_hidden = 0`,
      status === undefined ? undefined : sql`h.status = ${status}`,
      containsSql(search, [sql`s.name`, sql`t.name`, sql`h.by_name`, sql`h.note`]),
    ),
    order,
    newestFirst: true,
    select: ofReceiver,
    join: sql`join scene_share h on h.id = page.id ${joined}`,
  })
}

/** Shares that wait for the caller's answer, newest first. */
export function listPending(ctx: QueryContext, now: number): Promise<ReceivedShareRow[]> {
  return ctx.db.rows<ReceivedShareRow>(sql`
    select ${ofReceiver} from scene_share h ${joined}
    where ${received(ctx)} and h.status = 0 and ${lives(now)} order by h.id desc limit 50`)
}

export interface OwnedShareRow {
  id: number
  scene_id: number
  scene_name: string
  uid: number | null
  permission: Permission
  status: ShareStatus
  expire_at: number | null
  /** 1: the caller's team shares it; 0: the caller received it. */
  own: 0 | 1
  /** 1: removed from the caller's list. */
  hidden: 0 | 1
}

const held = (ctx: QueryContext): Sql =>
  sql`select h.id, h.scene_id, s.name as scene_name, h.uid, h.permission, h.status, h.expire_at,
    case when ${sent(ctx)} then 1 else 0 end as own,
    case when ${sent(ctx)} then h.sent_hidden else h.received_hidden end as hidden from scene_share h join scene s on s.id = h.scene_id`

/** The live share of a scene with an account, locked until this transaction ends. */
export function holdLive(ctx: QueryContext, scene_id: number, uid: number): Promise<OwnedShareRow | undefined> {
  return ctx.db.find<OwnedShareRow>(sql`
    ${held(ctx)} where h.scene_id = ${scene_id} and h.uid = ${uid} and h.status in (0, 1)
      and (${sent(ctx)} or ${received(ctx)}) for update of h`)
}

/** Shares of either side of the caller, locked until this transaction ends. */
export function holdShares(ctx: QueryContext, ids: readonly number[]): Promise<OwnedShareRow[]> {
  return ctx.db.rows<OwnedShareRow>(sql`
    ${held(ctx)} where h.id = any(${ids}::int[]) and (${sent(ctx)} or ${received(ctx)}) order by h.id for update of h`)
}

export interface NewShare {
  scene_id: number
  by_name: string
  way: IdOf<typeof shareMethod>
  uid: number | null
  permission: Permission
  status: ShareStatus
  code_hash: Buffer | null
  max_uses: number | null
  /** The name by which an account is invited; '': by a link. */
  invited: string
  note: string
  expire_at: number | null
}

/**
 * The new share's id; undefined when the account has a live one of the scene. `by_uid` is null for shares from a link.
 */
export async function addShare(
  { db }: QueryContext,
  one: NewShare,
  by_uid: number | null,
  now: number,
): Promise<number | undefined> {
  const made = await db.find<{ id: number }>(sql`
    insert into scene_share (scene_id, by_uid, by_name, channel, uid, permission, status, code_hash, max_uses, note, expire_at,
      created_at, updated_at, invited)
    values (${one.scene_id}, ${by_uid}, ${one.by_name}, ${one.way}, ${one.uid}, ${one.permission}, ${one.status},
      ${one.code_hash}, ${one.max_uses}, ${one.note}, ${one.expire_at}, ${now}, ${now}, ${one.invited})
    on conflict (scene_id, uid) where status in (0, 1) do nothing returning id`)
  return made?.id
}

/** Whether a live share of the scene invites by this name. */
export async function isInvited(
  { db, access }: QueryContext,
  scene_id: number,
  as: string,
  now: number,
): Promise<boolean> {
  const found = await db.find(sql`
    select from scene_share h
    where h.scene_id = ${scene_id} and ${access.writes(sql`h.scene_id`)} and lower(h.invited) = lower(${as}) and ${lives(now)}`)
  return found !== undefined
}

export async function countLive({ db, access }: QueryContext, scene_id: number, now: number): Promise<number> {
  const { n } = await db.one<{ n: number }>(sql`
    select count(*)::int as n from scene_share h
    where h.scene_id = ${scene_id} and ${access.sees(sql`h.scene_id`)} and ${lives(now)}`)
  return n
}

export interface ShareLinkRow extends ReceivedShareRow {
  way: IdOf<typeof shareMethod>
  team_id: number
  by_uid: number | null
}

/** A link that can be received at that time. A person with its code may see what it shares. */
export function findLink({ db }: QueryContext, code_hash: Buffer, now: number): Promise<ShareLinkRow | undefined> {
  return db.find<ShareLinkRow>(sql`
    select ${ofReceiver}, h.channel as way, s.team_id, h.by_uid from scene_share h ${joined}
    where h.code_hash = ${code_hash} and h.status = 0 and h.used_cnt < h.max_uses and ${lives(now)}`)
}

/** Uses it once; false when another account took the last use. A link without uses left has been received. */
export async function takeUse({ db }: QueryContext, id: number, now: number): Promise<boolean> {
  const taken = await db.run(sql`
    update scene_share h set used_cnt = used_cnt + 1, updated_at = ${now},
      status = case when used_cnt + 1 >= max_uses then 1 else 0 end
    where h.id = ${id} and h.status = 0 and h.used_cnt < h.max_uses`)
  return taken === 1
}

export interface ShareState {
  status: ShareStatus
  permission: Permission
  expire_at: number | null
}

export async function setShare({ db }: QueryContext, id: number, to: ShareState, now: number): Promise<void> {
  await db.run(sql`
    update scene_share h set status = ${to.status}, permission = ${to.permission}, expire_at = ${to.expire_at}, updated_at = ${now}
    where h.id = ${id}`)
}

/** Removes it from the list of one side; when both sides removed it, it is deleted, and true. */
export async function hideShare({ db }: QueryContext, id: number, side: 'sent' | 'received'): Promise<boolean> {
  const hide = side === 'sent' ? sql`sent_hidden = 1` : sql`received_hidden = 1`
  await db.run(sql`update scene_share h set ${hide} where h.id = ${id}`)
  const gone = await db.run(sql`
    delete from scene_share h where h.id = ${id} and h.sent_hidden = 1 and (h.received_hidden = 1 or h.uid is null)`)
  return gone === 1
}

/** Restores it in the list of one side. */
export async function showShare({ db }: QueryContext, id: number, side: 'sent' | 'received'): Promise<void> {
  const show = side === 'sent' ? sql`sent_hidden = 0` : sql`received_hidden = 0`
  await db.run(sql`update scene_share h set ${show} where h.id = ${id}`)
}

/** Removes a share of the caller's team. */
export async function deleteShare(ctx: QueryContext, id: number): Promise<void> {
  await ctx.db.run(sql`
    delete from scene_share h using scene s, team_view t where h.id = ${id} and s.id = h.scene_id and t.id = s.team_id and ${sent(ctx)}`)
}

/** Ends a guest's right in a scene immediately. */
export async function removeGuest({ db }: QueryContext, scene_id: number, uid: number): Promise<void> {
  await db.run(sql`delete from scene_guest g where g.scene_id = ${scene_id} and g.uid = ${uid}`)
}

/** Expired shares that are not marked as ended. */
export function listOver({ db, access }: QueryContext, now: number): Promise<OwnedShareRow[]> {
  return db.rows<OwnedShareRow>(sql`
    select h.id, h.scene_id, s.name as scene_name, h.uid, h.permission, h.status, h.expire_at, 1 as own, h.sent_hidden as hidden
    from scene_share h join scene s on s.id = h.scene_id
    where h.status in (0, 1) and h.expire_at <= ${now} and ${access.sees(sql`h.scene_id`)}
    order by h.id limit 1000 for update of h`)
}

/** Removes shares that ended before that time; returns how many. */
export function purgeEnded({ db, access }: QueryContext, before: number): Promise<number> {
  return db.run(sql`
    delete from scene_share h
    where (h.status not in (0, 1) or (h.status = 1 and h.uid is null)) and h.updated_at < ${before}
      and ${access.sees(sql`h.scene_id`)}`)
}
