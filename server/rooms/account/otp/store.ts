import sql from 'sql-template-tag'
import type { QueryContext } from '../../../kernel/db.ts'

export interface Authenticator {
  /** Sealed by the vault. */
  secret: string
  /** 0: the binding is not confirmed. */
  confirmed_at: number
  created_at: number
}

export const findAuthenticator = ({ db }: QueryContext, uid: number) =>
  db.find<Authenticator>(sql`select secret, confirmed_at, created_at from account_otp where uid = ${uid}`)

/** Begins a new binding; false when a confirmed one exists. */
export async function beginAuthenticator(
  { db }: QueryContext,
  uid: number,
  secret: string,
  now: number,
): Promise<boolean> {
  const begun = await db.run(sql`
    insert into account_otp as o (uid, secret, created_at) values (${uid}, ${secret}, ${now})
    on conflict (uid) do update set secret = excluded.secret, created_at = excluded.created_at, last_step = 0
    where o.confirmed_at = 0`)
  return begun === 1
}

/** Confirms a pending binding, and marks its first code as used. */
export async function confirmAuthenticator(
  { db }: QueryContext,
  uid: number,
  step: number,
  now: number,
): Promise<boolean> {
  const done = await db.run(sql`
    update account_otp set confirmed_at = ${now}, last_step = ${step} where uid = ${uid} and confirmed_at = 0`)
  return done === 1
}

/** Marks the code of a time step as used; false when it or a newer one was used before. */
export async function takeStep({ db }: QueryContext, uid: number, step: number): Promise<boolean> {
  return (
    (await db.run(sql`update account_otp set last_step = ${step} where uid = ${uid} and last_step < ${step}`)) === 1
  )
}

/** Removes the authenticator and its recovery codes. */
export async function removeAuthenticator({ db }: QueryContext, uid: number): Promise<void> {
  await db.run(sql`delete from account_otp where uid = ${uid}`)
  await db.run(sql`delete from recovery_code where uid = ${uid}`)
}

export async function replaceRecoveryCodes(
  { db }: QueryContext,
  uid: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await db.run(sql`delete from recovery_code where uid = ${uid}`)
  await db.run(sql`insert into recovery_code (uid, hash) select ${uid}, unnest(${hashes as Buffer[]}::bytea[])`)
}

/** Uses a recovery code; false when it is not valid. */
export async function takeRecoveryCode({ db }: QueryContext, uid: number, hash: Buffer): Promise<boolean> {
  return (await db.run(sql`delete from recovery_code where uid = ${uid} and hash = ${hash}`)) === 1
}

export async function countRecoveryCodes({ db }: QueryContext, uid: number): Promise<number> {
  return (await db.one<{ n: number }>(sql`select count(*) as n from recovery_code where uid = ${uid}`)).n
}

// between the first step of a sign-in and the second

export interface SecondStepTicket {
  uid: number
  /** The method of the first step. */
  first: string
  /** The counter of the attempts. */
  guard: Buffer
}

/** Keeps at most `most` open tickets of an account: the oldest of the place with the most are removed. */
export async function addTicket(
  { db }: QueryContext,
  one: SecondStepTicket & { hash: Buffer; expires_at: number; place: string },
  most: number,
): Promise<void> {
  const { hash, uid, first, guard, expires_at, place } = one
  await db.run(sql`insert into sign_in_ticket (hash, uid, first, guard, expires_at, place)
    values (${hash}, ${uid}, ${first}, ${guard}, ${expires_at}, ${place})`)
  await db.run(sql`delete from sign_in_ticket where hash in (
    select hash from (
      select hash, expires_at, row_number() over (partition by place order by expires_at desc) as nth
      from sign_in_ticket where uid = ${uid}
    ) ranked order by nth, expires_at desc offset ${most})`)
}

export const findTicket = ({ db }: QueryContext, hash: Buffer, now: number) =>
  db.find<SecondStepTicket>(
    sql`select uid, first, guard from sign_in_ticket where hash = ${hash} and expires_at > ${now}`,
  )

/** A ticket with one more attempt counted; undefined when it has expired or had `most` attempts. */
export const tryTicket = ({ db }: QueryContext, hash: Buffer, most: number, now: number) =>
  db.find<SecondStepTicket>(sql`update sign_in_ticket set tries = tries + 1
    where hash = ${hash} and expires_at > ${now} and tries < ${most} returning uid, first, guard`)

/** Removes the ticket; false when another request already did. */
export async function takeTicket({ db }: QueryContext, hash: Buffer): Promise<boolean> {
  return (await db.run(sql`delete from sign_in_ticket where hash = ${hash}`)) === 1
}

// proof that a session is still used by its owner

export async function proveSession({ db }: QueryContext, id: number, now: number): Promise<void> {
  await db.run(sql`update session set proved_at = ${now} where id = ${id}`)
}

/** When the owner of the session last proved their identity, signing in included; 0: never. */
export async function provedAt({ db }: QueryContext, id: number): Promise<number> {
  const row = await db.find<{ at: number }>(sql`select proved_at as at from session where id = ${id}`)
  return row?.at ?? 0
}

/** Removes expired rows. */
export async function sweepSecondSteps({ db }: QueryContext, now: number, beginLife: number): Promise<void> {
  await db.run(sql`delete from sign_in_ticket where expires_at <= ${now}`)
  await db.run(sql`delete from account_otp where confirmed_at = 0 and created_at <= ${now - beginLife}`)
}
