import sql, { type Sql } from 'sql-template-tag'
import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { changeCalls } from '@belvedere/contract/rooms/change/change.ts'
import type { editCalls } from '@belvedere/contract/rooms/change/edit.ts'
import type { Words } from '@belvedere/contract/kit/text.ts'
import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import { jsonText, numbers, texts } from '../../kernel/columns.ts'
import type { QueryContext } from '../../kernel/db.ts'
import { containsSql } from '../../kernel/database/list-sql.ts'
import { allOf, pageOf } from '../../kernel/page.ts'
import type { ItemState, ApplyOptions } from './rules.ts'

export type ChangeListRow = Out<typeof changeCalls.list>['list'][number]
export type ItemRow = Out<typeof changeCalls.item>['list'][number]
/** A device's message about a configuration, in both languages. */
export type ItemLine = Omit<ItemRow['lines'][number], 'text'> & { text: Words }
/** A refused intent, in both languages. */
export type ItemRefusal = Omit<ItemRow['refusals'][number], 'reason'> & { reason: Words }
/** A row of the table of items, in both languages. */
type StoredItem = Omit<ItemRow, 'lines' | 'refusals'> & { lines: ItemLine[]; refusals: ItemRefusal[] }
export type ChangeReason = NonNullable<ChangeListRow['reason']>

const inEffect = sql`('done', 'partly')`
const failedStates = sql`('failed', 'returning', 'returned', 'lost')`
const columns = sql`c.id, c.name, c.state, c.phase, c.operator, c.reason, c.undo_of, c.undone_by, c.rev, c.created_at, c.started_at, c.ended_at, c.device_cnt,
  (select count(*)::int from change_edit e where e.set_id = c.id) as edit_cnt,
  (select count(*)::int from change_item i where i.set_id = c.id and i.state in ${inEffect}) as done_cnt,
  (select count(*)::int from change_item i where i.set_id = c.id and i.state = 'partly') as partly_cnt,
  (select count(*)::int from change_item i where i.set_id = c.id and i.refusals is not null) as refused_cnt,
  (select count(*)::int from change_item i where i.set_id = c.id and i.state in ${failedStates}) as failed_cnt`

/**
 * Sets of the caller's team, where the role allows it, those of guests in its scenes, and the caller's own. A draft is
 * visible to its author only.
 */
const seen = (ctx: QueryContext): Sql =>
  sql`(${own(ctx)} or c.state <> 'draft' and ${ctx.access.ownsAnyOf(sql`c.scene_ids`)})`

/** Those that are not a guest's sets. */
const own = ({ access }: QueryContext): Sql =>
  sql`(c.uid = ${access.uid} or ${access.owns(sql`c.team_id`)} and (c.state <> 'draft' or ${access.team_id === 0}))`

export function listSets(ctx: QueryContext, input: In<typeof changeCalls.list>): Promise<TableOut<ChangeListRow>> {
  return pageOf<ChangeListRow>(ctx.db, input, {
    from: sql`change_set c`,
    id: sql`c.id`,
    where: allOf(
      seen(ctx),
      input.state ? sql`c.state = ${input.state}` : undefined,
      containsSql(input.search, [sql`c.name`, sql`c.operator`]),
    ),
    newestFirst: true,
    order: {
      id: sql`c.id`,
      name: sql`lower(c.name)`,
      state: sql`c.state`,
      created_at: sql`c.created_at`,
      ended_at: sql`c.ended_at`,
      device_cnt: sql`c.device_cnt`,
    },
    select: columns,
    join: sql`join change_set c on c.id = page.id`,
  })
}

export interface SetDetail extends ChangeListRow {
  uid: number
  team_id: number
  options: Partial<ApplyOptions>
  inverse: Edit[] | null
  /** False: a guest's set, in a scene of the caller's team. */
  own: boolean
}

export function findSet(ctx: QueryContext, id: number): Promise<SetDetail | undefined> {
  return ctx.db.find<SetDetail>(
    sql`select ${columns}, c.uid, c.team_id, c.options, c.inverse, ${own(ctx)} as own from change_set c where c.id = ${id} and ${seen(ctx)}`,
  )
}

/** The set, locked until this transaction ends. */
export async function holdSet(ctx: QueryContext, id: number): Promise<SetDetail | undefined> {
  await ctx.db.run(sql`select 1 from change_set c where c.id = ${id} and ${seen(ctx)} for update`)
  return findSet(ctx, id)
}

export interface DraftRow {
  id: number
  name: string
  rev: number
}

