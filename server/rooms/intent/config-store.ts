import sql, { type Sql } from 'sql-template-tag'
import { numbers, texts } from '../../kernel/columns.ts'
import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { revisionCalls } from '@belvedere/contract/rooms/intent/revision.ts'
import { syncState } from '@belvedere/contract/rooms/intent/sync/enums.ts'
import type { Db, QueryContext } from '../../kernel/db.ts'
import { allOf, pageOf } from '../../kernel/page.ts'
import { type Sync, syncAfter, type SyncEvent, type SyncFacts } from './sync-rules.ts'

/** Contents by their digest; the caller read the digests from rows of devices that it sees. */
export function findBodies(db: Db, digests: readonly string[]): Promise<{ digest: string; body: Buffer }[]> {
  return db.rows(sql`select digest, body from config_document where digest = any(${digests}::text[])`)
}

export async function knownDigests(db: Db, digests: readonly string[]): Promise<Set<string>> {
  const rows = await db.rows<{ digest: string }>(
    sql`select digest from config_document where digest = any(${digests}::text[])`,
  )
  return new Set(rows.map(({ digest }) => digest))
}

export interface NewDocument {
  digest: string
  bytes: number
  body: Buffer
}

export async function insertDocuments(db: Db, list: readonly NewDocument[], at: number): Promise<void> {
  await db.run(sql`
    insert into config_document (digest, bytes, body, created_at)
    select digest, bytes, body, ${at} from unnest(${list.map(({ digest }) => digest)}::text[], ${numbers(list.map(({ bytes }) => bytes))}::int[], ${list.map(({ body }) => body)}::bytea[])
      as t(digest, bytes, body) order by digest on conflict do nothing`)
}

export interface RevisionToMake {
  device_id: number
  digest: string
  notes: string | null
}

/** Numbers increase for each device, independent of all clocks: above every number that was stored, reported or run. */
export function insertRevisions(
  { db, access }: QueryContext,
  list: readonly RevisionToMake[],
  how: { source: string; change_id: number | null; by: string; now: number },
): Promise<{ id: number; device_id: number; uuid: number; digest: string }[]> {
  return db.rows(sql`
    insert into device_revision (device_id, uuid, digest, notes, source, change_id, made_by, created_at)
    select t.device_id, greatest(${how.now}, 1 + coalesce((select max(r.uuid) from device_revision r where r.device_id = t.device_id), 0),
        1 + coalesce(s.config_uuid, 0), 1 + coalesce(c.base_uuid, 0)), t.digest, t.notes, ${how.source}, ${how.change_id}, ${how.by}, ${how.now}
    from unnest(${numbers(list.map(({ device_id }) => device_id))}::int[], ${texts(list.map(({ digest }) => digest))}, ${texts(list.map(({ notes }) => notes))}) as t(device_id, digest, notes)
      join device_view d on d.id = t.device_id join device_state_view s on s.device_id = d.id left join device_config c on c.device_id = d.id
    where ${access.writes(sql`d.scene_id`)} order by t.device_id
    returning id, device_id, uuid, digest`)
}

export interface RevisionRow {
  id: number
  device_id: number
  uuid: number
  digest: string
  notes: string | null
  source: string
  change_id: number | null
  state: number
  message: string
  made_by: string
  created_at: number
  settled_at: number | null
}

const revision = sql`r.id, r.device_id, r.uuid, r.digest, r.notes, r.source, r.change_id, r.state, r.message, r.made_by, r.created_at, r.settled_at`

export function findRevisions({ db, access }: QueryContext, ids: readonly number[]): Promise<RevisionRow[]> {
  return db.rows<RevisionRow>(sql`
    select ${revision} from device_revision r join device_view d on d.id = r.device_id
    where r.id = any(${numbers(ids)}::int[]) and ${access.sees(sql`d.scene_id`)} order by r.id`)
}

export type RevisionState = 'running' | 'failed' | 'rejected' | 'returned'
const returned = 3
const stateOf: Readonly<Record<RevisionState, number>> = { running: 1, failed: 2, rejected: 2, returned }

const { none, synced, pending, drifted, failed } = syncState.id

/** Its base was read from the device when it was adopted. */
const wasRead = sql`c.base_from = 'read'`

