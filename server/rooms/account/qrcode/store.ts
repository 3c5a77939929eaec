import sql from 'sql-template-tag'
import type { QueryContext } from '../../../kernel/db.ts'

/** Stored states; `expired` is a row that has expired or was removed. */
type StoredQrState = 'wait' | 'scanned' | 'confirmed' | 'refused'

export interface QrSignIn {
  state: StoredQrState
  uid: number | null
  ip: string
  agent: string
  created_at: number
  expires_at: number
}

const columns = sql`state, uid, ip, agent, created_at, expires_at`

export interface NewQr {
  key_hash: Buffer
  qr_hash: Buffer
  ip: string
  place: string
  agent: string
  created_at: number
  expires_at: number
}

/**
 * Keeps at most `most` open ones, and `mostHere` of one address: the oldest of the address with the most are removed.
 */
export async function addQr({ db }: QueryContext, one: NewQr, most: number, mostHere: number): Promise<void> {
  const { key_hash, qr_hash, ip, place, agent, created_at, expires_at } = one
  await db.run(sql`insert into qr_sign_in (key_hash, qr_hash, ip, place, agent, created_at, expires_at)
    values (${key_hash}, ${qr_hash}, ${ip}, ${place}, ${agent}, ${created_at}, ${expires_at})`)
  await db.run(sql`delete from qr_sign_in where key_hash in (
    select key_hash from (
      select key_hash, expires_at, row_number() over (partition by place order by expires_at desc) as nth from qr_sign_in
      where (select count(*) from qr_sign_in) > ${most}
    ) ranked order by nth, expires_at desc offset ${most})`)
  await db.run(sql`delete from qr_sign_in where key_hash in (
    select key_hash from qr_sign_in where place = ${place} order by expires_at desc, key_hash offset ${mostHere})`)
}

export const findByKey = ({ db }: QueryContext, key_hash: Buffer, now: number) =>
  db.find<QrSignIn>(sql`select ${columns} from qr_sign_in where key_hash = ${key_hash} and expires_at > ${now}`)

/**
 * Removes a confirmed one and returns who confirmed it, and when that user last proved their identity; undefined when
 * another request was faster.
 */
export const takeConfirmed = ({ db }: QueryContext, key_hash: Buffer, now: number) =>
  db.find<{ uid: number; proved_at: number }>(sql`delete from qr_sign_in
    where key_hash = ${key_hash} and state = 'confirmed' and expires_at > ${now} returning uid, proved_at`)

/** Records who scanned; undefined when it has expired, was answered, or another user scanned it before. */
export const markScanned = ({ db }: QueryContext, qr_hash: Buffer, uid: number, now: number) =>
  db.find<QrSignIn & { key_hash: Buffer }>(sql`update qr_sign_in set state = 'scanned', uid = ${uid}
    where qr_hash = ${qr_hash} and expires_at > ${now} and state in ('wait', 'scanned') and (uid is null or uid = ${uid})
    returning key_hash, ${columns}`)

/**
 * Records the answer of the user who scanned; undefined when it has expired, was answered before, or belongs to another
 * user.
 */
export const answerQr = (
  { db }: QueryContext,
  qr_hash: Buffer,
  uid: number,
  { state, proved_at }: { state: 'confirmed' | 'refused'; proved_at: number },
  now: number,
): Promise<{ key_hash: Buffer; ip: string; agent: string } | undefined> =>
  db.find(sql`update qr_sign_in set state = ${state}, proved_at = ${proved_at}
    where qr_hash = ${qr_hash} and expires_at > ${now} and state = 'scanned' and uid = ${uid}
    returning key_hash, ip, agent`)

export async function sweepQr({ db }: QueryContext, now: number): Promise<void> {
  await db.run(sql`delete from qr_sign_in where expires_at <= ${now}`)
}
