import sql, { type Sql } from 'sql-template-tag'
import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { userCalls } from '@belvedere/contract/rooms/notify/user.ts'
import { jsonText, numbers, texts } from '../../../kernel/columns.ts'
import type { Db, QueryContext } from '../../../kernel/db.ts'
import { containsSql } from '../../../kernel/database/list-sql.ts'
import { allOf, pageOf } from '../../../kernel/page.ts'
import { unlessTaken } from '../../../kernel/database/unless-taken.ts'
import { MOST_PLACES } from './contact-rules.ts'
import type { RecipientRule, ContactType } from './contact-rule.ts'

export type ContactRow = Omit<Out<typeof userCalls.list>['list'][number], 'provider_name'>

const robot = 3

const scenesOf = sql`coalesce((select array_agg(s.scene_id order by s.scene_id) from notification_contact_scene s where s.notification_contact_id = u.id), '{}')`
const groupsOf = sql`coalesce((select array_agg(g.group_id order by g.group_id) from notification_contact_group g where g.notification_contact_id = u.id), '{}')`
const rule = sql`u.lang, u.status, u.level, u.scope, ${scenesOf} as scene_ids, ${groupsOf} as group_ids, u.types, u.recover, u.named_only,
  u.hours, u.outside_hours, u.override_level, u.time_zone, u.template, u.links`

export function listContacts(
  { db, access }: QueryContext,
  input: In<typeof userCalls.list>,
): Promise<TableOut<ContactRow>> {
  const { type, robot: wanted, provider, status, scene_id, search } = input
  return pageOf<ContactRow>(db, input, {
    from: sql`notification_contact u`,
    id: sql`u.id`,
    where: allOf(
      access.owns(sql`u.team_id`),
      type === undefined ? undefined : sql`u.type = ${type}`,
      wanted === undefined ? undefined : sql`(u.type = ${robot}) = ${wanted === 1}`,
      provider ? sql`u.provider = ${provider}` : undefined,
      status === undefined ? undefined : sql`u.status = ${status}`,
      scene_id ? coversScene(sql`${scene_id}::int`) : undefined,
      search ? containsSql(search, [sql`u.name`, sql`u.masked`]) : undefined,
    ),
    order: {
      id: sql`u.id`,
      name: sql`lower(u.name)`,
      type: sql`u.type`,
      level: sql`u.level`,
      status: sql`u.status`,
      created_at: sql`u.created_at`,
      updated_at: sql`u.updated_at`,
      last_at: sql`(select max(m.created_at) from alarm_message m where m.notification_contact_id = u.id)`,
    },
    select: sql`u.id, u.rev, u.type, u.name, u.provider, u.masked, u.verified_at, u.left_at, ${rule},
      array(select c.name from notification_contact_scene s join scene_view c on c.id = s.scene_id where s.notification_contact_id = u.id order by c.name limit ${MOST_PLACES})
        || array(select c.name from notification_contact_group s join scene_group_view c on c.id = s.group_id where s.notification_contact_id = u.id order by c.name limit ${MOST_PLACES}) as places,
      (select count(*)::int from alarm_message m where m.notification_contact_id = u.id and m.state = 0) as waiting_cnt,
      last.state as last_state, coalesce(last.done_at, last.created_at) as last_at, coalesce(last.answer, '') as last_answer,
      u.created_at, u.updated_at, u.changed_by`,
    join: sql`join notification_contact u on u.id = page.id left join lateral (
      select m.state, m.done_at, m.created_at, m.answer from alarm_message m where m.notification_contact_id = u.id order by m.id desc limit 1) last on true`,
  })
}

/** Condition on `u`: its scope includes that scene, which belongs to its team. */
export function coversScene(scene_id: Sql): Sql {
  return sql`(u.scope = 0
    or u.scope = 1 and exists (select 1 from notification_contact_scene s where s.notification_contact_id = u.id and s.scene_id = ${scene_id})
    or u.scope = 2 and exists (select 1 from notification_contact_group g join scene_group_member_view m on m.group_id = g.group_id
      where g.notification_contact_id = u.id and m.scene_id = ${scene_id}))`
}

export interface StoredContact extends RecipientRule {
  id: number
  rev: number
  team_id: number
  type: ContactType
  name: string
  provider: string
  /** Sealed. */
  target: string
  masked: string
  place: string
  verified_at: number | null
  left_at: number | null
  /** Sealed. */
  leave_token: string
  changed_by: string
}

const held = sql`u.id, u.rev, u.team_id, u.type, u.name, u.provider, u.target, u.masked, u.place, u.verified_at, u.left_at,
  u.leave_token, u.changed_by, ${rule}`