/** Stores the results of revisions; a running one becomes the desired revision of the device. */
export async function settleRevisions(
  { db, access }: QueryContext,
  ends: readonly { id: number; end: RevisionState; message: string }[],
  now: number,
): Promise<{ device_id: number; scene_id: number }[]> {
  return db.rows(sql`
    with told as (
      select * from unnest(${numbers(ends.map(({ id }) => id))}::int[], ${numbers(ends.map(({ end }) => stateOf[end]))}::smallint[], ${texts(ends.map(({ message }) => message))}, ${texts(ends.map(({ end }) => end))}) as t(id, state, message, ended)
    ), settled as (
      update device_revision r set state = t.state, message = t.message, settled_at = ${now} from told t, device_view d left join device_config k on k.device_id = d.id
      where r.id = t.id and d.id = r.device_id and ${access.writes(sql`d.scene_id`)}
      returning r.id, r.device_id, r.state, r.message, r.source, d.scene_id,
        -- what it was found with by hand is not wanted because it was sent again
        coalesce(k.sync = ${drifted}::int and 'running' = any(d.verbs), false) and (r.source = 'back' or r.state = ${returned}::int) as drifts,
        t.ended = 'rejected' and coalesce(k.sync in (${none}::int, ${synced}::int), true) as unwanted
    ), kept as (
      insert into device_config as c (device_id, desired_id, sync, message, sync_at)
      select device_id, case when state = 1 and not drifts then id end,
        (case when drifts then ${drifted}::int when state = 1 then ${synced}::int when state = 2 and not unwanted then ${failed}::int else ${none}::int end), message, ${now} from settled order by device_id
      on conflict (device_id) do update set desired_id = coalesce(excluded.desired_id, c.desired_id),
        -- as syncAfter
        sync = case when excluded.sync = ${none}::int and (c.desired_id is not null or ${wasRead}) then ${synced}::int else excluded.sync end,
        message = excluded.message, sync_at = excluded.sync_at,
        -- what it was found with before is news again when it comes back with it
        running_uuid = case when excluded.sync = ${failed}::int then c.running_uuid end,
        -- what was read before is not what it runs now, unless nothing was sent to it
        running = case when excluded.desired_id is null or exists (select from settled s where s.device_id = c.device_id and s.source = 'adopt') then c.running end
    )
    select device_id, scene_id from settled`)
}

export interface Base {
  device_id: number
  digest: string | null
  uuid: number
}

/**
 * Stores what devices had when they were adopted, and returns those that had no base yet. One entry for each device.
 */
export function setBases(
  { db, access }: QueryContext,
  list: readonly Base[],
  now: number,
): Promise<{ device_id: number; scene_id: number }[]> {
  return db.rows(sql`
    insert into device_config as c (device_id, base, base_uuid, base_at, base_from, running, running_uuid, running_at, sync, sync_at)
    select d.id, t.digest, t.uuid, ${now}, 'read', t.digest, t.uuid, ${now}, ${synced}::int, ${now}
    from unnest(${numbers(list.map(({ device_id }) => device_id))}::int[], ${texts(list.map(({ digest }) => digest))}, ${numbers(list.map(({ uuid }) => uuid))}::bigint[]) as t(device_id, digest, uuid)
      join device_view d on d.id = t.device_id where ${access.writes(sql`d.scene_id`)} order by d.id
    on conflict (device_id) do update set base = excluded.base, base_uuid = excluded.base_uuid, base_at = excluded.base_at, base_from = excluded.base_from,
      running = excluded.running, running_uuid = excluded.running_uuid, running_at = excluded.running_at,
      -- as syncAfter
      sync = case when c.sync = ${none}::int then ${synced}::int else c.sync end, message = '', sync_at = excluded.sync_at
    where c.base_at is null
    returning c.device_id, (select d.scene_id from device_view d where d.id = c.device_id) as scene_id`)
}

export interface Untold {
  id: number
  family: string
  capabilities: Record<string, unknown>
  facts: Record<string, unknown> | null
  config_uuid: number
  base: string | null
  sent: boolean
}

/**
 * Devices of these families, in a scene, that have reported since their base was derived, while parts of it are not
 * known. Of those requested by `ids` also those without a report yet, without facts.
 */
export function listUntold(
  { db }: Pick<QueryContext, 'db'>,
  families: readonly string[],
  ids: readonly number[] | undefined,
  most: number,
): Promise<Untold[]> {
  return db.rows(sql`
    select d.id, d.family, d.capabilities, t.facts, coalesce(s.config_uuid, 0) as config_uuid, c.base, c.desired_id is not null as sent
    from device_view d join device_state_view s on s.device_id = d.id left join device_detail_view t on t.device_id = d.id left join device_config c on c.device_id = d.id
    where d.family = any(${families}::text[]) and d.scene_id is not null and not d.standalone and not ('running' = any(d.verbs))
      and (c.base_at is null or c.base_open and t.at >= c.base_at) and (t.device_id is not null or ${!!ids}::boolean) and ${ids ? sql`d.id = any(${numbers(ids)}::int[])` : sql`true`}
    order by coalesce(c.base_at, 0), d.id limit ${most}`)
}

