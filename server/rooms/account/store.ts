import { createHash } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { Lang } from '@belvedere/contract/kit/text.ts'
import type { memberCalls } from '@belvedere/contract/rooms/account/member.ts'
import type { RoleId } from '@belvedere/contract/rooms/account/roles.ts'
import { normalEmail } from '@belvedere/pure/text/email.ts'
import { normalPhone } from '@belvedere/pure/text/phone.ts'
import type { Db, QueryContext } from '../../kernel/db.ts'
import { containsSql } from '../../kernel/database/list-sql.ts'
import { allOf, pageOf } from '../../kernel/page.ts'
import {
  FAILURES_EXPIRE,
  type Guard,
  MAX_SESSIONS,
  type NavEntry,
  SESSION_IDLE,
  SESSION_LIFE,
  TOKEN_MEMORY,
} from './rules.ts'

// teams and accounts

export interface Account {
  id: number
  team_id: number
  team: string
  account: string
  nickName: string
  avatar: string
  role: RoleId
  is_admin: 0 | 1
  hash: string
  /** When it was set; 0: before this was recorded. */
  hash_at: number
  unused: 0 | 1
  /** Verified and normalized. */
  email: string | null
  phone: string | null
  second_sms: 0 | 1
  second_email: 0 | 1
  theme: 0 | 1
  lang: Lang
  rev: number
  updated_at: number
  changed_by: string
}

const accountColumns = sql`a.id, a.team_id, t.name as team, a.account, a.nick_name as "nickName", a.avatar, a.role, a.is_admin,
  a.hash, a.hash_at, a.unused, a.email, a.phone, a.second_sms, a.second_email, a.theme, a.lang, a.rev, a.updated_at, a.changed_by`

export async function addTeam({ db }: QueryContext, name: string, now: number): Promise<number> {
  const { id } = await db.one<{ id: number }>(
    sql`insert into team (name, created_at) values (${name}, ${now}) returning id`,
  )
  return id
}

/** Serializes changes of the team's members; false when the team is not the caller's. */
export async function lockTeam({ db, access }: QueryContext, team_id: number): Promise<boolean> {
  return (await db.run(sql`select from team t where t.id = ${team_id} and ${access.owns(sql`t.id`)} for update`)) === 1
}

export interface NewAccount {
  team_id: number
  account: string
  nickName: string
  role: RoleId
  is_admin: 0 | 1
  hash: string
  unused: 0 | 1
  /** Verified and normalized. */
  email?: string
  phone?: string
  lang?: Lang
  theme?: 0 | 1 | undefined
  by: string
  now: number
}

/** The new account's id; undefined when the name or the address is taken. */
export async function addAccount({ db }: QueryContext, one: NewAccount): Promise<number | undefined> {
  const row = await db.find<{ id: number }>(sql`
    insert into account (team_id, account, nick_name, role, is_admin, hash, hash_at, unused, email, phone, lang, theme, created_at,
      updated_at, changed_by)
    values (${one.team_id}, ${one.account}, ${one.nickName}, ${one.role}, ${one.is_admin}, ${one.hash}, ${one.now}, ${one.unused},
      ${one.email ?? null}, ${one.phone ?? null}, ${one.lang ?? 'zh'}, ${one.theme ?? 0}, ${one.now}, ${one.now}, ${one.by})
    on conflict do nothing returning id`)
  return row?.id
}

const findWhere = ({ db }: QueryContext, condition: Sql) =>
  db.find<Account>(sql`select ${accountColumns} from account a join team t on t.id = a.team_id where ${condition}`)

/**
 * The account of a name or a verified address, for signing in: of any team. The address comes first, so that a user
 * with that name does not lock the owner of the address out.
 */
export function findByName(ctx: QueryContext, name: string): Promise<Account | undefined> {
  const [email, phone] = [normalEmail(name) ?? null, normalPhone(name) ?? null]
  const found = sql`
    select id from account where lower(account) = lower(${name}) or email = ${email} or phone = ${phone}
    order by coalesce(email = ${email} or phone = ${phone}, false) desc limit 1`
  return findWhere(ctx, sql`a.id = (${found})`)
}

/** The account with a verified address, of any team: for sign-in and password reset. */
export const findByAddress = (ctx: QueryContext, channel: 'sms' | 'email', target: string) =>
  findWhere(ctx, channel === 'sms' ? sql`a.phone = ${target}` : sql`a.email = ${target}`)