/** The caller's draft, locked; created when it does not exist and `name` is given. */
export async function holdDraft(
  ctx: QueryContext,
  how: { operator: string; name: string; now: number; undo_of?: number } | undefined,
): Promise<DraftRow | undefined> {
  const { access, db } = ctx
  if (how)
    await db.run(sql`
      insert into change_set (team_id, uid, operator, name, created_at, undo_of)
      values (${access.team_id}, ${access.uid}, ${how.operator}, ${how.name}, ${how.now}, ${how.undo_of ?? null})
      on conflict (uid) where state = 'draft' do nothing`)
  return db.find<DraftRow>(
    sql`select c.id, c.name, c.rev from change_set c where c.uid = ${access.uid} and c.state = 'draft' and ${seen(ctx)} for update`,
  )
}

/** Adds a set that starts immediately. */
export async function insertSet(
  { access, db }: QueryContext,
  how: { operator: string; name: string; now: number; task_id?: number | undefined },
): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into change_set (team_id, uid, operator, name, state, created_at, task_id)
    values (${access.team_id}, ${access.uid}, ${how.operator}, ${how.name}, 'running', ${how.now}, ${how.task_id ?? null}) returning id`)
  return id
}

/** Edits of a set that the caller sees, secrets sealed, in the order in which they were made. */
export async function listEdits(ctx: QueryContext, set_id: number): Promise<Edit[]> {
  const rows = await ctx.db.rows<Edit & { removed: 0 | 1; rev: number | null }>(sql`
    select e.level, e.target_id, e.kind, e.key, e.fields as set, e.removed::int as removed, e.rev
    from change_edit e join change_set c on c.id = e.set_id where e.set_id = ${set_id} and ${seen(ctx)} order by e.position`)
  return rows.map(({ removed, rev, ...edit }) => ({
    ...edit,
    ...(removed ? { removed } : {}),
    ...(rev === null ? {} : { rev }),
  }))
}

/** Puts edits into a locked draft; an edit of the same place is replaced. */
export async function putEdits({ db }: QueryContext, set_id: number, edits: readonly Edit[]): Promise<void> {
  await db.run(sql`
    insert into change_edit (set_id, level, target_id, kind, key, fields, removed, rev)
    select ${set_id}, level, target_id, kind, key, fields::jsonb, removed = 1, rev
    from unnest(${numbers(edits.map(({ level }) => level))}::smallint[], ${numbers(edits.map(({ target_id }) => target_id))}::int[],
      ${texts(edits.map(({ kind }) => kind))}, ${texts(edits.map(({ key }) => key))},
      ${texts(edits.map(({ set }) => (set === null ? null : jsonText(set))))}, ${numbers(edits.map(({ removed }) => removed ?? 0))}::int[],
      ${numbers(edits.map(({ rev }) => rev ?? null))}::int[])
      as t(level, target_id, kind, key, fields, removed, rev)
    on conflict (set_id, level, target_id, kind, key) do update set fields = excluded.fields, removed = excluded.removed,
      rev = coalesce(excluded.rev, change_edit.rev)`)
}

export function dropEdit(
  { db }: QueryContext,
  set_id: number,
  { level, target_id, kind, key }: In<typeof editCalls.drop>,
): Promise<number> {
  return db.run(sql`
    delete from change_edit where set_id = ${set_id} and level = ${level} and target_id = ${target_id} and kind = ${kind} and key = ${key}`)
}

/** To be called after the edits of a locked draft changed. */
export function touchDraft(
  { db }: QueryContext,
  id: number,
  { device_cnt, name }: { device_cnt: number; name?: string | undefined },
): Promise<{ id: number; rev: number; edit_cnt: number; device_cnt: number }> {
  return db.one(sql`
    update change_set c set rev = rev + 1, device_cnt = ${device_cnt}, name = coalesce(${name ?? null}, name) where id = ${id}
    returning id, rev, device_cnt, (select count(*)::int from change_edit e where e.set_id = c.id) as edit_cnt`)
}

export async function deleteSet(ctx: QueryContext, id: number): Promise<void> {
  await ctx.db.run(sql`delete from change_set c where c.id = ${id} and c.state = 'draft' and ${seen(ctx)}`)
}

export async function renameSet(ctx: QueryContext, id: number, name: string): Promise<void> {
  await ctx.db.run(sql`update change_set c set name = ${name} where c.id = ${id} and ${own(ctx)}`)
}

export async function findOpen(ctx: QueryContext): Promise<Out<typeof editCalls.open>> {
  const [draft, running] = await Promise.all([
    ctx.db.find<NonNullable<Out<typeof editCalls.open>['draft']>>(sql`
      select c.id, c.name, c.rev, c.device_cnt, (select count(*)::int from change_edit e where e.set_id = c.id) as edit_cnt
      from change_set c where c.uid = ${ctx.access.uid} and c.state = 'draft' and ${seen(ctx)}`),
    ctx.db.rows<Out<typeof editCalls.open>['running'][number]>(sql`
      select c.id, c.name, c.state, c.device_cnt, (select count(*)::int from change_item i where i.set_id = c.id and i.state in ${inEffect}) as done_cnt
      from change_set c where c.state in ('running', 'returning') and ${seen(ctx)} order by c.id desc limit 10`),
  ])
  return { draft: draft && draft.edit_cnt > 0 ? draft : null, running }
}

/** The results of a set on devices in scenes that the caller sees. */
export function listItems(ctx: QueryContext, input: In<typeof changeCalls.item>): Promise<TableOut<StoredItem>> {
  return pageOf<StoredItem>(ctx.db, input, {
    from: sql`change_item i join change_set c on c.id = i.set_id`,
    id: sql`i.device_id`,
    where: allOf(
      sql`i.set_id = ${input.id}`,
      seen(ctx),
      ctx.access.sees(sql`i.scene_id`),
      input.state ? sql`i.state = ${input.state}` : undefined,
      containsSql(input.search, [sql`i.name`, sql`i.sn`]),
    ),
    order: { id: sql`i.device_id`, name: sql`lower(i.name)`, wave: sql`i.wave`, state: sql`i.state`, at: sql`i.at` },
    select: sql`i.device_id as id, i.sn, i.name, i.scene_id, i.wave, i.state, i.armed::int as armed, i.uuid, i.reason, i.msg, coalesce(i.lines, '[]') as lines, coalesce(i.refusals, '[]') as refusals, i.at`,
    join: sql`join change_item i on i.device_id = page.id and i.set_id = ${input.id}`,
  })
}

export function countWaves(ctx: QueryContext, id: number): Promise<Out<typeof changeCalls.detail>['waves']> {
  return ctx.db.rows(sql`
    select i.wave, count(*)::int as total, count(*) filter (where i.state in ${inEffect})::int as done,
      count(*) filter (where i.state in ${failedStates})::int as failed,
      count(*) filter (where i.state in ('sending', 'sent', 'returning'))::int as busy
    from change_item i join change_set c on c.id = i.set_id where i.set_id = ${id} and ${seen(ctx)} group by 1 order by 1`)
}

/** Names of the targets of edits, by `level target_id`. */
export async function namesOf(
  { db, access }: QueryContext,
  edits: readonly Pick<Edit, 'level' | 'target_id'>[],
): Promise<Map<string, string>> {
  const ids = (level: number) => numbers(edits.filter((one) => one.level === level).map(({ target_id }) => target_id))
  const rows = await db.rows<{ level: number; id: number; name: string }>(sql`
    select 0 as level, s.id, s.name from scene_view s where s.id = any(${ids(0)}::int[]) and ${access.sees(sql`s.id`)}
    union all select 1, g.id, g.name from device_group_view g where g.id = any(${ids(1)}::int[]) and ${access.owns(sql`g.team_id`)}
    union all select 2, d.id, d.name from device_view d where d.id = any(${ids(2)}::int[]) and ${access.sees(sql`d.scene_id`)}`)
  return new Map(rows.map(({ level, id, name }) => [`${level} ${id}`, name]))
}

export interface ChangeDeviceRow {
  id: number
  sn: string
  name: string
  type: number
  model: string
  scene_id: number
  scene_name: string
  online: boolean
  verbs: string[]
}

/** Devices with the data of a review and a plan. */
export function listTouched({ db, access }: QueryContext, ids: readonly number[]): Promise<ChangeDeviceRow[]> {
  return db.rows<ChangeDeviceRow>(sql`
    select d.id, d.serial as sn, d.name, d.type, d.model, d.scene_id, c.name as scene_name, s.online, d.verbs
    from device_view d join device_state_view s on s.device_id = d.id join scene_view c on c.id = d.scene_id
    where d.id = any(${numbers(ids)}::int[]) and ${access.sees(sql`d.scene_id`)} order by d.id`)
}

export interface ChangeCandidateRow {
  id: number
  sn: string
  name: string
  model: string
  scene_id: number
  online: boolean
  /** It rolls back by itself. */
  returns: boolean
}

/** Devices with the data of a plan: arrays of texts cost more to read than the rest of the row. */
export function listCandidates({ db, access }: QueryContext, ids: readonly number[]): Promise<ChangeCandidateRow[]> {
  return db.rows<ChangeCandidateRow>(sql`
    select d.id, d.serial as sn, d.name, d.model, d.scene_id, s.online, 'arm' = any(d.verbs) as returns
    from device_view d join device_state_view s on s.device_id = d.id
    where d.id = any(${numbers(ids)}::int[]) and ${access.sees(sql`d.scene_id`)} order by d.id`)
}

/** One of these devices that a running set other than `own` has reserved. */
export function findReserved(
  { db }: QueryContext,
  ids: readonly number[],
  own = 0,
): Promise<{ device: string; set: string; by: string } | undefined> {
  return db.find(sql`
    select i.name as device, c.name as set, c.operator as by from config_lock_view h join change_set c on c.id = h.change_id
      join change_item i on i.set_id = h.change_id and i.device_id = h.device_id
    where h.device_id = any(${numbers(ids)}::int[]) and h.change_id <> ${own} limit 1`)
}

export interface NewItem {
  device_id: number
  sn: string
  name: string
  scene_id: number
  wave: number
  after_id: number | null
  uuid: number
  /** Why it is skipped. */
  skipped: 'unread' | 'blocked' | null
  msg: string
  refusals: readonly ItemRefusal[]
}

export async function insertItems(
  { db }: QueryContext,
  set_id: number,
  items: readonly NewItem[],
  now: number,
): Promise<void> {
  await db.run(sql`
    insert into change_item (set_id, device_id, sn, name, scene_id, wave, after_id, uuid, at, state, reason, msg, refusals)
    select ${set_id}, device_id, sn, name, scene_id, wave, after_id, uuid, ${now}, case when skipped is null then 'waiting' else 'skipped' end, skipped, msg, refusals::jsonb
    from unnest(${numbers(items.map(({ device_id }) => device_id))}::int[], ${texts(items.map(({ sn }) => sn))}, ${texts(items.map(({ name }) => name))},
      ${numbers(items.map(({ scene_id }) => scene_id))}::int[], ${numbers(items.map(({ wave }) => wave))}::int[],
      ${numbers(items.map(({ after_id }) => after_id))}::int[], ${numbers(items.map(({ uuid }) => uuid))}::bigint[], ${texts(items.map(({ skipped }) => skipped))}, ${texts(items.map(({ msg }) => msg))}, ${texts(items.map(({ refusals }) => (refusals.length > 0 ? jsonText(refusals) : null)))})
      as t(device_id, sn, name, scene_id, wave, after_id, uuid, skipped, msg, refusals)
    order by device_id`)
}

export interface Start {
  name: string
  options: ApplyOptions
  device_cnt: number
  scene_ids: readonly number[]
  watched: readonly number[]
  terminals_before: number
  now: number
}

/** Turns the draft into a running set. */
export async function startSet({ db }: QueryContext, id: number, start: Start): Promise<void> {
  await db.run(sql`
    update change_set set state = 'running', phase = 'canary', name = ${start.name}, options = ${JSON.stringify(start.options)},
      device_cnt = ${start.device_cnt}, scene_ids = ${numbers(start.scene_ids)}::int[], watched = ${numbers(start.watched)}::int[], terminals_before = ${start.terminals_before}, started_at = ${start.now}
    where id = ${id}`)
}

/** False: the set cannot be cancelled or finished. */
export async function requestSet(ctx: QueryContext, id: number, what: 'cancel' | 'finish'): Promise<boolean> {
  const request = await ctx.db.run(sql`
    update change_set c set asked = ${what} where c.id = ${id} and ${seen(ctx)}
      and ${what === 'cancel' ? sql`c.state = 'running'` : sql`c.state = 'running' and c.phase = 'offline'`}`)
  return request > 0
}

export interface TrailRow {
  id: number
  at: number
  by: string
  what: string
  data: unknown
}

export async function addTrail(
  { db }: Pick<QueryContext, 'db'>,
  set_id: number,
  one: { at: number; by: string; what: string; data?: unknown },
): Promise<void> {
  await db.run(sql`
    insert into change_event (set_id, at, by, what, data)
    values (${set_id}, ${one.at}, ${one.by}, ${one.what}, ${one.data === undefined ? null : jsonText(one.data)}::jsonb)`)
}

/** The last thousand steps. */
export function listTrail(ctx: QueryContext, set_id: number): Promise<TrailRow[]> {
  return ctx.db.rows<TrailRow>(sql`
    select * from (
      select t.id, t.at, t.by, t.what, t.data from change_event t join change_set c on c.id = t.set_id
      where t.set_id = ${set_id} and ${seen(ctx)} order by t.id desc limit 1000) x order by id`)
}

export type { ItemState }

/** Devices to which a finished set sent their first configuration ever. */
export async function listFirstSent({ db }: Pick<QueryContext, 'db'>, set_id: number): Promise<number[]> {
  const rows = await db.rows<{ device_id: number }>(sql`
    select i.device_id from change_item i where i.set_id = ${set_id} and i.state in ('done', 'partly')
      and not exists (select from device_revision_view m where m.device_id = i.device_id and m.state = 1 and m.id < i.after_id)`)
  return rows.map(({ device_id }) => device_id)
}
