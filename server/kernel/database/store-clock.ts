import sql from 'sql-template-tag'
import type { Db } from '../db.ts'

/** Unix seconds by the clock of the database, which processes on all machines share. */
export const storeSeconds = sql`extract(epoch from now())::bigint`

export async function storeNow(db: Db): Promise<number> {
  return (await db.one<{ now: number }>(sql`select ${storeSeconds} as now`)).now
}
