import sql, { raw, type Sql } from 'sql-template-tag'
import type { Db } from '../../kernel/db.ts'
import { storeSeconds } from '../../kernel/database/store-clock.ts'

/** Rows that one process drives at a time: columns for the holder and, `lease_until`, the end of the lease. */
export interface LeasedTable {
  readonly table: string
  /** The column of the holder. */
  readonly holder: string
  /** Condition of rows with work to do. */
  readonly open: Sql
}

/** Seconds by the clock of the store: those of processes differ. */
export interface LeaseStore {
  /** Takes or renews it; false: another process holds it, or there is no work. */
  take(db: Db, id: number, by: string, seconds: number): Promise<boolean>
  /** Releases it for other processes. */
  release(db: Db, id: number, by: string): Promise<void>
  /** Rows without a lease. */
  undriven(db: Db): Promise<number[]>
  /** Shortens leases that were taken before the clock was set back, as if they were taken now. */
  shorten(db: Db, seconds: number): Promise<void>
}

/** Rows taken per query. */
const MOST = 100

export function leasesOf({ table, holder, open }: LeasedTable): LeaseStore {
  const [rows, owner] = [raw(table), raw(holder)]
  const isFree = sql`lease_until < ${storeSeconds}`
  return {
    async take(db, id, by, seconds) {
      const taken = await db.run(sql`
        update ${rows} set ${owner} = ${by}, lease_until = ${storeSeconds} + ${seconds}
        where id = ${id} and ${open} and (${owner} = ${by} or ${isFree})`)
      return taken > 0
    },
    async release(db, id, by) {
      await db.run(sql`update ${rows} set lease_until = 0 where id = ${id} and ${owner} = ${by}`)
    },
    async undriven(db) {
      const free = sql`select id from ${rows} where ${open} and ${isFree} order by id limit ${MOST}`
      return (await db.rows<{ id: number }>(free)).map(({ id }) => id)
    },
    async shorten(db, seconds) {
      await db.run(sql`
        update ${rows} set lease_until = ${storeSeconds} + ${seconds}
        where ${open} and lease_until > ${storeSeconds} + ${seconds}`)
    },
  }
}
