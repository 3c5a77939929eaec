import { readDeviceId } from '@belvedere/pure/device/device-id.ts'
import sql, { join, type Sql } from 'sql-template-tag'
import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { TableIn, TableOut } from '@belvedere/contract/kit/table.ts'
import type { deviceOnline } from '@belvedere/contract/rooms/device/enums.ts'
import { numbers } from '../../kernel/columns.ts'
import type { SeenRow } from '../../engines/batch-out/batch-out.ts'
import type { QueryContext } from '../../kernel/db.ts'
import { isOnline, isUnknown, joinsGateway, onlineHere, unknownSince } from '../../devices/online-store.ts'
import { allOf, type PageOptions, pageOf } from '../../kernel/page.ts'
import { refuseShared } from '../../kernel/http/refuse-shared.ts'
import { storeSeconds } from '../../kernel/database/store-clock.ts'
import { serialPiece } from './rules.ts'

export type DeviceTypeId = 0 | 1 | 2 | 3 | 4 | 7

/** The fields of the contract's DeviceRow. */
export interface DeviceRow {
  id: number
  sn: string
  name: string
  type: DeviceTypeId
  vendor: string
  model: string
  firmware: string
  scene_id: number
  scene_name: string
  group_id: number | null
  group_name: string | null
  group_color: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | null
  online: 0 | 1
  unknown_since: number | null
  since: number
  seen_at: number
  address: string | null
  wan_ip: string | null
  lan_ip: string | null
  cpu: number | null
  mem: number | null
  temp: number | null
  load: number | null
  uptime: number | null
  terminals: number | null
  rx_bps: number | null
  tx_bps: number | null
  verbs: string[]
  simulated: 0 | 1
  standalone: 0 | 1
  sync: 0 | 1 | 2 | 3 | 4
  created_at: number
  rev: number
}

// a device that is reserved for a change set is pending
const sync = sql`case when exists (select from config_lock_view h where h.device_id = d.id) then 2
  else coalesce((select k.sync from device_config_view k where k.device_id = d.id), 0) end`
const row = sql`d.id, d.serial as sn, d.name, d.type, d.vendor, d.model, d.firmware, d.scene_id, c.name as scene_name, d.group_id, g.name as group_name, g.color as group_color,
  ${onlineHere}::int as online, ${unknownSince} as unknown_since, s.since, s.seen_at, s.address, s.wan_ip, s.lan_ip,
  case when ${onlineHere} then s.cpu / 10.0::float8 end as cpu,
  case when ${onlineHere} then s.mem / 10.0::float8 end as mem,
  case when ${onlineHere} then s.temp / 10.0::float8 end as temp,
  case when ${onlineHere} then s.load / 100.0::float8 end as load,
  case when ${onlineHere} then s.uptime end as uptime,
  case when ${onlineHere} then s.terminals end as terminals,
  case when ${onlineHere} then s.rx_bps end as rx_bps,
  case when ${onlineHere} then s.tx_bps end as tx_bps,
  d.verbs, d.simulated::int as simulated, d.standalone::int as standalone,
  ${sync} as sync, d.created_at, d.rev`
const joined = sql`join device_state s on s.device_id = d.id join scene_view c on c.id = d.scene_id left join device_group g on g.id = d.group_id ${joinsGateway}`

const whileOnline = (column: Sql) => sql`case when s.online then ${column} end`
const ofDevice = {
  id: sql`d.id`,
  name: sql`d.name`,
  sn: sql`d.serial`,
  type: sql`d.type`,
  vendor: sql`d.vendor`,
  model: sql`d.model`,
  firmware: sql`d.firmware`,
  sync,
  created_at: sql`d.created_at`,
}
const ofState = {
  online: sql`s.online`,
  since: sql`s.since`,
  seen_at: sql`s.seen_at`,
  address: sql`s.address`,
  wan_ip: sql`s.wan_ip`,
  lan_ip: sql`s.lan_ip`,
  cpu: whileOnline(sql`s.cpu`),
  mem: whileOnline(sql`s.mem`),
  temp: whileOnline(sql`s.temp`),
  load: whileOnline(sql`s.load`),
  uptime: whileOnline(sql`s.uptime`),
  terminals: whileOnline(sql`s.terminals`),
  rx_bps: whileOnline(sql`s.rx_bps`),
  tx_bps: whileOnline(sql`s.tx_bps`),
}
const order = { ...ofDevice, ...ofState, scene_name: sql`c.name`, group_name: sql`g.name` }