/**
 * Stores bases derived from reports; a known base stays unchanged. A derived base confirms nothing, so it does not make
 * a device in sync. Returns those that changed.
 */
export function saveReportedBases(
  { db, access }: QueryContext,
  list: readonly { device_id: number; digest: string; uuid: number; open: boolean }[],
  now: number,
): Promise<{ device_id: number; scene_id: number }[]> {
  return db.rows(sql`
    with told as (
      select d.id, d.scene_id, t.digest, t.uuid, t.open, c.base is distinct from t.digest as differs
      from unnest(${numbers(list.map(({ device_id }) => device_id))}::int[], ${texts(list.map(({ digest }) => digest))}, ${numbers(list.map(({ uuid }) => uuid))}::bigint[], ${numbers(list.map(({ open }) => Number(open)))}::int[]) as t(device_id, digest, uuid, open)
        join device_view d on d.id = t.device_id left join device_config c on c.device_id = d.id
      where ${access.writes(sql`d.scene_id`)} order by d.id
    ), kept as (
      insert into device_config as c (device_id, base, base_uuid, base_at, base_from, base_open)
      select id, digest, uuid, ${now}, 'reported', open = 1 from told
      on conflict (device_id) do update set base = excluded.base, base_at = excluded.base_at, base_open = excluded.base_open,
        base_from = coalesce(c.base_from, excluded.base_from), base_uuid = coalesce(c.base_uuid, excluded.base_uuid)
      where c.base_at is null or c.base_open
      returning c.device_id
    )
    select t.id as device_id, t.scene_id from told t join kept k on k.device_id = t.id where t.differs`)
}

/** The source of a base that was not read from the device, and its content. */
export interface OpenBase {
  base: string | null
  base_at: number
  base_from: 'reported' | 'imported' | 'agreed' | null
  base_open: boolean
}

/** Stores the base of a device to which nothing was sent. */
export async function putOpenBase(
  { db, access }: QueryContext,
  device_id: number,
  to: OpenBase,
  now: number,
): Promise<void> {
  const base_at = to.base_from === null ? null : to.base_at
  await db.run(sql`
    insert into device_config as c (device_id, base, base_at, base_from, base_open, message, sync_at)
    select d.id, ${to.base}, ${base_at}::bigint, ${to.base_from}, ${to.base_open}, '', ${now} from device_view d where d.id = ${device_id} and ${access.writes(sql`d.scene_id`)}
    on conflict (device_id) do update set base = excluded.base, base_at = excluded.base_at, base_from = excluded.base_from, base_open = excluded.base_open, message = '', sync_at = excluded.sync_at
    where c.desired_id is null`)
}

/** Changes when the base of a device that the caller sees changes. */
export async function editionOfBases({ db, access }: QueryContext): Promise<string> {
  const { edition } = await db.one<{ edition: string }>(sql`
    select count(*) || ' ' || coalesce(max(c.base_at), 0) as edition from device_config c join device_view d on d.id = c.device_id
    where c.base_from in ('read', 'imported', 'agreed') and ${access.sees(sql`d.scene_id`)}`)
  return edition
}

/** Replaces the base: hunks of drift were adopted into it. */
export async function replaceBase({ db, access }: QueryContext, device_id: number, digest: string): Promise<void> {
  await db.run(sql`
    update device_config c set base = ${digest} from device_view d
    where c.device_id = ${device_id} and d.id = c.device_id and ${access.writes(sql`d.scene_id`)}`)
}

/** Devices that are pending because a running set has reserved them. */
const held = (device_id: Sql): Sql => sql`exists (select from config_lock h where h.device_id = ${device_id})`

/** Reserves devices for a set; false: another one has reserved some of them. */
export async function insertHolds(
  { db }: Pick<QueryContext, 'db'>,
  ids: readonly number[],
  change_id: number,
): Promise<boolean> {
  const made = await db.run(sql`
    insert into config_lock (device_id, change_id) select id, ${change_id} from unnest(${numbers(ids)}::int[]) id order by id
    on conflict do nothing`)
  return made === ids.length
}