/** One of the caller's team, locked until the transaction ends. */
export function lockContact({ db, access }: QueryContext, id: number): Promise<StoredContact | undefined> {
  return db.find<StoredContact>(
    sql`select ${held} from notification_contact u where u.id = ${id} and ${access.owns(sql`u.team_id`)} for update`,
  )
}

export function findContact({ db, access }: QueryContext, id: number): Promise<StoredContact | undefined> {
  return db.find<StoredContact>(
    sql`select ${held} from notification_contact u where u.id = ${id} and ${access.owns(sql`u.team_id`)}`,
  )
}

export async function countContacts({ db, access }: QueryContext): Promise<number> {
  return (
    await db.one<{ n: number }>(
      sql`select count(*)::int as n from notification_contact u where ${access.owns(sql`u.team_id`)}`,
    )
  ).n
}

export async function isNameTaken({ db, access }: QueryContext, type: number, name: string): Promise<boolean> {
  const same = sql`select 1 from notification_contact u where ${access.owns(sql`u.team_id`)} and u.type = ${type} and lower(u.name) = lower(${name})`
  return (await db.find(same)) !== undefined
}

/** True when all of these scenes and groups belong to the caller's own team and are visible to the caller. */
export async function arePlaces(
  { db, access }: QueryContext,
  scene_ids: readonly number[],
  group_ids: readonly number[],
) {
  const { n } = await db.one<{ n: number }>(sql`
    select (select count(*) from scene_view c where c.id = any(${numbers(scene_ids)}::int[]) and ${access.owns(sql`c.team_id`)} and ${access.sees(sql`c.id`)})::int
      + (select count(*) from scene_group_view g where g.id = any(${numbers(group_ids)}::int[]) and ${access.owns(sql`g.team_id`)})::int as n`)
  return n === scene_ids.length + group_ids.length
}

export interface ContactAddress {
  /** Sealed. */
  target: string
  masked: string
  place: string
  verified_at: number | null
}

export interface NewContact extends ContactAddress {
  team_id: number
  type: ContactType
  name: string
  provider: string
  leave_hash: Buffer
  leave_token: string
  rule: RecipientRule
  by: string
  now: number
}

/** The id; undefined when the name is taken. */
export async function addContact({ db }: QueryContext, one: NewContact): Promise<number | undefined> {
  const { rule: r } = one
  let id = 0
  const add = async () => {
    const made = await db.one<{ id: number }>(sql`
      insert into notification_contact (team_id, type, name, provider, target, masked, place, verified_at, leave_hash, leave_token, lang, status, level,
        scope, types, recover, named_only, hours, outside_hours, override_level, time_zone, template, links, created_at, updated_at, changed_by)
      values (${one.team_id}, ${one.type}, ${one.name}, ${one.provider}, ${one.target}, ${one.masked}, ${one.place}, ${one.verified_at},
        ${one.leave_hash}, ${one.leave_token}, ${r.lang}, ${r.status}, ${r.level}, ${r.scope}, ${typesSql(r)}, ${r.recover}, ${r.named_only},
        ${jsonText(r.hours)}, ${r.outside_hours}, ${r.override_level}, ${r.time_zone}, ${r.template}, ${r.links}, ${one.now}, ${one.now}, ${one.by})
      returning id`)
    id = made.id
  }
  if (!(await unlessTaken(add()))) return undefined
  await setPlaces(db, id, r)
  return id
}

const typesSql = ({ types }: RecipientRule) => (types.length ? sql`${texts(types)}` : sql`'{}'::text[]`)

async function setPlaces(db: Db, id: number, { scene_ids, group_ids }: RecipientRule): Promise<void> {
  await db.run(sql`delete from notification_contact_scene where notification_contact_id = ${id}`)
  await db.run(sql`delete from notification_contact_group where notification_contact_id = ${id}`)
  if (scene_ids.length)
    await db.run(
      sql`insert into notification_contact_scene (notification_contact_id, scene_id) select ${id}, unnest(${numbers(scene_ids)}::int[])`,
    )
  if (group_ids.length)
    await db.run(
      sql`insert into notification_contact_group (notification_contact_id, group_id) select ${id}, unnest(${numbers(group_ids)}::int[])`,
    )
}

export interface ContactChange {
  name: string
  rule: RecipientRule
  /** Another address, or other settings of a robot. */
  address?: ContactAddress | undefined
  by: string
  now: number
}

