import sql, { type Sql } from 'sql-template-tag'
import type { Reach } from '../db.ts'

/**
 * In a call that is the owner's alone, what stands in scenes that are only shared refuses with a sentence, in place of a row that
 * is missing. `column`: the scene of the rows; `rows`: their tables and the condition that names them.
 */
export async function refuseShared({ db, access }: Reach, column: Sql, rows: Sql): Promise<void> {
  if (!access.ownOnly) return
  const found = await db.rows<{ scene_id: number }>(sql`
    select distinct ${column} as scene_id from ${rows} and ${access.sees(column)}`)
  access.requireOwned(found.map(({ scene_id }) => scene_id))
}
