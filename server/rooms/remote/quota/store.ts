import sql from 'sql-template-tag'
import type { QueryContext } from '../../../kernel/db.ts'

type RemoteQuotaDb = Pick<QueryContext, 'db'>
type TeamSessions = { team_id: number; used: number }[]

// counted for teams by their id: the calls of quotas check the caller

/** Open tunnels and shells of members of the teams. */
export function countRemote(
  { db }: RemoteQuotaDb,
  team_ids: readonly number[],
  kinds: readonly string[],
  now: number,
): Promise<TeamSessions> {
  return db.rows(sql`
    select a.team_id, count(*)::int as used from device_remote r join account_view a on a.id = r.uid
    where r.ended_at is null and r.expires_at > ${now} and r.kind = any(${kinds}::text[]) and a.team_id = any(${team_ids}::int[]) group by 1`)
}