/** Releases these devices from a set, or all of its devices. */
export async function deleteHolds(
  { db }: Pick<QueryContext, 'db'>,
  change_id: number,
  ids?: readonly number[],
): Promise<void> {
  const those = ids ? sql`device_id = any(${numbers(ids)}::int[])` : sql`true`
  await db.run(sql`delete from config_lock where change_id = ${change_id} and ${those}`)
}

/** Of these devices, those that wait for a configuration, or refused one. */
export async function listUnsettled({ db, access }: QueryContext, ids: readonly number[]): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    select d.id from device_config c join device_view d on d.id = c.device_id
    where d.id = any(${numbers(ids)}::int[]) and c.sync in (${pending}::int, ${failed}::int) and ${access.sees(sql`d.scene_id`)} order by d.id`)
  return rows.map(({ id }) => id)
}

/** Nothing needs to be sent to these devices any more: as syncAfter. */
export async function setUnneeded({ db, access }: QueryContext, ids: readonly number[], now: number): Promise<void> {
  await db.run(sql`
    update device_config c set sync = case when c.desired_id is not null or ${wasRead} then ${synced}::int else ${none}::int end, message = '', sync_at = ${now}
    from device_view d where c.device_id = any(${numbers(ids)}::int[]) and d.id = c.device_id and c.sync in (${pending}::int, ${failed}::int) and ${access.writes(sql`d.scene_id`)}`)
}

/** Devices that a set skipped because they were offline. */
export async function setPending({ db, access }: QueryContext, ids: readonly number[], now: number): Promise<void> {
  await db.run(sql`
    insert into device_config as c (device_id, sync, sync_at)
    select d.id, ${pending}::int, ${now} from device_view d where d.id = any(${numbers(ids)}::int[]) and ${access.writes(sql`d.scene_id`)} order by d.id
    on conflict (device_id) do update set sync = excluded.sync, message = '', sync_at = excluded.sync_at`)
}

type RevisionShown = Out<typeof revisionCalls.list>['list'][number]

export function listRevisions(
  ctx: QueryContext,
  input: In<typeof revisionCalls.list>,
): Promise<TableOut<RevisionShown>> {
  return pageOf<RevisionShown>(ctx.db, input, {
    from: sql`device_revision r join device_view d on d.id = r.device_id`,
    id: sql`r.id`,
    where: allOf(sql`r.device_id = ${input.device_id}`, ctx.access.sees(sql`d.scene_id`)),
    order: { id: sql`r.id`, uuid: sql`r.uuid`, created_at: sql`r.created_at` },
    newestFirst: true,
    select: sql`r.id, r.uuid, r.source, r.change_id, r.state, r.message as said, m.bytes, (c.desired_id is not distinct from r.id)::int as current,
      r.made_by, r.created_at, r.settled_at`,
    join: sql`join device_revision r on r.id = page.id join config_document m on m.digest = r.digest left join device_config c on c.device_id = r.device_id`,
  })
}

export interface DeviceConfig {
  device_id: number
  scene_id: number
  family: string
  verbs: string[]
  online: boolean
  config_uuid: number
  base: string | null
  base_at: number
  base_open: boolean
  desired: string | null
  desired_id: number | null
  desired_uuid: number
  desired_notes: string | null
  running: string | null
  running_at: number
  sync: Sync
  /** Number of the expected configuration, and since when; null: none is known. */
  expected: number | null
  since: number
  config_at: number
  /** The source of its base; null: there is none. */
  base_from: 'read' | 'reported' | 'imported' | 'agreed' | null
  message: string
  sync_at: number
}

/**
 * Number of the last configuration that was sent and accepted, else of the one that was read from it; and since when.
 */
const expected = sql`coalesce(r.uuid, case when ${wasRead} then c.base_uuid end)`
const since = sql`coalesce(case when r.id is null then c.base_at else coalesce(r.settled_at, r.created_at) end, 0)`

const config = sql`d.id as device_id, d.scene_id, d.family, d.verbs, s.online, coalesce(s.config_uuid, 0) as config_uuid, s.config_at, c.base, c.base_from, coalesce(c.base_open, false) as base_open,
  ${expected} as expected, ${since} as since,
  coalesce(c.base_at, 0) as base_at, r.digest as desired, r.id as desired_id, coalesce(r.uuid, 0) as desired_uuid, r.notes as desired_notes,
  c.running, coalesce(c.running_at, 0) as running_at, case when ${held(sql`d.id`)} then 2 else coalesce(c.sync, 0) end as sync, coalesce(c.message, '') as message, coalesce(c.sync_at, 0) as sync_at`
const configOf = sql`device_view d join device_state_view s on s.device_id = d.id left join device_config c on c.device_id = d.id left join device_revision r on r.id = c.desired_id`

export function findConfig({ db, access }: QueryContext, device_id: number): Promise<DeviceConfig | undefined> {
  return db.find<DeviceConfig>(
    sql`select ${config} from ${configOf} where d.id = ${device_id} and d.scene_id is not null and ${access.sees(sql`d.scene_id`)}`,
  )
}

/** As `findConfig`, for a device that the caller may change; its configuration is locked until the transaction ends. */
export async function holdConfig(ctx: QueryContext, device_id: number): Promise<DeviceConfig | undefined> {
  await ctx.db.run(
    sql`select from device_view d where d.id = ${device_id} and ${ctx.access.writes(sql`d.scene_id`)} for update`,
  )
  return ctx.db.find<DeviceConfig>(
    sql`select ${config} from ${configOf} where d.id = ${device_id} and d.scene_id is not null and ${ctx.access.writes(sql`d.scene_id`)}`,
  )
}

/** Nothing was sent to the device since `seen` was read, and nothing is about to be sent. */
const unmoved = ({ device_id, desired_id }: Pick<DeviceConfig, 'device_id' | 'desired_id'>): Sql =>
  sql`c.desired_id is not distinct from ${desired_id}::int and not ${held(sql`${device_id}::int`)}`

/** Stores the running configuration that was found, unless another one was sent meanwhile. */
export async function setRunning(
  { db, access }: QueryContext,
  seen: DeviceConfig,
  { digest, uuid, at }: { digest: string; uuid: number; at: number },
): Promise<void> {
  await db.run(sql`
    insert into device_config as c (device_id, running, running_uuid, running_at)
    select d.id, ${digest}, ${uuid}, ${at} from device_view d where d.id = ${seen.device_id} and ${access.writes(sql`d.scene_id`)}
    on conflict (device_id) do update set running = excluded.running, running_uuid = excluded.running_uuid, running_at = excluded.running_at
    where ${unmoved(seen)}`)
}

export const syncFacts = ({
  sync,
  verbs,
  expected: number,
  since: at,
  config_uuid,
  config_at,
}: DeviceConfig): SyncFacts => ({
  sync,
  readable: verbs.includes('running'),
  expected: number,
  since: at,
  reported: config_uuid,
  reported_at: config_at,
})

/**
 * Stores the sync state that follows from an observation of a device, and returns it. Observations from before the last
 * configuration was sent are ignored.
 */
export async function saveSync(
  { db, access }: QueryContext,
  seen: DeviceConfig,
  event: SyncEvent,
  { message = '', now }: { message?: string; now: number },
): Promise<Sync> {
  const next = syncAfter(syncFacts(seen), event)
  const why = next === drifted ? message : ''
  await db.run(sql`
    update device_config c set sync = ${next}::int, message = case when ${next}::int = c.sync and ${why}::text = '' then c.message else ${why}::text end, sync_at = ${now}
    from device_view d where c.device_id = ${seen.device_id} and d.id = c.device_id and ${access.writes(sql`d.scene_id`)} and c.sync = ${seen.sync}::int and ${unmoved(seen)}`)
  return next
}

/** Stores why the configuration of devices could not be read; nothing else follows from it. */
export async function noteUnread(
  { db, access }: QueryContext,
  list: readonly { device_id: number; message: string }[],
  now: number,
): Promise<void> {
  await db.run(sql`
    insert into device_config as c (device_id, message, sync_at)
    select t.device_id, t.message, ${now} from unnest(${numbers(list.map(({ device_id }) => device_id))}::int[], ${texts(list.map(({ message }) => message))}) as t(device_id, message)
      join device_view d on d.id = t.device_id where ${access.writes(sql`d.scene_id`)} order by t.device_id
    on conflict (device_id) do update set message = case when c.sync = ${none}::int then excluded.message else c.message end, sync_at = excluded.sync_at`)
}

/** Removes the bases and the desired state of devices; revisions stay. */
export async function deleteConfigs({ db, access }: QueryContext, ids: readonly number[]): Promise<void> {
  await db.run(sql`
    delete from device_config c using device_view d
    where d.id = c.device_id and d.id = any(${numbers(ids)}::int[]) and ${access.writes(sql`d.scene_id`)}`)
}

/** Not longer ago than that; a time in the future, written before a clock was set back, does not count. */
const within = (at: Sql, seconds: number, now: number) =>
  sql`(coalesce(${at}, 0) between ${now - seconds} and ${now + AHEAD})`

/** Seconds by which the clock of another process may be ahead. */
const AHEAD = 60

/** Seconds after which a failed read is repeated. */
const READ_AGAIN = 3600

/** Online devices in a scene that can report their configuration, and have not been read yet. */
export async function listUnread(
  { db }: QueryContext,
  now: number,
  ids: readonly number[] | undefined,
  most: number,
): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    select d.id from device_view d join device_state_view s on s.device_id = d.id left join device_config c on c.device_id = d.id
    where s.online and d.scene_id is not null and not d.standalone and 'running' = any(d.verbs) and c.base_at is null
      and not ${ids ? sql`false` : within(sql`c.sync_at`, READ_AGAIN, now)} and ${ids ? sql`d.id = any(${numbers(ids)}::int[])` : sql`true`}
    order by d.id limit ${most}`)
  return rows.map(({ id }) => id)
}

