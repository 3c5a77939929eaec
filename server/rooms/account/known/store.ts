import sql from 'sql-template-tag'
import type { QueryContext } from '../../../kernel/db.ts'

/** Maximum number of browsers and places kept for one account; the least recently used one is replaced. */
const MOST = 20

/**
 * Whether the account signed in from that browser, or from that place, before; false for an account that does not
 * exist.
 */
export function findKnown(
  { db }: QueryContext,
  uid: number,
  device: Buffer | undefined,
  place: string,
): Promise<{ device: boolean; place: boolean }> {
  return db.one<{ device: boolean; place: boolean }>(sql`
    select exists (select from known_device where uid = ${uid} and hash = ${device ?? null}) as device,
      exists (select from known_place where uid = ${uid} and place = ${place}) as place`)
}

/** Whether any account signed in from that browser: then its secret was made here. */
export async function isDevice({ db }: QueryContext, hash: Buffer): Promise<boolean> {
  return (await db.one<{ any: boolean }>(sql`select exists (select from known_device where hash = ${hash}) as any`)).any
}

export async function saveDevice({ db }: QueryContext, uid: number, hash: Buffer, now: number): Promise<void> {
  await db.run(sql`
    with gone as (delete from known_device where uid = ${uid} and hash in (
      select hash from known_device where uid = ${uid} and hash <> ${hash} order by last_used desc, hash offset ${MOST - 1}))
    insert into known_device (uid, hash, created_at, last_used) values (${uid}, ${hash}, ${now}, ${now})
    on conflict (uid, hash) do update set last_used = excluded.last_used`)
}

export async function savePlace({ db }: QueryContext, uid: number, place: string, now: number): Promise<void> {
  await db.run(sql`
    with gone as (delete from known_place where uid = ${uid} and place in (
      select place from known_place where uid = ${uid} and place <> ${place} order by last_used desc, place offset ${MOST - 1}))
    insert into known_place (uid, place, last_used) values (${uid}, ${place}, ${now})
    on conflict (uid, place) do update set last_used = excluded.last_used`)
}

/** Removes browsers and places that have not been used since then. */
export async function sweepKnown({ db }: QueryContext, before: number): Promise<void> {
  await db.run(sql`delete from known_place where last_used <= ${before}`)
  await db.run(sql`delete from known_device where last_used <= ${before}`)
}