export interface DeviceFilter {
  scene_id?: number
  type?: number
  online?: IdOf<typeof deviceOnline>
  model?: string
  version?: string
  simulated?: 0 | 1
  sync?: 0 | 1 | 2 | 3 | 4
  group_id?: number
  not_group_id?: number
  /** Of any of these kinds. */
  types?: readonly number[]
  ids?: number[]
  /** The normalized serial number. */
  sn?: string
  /** 1: only the main device of each scene. */
  is_main?: 0 | 1
  search?: string
}

const presenceIs = { 0: sql`not s.online`, 1: isOnline, 2: isUnknown } as const

const where = (ctx: QueryContext, filter: DeviceFilter): Sql =>
  allOf(
    ctx.access.sees(sql`d.scene_id`),
    sql`d.scene_id is not null`,
    filter.scene_id ? sql`d.scene_id = ${filter.scene_id}` : undefined,
    filter.type !== undefined ? sql`d.type = ${filter.type}` : undefined,
    filter.types ? sql`d.type = any(${filter.types}::smallint[])` : undefined,
    filter.online !== undefined ? presenceIs[filter.online] : undefined,
    filter.model ? sql`d.model = ${filter.model}` : undefined,
    filter.version ? sql`d.firmware = ${filter.version}` : undefined,
    filter.simulated !== undefined ? sql`d.simulated = ${filter.simulated === 1}` : undefined,
    filter.sync !== undefined ? sql`${sync} = ${filter.sync}` : undefined,
    filter.group_id === undefined ? undefined : groupIs(filter.group_id),
    filter.not_group_id ? sql`d.group_id is distinct from ${filter.not_group_id}` : undefined,
    filter.ids ? sql`d.id = any(${filter.ids}::int[])` : undefined,
    filter.sn ? sql`d.serial = ${filter.sn}` : undefined,
    filter.is_main ? sql`d.id in (${mains(ctx, filter.scene_id)})` : undefined,
    filter.search ? matching(filter.search) : undefined,
  )

/** As `is_gateway` of the views. */
const gatewayTypes = sql`(0, 3, 4)`
/** The main device of a scene: the one that the scene names, else the oldest gateway, online ones first. */
const isMain = sql`(m.id = n.main_device_id or m.type in ${gatewayTypes})`
const mains = ({ access }: QueryContext, scene_id: number | undefined): Sql => sql`
  select distinct on (m.scene_id) m.id
  from device m join scene_view n on n.id = m.scene_id join device_state o on o.device_id = m.id
  where ${access.sees(sql`m.scene_id`)} ${scene_id ? sql`and m.scene_id = ${scene_id}` : sql``} and ${isMain}
  order by m.scene_id, m.id = n.main_device_id desc nulls last, o.online desc, m.id`

const groupIs = (id: number): Sql => (id === 0 ? sql`d.group_id is null` : sql`d.group_id = ${id}`)

/** Matches the name, the serial number in any spelling, the model or the address. */
function matching(typed: string): Sql {
  const text = typed.trim().toLowerCase()
  const piece = serialPiece(text)
  const inside = [...new Set(piece ? [text, piece] : [text])].map((one) => `%${one.replace(/[\\%_]/g, '\\$&')}%`)
  const start = `${text}%`
  const addresses = /^[0-9a-f.:]+$/.test(text)
    ? sql`or s.wan_ip like ${start} or s.lan_ip like ${start} or s.address like ${start}`
    : sql``
  return sql`(${join(
    inside.map((one) => sql`d.search_text like ${one}`),
    ' or ',
  )} ${addresses})`
}

