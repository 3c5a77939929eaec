import sql, { type Sql } from 'sql-template-tag'
import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { claimCalls } from '@belvedere/contract/rooms/enrol/claim.ts'
import { jsonText, numbers, texts } from '../../../kernel/columns.ts'
import type { Db, QueryContext } from '../../../kernel/db.ts'
import { containsSql } from '../../../kernel/database/list-sql.ts'
import { allOf, pageOf } from '../../../kernel/page.ts'

type ClaimState = 0 | 1 | 2

/** A request with the data for its decision. */
export interface ClaimRow {
  id: number
  sn: string
  team_id: number
  team_name: string
  scene_id: number
  group_id: number | null
  name: string
  state: ClaimState
  by: string
}

const one = sql`c.id, c.serial as sn, c.team_id, t.name as team_name, c.scene_id, c.group_id, c.name, c.state, c.by_name as by`
const row = sql`c.id, c.serial as sn, c.name, c.scene_id, s.name as scene_name, c.state, c.by_name as by, c.created_at, c.expires_at`
const joined = sql`join scene_view s on s.id = c.scene_id join team_view t on t.id = c.team_id`
const order = {
  id: sql`c.id`,
  sn: sql`c.serial`,
  created_at: sql`c.created_at`,
  expires_at: sql`c.expires_at`,
  state: sql`c.state`,
}

/** Requests `c` of the caller's team. */
const mine = ({ access }: QueryContext): Sql => sql`${access.owns(sql`c.team_id`)} and ${access.sees(sql`c.scene_id`)}`

/** Requests of all teams belong to the installation: only its administrators see them. */
const installation = ({ access }: QueryContext): Sql => (access.is_admin ? sql`true` : sql`false`)

export function listOwn(ctx: QueryContext, input: In<typeof claimCalls.list>): Promise<Out<typeof claimCalls.list>> {
  const { scene_id, state, search } = input
  return pageOf(ctx.db, input, {
    from: sql`device_claim c`,
    id: sql`c.id`,
    where: allOf(
      mine(ctx),
      scene_id ? sql`c.scene_id = ${scene_id}` : undefined,
      state === undefined ? undefined : sql`c.state = ${state}`,
      search ? containsSql(search, [sql`c.serial`, sql`c.name`]) : undefined,
    ),
    order,
    newestFirst: true,
    select: row,
    join: sql`join device_claim c on c.id = page.id ${joined}`,
  })
}

type Request = Out<typeof claimCalls.requests>['list'][number]

export function listRequests(ctx: QueryContext, input: In<typeof claimCalls.requests>): Promise<TableOut<Request>> {
  const { state, search } = input
  return pageOf<Request>(ctx.db, input, {
    from: sql`device_claim c ${joined}`,
    id: sql`c.id`,
    where: allOf(
      installation(ctx),
      state === undefined ? undefined : sql`c.state = ${state}`,
      search ? containsSql(search, [sql`c.serial`, sql`c.name`, sql`t.name`]) : undefined,
    ),
    order,
    newestFirst: true,
    select: sql`${row}, t.name as team_name,
      (select count(*)::int from device_claim o where o.serial = c.serial and o.id <> c.id and o.state = 0) as rivals,
      (d.scene_id is not null)::int as taken,
      case when d.identity_digest <> '' then jsonb_build_object('type', d.type, 'vendor', d.vendor, 'model', d.model, 'online', x.online::int,
        'address', x.address, 'seen_at', x.seen_at, 'simulated', d.simulated::int, 'blocked', d.blocked::int) end as device`,
    join: sql`join device_claim c on c.id = page.id ${joined}
      left join device_view d on d.serial = c.serial left join device_state_view x on x.device_id = d.id`,
  })
}

/** Requests of the caller's own team, locked. */
export function holdOwn(ctx: QueryContext, ids: readonly number[]): Promise<ClaimRow[]> {
  return ctx.db.rows<ClaimRow>(sql`
    select ${one} from device_claim c ${joined}
    where c.id = any(${numbers(ids)}::int[]) and ${mine(ctx)} and ${ctx.access.writes(sql`c.scene_id`)} order by c.id for update of c`)
}

/** Requests that wait for an administrator of the installation, locked. */
export function holdRequests(ctx: QueryContext, ids: readonly number[]): Promise<ClaimRow[]> {
  return ctx.db.rows<ClaimRow>(sql`
    select ${one} from device_claim c ${joined}
    where c.id = any(${numbers(ids)}::int[]) and ${installation(ctx)} order by c.id for update of c`)
}

export interface NewClaim {
  serial: string
  scene_id: number
  group_id: number | null
  name: string
}

export interface ClaimRequest {
  id: number
  sn: string
  state: ClaimState
  expires_at: number | null
}

/** Pending requests of the team for these serial numbers. */
export async function countWaiting({ db, access }: QueryContext, of: readonly string[], now: number): Promise<number> {
  const { n } = await db.one<{ n: number }>(sql`
    select count(*)::int as n from device_claim c
    where ${access.owns(sql`c.team_id`)} and c.state = 0 and c.expires_at > ${now} and c.serial = any(${texts(of)})`)
  return n
}

