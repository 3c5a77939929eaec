import sql from 'sql-template-tag'
import type { RoleId } from '@belvedere/contract/rooms/account/roles.ts'
import type { QueryContext } from '../../../kernel/db.ts'

// API tokens are sessions with a name and a role of their own

export interface TokenRow {
  id: number
  name: string
  role: RoleId
  /** May make calls that are for fresh sessions only. */
  sensitive: 0 | 1
  created_at: number
  /** 0: never used. */
  last_used: number
  expires_at: number
}

const columns = sql`id, name, role, sensitive, created_at, last_used, expires_at`

/** The account's tokens, including expired ones until they are removed; newest first. */
export function listTokens({ db }: QueryContext, uid: number): Promise<TokenRow[]> {
  return db.rows<TokenRow>(sql`select ${columns} from session where uid = ${uid} and channel = 'api' order by id desc`)
}

export interface NewTokenRow {
  token_hash: Buffer
  uid: number
  name: string
  role: RoleId
  sensitive: 0 | 1
  now: number
  expires_at: number
}

/** The new token's id; undefined when the account already has one of that name. */
export async function addToken({ db }: QueryContext, one: NewTokenRow): Promise<number | undefined> {
  const { token_hash, uid, name, role, sensitive, now, expires_at } = one
  const row = await db.find<{ id: number }>(sql`
    insert into session (token_hash, uid, channel, name, role, sensitive, ip, agent, created_at, last_used, expires_at)
    values (${token_hash}, ${uid}, 'api', ${name}, ${role}, ${sensitive}, '', '', ${now}, 0, ${expires_at})
    on conflict (uid, lower(name)) where channel = 'api' do nothing returning id`)
  return row?.id
}

/** Ends the account's API tokens. */
export async function removeTokens({ db }: QueryContext, uid: number): Promise<void> {
  await db.run(sql`delete from session where uid = ${uid} and channel = 'api'`)
}

export const removeToken = ({ db }: QueryContext, uid: number, id: number): Promise<TokenRow | undefined> =>
  db.find(sql`delete from session where id = ${id} and uid = ${uid} and channel = 'api' returning ${columns}`)