const isTallied = ({
  online,
  model,
  version,
  simulated,
  sync: state,
  group_id,
  not_group_id,
  ids,
  sn,
  is_main,
  types,
  search,
}: DeviceFilter) =>
  [
    online,
    simulated,
    state,
    group_id,
    not_group_id,
    ids,
    sn,
    is_main,
    types,
    model || undefined,
    version || undefined,
    search || undefined,
  ].every((one) => one === undefined)

const tallied = (ctx: QueryContext, { scene_id, type }: DeviceFilter): Sql => sql`
  select coalesce(sum(t.n), 0)::int from device_count t
  where ${ctx.access.sees(sql`t.scene_id`)} ${scene_id ? sql`and t.scene_id = ${scene_id}` : sql``}
    ${type === undefined ? sql`` : sql`and t.type = ${type}`}`

/**
 * Devices of the scenes that the caller sees. State and scene tables are joined in the search only when a filter or
 * order uses them.
 */
export function listDevices(ctx: QueryContext, request: TableIn & DeviceFilter): Promise<TableOut<DeviceRow>> {
  const field = request.orderby?.split(' ')[0] ?? 'id'
  const needsState = field in ofState || request.online !== undefined || request.search
  const options: PageOptions = {
    from: sql`device d ${needsState ? sql`join device_state s on s.device_id = d.id` : sql``} ${field === 'scene_name' ? sql`join scene_view c on c.id = d.scene_id` : sql``} ${field === 'group_name' ? sql`left join device_group g on g.id = d.group_id` : sql``}`,
    id: sql`d.id`,
    where: where(ctx, request),
    costly: Boolean(request.search),
    total: isTallied(request) ? tallied(ctx, request) : undefined,
    order,
    select: row,
    join: sql`join device d on d.id = page.id ${joined}`,
  }
  return pageOf<DeviceRow>(ctx.db, request, options)
}

export function findDevice(ctx: QueryContext, id: number): Promise<DeviceRow | undefined> {
  return ctx.db.find<DeviceRow>(
    sql`select ${row} from device d ${joined} where d.id = ${id} and ${ctx.access.sees(sql`d.scene_id`)}`,
  )
}

/**
 * By serial number, or the main device of a scene: the one that the scene names, else its oldest router, firewall or
 * soft router, online ones first.
 */
export function findRequested(
  ctx: QueryContext,
  request: { sn?: string; scene_id?: number },
): Promise<DeviceRow | undefined> {
  const { sn, scene_id } = request
  return ctx.db.find<DeviceRow>(sql`
    select ${row} from device d ${joined}
    where ${ctx.access.sees(sql`d.scene_id`)} and ${sn ? sql`d.serial = ${sn}` : sql`d.scene_id = ${scene_id} and (d.id = c.main_device_id or d.type in ${gatewayTypes})`}
    order by d.id = c.main_device_id desc nulls last, s.online desc, d.id limit 1`)
}

export interface DeviceExtra {
  cgi: string[]
  capabilities: Record<string, unknown>
  facts: Record<string, unknown> | null
  facts_at: number
}

export function findExtra(ctx: QueryContext, id: number): Promise<DeviceExtra | undefined> {
  return ctx.db.find<DeviceExtra>(sql`
    select d.cgi, d.capabilities, t.facts, coalesce(t.at, 0) as facts_at
    from device d left join device_detail t on t.device_id = d.id
    where d.id = ${id} and ${ctx.access.sees(sql`d.scene_id`)}`)
}

export interface DeviceOption {
  id: number
  sn: string
  name: string
  type: DeviceTypeId
  online: 0 | 1
  scene_id: number
}

export function listOptions(ctx: QueryContext, filter: DeviceFilter & { limit?: number }): Promise<DeviceOption[]> {
  return ctx.db.rows<DeviceOption>(sql`
    select d.id, d.serial as sn, d.name, d.type, s.online::int as online, d.scene_id
    from device d join device_state s on s.device_id = d.id
    where ${where(ctx, filter)} order by d.name, d.id limit ${filter.limit ?? 1000}`)
}

export interface ModelCount {
  model: string
  vendor: string
  type: DeviceTypeId
  total: number
  online: number
}

