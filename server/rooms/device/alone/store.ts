import sql from 'sql-template-tag'
import type { Reach } from '../../../kernel/db.ts'

export async function setAlone(
  { db, access }: Reach,
  ids: readonly number[],
  { alone, by, at }: { alone: boolean; by: string; at: number },
): Promise<void> {
  await db.run(sql`
    update device d set alone = ${alone}, updated_at = ${at}, changed_by = ${by}, rev = rev + 1
    where d.id = any(${ids as number[]}::int[]) and d.alone <> ${alone} and ${access.writes(sql`d.scene_id`)}`)
}