/** An account of the caller's own team. */
export const findAccount = (ctx: QueryContext, id: number) =>
  findWhere(ctx, sql`a.id = ${id} and ${ctx.access.owns(sql`a.team_id`)}`)

/** An account that is not being closed, for work on its behalf. */
export const findActive = (ctx: QueryContext, id: number) =>
  findWhere(ctx, sql`a.id = ${id} and a.cancel_at is null and ${ctx.access.owns(sql`a.team_id`)}`)

/** The first administrator of the installation, if it exists. */
export const findFirstAdmin = (ctx: QueryContext) =>
  findWhere(ctx, sql`a.id = (select min(id) from account where is_admin = 1) and ${ctx.access.owns(sql`a.team_id`)}`)

/** The member of a team with this mail address. */
export function findMember(
  { db }: Pick<QueryContext, 'db'>,
  team_id: number,
  email: string,
): Promise<{ id: number } | undefined> {
  return db.find(
    sql`select id from account where team_id = ${team_id} and email = ${email.toLowerCase()} and cancel_at is null`,
  )
}

/** Teams with an administrator of the installation: the network of this machine is their own. */
export async function homeTeams({ db }: Pick<QueryContext, 'db'>): Promise<number[]> {
  const rows = await db.rows<{ team_id: number }>(sql`select distinct team_id from account where is_admin = 1`)
  return rows.map(({ team_id }) => team_id)
}

export async function hasAccounts({ db }: QueryContext): Promise<boolean> {
  return (await db.one<{ any: boolean }>(sql`select exists (select from account) as any`)).any
}

export interface AccountChange {
  nickName?: string
  theme?: 0 | 1
  lang?: Lang
  role?: RoleId
  is_admin?: 0 | 1
  hash?: string
}

export async function changeAccount(
  { db, access }: QueryContext,
  id: number,
  to: AccountChange,
  by: string,
  now: number,
): Promise<void> {
  await db.run(sql`update account a set
    nick_name = coalesce(${to.nickName ?? null}, nick_name), theme = coalesce(${to.theme ?? null}, theme),
    lang = coalesce(${to.lang ?? null}, lang), role = coalesce(${to.role ?? null}, role),
    is_admin = coalesce(${to.is_admin ?? null}, is_admin), hash = coalesce(${to.hash ?? null}, hash),
    hash_at = case when ${to.hash ?? null}::text is null then hash_at else ${now}::bigint end,
    rev = rev + 1, updated_at = ${now}, changed_by = ${by}
    where id = ${id} and ${access.owns(sql`a.team_id`)}`)
  if (to.hash === undefined) return
  // a browser that knew only the old password is unknown again
  const own = sql`uid in (select a.id from account a where a.id = ${id} and ${access.owns(sql`a.team_id`)})`
  await db.run(sql`delete from known_device where ${own}`)
  await db.run(sql`delete from known_place where ${own}`)
}

export async function markUsed({ db }: QueryContext, uid: number): Promise<void> {
  await db.run(sql`update account set unused = 0 where id = ${uid} and unused = 1`)
}

export async function readNav({ db }: QueryContext, uid: number): Promise<NavEntry[]> {
  const { nav } = await db.one<{ nav: NavEntry[] | null }>(sql`select menu_nav as nav from account where id = ${uid}`)
  return nav ?? []
}

export async function saveNav({ db }: QueryContext, uid: number, nav: readonly NavEntry[]): Promise<void> {
  await db.run(sql`update account set menu_nav = ${JSON.stringify(nav)}::jsonb where id = ${uid}`)
}

/** The number of accounts of one role in the team, except one. */
export async function countOthers(
  { db }: QueryContext,
  team_id: number,
  role: RoleId,
  beside: number,
): Promise<number> {
  const request = sql`select count(*) as n from account where team_id = ${team_id} and role = ${role} and id <> ${beside}`
  return (await db.one<{ n: number }>(request)).n
}

/**
 * The number of administrators of the installation, except one; those counted cannot change before this transaction
 * ends.
 */
export async function countOtherAdmins({ db }: QueryContext, beside: number): Promise<number> {
  const others = await db.rows(sql`select id from account where is_admin = 1 order by id for update`)
  return others.filter((one) => (one as { id: number }).id !== beside).length
}

