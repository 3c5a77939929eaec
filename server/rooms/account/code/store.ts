import sql from 'sql-template-tag'
import type { Db, Reach } from '../../../kernel/db.ts'

export interface NewCode {
  /** Hash of purpose, channel and target. */
  key: Buffer
  /** Hash of channel and target. */
  target: Buffer
  ip: string
  /** Hash of the code, sealed. */
  hash: string
  now: number
  expires_at: number
}

/** Makes those who ask for codes to the same target wait for each other until the transaction ends. */
export async function lockTarget(db: Db, target: Buffer): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(${target.readInt32BE(0)}::int, ${target.readInt32BE(4)}::int)`)
}

/** When codes were asked for since then, newest first: for the key, to the target, from the address. */
export async function listAsked(db: Db, { key, target, ip }: NewCode, since: number): Promise<Asked> {
  const rows = await db.rows<{ at: number; key: boolean; target: boolean; ip: boolean }>(sql`
    select created_at as at, key = ${key} as key, target = ${target} as target, ip = ${ip} as ip from sent_code
    where created_at > ${since} and (target = ${target} or ip = ${ip}) order by created_at desc limit 1000`)
  const timesOf = (of: 'key' | 'target' | 'ip') => rows.filter((row) => row[of]).map(({ at }) => at)
  return { key: timesOf('key'), target: timesOf('target'), ip: timesOf('ip') }
}

export interface Asked {
  key: number[]
  target: number[]
  ip: number[]
}

export async function addCode(db: Db, { key, target, ip, hash, now, expires_at }: NewCode): Promise<void> {
  await db.run(sql`
    insert into sent_code (key, target, ip, hash, created_at, expires_at)
    values (${key}, ${target}, ${ip}, ${hash}, ${now}, ${expires_at})`)
}

/**
 * The last code of the key, with the try counted before it is judged, so that tries at the same moment cannot outrun the
 * count; undefined when there is none that can be tried.
 */
export function countCodeTry(
  { db }: Reach,
  key: Buffer,
  most: number,
  now: number,
): Promise<{ id: number; hash: string } | undefined> {
  return db.find<{ id: number; hash: string }>(sql`
    update sent_code set tries = tries + 1
    where id = (select id from sent_code where key = ${key} order by id desc limit 1)
      and tries < ${most} and spent_at is null and expires_at > ${now}
    returning id, hash`)
}

/** A right answer is no failed try. */
export async function uncountCodeTry({ db }: Reach, id: number): Promise<void> {
  await db.run(sql`update sent_code set tries = tries - 1 where id = ${id}`)
}

/** False when it was spent already. */
export async function markSpent({ db }: Reach, id: number, now: number): Promise<boolean> {
  return (await db.run(sql`update sent_code set spent_at = ${now} where id = ${id} and spent_at is null`)) === 1
}

/** Codes are kept for the limits of a day. */
export async function sweepCodes({ db }: Reach, before: number): Promise<void> {
  await db.run(sql`delete from sent_code where created_at <= ${before}`)
}