/** Seconds for which a revision may be in transit to its device. */
const ON_ITS_WAY = 900

/** Seconds after which a device is read although its number is correct: manual changes keep the number. */
const LOOK_AGAIN = 600

/**
 * Devices whose reports differ from the stored state and that were not read since; then those that were not read for
 * long. `ids`: of these, immediately.
 */
export async function listStrayed(
  { db }: QueryContext,
  now: number,
  most: number,
  ids?: readonly number[],
): Promise<number[]> {
  const differs = sql`s.config_uuid is distinct from ${expected}`
  const unseen = sql`s.config_uuid is distinct from c.running_uuid`
  // a device that cannot be read is judged by its number alone, if it was reported after the last configuration was
  // sent
  const late = sql`${differs} and s.config_at > ${since} and ${expected} is not null`
  const strayed = sql`case when 'running' = any(d.verbs) then ${unseen} and (c.sync = ${drifted}::int or ${differs}) else (${late}) <> (c.sync = ${drifted}::int) end`
  const rows = await db.rows<{ id: number }>(sql`
    select d.id from device_config c join device_view d on d.id = c.device_id join device_state_view s on s.device_id = d.id
      left join device_revision r on r.id = c.desired_id
    where s.online and c.sync in (${none}::int, ${synced}::int, ${drifted}::int) and d.scene_id is not null and (r.id is not null or c.base_at is not null)
      and not ${held(sql`d.id`)} and ${ids ? sql`d.id = any(${numbers(ids)}::int[])` : sql`true`}
      and (${strayed} or 'running' = any(d.verbs) and ${ids ? sql`true` : sql`not ${within(sql`c.running_at`, LOOK_AGAIN, now)}`})
      and not exists (select from device_revision m where m.device_id = d.id and m.state = 0 and ${within(sql`m.created_at`, ON_ITS_WAY, now)})
    order by ${strayed} desc, coalesce(c.running_at, 0), d.id limit ${most}`)
  return rows.map(({ id }) => id)
}

