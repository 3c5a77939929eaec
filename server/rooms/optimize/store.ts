import sql from 'sql-template-tag'
import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { DeviceFacts } from '@belvedere/contract/rooms/device/facts.ts'
import type { optimizeCalls } from '@belvedere/contract/rooms/optimize/optimize.ts'
import type { NeighborNetwork } from '@belvedere/drivers/kit/facts.ts'
import { jsonText } from '../../kernel/columns.ts'
import type { Db, QueryContext } from '../../kernel/db.ts'
import { pageOf } from '../../kernel/page.ts'

/** Seconds for which a scan is valid. */
const GOOD = 7 * 86_400

export interface RadioDevice {
  id: number
  name: string
  sn: string
  online: boolean
  standalone: boolean
  verbs: string[]
  wifi: Record<string, unknown> | null
  country: string | null
  facts: Pick<DeviceFacts, 'radios' | 'ssids'> | null
  heard: NeighborNetwork[] | null
  heard_at: number | null
  /** dBm of its own radios at the time of the scan, by reported band. */
  heard_power: Record<string, number> | null
}

/** The radios that a device reports, of `device_detail t`; always a list. */
const radios = sql`case json_typeof(t.facts -> 'radios') when 'array' then t.facts -> 'radios' else '[]' end`

/** Devices of a scene that report radios, with the networks that they received within a week. */
export function listRadioDevices({ db, access }: QueryContext, scene_id: number, now: number): Promise<RadioDevice[]> {
  return db.rows<RadioDevice>(sql`
    select d.id, d.name, d.serial as sn, s.online, d.standalone, d.verbs, d.capabilities -> 'wifi' as wifi, d.capabilities ->> 'country' as country,
      json_build_object('radios', t.facts -> 'radios', 'ssids', t.facts -> 'ssids') as facts, h.networks as heard, h.at as heard_at, h.power as heard_power
    from device_view d join device_state_view s on s.device_id = d.id join device_detail_view t on t.device_id = d.id
      left join radio_neighbor_scan h on h.device_id = d.id and h.at >= ${now - GOOD}
    where d.scene_id = ${scene_id} and ${access.sees(sql`d.scene_id`)} and json_array_length(${radios}) > 0
    order by d.name, d.id`)
}

export interface Weakest {
  device_id: number
  link: number
  signal: number
}

/** Signal of the weakest tenth of the terminals of each radio, where there are enough. */
export function listWeakest({ db, access }: QueryContext, scene_id: number): Promise<Weakest[]> {
  return db.rows<Weakest>(sql`
    select t.device_id, t.link, percentile_disc(0.1) within group (order by t.signal)::int as signal from terminal_view t
    where t.scene_id = ${scene_id} and ${access.sees(sql`t.scene_id`)} and t.online and t.is_wireless and t.signal is not null
    group by 1, 2 having count(*) >= 3`)
}

export async function saveNeighbors(
  db: Db,
  device_id: number,
  at: number,
  heard: readonly NeighborNetwork[],
): Promise<void> {
  await db.run(sql`
    insert into radio_neighbor_scan (device_id, at, networks, power)
    select d.id, ${at}, ${jsonText(heard)}::jsonb, coalesce((
      select jsonb_object_agg(r ->> 'band', r -> 'tx_power_dbm') from json_array_elements(${radios}) r
      where r -> 'tx_power_dbm' is not null), '{}')
    from device_view d left join device_detail_view t on t.device_id = d.id where d.id = ${device_id}
    on conflict (device_id) do update set at = excluded.at, networks = excluded.networks, power = excluded.power`)
}

export interface Listening {
  started_at: number
  ended_at: number | null
  total: number
  done: number
  failed: number
}

export function findListening({ db, access }: QueryContext, scene_id: number): Promise<Listening | undefined> {
  return db.find<Listening>(
    sql`select l.* from radio_listening l where l.scene_id = ${scene_id} and ${access.sees(sql`l.scene_id`)}`,
  )
}

/** Seconds after which an unfinished scan is abandoned: its process died. */
const LONGEST = 1800

/** Begins; false when a scan is already running. */
export async function beginListening(db: Db, scene_id: number, total: number, now: number): Promise<boolean> {
  const begun = await db.run(sql`
    insert into radio_listening as l (scene_id, started_at, total) values (${scene_id}, ${now}, ${total})
    on conflict (scene_id) do update set started_at = excluded.started_at, ended_at = null, total = excluded.total, done = 0, failed = 0
    where l.ended_at is not null or l.started_at < ${now - LONGEST}`)
  return begun > 0
}

export const isListening = (one: Listening | undefined, now: number): boolean =>
  one !== undefined && one.ended_at === null && one.started_at >= now - LONGEST

export async function countListening(db: Db, scene_id: number, ok: boolean): Promise<void> {
  await db.run(sql`
    update radio_listening set done = done + 1, failed = failed + ${ok ? 0 : 1} where scene_id = ${scene_id} and ended_at is null`)
}

export async function endListening(db: Db, scene_id: number, now: number): Promise<void> {
  await db.run(sql`update radio_listening set ended_at = ${now} where scene_id = ${scene_id} and ended_at is null`)
}

export interface NewPlan {
  scene_id: number
  at: number
  source: 'manual' | 'timer'
  by: string
  moved_cnt: number
  before: number
  after: number
  measured_before: number | null
  change_id: number | null
  message: string
}

