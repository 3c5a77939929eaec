import sql, { type Sql } from 'sql-template-tag'
import type { In } from '@belvedere/contract/kit/define-calls.ts'
import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { campaignCalls } from '@belvedere/contract/rooms/firmware/campaign.ts'
import type { deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import { leasesOf } from '../../../engines/leased-loop/lease-store.ts'
import { jsonText, numbers, texts } from '../../../kernel/columns.ts'
import type { Db, QueryContext } from '../../../kernel/db.ts'
import { containsSql } from '../../../kernel/database/list-sql.ts'
import { allOf, pageOf } from '../../../kernel/page.ts'
import type { DeviceMake } from '../rules.ts'
import type { DeviceMove, UpgradeReason, RunState, UpgradeStep } from './decide.ts'
import type { SceneNode } from './placement.ts'

type CampaignDeviceType = IdOf<typeof deviceType>

/** Names of the open campaigns that need these images, by image. */
export async function campaignsUsing(
  { db, access }: QueryContext,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db.rows<{ id: number; name: string }>(sql`
    select i.id, min(c.name) as name from unnest(${ids}::int[]) as i(id)
    join campaign c on c.ended_at is null and i.id = any(c.firmware_ids) and ${access.owns(sql`c.team_id`)}
    group by i.id`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** A device that may be upgraded. */
export interface UpgradeCandidate extends DeviceMake {
  id: number
  sn: string
  name: string
  type: CampaignDeviceType
  scene_id: number
  verbs: string[]
  online: boolean
  /** It is in a campaign that has not finished with it. */
  busy: boolean
  /** Bytes of free or reclaimable memory; null: unknown. */
  free: number | null
}

/** The devices that the caller may command: those of the ids, else of a scene, else all. */
export function listCandidates(
  { db, access }: QueryContext,
  { ids, scene_id }: { ids?: readonly number[]; scene_id?: number },
): Promise<UpgradeCandidate[]> {
  return db.rows<UpgradeCandidate>(sql`
    select d.id, d.serial as sn, d.name, d.type, d.scene_id, d.verbs, d.vendor, d.model, coalesce(d.capabilities ->> 'compatible', '') as compatible,
      d.family, d.firmware, s.online,
      exists (select 1 from campaign_device b where b.device_id = d.id and b.step in ('waiting', 'backup', 'told', 'restarting')) as busy,
      case when json_typeof(t.facts #> '{memory,free}') = 'number'
        then (t.facts #>> '{memory,free}')::float8 + coalesce((t.facts #>> '{memory,cached}')::float8, 0) end as free
    from device_view d join device_state_view s on s.device_id = d.id left join device_detail_view t on t.device_id = d.id
    where d.scene_id is not null and d.firmware <> '' and ${access.writes(sql`d.scene_id`)}
      and ${ids ? sql`d.id = any(${ids}::int[])` : scene_id ? sql`d.scene_id = ${scene_id}` : sql`true`}
    order by d.id limit 10000`)
}

/** Every device of these scenes. */
export function listNodes({ db, access }: QueryContext, scene_ids: readonly number[]): Promise<SceneNode[]> {
  return db.rows<SceneNode>(sql`
    select d.id, d.scene_id, d.type, d.name from device_view d
    where d.scene_id = any(${scene_ids}::int[]) and ${access.sees(sql`d.scene_id`)} order by d.id`)
}

/** As stored. */
export interface StoredOptions {
  canary: number
  soak: number
  most: number
  fail_percent: number
  halt_on_lost: 0 | 1
  backup: 0 | 1
  clean?: 0 | 1
  back: number
  start_at: number
  window_from?: string
  window_to?: string
}

export interface CampaignRow extends RunState {
  id: number
  team_id: number
  uid: number
  operator: string
  name: string
  undoes: number | null
  firmware_ids: number[]
  versions: string[]
  options: StoredOptions
  task_id: number
  created_at: number
  ended_at: number | null
}

export interface CampaignCounts {
  total: number
  done: number
  failed: number
  lost: number
  active: number
  waiting: number
  offline: number
  cancelled: number
}

const columns = sql`c.id, c.team_id, c.uid, c.operator, c.name, c.state, c.phase, c.reason, c.undoes, c.firmware_ids, c.versions, c.options, c.wave,
  c.waves, c.forgiven_at, c.task_id, c.created_at, c.ended_at`

const counted = sql`left join lateral (
    select json_build_object('total', count(*), 'done', count(*) filter (where x.step = 'done'), 'failed', count(*) filter (where x.step = 'failed'),
      'lost', count(*) filter (where x.step = 'lost'), 'active', count(*) filter (where x.step in ('backup', 'told', 'restarting')),
      'waiting', count(*) filter (where x.step = 'waiting'),
      'offline', count(*) filter (where x.step = 'waiting' and not coalesce(s.online, false)),
      'cancelled', count(*) filter (where x.step = 'cancelled')) as counts
    from campaign_device x left join device_state_view s on s.device_id = x.device_id where x.campaign_id = c.id
  ) n on true`

/** `own` false: a guest's campaign, in a scene of the caller's team. */
export type CountedCampaign = CampaignRow & { counts: CampaignCounts; own: boolean }

/**
 * Campaigns of the caller's team, where the role allows it, those of guests in its scenes, and the caller's own, as a
 * share allowed them.
 */
const mine = (ctx: QueryContext): Sql => sql`(${own(ctx)} or ${ctx.access.ownsAnyOf(sql`c.scene_ids`)})`

/** Those that are not a guest's campaigns. */
const own = ({ access }: QueryContext): Sql => sql`(${access.owns(sql`c.team_id`)} or c.uid = ${access.uid})`

export function listCampaigns(
  ctx: QueryContext,
  input: In<typeof campaignCalls.list>,
): Promise<TableOut<CountedCampaign>> {
  const { state, search } = input
  return pageOf<CountedCampaign>(ctx.db, input, {
    from: sql`campaign c`,
    id: sql`c.id`,
    where: allOf(
      mine(ctx),
      state ? sql`c.state = ${state}` : undefined,
      search ? containsSql(search, [sql`c.name`, sql`c.operator`, sql`array_to_string(c.versions, ' ')`]) : undefined,
    ),
    order: { id: sql`c.id`, name: sql`c.name`, created_at: sql`c.created_at`, ended_at: sql`c.ended_at` },
    newestFirst: true,
    select: sql`${columns}, n.counts, ${own(ctx)} as own`,
    join: sql`join campaign c on c.id = page.id ${counted}`,
  })
}

const one = (ctx: QueryContext, id: number, lock: Sql) => sql`
  select ${columns}, n.counts, ${own(ctx)} as own from campaign c ${counted} where c.id = ${id} and ${mine(ctx)} ${lock}`

export function findCampaign(ctx: QueryContext, id: number): Promise<CountedCampaign | undefined> {
  return ctx.db.find<CountedCampaign>(one(ctx, id, sql``))
}

/** Locked until the transaction ends. */
export function holdCampaign(ctx: QueryContext, id: number): Promise<CountedCampaign | undefined> {
  return ctx.db.find<CountedCampaign>(one(ctx, id, sql`for update of c`))
}

export interface NewDevice {
  id: number
  sn: string
  name: string
  type: number
  model: string
  scene_id: number
  wave: number
  canary: boolean
  path: number[]
  from_version: string
  to_version: string
  place: number
  slot: number
  upstream_ids: number[]
}

export type NewCampaign = Pick<
  CampaignRow,
  'name' | 'undoes' | 'firmware_ids' | 'versions' | 'options' | 'waves' | 'task_id'
> & {
  operator: string
  at: number
  devices: readonly NewDevice[]
}

/** The campaign with all its devices, waiting. Throws when one of them joined another campaign meanwhile. */
export async function insertCampaign({ db, access }: QueryContext, made: NewCampaign): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into campaign (team_id, uid, operator, name, undoes, firmware_ids, versions, options, waves, task_id, created_at, scene_ids)
    values (${access.team_id}, ${access.uid}, ${made.operator}, ${made.name}, ${made.undoes}, ${made.firmware_ids}, ${made.versions},
      ${jsonText(made.options)}::jsonb, ${made.waves}, ${made.task_id}, ${made.at}, ${[...new Set(made.devices.map(({ scene_id }) => scene_id))]}::int[]) returning id`)
  await db.run(sql`
    insert into campaign_device (campaign_id, device_id, sn, name, type, model, scene_id, wave, canary, path, from_version, to_version, place, slot,
      upstream_ids, since)
    select ${id}, i.id, i.sn, i.name, i.type, i.model, i.scene_id, i.wave, i.canary, array(select jsonb_array_elements_text(i.path)::int),
      i.from_version, i.to_version, i.place, i.slot, array(select jsonb_array_elements_text(i.upstream_ids)::int), ${made.at}
    from jsonb_to_recordset(${jsonText(made.devices)}::jsonb) as i(id int, sn text, name text, type smallint, model text, scene_id int, wave int,
      canary boolean, path jsonb, from_version text, to_version text, place int, slot smallint, upstream_ids jsonb)`)
  return id
}

export interface CampaignDeviceRow {
  id: number
  sn: string
  name: string
  type: CampaignDeviceType
  model: string
  scene_id: number
  wave: number
  canary: 0 | 1
  online: 0 | 1
  step: UpgradeStep
  reason: UpgradeReason | null
  msg: string
  from_version: string
  to_version: string
  since: number
}

/** Those of its devices whose scenes the caller sees. */
export function listCampaignDevices(
  { db, access }: QueryContext,
  id: number,
  step?: UpgradeStep,
): Promise<CampaignDeviceRow[]> {
  return db.rows<CampaignDeviceRow>(sql`
    select x.device_id as id, x.sn, x.name, x.type, x.model, x.scene_id, x.wave, x.canary::int as canary, coalesce(s.online, false)::int as online, x.step,
      x.reason, x.msg, x.from_version, x.to_version, x.since
    from campaign_device x left join device_state_view s on s.device_id = x.device_id
    where x.campaign_id = ${id} and ${access.sees(sql`x.scene_id`)} and ${step ? sql`x.step = ${step}` : sql`true`}
    order by x.wave, x.device_id`)
}

/** A person's command to a campaign. */
export async function orderCampaign(
  ctx: QueryContext,
  id: number,
  to: Pick<RunState, 'state' | 'reason'> & { forgiven_at?: number },
): Promise<void> {
  await ctx.db.run(sql`
    update campaign c set state = ${to.state}, reason = ${to.reason}, forgiven_at = coalesce(${to.forgiven_at ?? null}::bigint, forgiven_at)
    where c.id = ${id} and ${mine(ctx)}`)
}

/** The former versions of the devices that a campaign reached. */
export function listReached({ db, access }: QueryContext, id: number): Promise<{ id: number; from_version: string }[]> {
  return db.rows(sql`
    select x.device_id as id, x.from_version from campaign_device x
    where x.campaign_id = ${id} and x.step in ('done', 'failed', 'lost') and ${access.writes(sql`x.scene_id`)} order by x.device_id`)
}

export const leases = leasesOf({ table: 'campaign', holder: 'driver', open: sql`ended_at is null` })

/** The data of a campaign for its driver. */
export function getRun(db: Db, id: number): Promise<CampaignRow | undefined> {
  return db.find<CampaignRow>(sql`select ${columns} from campaign c where c.id = ${id}`)
}

export interface DriveRow {
  id: number
  wave: number
  canary: boolean
  step: UpgradeStep
  model: string
  type: number
  scene_id: number
  place: number
  slot: number
  upstream_ids: number[]
  path: number[]
  step_index: number
  since: number
  deadline: number | null
  tries: number
  online: boolean
  up_since: number
  heard_at: number
  family: string
  firmware: string
  /** Its current scene; null: none, or the device was removed. */
  now_in: number | null
  time_zone: string
}

/** The current state of its devices. */
export function listDriven(db: Db, id: number): Promise<DriveRow[]> {
  return db.rows<DriveRow>(sql`
    select x.device_id as id, x.wave, x.canary, x.step, x.model, x.type, x.scene_id, x.place, x.slot, x.upstream_ids, x.path, x.step_index, x.since, x.deadline, x.tries,
      coalesce(s.online, false) as online, coalesce(s.since, 0) as up_since, coalesce(s.seen_at, 0) as heard_at,
      coalesce(d.family, '') as family, coalesce(d.firmware, '') as firmware, d.scene_id as now_in, coalesce(c.time_zone, 'UTC') as time_zone
    from campaign_device x left join device_view d on d.id = x.device_id left join device_state_view s on s.device_id = x.device_id
      left join scene_view c on c.id = x.scene_id
    where x.campaign_id = ${id} order by x.device_id`)
}

export type RecordedMove = DeviceMove & { msg?: string }

/** Writes the results of devices that are still at the expected step; returns those that were written. */
export async function saveMoves(
  db: Db,
  id: number,
  driver: string,
  moves: readonly (RecordedMove & { was: UpgradeStep })[],
  now: number,
): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    update campaign_device x set step = m.step, reason = m.reason, msg = m.msg, step_index = coalesce(m.step_index, x.step_index), tries = coalesce(m.tries, x.tries), deadline = m.deadline,
      wave = coalesce(m.wave, x.wave), canary = coalesce(m.canary, x.canary),
      since = case when m.step = x.step then x.since else ${now} end
    from unnest(
      ${numbers(moves.map((move) => move.id))}::int[], ${texts(moves.map(({ was }) => was))}, ${texts(moves.map(({ step }) => step))},
      ${texts(moves.map(({ reason }) => reason ?? null))}, ${texts(moves.map(({ msg }) => msg ?? ''))},
      ${numbers(moves.map(({ step_index }) => step_index ?? null))}::int[], ${numbers(moves.map(({ deadline }) => deadline ?? null))}::bigint[],
      ${numbers(moves.map(({ tries }) => tries ?? null))}::smallint[], ${numbers(moves.map(({ wave }) => wave ?? null))}::int[],
      ${moves.map(({ canary }) => canary ?? null)}::boolean[]
    ) as m(device_id, was, step, reason, msg, step_index, deadline, tries, wave, canary), campaign c
    where x.campaign_id = ${id} and x.device_id = m.device_id and x.step = m.was and c.id = x.campaign_id and c.driver = ${driver}
    returning x.device_id as id`)
  return rows.map((row) => row.id)
}

/** Writes the state of a campaign, unless a person changed it meanwhile. */
export async function saveRun(
  db: Db,
  { id, state }: Pick<CampaignRow, 'id' | 'state'>,
  driver: string,
  to: RunState & { ended: boolean },
  now: number,
): Promise<void> {
  await db.run(sql`
    update campaign set state = ${to.state}, phase = ${to.phase}, reason = ${to.reason}, wave = ${to.wave},
      ended_at = ${to.ended ? now : null}
    where id = ${id} and driver = ${driver} and state = ${state} and ended_at is null`)
}

/** Whether a device has a complete backup that is not older than this. */
export async function hasRecentBackup(db: Db, device_id: number, since: number): Promise<boolean> {
  const found = await db.find(
    sql`select 1 as found from device_backup_view b where b.device_id = ${device_id} and b.complete and b.created_at >= ${since} limit 1`,
  )
  return found !== undefined
}
