import sql from 'sql-template-tag'
import type { QueryContext } from '../../../kernel/db.ts'

type DeviceQuotaDb = Pick<QueryContext, 'db'>
type Used = { team_id: number; used: number }[]

// counted for teams by their id: the calls of quotas check the caller

/** Devices of the teams' scenes. */
export function countDevices({ db }: DeviceQuotaDb, team_ids: readonly number[]): Promise<Used> {
  return db.rows(sql`
    select c.team_id, sum(t.n)::int as used from scene_view c join device_count t on t.scene_id = c.id
    where c.team_id = any(${team_ids}::int[]) group by 1`)
}

/** The teams of these scenes, and how many of the list belong to each. */
export function countByTeam(
  { db }: DeviceQuotaDb,
  scene_ids: readonly number[],
): Promise<{ team_id: number; n: number }[]> {
  return db.rows(sql`
    select c.team_id, count(*)::int as n from unnest(${scene_ids}::int[]) as s(id) join scene_view c on c.id = s.id group by 1 order by 1`)
}

/** Pending requests of the teams for devices. */
export function countClaims({ db }: DeviceQuotaDb, team_ids: readonly number[], now: number): Promise<Used> {
  return db.rows(sql`
    select c.team_id, count(*)::int as used from device_claim_view c
    where c.team_id = any(${team_ids}::int[]) and c.state = 0 and c.expires_at > ${now} group by 1`)
}
