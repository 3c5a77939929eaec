import sql from 'sql-template-tag'
import type { In } from '@belvedere/contract/kit/define-calls.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { sessionCalls } from '@belvedere/contract/rooms/account/session.ts'
import type { QueryContext } from '../../../kernel/db.ts'
import { allOf, pageOf } from '../../../kernel/page.ts'
import { LOG_LIFE, SESSION_IDLE } from '../rules.ts'

// browsers that are signed in

export interface OpenSession {
  id: number
  ip: string
  agent: string
  created_at: number
  last_used: number
  expires_at: number
}

/** The account's valid console sessions, last used first. */
export function listSessions({ db }: QueryContext, uid: number, now: number): Promise<OpenSession[]> {
  return db.rows<OpenSession>(sql`select id, ip, agent, created_at, last_used, expires_at from session
    where uid = ${uid} and channel = 'console' and expires_at > ${now} and last_used > ${now - SESSION_IDLE}
    order by last_used desc, id desc`)
}

/** Ends one of the account's console sessions; undefined when the id does not exist. */
export const removeSession = ({ db }: QueryContext, uid: number, id: number): Promise<OpenSession | undefined> =>
  db.find(sql`delete from session where id = ${id} and uid = ${uid} and channel = 'console'
    returning id, ip, agent, created_at, last_used, expires_at`)

/**
 * Ends the account's console sessions except one, and pending sign-ins; its API tokens stay. Returns the number of
 * ended sessions.
 */
export async function removeOtherSessions({ db }: QueryContext, uid: number, but: number): Promise<number> {
  await db.run(sql`delete from sign_in_ticket where uid = ${uid}`)
  return db.run(sql`delete from session where uid = ${uid} and channel = 'console' and id <> ${but}`)
}

// sign-in records

export interface SignInNote {
  uid: number
  at: number
  /** The last method that was passed, see `signInMethod`. */
  method: string
  ok: 0 | 1
  ip: string
  agent: string
}

export async function noteSignIn({ db }: QueryContext, { uid, at, method, ok, ip, agent }: SignInNote): Promise<void> {
  await db.run(sql`insert into sign_in_log (uid, at, method, ok, ip, agent)
    values (${uid}, ${at}, ${method}, ${ok}, ${ip}, ${agent})`)
}

export type SignInNoteRow = SignInNote & { id: number }

export function listSignIns(ctx: QueryContext, input: In<typeof sessionCalls.log>): Promise<TableOut<SignInNoteRow>> {
  return pageOf<SignInNoteRow>(ctx.db, input, {
    from: sql`sign_in_log l`,
    id: sql`l.id`,
    where: allOf(sql`l.uid = ${ctx.access.uid}`, input.ok === undefined ? undefined : sql`l.ok = ${input.ok}`),
    order: { id: sql`l.id`, at: sql`l.at` },
    newestFirst: true,
    select: sql`l.id, l.uid, l.at, l.method, l.ok, l.ip, l.agent`,
    join: sql`join sign_in_log l on l.id = page.id`,
  })
}

export async function sweepSignInLog({ db }: QueryContext, now: number): Promise<void> {
  await db.run(sql`delete from sign_in_log where at <= ${now - LOG_LIFE}`)
}