export interface DriftRule {
  id: number
  place: string
  made_by: string
  created_at: number
}

export function listRules({ db, access }: QueryContext, device_id: number): Promise<DriftRule[]> {
  return db.rows<DriftRule>(sql`
    select u.id, u.pointer as place, u.made_by, u.created_at from drift_rule u join device_view d on d.id = u.device_id
    where u.device_id = ${device_id} and ${access.sees(sql`d.scene_id`)} order by u.id limit 500`)
}

/** Returns those that did not exist yet. */
export function addRules(
  { db, access }: QueryContext,
  device_id: number,
  places: readonly string[],
  by: string,
  now: number,
): Promise<{ place: string }[]> {
  return db.rows(sql`
    insert into drift_rule (device_id, pointer, made_by, created_at)
    select d.id, p, ${by}, ${now} from device_view d, unnest(${places}::text[]) p
    where d.id = ${device_id} and ${access.writes(sql`d.scene_id`)} on conflict do nothing returning pointer as place`)
}

export function dropRules(
  { db, access }: QueryContext,
  device_id: number,
  ids: readonly number[],
): Promise<{ place: string }[]> {
  return db.rows(sql`
    delete from drift_rule u using device_view d
    where d.id = u.device_id and u.device_id = ${device_id} and u.id = any(${numbers(ids)}::int[]) and ${access.writes(sql`d.scene_id`)}
    returning u.pointer as place`)
}
