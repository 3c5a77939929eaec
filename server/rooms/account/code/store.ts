import sql from 'sql-template-tag'
import type { Db, QueryContext } from '../../../kernel/db.ts'

export interface NewCode {
  /** Hash of purpose, channel and target. */
  key: Buffer
  /** Hash of channel and target. */
  target: Buffer
  ip: string
  place: string
  /** 0 anybody, 1 somebody with the password or a session, 2 from a place the account signed in from. */
  standing: 0 | 1 | 2
  /** Hash of the code, sealed. */
  hash: string
  now: number
  expires_at: number
}

/** Makes those who ask for codes to the same target wait for each other until the transaction ends. */
export async function lockTarget(db: Db, target: Buffer): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(${target.readInt32BE(0)}::int, ${target.readInt32BE(4)}::int)`)
}

/**
 * When codes were asked for since then, newest first: for the key from that place, to the target by who has the same standing,
 * and from the place. So nobody uses up what others may ask for.
 */
export async function listRequested(
  db: Db,
  { key, target, place, standing }: NewCode,
  since: number,
): Promise<RecentCodes> {
  const rows = await db.rows<{ at: number; key: boolean; target: boolean; ip: boolean }>(sql`
    select created_at as at, key = ${key} and place = ${place} as key, target = ${target} and standing = ${standing} as target,
      place = ${place} as ip from sent_code
    where created_at > ${since} and (target = ${target} or place = ${place}) order by created_at desc limit 1000`)
  const timesOf = (of: 'key' | 'target' | 'ip') => rows.filter((row) => row[of]).map(({ at }) => at)
  return { key: timesOf('key'), target: timesOf('target'), ip: timesOf('ip') }
}

export interface RecentCodes {
  key: number[]
  target: number[]
  ip: number[]
}

/** The code before it, asked for from the same place, is worth nothing from now on. */
export async function addCode(db: Db, one: NewCode): Promise<void> {
  const { key, target, ip, place, standing, hash, now, expires_at } = one
  await db.run(
    sql`update sent_code set expires_at = ${now} where key = ${key} and place = ${place} and expires_at > ${now}`,
  )
  await db.run(sql`
    insert into sent_code (key, target, ip, place, standing, hash, created_at, expires_at)
    values (${key}, ${target}, ${ip}, ${place}, ${standing}, ${hash}, ${now}, ${expires_at})`)
}

export interface TriedCode {
  id: number
  hash: string
  /** It was asked for from the place it is tried from. */
  own: boolean
}

/**
 * The last code of the key that was asked for from that place, else from any, with the try counted before it is judged, so that
 * tries at the same moment cannot outrun the count; undefined when there is none that can be tried. Tries from elsewhere use up
 * a count of their own.
 */
export function countCodeTry(
  { db }: QueryContext,
  { key, place }: Pick<NewCode, 'key' | 'place'>,
  most: number,
  now: number,
): Promise<TriedCode | undefined> {
  return db.find<TriedCode>(sql`
    update sent_code set tries = tries + (place = ${place})::int, tries_elsewhere = tries_elsewhere + (place <> ${place})::int
    where id = (select id from sent_code where key = ${key} and used_at is null and expires_at > ${now}
        order by place = ${place} desc, id desc limit 1)
      and case when place = ${place} then tries else tries_elsewhere end < ${most}
    returning id, hash, place = ${place} as own`)
}

/** A right answer is no failed try. */
export async function uncountCodeTry({ db }: QueryContext, { id, own }: TriedCode): Promise<void> {
  await db.run(
    own
      ? sql`update sent_code set tries = tries - 1 where id = ${id}`
      : sql`update sent_code set tries_elsewhere = tries_elsewhere - 1 where id = ${id}`,
  )
}

/** With it all codes of the key are spent. False when it was spent already. */
export async function markSpent({ db }: QueryContext, id: number, key: Buffer, now: number): Promise<boolean> {
  const spent = await db.rows<{ id: number }>(
    sql`update sent_code set used_at = ${now} where key = ${key} and used_at is null returning id`,
  )
  return spent.some((one) => one.id === id)
}

/** Codes are kept for the limits of a day. */
export async function sweepCodes({ db }: QueryContext, before: number): Promise<void> {
  await db.run(sql`delete from sent_code where created_at <= ${before}`)
}
