import sql from 'sql-template-tag'
import type { Db } from '../db.ts'

/** Unix seconds by the clock of the store: the one that all processes share, on whichever machines they are. */
export const storeSeconds = sql`extract(epoch from now())::bigint`

export async function storeNow(db: Db): Promise<number> {
  return (await db.one<{ now: number }>(sql`select ${storeSeconds} as now`)).now
}
