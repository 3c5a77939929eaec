import sql, { raw, type Sql } from 'sql-template-tag'
import type { Db } from '../../kernel/db.ts'
import { storeSeconds } from '../../kernel/database/store-clock.ts'

/** Rows that one process drives at a time: columns for who has it and, `lease_until`, until when. */
export interface LeasedTable {
  readonly table: string
  /** The column that names who has it. */
  readonly holder: string
  /** Rows in which there is something to drive. */
  readonly open: Sql
}

/** Seconds by the clock of the store: those of processes differ. */
export interface LeaseStore {
  /** Takes or keeps it; false: another one drives it, or there is nothing to drive. */
  take(db: Db, id: number, by: string, seconds: number): Promise<boolean>
  /** Others may take it at once. */
  release(db: Db, id: number, by: string): Promise<void>
  /** Rows that nobody drives. */
  undriven(db: Db): Promise<number[]>
  /** Leases that were taken by a clock that was set back since end as if they were taken now. */
  shorten(db: Db, seconds: number): Promise<void>
}

/** Rows taken up with one look. */
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