/** Requests devices, or renews pending requests; a refused one stays refused until it expires. */
export function requestDevices(
  { db, access }: QueryContext,
  list: readonly NewClaim[],
  { by, at, until }: { by: string; at: number; until: number },
): Promise<ClaimRequest[]> {
  return db.rows<ClaimRequest>(sql`
    with wish as (
      select * from jsonb_to_recordset(${jsonText(list)}::jsonb) as w(serial text, scene_id int, group_id int, name text)
    ), mine as (
      select w.*, s.team_id from wish w join scene_view s on s.id = w.scene_id where ${access.writes(sql`s.id`)}
    ), made as (
      insert into device_claim as c (serial, team_id, scene_id, group_id, name, by_name, created_at, expires_at)
      select serial, team_id, scene_id, group_id, name, ${by}::text, ${at}::bigint, ${until}::bigint from mine order by serial
      on conflict (team_id, serial) do update set scene_id = excluded.scene_id, group_id = excluded.group_id, name = excluded.name,
        by_name = excluded.by_name, state = 0, expires_at = excluded.expires_at,
        created_at = case when c.state = 0 then c.created_at else excluded.created_at end
        where c.state = 0 or c.expires_at <= ${at}
      returning c.id, c.serial as sn, c.state, c.expires_at
    )
    select * from made
    union all
    select c.id, c.serial, c.state, c.expires_at from device_claim c join mine m on m.serial = c.serial and m.team_id = c.team_id
    where c.id not in (select id from made) and c.state <> 0
    order by id`)
}

export async function dropClaims({ db }: QueryContext, ids: readonly number[]): Promise<void> {
  await db.run(sql`delete from device_claim c where c.id = any(${numbers(ids)}::int[])`)
}

export async function setState(
  ctx: QueryContext,
  ids: readonly number[],
  state: ClaimState,
  until: number | null,
): Promise<void> {
  await ctx.db.run(sql`
    update device_claim c set state = ${state}, expires_at = ${until}::bigint where c.id = any(${numbers(ids)}::int[]) and ${installation(ctx)}`)
}

/**
 * A team that proved possession has the device: requests for it end. Those of other teams are refused, as for any other
 * reason.
 */
export async function endClaims(db: Db, serials: readonly string[], team_id: number): Promise<void> {
  await db.run(sql`delete from device_claim c where c.serial = any(${texts(serials)}) and c.team_id = ${team_id}`)
  await db.run(sql`update device_claim c set state = 1 where c.serial = any(${texts(serials)}) and c.state = 0`)
}

/** Another team has requested the device. */
export async function isWanted({ db, access }: QueryContext, serial: string): Promise<boolean> {
  const found = await db.find(sql`
    select from device_claim c where c.serial = ${serial} and c.state = 0 and not ${access.owns(sql`c.team_id`)} limit 1`)
  return found !== undefined
}

// codes

/** Digest of the code of an unclaimed device that is not blocked, by serial number. */
export async function codesOf({ db }: QueryContext, serials: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.rows<{ serial: string; hash: string }>(sql`
    select d.serial, k.hash from device_view d join device_claim_code k on k.device_id = d.id
    where d.serial = any(${texts(serials)}) and d.scene_id is null and not d.blocked`)
  return new Map(rows.map(({ serial, hash }) => [serial, hash]))
}

export async function saveCodes(db: Db, list: readonly { serial: string; hash: string }[], now: number): Promise<void> {
  await db.run(sql`
    insert into device_claim_code as k (device_id, hash, reported_at)
    select d.id, c.hash, ${now} from unnest(${texts(list.map(({ serial }) => serial))}, ${texts(list.map(({ hash }) => hash))}) as c(serial, hash)
      join device_view d on d.serial = c.serial order by d.id
    on conflict (device_id) do update set hash = excluded.hash, reported_at = excluded.reported_at where k.hash <> excluded.hash`)
}

/**
 * Attempts are counted of a team for one serial number, of a team for all (serial ''), and of all teams for one (team
 * 0).
 */
export interface ClaimTry {
  team_id: number
  serial: string
}

/**
 * Adds an attempt, removes one, or neither; immediately, independent of the call's transaction. Returns the current
 * number in this hour, of each.
 */
export async function countTry(db: Db, of: readonly ClaimTry[], hour: number, by: 1 | 0 | -1): Promise<number[]> {
  const rows = await db.rows<ClaimTry & { n: number }>(sql`
    insert into device_claim_try as t (team_id, serial, hour, n)
    select team_id, serial, ${hour}::bigint, ${by}::int
    from unnest(${numbers(of.map(({ team_id }) => team_id))}::int[], ${texts(of.map(({ serial }) => serial))}) as o(team_id, serial)
    order by 1, 2
    on conflict (team_id, serial, hour) do update set n = t.n + excluded.n returning team_id, serial, n`)
  return of.map(({ team_id, serial }) => rows.find((row) => row.team_id === team_id && row.serial === serial)?.n ?? 0)
}

// expired rows

export async function purgeExpired(
  { db }: QueryContext,
  now: number,
): Promise<{ team_id: number; scene_id: number }[]> {
  await db.run(sql`delete from device_claim_try where hour < ${Math.floor(now / 3600) - 1}`)
  return db.rows(sql`delete from device_claim c where c.expires_at <= ${now} returning c.team_id, c.scene_id`)
}