export async function removeAccount({ db, access }: QueryContext, id: number): Promise<void> {
  await db.run(sql`delete from account a where a.id = ${id} and ${access.owns(sql`a.team_id`)}`)
}

export async function uidsOfTeam({ db }: QueryContext, team_id: number): Promise<number[]> {
  return (await db.rows<{ id: number }>(sql`select id from account where team_id = ${team_id}`)).map(({ id }) => id)
}

const memberOrder = {
  id: sql`a.id`,
  account: sql`lower(a.account)`,
  nickName: sql`a.nick_name`,
  role: sql`a.role`,
  last_used: sql`(select max(s.last_used) from session s where s.uid = a.id)`,
  created_at: sql`a.created_at`,
}
const lockedUntil = sql`coalesce((select max(g.locked_until) from sign_in_guard g
    where g.subject = sha256(convert_to('account ' || lower(a.account), 'UTF8'))
      and g.locked_until > extract(epoch from now())), 0)`
const memberRow = sql`a.id, a.rev, a.account, a.nick_name as "nickName", a.role, a.is_admin, a.created_at, a.updated_at,
  coalesce(${memberOrder.last_used}, 0) as last_used, coalesce(a.cancel_at, 0) as cancel_at,
  (exists (select from account_otp o where o.uid = a.id and o.confirmed_at > 0)
    or (a.phone is not null and a.second_sms = 1) or (a.email is not null and a.second_email = 1))::int as second_step,
  ${lockedUntil} as locked_until, (${lockedUntil} > 0)::int::text as lock, (a.cancel_at is null)::int::text as status`

type MemberRow = Out<typeof memberCalls.list>['list'][number]

export function listMembers(ctx: QueryContext, input: In<typeof memberCalls.list>): Promise<TableOut<MemberRow>> {
  return pageOf<MemberRow>(ctx.db, input, {
    from: sql`account a`,
    id: sql`a.id`,
    where: allOf(
      ctx.access.owns(sql`a.team_id`),
      input.role === undefined ? undefined : sql`a.role = ${input.role}`,
      containsSql(input.search, [sql`a.account`, sql`a.nick_name`]),
    ),
    order: memberOrder,
    select: memberRow,
    join: sql`join account a on a.id = page.id`,
  })
}

// sessions

export interface NewSession {
  token_hash: Buffer
  uid: number
  ip: string
  agent: string
  now: number
  /** When the owner last proved their identity. */
  proved_at: number
}

/** Limits the number of the account's sessions; returns how many were ended. */
export async function addSession({ db }: QueryContext, one: NewSession): Promise<number> {
  await db.run(sql`
    insert into session (token_hash, uid, ip, agent, created_at, last_used, expires_at, proved_at)
    values (${one.token_hash}, ${one.uid}, ${one.ip}, ${one.agent}, ${one.now}, ${one.now}, ${one.now + SESSION_LIFE}, ${one.proved_at})`)
  return db.run(sql`
    delete from session where id in (
      select id from session where uid = ${one.uid} and channel = 'console' order by last_used desc, id desc offset ${MAX_SESSIONS})`)
}

export interface SessionRow {
  id: number
  uid: number
  team_id: number
  account: string
  name: string
  role: RoleId
  /** The role of an API token, even if its owner has more permissions. */
  token_role: RoleId | null
  is_admin: 0 | 1
  channel: 'console' | 'api'
  lang: Lang
  last_used: number
  /** Unix seconds at which it expires unless it is used. */
  until: number
  expires_at: number
  proved_at: number
  sensitive: 0 | 1
}

const sessionWhere = ({ db }: QueryContext, condition: Sql, now: number) =>
  db.find<SessionRow>(sql`
    select s.id, s.uid, a.team_id, a.account, a.nick_name as name,
      greatest(a.role, coalesce(s.role, 0)) as role, s.role as token_role, case s.channel when 'api' then 0 else a.is_admin end as is_admin, s.channel, a.lang, s.last_used,
      least(s.expires_at, case s.channel when 'api' then null else s.last_used + ${SESSION_IDLE} end) as until,
      s.expires_at, s.proved_at, s.sensitive
    from session s join account a on a.id = s.uid
    where ${condition} and s.expires_at > ${now}
      and (s.channel = 'api' or s.last_used > ${now - SESSION_IDLE}) and a.cancel_at is null`)