export function countModels(ctx: QueryContext, filter: DeviceFilter): Promise<ModelCount[]> {
  return ctx.db.rows<ModelCount>(sql`
    select d.model, d.vendor, d.type, count(*)::int as total, (count(*) filter (where ${isOnline}))::int as online
    from device d join device_state s on s.device_id = d.id
    where ${where(ctx, filter)} and d.model <> '' group by 1, 2, 3 order by 4 desc, 1`)
}

export function countVersions(
  ctx: QueryContext,
  filter: DeviceFilter,
): Promise<{ version: string; total: number; online: number }[]> {
  return ctx.db.rows(sql`
    select d.firmware as version, count(*)::int as total, (count(*) filter (where ${isOnline}))::int as online
    from device d join device_state s on s.device_id = d.id
    where ${where(ctx, filter)} group by 1 order by 2 desc, 1`)
}

export async function verbsOf(ctx: QueryContext, filter: DeviceFilter): Promise<string[]> {
  const rows = await ctx.db.rows<{ verb: string }>(sql`
    select distinct unnest(d.verbs) as verb from device d join device_state s on s.device_id = d.id where ${where(ctx, filter)} order by 1`)
  return rows.map(({ verb }) => verb)
}

export interface SceneDevices {
  scene_id: number
  type: DeviceTypeId
  total: number
  online: number
  unknown: number
  /** Bit/s in both directions through the uplinks of online devices. */
  bps: number
}

export function countByScene(ctx: QueryContext, scene_ids?: number[]): Promise<SceneDevices[]> {
  return ctx.db.rows<SceneDevices>(sql`
    select d.scene_id, d.type, count(*)::int as total, (count(*) filter (where ${isOnline}))::int as online,
      (count(*) filter (where ${isUnknown}))::int as unknown,
      coalesce(sum(coalesce(s.rx_bps, 0) + coalesce(s.tx_bps, 0)) filter (where ${isOnline}), 0)::bigint as bps
    from device d join device_state s on s.device_id = d.id
    where d.scene_id is not null and ${ctx.access.sees(sql`d.scene_id`)} and ${scene_ids ? sql`d.scene_id = any(${scene_ids}::int[])` : sql`true`}
    group by 1, 2`)
}

/** A device with the data that writing calls need, locked until the transaction ends. */
export interface HeldDevice {
  id: number
  sn: string
  name: string
  type: DeviceTypeId
  /** A person set its type. */
  type_set: boolean
  model: string
  family: string
  firmware: string
  scene_id: number
  team_id: number
  online: boolean
  /** The session by which it is displayed online; empty: offline. */
  connection: string
  verbs: string[]
  rev: number
  changed_by: string
}

const held = sql`d.id, d.serial as sn, d.name, d.type, d.type_set, d.model, d.family, d.firmware, d.scene_id, c.team_id, s.online, coalesce(s.session, '') as connection, d.verbs, d.rev, d.changed_by`

/** Those of the devices that the caller may change, ordered by id. */
export async function holdDevices(ctx: QueryContext, ids: readonly number[]): Promise<HeldDevice[]> {
  await refuseShared(ctx, sql`d.scene_id`, sql`device d where d.id = any(${numbers(ids)}::int[])`)
  return ctx.db.rows<HeldDevice>(sql`
    select ${held} from device d ${joined}
    where d.id = any(${ids}::int[]) and ${ctx.access.writes(sql`d.scene_id`)} order by d.id for update of d`)
}

/** Names and scenes of those of the devices that the caller sees. */
export function listSeen({ db, access }: QueryContext, ids: readonly number[]): Promise<SeenRow[]> {
  return db.rows<SeenRow>(sql`
    select d.id, coalesce(nullif(d.name, ''), d.serial) as name, d.scene_id from device d
    where d.id = any(${numbers(ids)}::int[]) and ${access.sees(sql`d.scene_id`)}`)
}

/** As `holdDevices`, without the lock: for actions that do not change the device itself. */
export async function pickDevices(ctx: QueryContext, ids: readonly number[]): Promise<HeldDevice[]> {
  await refuseShared(ctx, sql`d.scene_id`, sql`device d where d.id = any(${numbers(ids)}::int[])`)
  return ctx.db.rows<HeldDevice>(sql`
    select ${held} from device d ${joined}
    where d.id = any(${numbers(ids)}::int[]) and ${ctx.access.writes(sql`d.scene_id`)} order by d.id`)
}

