import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { incidentState } from '@belvedere/contract/rooms/alarm/incident-enums.ts'
import sql, { type Sql } from 'sql-template-tag'
import { numbers } from '../../../kernel/columns.ts'
import type { Db } from '../../../kernel/db.ts'
import type { AlarmLevel } from '../../alarm-type/api.ts'

export type IncidentState = IdOf<typeof incidentState>

/**
 * Opens an incident for each of these alarms that is open, has no parent and no open incident; with its first event.
 */
export const opening = (alarms: Sql, at: number): Sql => sql`opened as (
      insert into alarm_incident (alarm_id, scene_id, type, level, opened_at, recovered_at)
      select a.id, a.scene_id, a.type, a.level, ${at}, a.ended_at from ${alarms} a
      where a.parent_id is null and (a.state = 0 or a.ended_at is not null and a.state = 1)
        and not exists (select 1 from alarm_incident i where i.alarm_id = a.id and i.recovered_at is null)
      on conflict (alarm_id) where recovered_at is null do nothing
      returning id
    ), opened_news as (insert into incident_event (incident_id, state, at) select id, 1, ${at} from opened order by id)`

/** The level of a lasting incident rose above the notified one. */
export const worsening = (alarms: Sql, at: number): Sql => sql`worse as (
      update alarm_incident i set level = a.level, worsened_at = ${at} from ${alarms} a
      where a.id = i.alarm_id and i.recovered_at is null and a.level < i.level
      returning i.id
    ), worse_news as (insert into incident_event (incident_id, state, at) select id, 2, ${at} from worse on conflict do nothing)`

const alarmsOf = (ids: readonly number[]) => sql`(select * from alarm where id = any(${numbers(ids)}::bigint[]))`

export async function openIncidents(db: Db, alarm_ids: readonly number[], at: number): Promise<void> {
  if (alarm_ids.length) await db.run(sql`with ${opening(alarmsOf(alarm_ids), at)} select`)
}

export async function worsenIncidents(db: Db, alarm_ids: readonly number[], at: number): Promise<void> {
  if (alarm_ids.length) await db.run(sql`with ${worsening(alarmsOf(alarm_ids), at)} select`)
}

/**
 * Sets the parents of alarms: `parent_ids[n]` becomes the parent of `ids[n]`. Incidents of the child are merged into
 * that of the parent.
 */
export async function adopt(db: Db, pairs: readonly { id: number; parent_id: number }[], at: number): Promise<void> {
  if (pairs.length === 0) return
  const given = sql`unnest(${numbers(pairs.map(({ id }) => id))}::bigint[], ${numbers(pairs.map(({ parent_id }) => parent_id))}::bigint[]) as p(id, parent_id)`
  await db.run(
    sql`update alarm a set parent_id = p.parent_id from ${given} where a.id = p.id and a.parent_id is distinct from p.parent_id`,
  )
  // the oldest notified incident becomes that of the parent, which is more severe; the others end in it
  await db.run(sql`
    with told as (
      select i.id, i.alarm_id, p.parent_id, row_number() over (partition by p.parent_id order by i.id) as place,
        exists (select 1 from alarm_incident o where o.alarm_id = p.parent_id and o.recovered_at is null) as known
      from alarm_incident i join ${given} on p.id = i.alarm_id where i.recovered_at is null
    ), taken as (
      update alarm_incident i set alarm_id = t.parent_id, type = a.type, level = least(i.level, a.level), worsened_at = ${at}
      from told t join alarm a on a.id = t.parent_id
      where i.id = t.id and t.place = 1 and not t.known returning i.id
    )
    insert into incident_event (incident_id, state, at) select id, 2, ${at} from taken on conflict do nothing`)
  await db.run(sql`
    update alarm_incident i set recovered_at = ${at}, merged_into = (
      select o.id from alarm_incident o where o.alarm_id = p.parent_id and o.recovered_at is null limit 1)
    from ${given} where i.alarm_id = p.id and i.recovered_at is null`)
}

/** Counts the children of each of these alarms again. */
export async function countChildren(db: Db, alarm_ids: readonly number[]): Promise<void> {
  if (alarm_ids.length === 0) return
  await db.run(sql`
    update alarm_incident i set children = greatest(i.children, n.n) from (
      select parent_id, count(*)::int as n from alarm where parent_id = any(${numbers(alarm_ids)}::bigint[]) group by 1
    ) n where i.alarm_id = n.parent_id and i.recovered_at is null and i.children < n.n`)
}

export interface Settling {
  /** Seconds after its end for which a flapping one must be quiet. */
  calm: number
  /** How often it must have recurred to count as flapping. */
  flaps: number
  /** Seconds for its children to recover too. */
  grace: number
}

/**
 * Ends incidents whose alarm ended: immediately when none of its children lasts, after a while when some last, which
 * then become independent. A flapping one ends when it has been quiet. Returns alarms that are independent now.
 */
export async function settleIncidents(db: Db, at: number, { calm, flaps, grace }: Settling): Promise<number[]> {
  const over = await db.rows<{ id: number; alarm_id: number }>(sql`
    select i.id, i.alarm_id from alarm_incident i join alarm a on a.id = i.alarm_id
    where i.recovered_at is null and a.ended_at is not null and (a.cnt < ${flaps} or a.ended_at <= ${at - calm})
      and (a.ended_at <= ${at - grace} or not exists (select 1 from alarm c where c.parent_id = a.id and c.ended_at is null))
    order by i.id limit 5000 for update of i`)
  if (over.length === 0) return []
  const ids = numbers(over.map(({ id }) => id))
  await db.run(sql`update alarm_incident set recovered_at = ${at} where id = any(${ids}::bigint[])`)
  await db.run(sql`
    insert into incident_event (incident_id, state, at) select id, 3, ${at} from alarm_incident
    where id = any(${ids}::bigint[]) order by id on conflict do nothing`)
  const left = await db.rows<{ id: number }>(sql`
    update alarm set parent_id = null where parent_id = any(${numbers(over.map(({ alarm_id }) => alarm_id))}::bigint[]) and ended_at is null
    returning id`)
  return left.map(({ id }) => id)
}

/** An incident as notified and listed. */
export interface IncidentRow {
  /** Increases with every event. */
  news_id: number
  id: number
  alarm_id: number
  scene_id: number
  scene_name: string
  type: string
  key: string
  params: Record<string, unknown>
  level: AlarmLevel
  state: IncidentState
  at: number
  since: number
  device_id: number
  device_name: string
  device_type: number
  sn: string
  children: number
  cnt: number
}

const reported = sql`i.id, i.alarm_id, i.scene_id, c.name as scene_name, i.type, a.key, a.params, i.level, i.opened_at as since, a.device_id,
  d.name as device_name, d.type as device_type, d.serial as sn, i.children, a.cnt`
const whole = sql`join alarm a on a.id = i.alarm_id join device_view d on d.id = a.device_id join scene_view c on c.id = i.scene_id`

/** Events after that one, for readers with their own offset. */
export function newsAfter(db: Db, after: number, limit: number): Promise<IncidentRow[]> {
  return db.rows<IncidentRow>(sql`
    select n.id as news_id, n.state, n.at, ${reported} from incident_event n join alarm_incident i on i.id = n.incident_id ${whole}
    where n.id > ${after} order by n.id limit ${limit}`)
}