/** False when the name is taken. */
export async function changeContact(
  { db, access }: QueryContext,
  id: number,
  { name, rule: r, address, by, now }: ContactChange,
): Promise<boolean> {
  const changed = await unlessTaken(
    db.run(sql`
      update notification_contact u set name = ${name}, lang = ${r.lang}, status = ${r.status}, level = ${r.level}, scope = ${r.scope}, types = ${typesSql(r)},
        recover = ${r.recover}, named_only = ${r.named_only}, hours = ${jsonText(r.hours)}, outside_hours = ${r.outside_hours}, override_level = ${r.override_level},
        time_zone = ${r.time_zone}, template = ${r.template}, links = ${r.links}, rev = rev + 1, updated_at = ${now}, changed_by = ${by}
      where u.id = ${id} and ${access.owns(sql`u.team_id`)}`),
  )
  if (!changed) return false
  await setPlaces(db, id, r)
  if (address)
    await db.run(sql`
      update notification_contact u set target = ${address.target}, masked = ${address.masked}, place = ${address.place}, verified_at = ${address.verified_at},
        left_at = null
      where u.id = ${id} and ${access.owns(sql`u.team_id`)}`)
  return true
}

export async function removeContact({ db, access }: QueryContext, id: number): Promise<void> {
  await db.run(sql`delete from notification_contact u where u.id = ${id} and ${access.owns(sql`u.team_id`)}`)
}

export async function markVerified(
  { db, access }: QueryContext,
  id: number,
  at: number | null,
  by: string,
): Promise<void> {
  await db.run(sql`
    update notification_contact u set verified_at = ${at}, rev = rev + 1, updated_at = ${at ?? 0}, changed_by = ${by}
    where u.id = ${id} and ${access.owns(sql`u.team_id`)}`)
}

export interface Leaver {
  masked: string
  team: string
  left_at: number | null
}

/** The contact or member of an unsubscribe link. */
export function findLeaver({ db }: Pick<QueryContext, 'db'>, leave_hash: Buffer): Promise<Leaver | undefined> {
  return db.find<Leaver>(sql`
    select u.masked, t.name as team, u.left_at
    from (select team_id, masked, left_at from notification_contact where leave_hash = ${leave_hash}
      union all select team_id, masked, left_at from mail_leave where leave_hash = ${leave_hash}) u join team_view t on t.id = u.team_id`)
}

export async function setLeft({ db }: Pick<QueryContext, 'db'>, leave_hash: Buffer, at: number | null): Promise<void> {
  await db.run(sql`update notification_contact set left_at = ${at}::bigint where leave_hash = ${leave_hash}`)
  await db.run(sql`update mail_leave set left_at = ${at}::bigint where leave_hash = ${leave_hash}`)
}

/** Maximum number of bindings of one team that wait for a scan. */
const MOST_BINDS = 50

export async function addBind(
  { db }: QueryContext,
  key_hash: Buffer,
  team_id: number,
  expires_at: number,
): Promise<void> {
  await db.run(
    sql`insert into alarm_bind (key_hash, team_id, expires_at) values (${key_hash}, ${team_id}, ${expires_at})`,
  )
  await db.run(sql`delete from alarm_bind where key_hash in (
    select key_hash from alarm_bind where team_id = ${team_id} order by expires_at desc, key_hash offset ${MOST_BINDS})`)
}

export interface Bind {
  /** Sealed; null: not scanned yet. */
  address: string | null
}

export function findBind({ db, access }: QueryContext, key_hash: Buffer, now: number): Promise<Bind | undefined> {
  return db.find<Bind>(sql`
    select address from alarm_bind b where b.key_hash = ${key_hash} and b.expires_at > ${now} and ${access.owns(sql`b.team_id`)}`)
}

/** Removes and returns a scanned binding; undefined: expired, not scanned, or used by another call. */
export function takeBind(
  { db, access }: QueryContext,
  key_hash: Buffer,
  now: number,
): Promise<{ address: string } | undefined> {
  return db.find(sql`
    delete from alarm_bind b where b.key_hash = ${key_hash} and b.expires_at > ${now} and b.address is not null and ${access.owns(sql`b.team_id`)}
    returning b.address`)
}

/** Stores the WeChat user who scanned, once; returns the name of the team. */
export function noteScanned(
  { db }: QueryContext,
  key_hash: Buffer,
  address: string,
  now: number,
): Promise<{ team: string } | undefined> {
  return db.find(sql`
    update alarm_bind b set address = ${address} from team_view t
    where b.key_hash = ${key_hash} and b.expires_at > ${now} and b.address is null and t.id = b.team_id returning t.name as team`)
}

export async function sweepBinds({ db }: QueryContext, now: number): Promise<void> {
  await db.run(sql`delete from alarm_bind where expires_at <= ${now}`)
}
