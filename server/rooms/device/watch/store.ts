import sql from 'sql-template-tag'
import type { Db } from '../../../kernel/db.ts'

/** Extends the watch at least until then; `fresh`: it was not watched. The caller may write to the device. */
export function saveWatch(db: Db, device_id: number, until: number): Promise<{ fresh: boolean }> {
  return db.one(sql`
    insert into device_watch as w (device_id, until) values (${device_id}, ${until})
    on conflict (device_id) do update set until = greatest(w.until, excluded.until) returning (xmax = 0) as fresh`)
}

export async function endWatch(db: Db, device_id: number): Promise<void> {
  await db.run(sql`delete from device_watch where device_id = ${device_id}`)
}

/** Expired watches, a few at a time. */
export function watchesOver(db: Db, at: number): Promise<{ device_id: number; until: number }[]> {
  return db.rows(sql`select device_id, until from device_watch where until < ${at} order by until limit 1000`)
}

/** Unless it was extended meanwhile. */
export async function deleteWatch(db: Db, device_id: number, until: number): Promise<void> {
  await db.run(sql`delete from device_watch where device_id = ${device_id} and until = ${until}`)
}