export async function addPlan({ db }: Pick<QueryContext, 'db'>, one: NewPlan): Promise<void> {
  await db.run(sql`
    insert into radio_plan (scene_id, at, source, by, moved_cnt, before, after, measured_before, change_id, message)
    values (${one.scene_id}, ${one.at}, ${one.source}, ${one.by}, ${one.moved_cnt}, ${one.before}, ${one.after}, ${one.measured_before},
      ${one.change_id}, ${one.message})`)
}

type PlanRow = Out<typeof optimizeCalls.history>['list'][number]

export function listPlans(ctx: QueryContext, input: In<typeof optimizeCalls.history>): Promise<TableOut<PlanRow>> {
  return pageOf<PlanRow>(ctx.db, input, {
    from: sql`radio_plan p`,
    id: sql`p.id`,
    where: sql`p.scene_id = ${input.scene_id} and ${ctx.access.sees(sql`p.scene_id`)}`,
    order: { id: sql`p.id`, at: sql`p.at` },
    newestFirst: true,
    select: sql`p.id, p.at, p.source as way, p.by, p.moved_cnt, p.before::float8 as before, p.after::float8 as after, p.measured_before::float8 as measured_before,
      p.measured_after::float8 as measured_after, p.change_id, c.state as change_state, p.message as said`,
    join: sql`join radio_plan p on p.id = page.id left join change_set_view c on c.id = p.change_id`,
  })
}

/** Mean utilisation of the channels of a scene, percent, by the last reports of its radios; null: none reports. */
export async function meanBusy({ db, access }: QueryContext, scene_id: number): Promise<number | null> {
  const { busy } = await db.one<{ busy: number | null }>(sql`
    select avg((r ->> 'utilisation')::float8)::float8 as busy from device_view d join device_state_view s on s.device_id = d.id
      join device_detail_view t on t.device_id = d.id, json_array_elements(${radios}) r
    where d.scene_id = ${scene_id} and ${access.sees(sql`d.scene_id`)} and s.online and r -> 'utilisation' is not null`)
  return busy
}

export function listUnmeasured(db: Db, from: number, to: number): Promise<{ id: number; scene_id: number }[]> {
  return db.rows(sql`
    select p.id, p.scene_id from radio_plan p join change_set_view c on c.id = p.change_id
    where p.measured_after is null and c.state = 'done' and c.ended_at >= ${from} and c.ended_at < ${to} limit 500`)
}

export async function setMeasured(db: Db, id: number, measured: number): Promise<void> {
  await db.run(sql`update radio_plan set measured_after = ${measured} where id = ${id}`)
}

export interface TimerFields {
  on: 0 | 1
  weekdays: ('0' | '1' | '2' | '3' | '4' | '5' | '6')[]
  time: string
  threshold: number
  dfs: 0 | 1
  width: 0 | 1
  power: 0 | 1
}

export interface StoredTimer {
  scene_id: number
  fields: TimerFields
  next_at: number | null
  uid: number
  changed_by: string
}

export function findTimer({ db, access }: QueryContext, scene_id: number): Promise<StoredTimer | undefined> {
  return db.find<StoredTimer>(
    sql`select t.* from radio_timer t where t.scene_id = ${scene_id} and ${access.sees(sql`t.scene_id`)}`,
  )
}

export async function putTimer({ db, access }: QueryContext, one: StoredTimer): Promise<void> {
  access.enter(one.scene_id, 'write')
  await db.run(sql`
    insert into radio_timer (scene_id, fields, next_at, uid, changed_by)
    values (${one.scene_id}, ${jsonText(one.fields)}::jsonb, ${one.next_at}, ${one.uid}, ${one.changed_by})
    on conflict (scene_id) do update set fields = excluded.fields, next_at = excluded.next_at, uid = excluded.uid, changed_by = excluded.changed_by`)
}

/** A timer with the time zone of its scene. */
export type ZonedTimer = StoredTimer & { time_zone: string }

export function takeDueTimer(db: Db, now: number): Promise<ZonedTimer | undefined> {
  return db.find(sql`
    select t.*, s.time_zone from radio_timer t join scene_view s on s.id = t.scene_id where t.next_at <= ${now} order by t.next_at limit 1
    for update of t skip locked`)
}

/** The timer of a scene, if it is scheduled. */
export function timersOfScene(db: Db, scene_id: number): Promise<ZonedTimer[]> {
  return db.rows(sql`
    select t.*, s.time_zone from radio_timer t join scene_view s on s.id = t.scene_id where t.scene_id = ${scene_id} and t.next_at is not null`)
}

/** Timers whose next time is after `after`. */
export function timersAfter(db: Db, after: number): Promise<ZonedTimer[]> {
  return db.rows(sql`
    select t.*, s.time_zone from radio_timer t join scene_view s on s.id = t.scene_id where t.next_at > ${after}`)
}

/** The account that set the timer has lost its rights. */
export async function stopTimer(db: Db, scene_id: number): Promise<void> {
  await db.run(sql`
    update radio_timer set next_at = null, fields = jsonb_set(fields::jsonb, '{on}', '0') where scene_id = ${scene_id}`)
}

export async function setNextTimer(db: Db, scene_id: number, next_at: number | null): Promise<void> {
  await db.run(sql`update radio_timer set next_at = ${next_at} where scene_id = ${scene_id}`)
}
