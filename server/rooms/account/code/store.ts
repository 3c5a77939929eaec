import sql from 'sql-template-tag'
import type { Db, QueryContext } from '../../../kernel/db.ts'

export interface NewCode {
  /** Hash of purpose, channel and target. */
  key: Buffer
  /** Hash of channel and target. */
  target: Buffer
  ip: string
  place: string
  /** 0 anyone, 1 a person with the password or a session, 2 a person at a place that the account signed in from. */
  standing: 0 | 1 | 2
  /** Hash of the code, sealed by the vault. */
  hash: string
  now: number
  expires_at: number
}

/** Serializes the requests for codes to the same target until the transaction ends. */
export async function lockTarget(db: Db, target: Buffer): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(${target.readInt32BE(0)}::int, ${target.readInt32BE(4)}::int)`)
}

/**
 * When codes were requested since then, newest first: for the key from that place, to the target by requesters with the
 * same standing, and from the place. So no requester uses up the allowance of others.
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

/** Invalidates the previous code that was requested from the same place. */
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
  /** It was requested from the place of this attempt. */
  own: boolean
}

/**
 * The last code of the key that was requested from that place, else from any. The attempt is counted before it is
 * checked, so that concurrent attempts cannot exceed the count; undefined when no code can be tried. Attempts from
 * other places have a separate count.
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

/** A correct answer does not count as a failed attempt. */
export async function uncountCodeTry({ db }: QueryContext, { id, own }: TriedCode): Promise<void> {
  await db.run(
    own
      ? sql`update sent_code set tries = tries - 1 where id = ${id}`
      : sql`update sent_code set tries_elsewhere = tries_elsewhere - 1 where id = ${id}`,
  )
}

/** Marks all codes of the key as used. False when it was used already. */
export async function markSpent({ db }: QueryContext, id: number, key: Buffer, now: number): Promise<boolean> {
  const spent = await db.rows<{ id: number }>(
    sql`update sent_code set used_at = ${now} where key = ${key} and used_at is null returning id`,
  )
  return spent.some((one) => one.id === id)
}

/** Codes are kept for the daily limits. */
export async function sweepCodes({ db }: QueryContext, before: number): Promise<void> {
  await db.run(sql`delete from sent_code where created_at <= ${before}`)
}