export const findSession = (ctx: QueryContext, tokenHash: Buffer, now: number) =>
  sessionWhere(ctx, sql`s.token_hash = ${tokenHash}`, now)

/** A valid session, by its row. */
export const findSessionOf = (ctx: QueryContext, uid: number, id: number, now: number) =>
  sessionWhere(ctx, sql`s.id = ${id} and s.uid = ${uid}`, now)

export async function touchSession({ db }: QueryContext, id: number, now: number): Promise<void> {
  await db.run(sql`update session set last_used = ${now} where id = ${id}`)
}

export async function endSession({ db }: QueryContext, id: number): Promise<void> {
  await db.run(sql`delete from session where id = ${id}`)
}

/** Ends the account's sessions, including API tokens, and pending sign-ins. */
export async function endSessionsOf({ db }: QueryContext, uid: number): Promise<void> {
  await db.run(sql`delete from sign_in_ticket where uid = ${uid}`)
  await db.run(sql`delete from session where uid = ${uid}`)
}

// failed attempts

/**
 * Key of a guard, hashed: `account name` for all attempts at a name, `pair place name` for those of one place or known
 * browser, `address place` over all names, `password place uid` and `second …` for proofs.
 */
export function guardKey(kind: 'account' | 'pair' | 'address' | 'password' | 'second', name: string | number): Buffer {
  return createHash('sha256')
    .update(`${kind} ${String(name).toLowerCase()}`)
    .digest()
}

export async function readGuards({ db }: QueryContext, keys: readonly Buffer[]): Promise<(Guard | undefined)[]> {
  const request = sql`select key, failures, last_at, locked_until from sign_in_guard where key = any(${keys as Buffer[]}::bytea[])`
  const rows = await db.rows<Guard & { key: Buffer }>(request)
  return keys.map((key) => rows.find((row) => row.key.equals(key)))
}

/**
 * Counts an attempt as failed before it is checked, so that concurrent attempts cannot exceed the count. `locks`:
 * seconds of lock-out by number of failures. `subject`: the name, where it has several counters. False, and not
 * counted, while locked.
 */
export async function countTry(
  { db }: QueryContext,
  key: Buffer,
  locks: readonly number[],
  now: number,
  subject: Buffer | null = null,
): Promise<boolean> {
  const failures = sql`case when g.last_at > ${now - FAILURES_EXPIRE}::bigint then g.failures + 1 else 1 end`
  const counted = await db.run(sql`
    insert into sign_in_guard as g (key, failures, last_at, locked_until, subject)
    values (${key}, 1, ${now}, ${now}::bigint + ${locks[0] ?? 0}::int, ${subject})
    on conflict (key) do update set failures = ${failures}, last_at = excluded.last_at,
      locked_until = ${now}::bigint + (${locks as number[]}::int[])[least(${failures}, ${locks.length}::int)]
    where g.locked_until <= ${now}`)
  return counted === 1
}

export async function clearGuard({ db }: QueryContext, key: Buffer): Promise<void> {
  await db.run(sql`delete from sign_in_guard where key = ${key}`)
}

/** Removes all failures with these names, from all places. */
export async function clearSubjects({ db }: QueryContext, names: readonly (string | null)[]): Promise<void> {
  const keys = names.filter((name) => name !== null).map((name) => guardKey('account', name))
  await db.run(sql`delete from sign_in_guard where subject = any(${keys}::bytea[]) or key = any(${keys}::bytea[])`)
}

/** Removes expired rows. */
export async function sweep({ db }: QueryContext, now: number): Promise<void> {
  await db.run(sql`delete from session where channel = 'console' and (expires_at <= ${now} or last_used <= ${now - SESSION_IDLE})
    or expires_at <= ${now - TOKEN_MEMORY}`)
  await db.run(sql`delete from sign_in_guard where last_at <= ${now - FAILURES_EXPIRE} and locked_until <= ${now}`)
}

/** Administrators of the installation with a mail address; limited to the recipients of one mail. */
export function listAdministrators(db: Db): Promise<{ email: string; lang: Lang }[]> {
  return db.rows(
    sql`select email, lang from account where is_admin = 1 and email is not null and cancel_at is null order by id limit 20`,
  )
}
