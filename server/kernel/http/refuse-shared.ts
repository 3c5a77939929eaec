import sql, { type Sql } from 'sql-template-tag'
import type { QueryContext } from '../db.ts'

/**
 * In a call for owners only, rows of shared scenes are refused with a message instead of being reported as missing. `column`: the scene of
 * the rows; `rows`: their tables and the condition that names them.
 */
export async function refuseShared({ db, access }: QueryContext, column: Sql, rows: Sql): Promise<void> {
  if (!access.ownOnly) return
  const found = await db.rows<{ scene_id: number }>(sql`
    select distinct ${column} as scene_id from ${rows} and ${access.sees(column)}`)
  access.requireOwned(found.map(({ scene_id }) => scene_id))
}