export async function idsOfScene({ db, access }: QueryContext, scene_id: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    sql`select id from device d where d.scene_id = ${scene_id} and ${access.writes(sql`d.scene_id`)} order by id`,
  )
  return rows.map(({ id }) => id)
}

export interface KnownDevice {
  id: number
  scene_id: number | null
  scene_name: string | null
  seen: boolean
  blocked: boolean
  online: boolean
}

/**
 * The device of a serial number, locked; `seen`: the caller sees its scene. The only query without the caller's access
 * limits, in order to refuse.
 */
export function holdSerial(ctx: QueryContext, serial: string): Promise<KnownDevice | undefined> {
  return ctx.db.find<KnownDevice>(sql`
    select d.id, d.scene_id, c.name as scene_name, coalesce(${ctx.access.sees(sql`d.scene_id`)}, false) as seen, d.blocked, s.online
    from device d join device_state s on s.device_id = d.id left join scene_view c on c.id = d.scene_id
    where d.serial = ${serial} for update of d`)
}

/** Name of the scene in which the caller sees the device of a serial number. */
export async function seenIn({ db, access }: QueryContext, serial: string): Promise<string | undefined> {
  const found = await db.find<{ name: string }>(sql`
    select c.name from device d join scene_view c on c.id = d.scene_id where d.serial = ${serial} and ${access.sees(sql`d.scene_id`)}`)
  return found?.name
}

export interface Claim {
  scene_id: number
  name?: string
  by: string
  at: number
}

/** Gives an unclaimed device to a scene. */
export async function claimDevice(
  { db, access }: QueryContext,
  id: number,
  { scene_id, name, by, at }: Claim,
): Promise<void> {
  access.enter(scene_id, 'write')
  await db.run(sql`
    update device set scene_id = ${scene_id}, name = coalesce(nullif(${name ?? ''}, ''), name), claimed_at = ${at}, updated_at = ${at},
      changed_by = ${by}, rev = rev + 1
    where id = ${id} and scene_id is null`)
}

/** A device that has never connected; undefined when its serial number was stored meanwhile. */
export async function registerDevice(
  { db, access }: QueryContext,
  serial: string,
  { scene_id, name, by, at }: Claim,
): Promise<number | undefined> {
  access.enter(scene_id, 'write')
  const made = await db.find<{ id: number }>(sql`
    insert into device (scheme, serial, scene_id, name, claimed_at, created_at, updated_at, changed_by)
    values (${readDeviceId(serial)?.scheme ?? 'mac'}, ${serial}, ${scene_id}, ${name || serial}, ${at}, ${at}, ${at}, ${by}) on conflict (serial) do nothing returning id`)
  if (made) await db.run(sql`insert into device_state (device_id) values (${made.id})`)
  return made?.id
}

export interface Change {
  name?: string
  scene_id?: number
  type?: number
  /** Absent: true once a type is given. */
  type_set?: boolean
}

export async function changeDevice(
  { db, access }: QueryContext,
  id: number,
  change: Change,
  by: string,
  at: number,
): Promise<void> {
  const { name, scene_id, type, type_set = null } = change
  await db.run(sql`
    update device d set name = coalesce(${name ?? null}, name), scene_id = coalesce(${scene_id ?? null}::int, scene_id),
      type = coalesce(${type ?? null}::smallint, type), type_set = coalesce(${type_set}::boolean, type_set or ${type !== undefined}), updated_at = ${at},
      changed_by = ${by}, rev = rev + 1
    where id = ${id} and ${access.writes(sql`d.scene_id`)}`)
}

export async function teamOf({ db, access }: QueryContext, scene_id: number): Promise<number | undefined> {
  return (
    await db.find<{ team_id: number }>(
      sql`select team_id from scene_view s where id = ${scene_id} and ${access.writes(sql`s.id`)}`,
    )
  )?.team_id
}

