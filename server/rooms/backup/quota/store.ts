import sql from 'sql-template-tag'
import type { QueryContext } from '../../../kernel/db.ts'

type BackupQuotaDb = Pick<QueryContext, 'db'>
type TeamBackups = { team_id: number; used: number }[]

// counted for teams by their id: the calls of quotas check the caller

/** Stored backups of the teams' devices, and pending ones. */
export function countBackups({ db }: BackupQuotaDb, team_ids: readonly number[]): Promise<TeamBackups> {
  return db.rows(sql`
    select team_id, sum(n)::int as used from (
      select c.team_id, count(*) as n from scene_view c join device_view d on d.scene_id = c.id join device_backup b on b.device_id = d.id
      where c.team_id = any(${team_ids}::int[]) group by 1
      union all
      select c.team_id, count(*) from task_view t join task_item_view i on i.task_id = t.id join scene_view c on c.id = i.scene_id
      where t.result = 3 and t.type = 'backup' and i.result = 3 and c.team_id = any(${team_ids}::int[]) group by 1
    ) x group by 1`)
}
