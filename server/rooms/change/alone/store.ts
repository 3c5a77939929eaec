import sql from 'sql-template-tag'
import type { Reach } from '../../../kernel/db.ts'

/** Answers those that were not so before. */
export async function setAlone(
  { db, access }: Reach,
  ids: readonly number[],
  { standalone, by, at }: { standalone: boolean; by: string; at: number },
): Promise<Set<number>> {
  const rows = await db.rows<{ id: number }>(sql`
    update device d set standalone = ${standalone}, updated_at = ${at}, changed_by = ${by}, rev = rev + 1
    where d.id = any(${ids as number[]}::int[]) and d.standalone <> ${standalone} and ${access.writes(sql`d.scene_id`)}
    returning d.id`)
  return new Set(rows.map(({ id }) => id))
}