/** Releases devices: all their data is removed, a device that reconnects is a new one. */
export async function deleteDevices({ db, access }: QueryContext, ids: readonly number[]): Promise<void> {
  await db.run(sql`delete from device d where d.id = any(${ids}::int[]) and ${access.writes(sql`d.scene_id`)}`)
}

export interface UnclaimedRow {
  id: number
  sn: string
  name: string
  type: DeviceTypeId
  vendor: string
  model: string
  firmware: string
  online: 0 | 1
  since: number
  seen_at: number
  address: string | null
  simulated: 0 | 1
  blocked: 0 | 1
  created_at: number
}

const installation = ({ access }: QueryContext): Sql => (access.is_admin ? sql`true` : sql`false`)

/** Unclaimed devices belong to the installation: only its administrators see them. */
export function listUnclaimed(
  ctx: QueryContext,
  request: TableIn & { blocked?: 0 | 1 },
): Promise<TableOut<UnclaimedRow>> {
  return pageOf<UnclaimedRow>(ctx.db, request, {
    from: sql`device d join device_state s on s.device_id = d.id`,
    id: sql`d.id`,
    where: allOf(
      installation(ctx),
      sql`d.scene_id is null`,
      request.blocked !== undefined ? sql`d.blocked = ${request.blocked === 1}` : undefined,
      request.search ? matching(request.search) : undefined,
    ),
    order: { ...ofDevice, online: ofState.online, since: ofState.since },
    newestFirst: true,
    select: sql`d.id, d.serial as sn, d.name, d.type, d.vendor, d.model, d.firmware, s.online::int as online, s.since, s.seen_at,
      s.address, d.simulated::int as simulated, d.blocked::int as blocked, d.created_at`,
    join: sql`join device d on d.id = page.id join device_state s on s.device_id = d.id`,
  })
}

/** Blocks an unclaimed device, or unblocks it. */
export async function setBlocked({ db, access }: QueryContext, id: number, blocked: boolean): Promise<void> {
  await db.run(sql`
    update device d set blocked = ${blocked}, rev = rev + 1 where d.id = ${id} and d.scene_id is null and ${installation({ db, access })}`)
}

/** An unclaimed device, locked. */
export function holdUnclaimed(
  ctx: QueryContext,
  id: number,
): Promise<{ sn: string; name: string; blocked: boolean } | undefined> {
  return ctx.db.find(sql`
    select d.serial as sn, d.name, d.blocked from device d where d.id = ${id} and d.scene_id is null and ${installation(ctx)} for update`)
}

/** Removes an unclaimed device whose serial number has an owner again. */
export async function dropUnclaimed({ db }: QueryContext, id: number): Promise<void> {
  await db.run(sql`delete from device where id = ${id} and scene_id is null`)
}

/**
 * A removed device that was restored: it was in no scene meanwhile, and is offline from now until it connects. Its rows
 * about the time before stay unchanged. A device that never connected has no such rows.
 */
export async function setReturned({ db, access }: QueryContext, id: number, leftAt: number): Promise<void> {
  const returned = sql`d.id = ${id} and s.device_id = d.id and s.seen_at > 0 and ${access.writes(sql`d.scene_id`)}`
  await db.run(sql`
    select record_presence_interval(d.id, null, false, least(${leftAt}::bigint, ${storeSeconds})) from device d, device_state s where ${returned}`)
  await db.run(sql`
    update device_state s set online = false, session = null, gateway_run = null, since = ${storeSeconds} from device d where ${returned}`)
}

/** Removes or blocks unclaimed devices; returns those that changed. */
export function dismissDevices(
  ctx: QueryContext,
  ids: readonly number[],
  block: boolean,
): Promise<{ id: number; sn: string; name: string }[]> {
  const which = sql`d.id = any(${ids}::int[]) and d.scene_id is null and ${installation(ctx)}`
  const back = sql`returning d.id, d.serial as sn, d.name`
  return ctx.db.rows(
    block
      ? sql`update device d set blocked = true, rev = rev + 1 where ${which} ${back}`
      : sql`delete from device d where ${which} ${back}`,
  )
}
