import sql, { type Sql } from 'sql-template-tag'
import type { In } from '@belvedere/contract/kit/define-calls.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { sysCalls } from '@belvedere/contract/rooms/log/sys.ts'
import type { AuditEntry } from '../../kernel/audit.ts'
import { numbers, texts } from '../../kernel/columns.ts'
import type { Db, QueryContext } from '../../kernel/db.ts'
import { containsSql } from '../../kernel/database/list-sql.ts'
import { allOf } from '../../kernel/page.ts'
import type { System } from '../../kernel/implement.ts'
import { openVault } from '../../base/keys/vault.ts'
import { jsonForLog } from './json-for-log.ts'
import { asGuest, inLog, insertSnapshots } from './undo/store.ts'

/** Additional fields of an undo. */
interface Undoing {
  undoes?: number | null
  undo_call?: string
}

/** Seconds for which a removal can be undone. */
const SNAPSHOT_LIFE = 7 * 86_400

/** Returns their ids in the same order; removed rows are kept for an undo if `system` can seal them. */
export async function writeAuditEntries(
  db: Db,
  entries: readonly (AuditEntry & Undoing)[],
  system?: System,
): Promise<number[]> {
  const number = (key: 'at' | 'uid' | 'team_id' | 'scene_id') => numbers(entries.map((entry) => entry[key]))
  const text = (key: 'account' | 'channel' | 'ip' | 'request_id' | 'call' | 'object' | 'name') =>
    texts(entries.map((entry) => entry[key]))
  const rows = await db.rows<{ id: number }>(sql`
    insert into audit_log (at, uid, account, team_id, guest_team_id, scene_id, channel, ip, request_id, call, object, name, before, after, undoes, undo_call)
    select at, uid, account, coalesce(s.team_id, e.team_id), case when s.team_id <> e.team_id then nullif(e.team_id, 0) end, scene_id, channel, ip,
      request_id, call, object, e.name, before::jsonb, after::jsonb, undoes, undo_call
    from unnest(
      ${number('at')}::bigint[], ${number('uid')}::int[], ${text('account')}, ${number('team_id')}::int[], ${number('scene_id')}::int[],
      ${text('channel')}, ${text('ip')}, ${text('request_id')}, ${text('call')}, ${text('object')}, ${text('name')},
      ${texts(entries.map(({ before }) => jsonForLog(before)))}, ${texts(entries.map(({ after }) => jsonForLog(after)))},
      ${numbers(entries.map(({ undoes }) => undoes ?? null))}::bigint[], ${texts(entries.map(({ undo_call }) => undo_call ?? null))}
    ) with ordinality as e(at, uid, account, team_id, scene_id, channel, ip, request_id, call, object, name, before, after, undoes, undo_call, n)
    left join scene_view s on s.id = e.scene_id
    order by n returning id`)
  const ids = rows.map(({ id }) => id).sort((a, b) => a - b)
  if (system) await keepSnapshots(db, entries, ids, system)
  return ids
}

async function keepSnapshots(
  db: Db,
  entries: readonly AuditEntry[],
  ids: readonly number[],
  system: System,
): Promise<void> {
  const vault = await openVault(system.config.data)
  const list = entries.flatMap(({ snapshot, at }, n) => {
    const audit_id = ids[n]
    if (!snapshot || audit_id === undefined) return []
    const sealed = vault.seal(JSON.stringify(snapshot), `grave ${audit_id}`)
    return [{ audit_id, sealed, holds: snapshot.holds, until: at + SNAPSHOT_LIFE }]
  })
  if (list.length > 0) await insertSnapshots(db, list)
}

export interface AuditRow {
  id: number
  at: number
  uid: number
  account: string
  /** The team of a guest who acted in a scene of the caller's team. */
  guest: string | null
  channel: 'console' | 'api' | 'timer' | 'robot' | 'system'
  ip: string
  request_id: string
  call: string
  object: string
  name: string
  scene_id: number | null
  scene_name: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  undoes: number | null
  undone_by: number | null
  undone_account: string | null
  undo_call: string | null
  /** The removal can still be undone. */
  kept: boolean
  /** Number of operations in its request. */
  request_cnt: number
}

/** Maximum number of newest operations that a list searches: beyond them it needs a narrower filter. */
const MOST_LISTED = 10_000

type AuditListInput = In<typeof sysCalls.list>

const operationOrder: Readonly<Record<string, Sql>> = {
  id: sql`o.id`,
  at: sql`o.id`,
  account: sql`o.account`,
  object: sql`o.object`,
  call: sql`o.call`,
}

const operationFields = ({ access }: QueryContext): Sql => sql`o.id, o.at, o.uid, o.account,
  (select t.name from team_view t where t.id = o.guest_team_id and ${access.owns(sql`o.team_id`)}) as guest, o.channel, o.ip, o.request_id, o.call, o.object, o.name, o.scene_id, c.name as scene_name,
  o.before, o.after, o.undoes, o.undone_by, u.account as undone_account, o.undo_call,
  exists (select from deleted_snapshot k where k.audit_id = o.id) as kept,
  (select count(*)::int from audit_log q where q.request_id = o.request_id and q.team_id = o.team_id) as request_cnt`

/**
 * Operations of the caller's team, in its scenes and as a guest, and those of guests in its scenes; for a scene, only
 * when the caller sees it. Searches only the newest matches, in the order of an index, and never the rest: millions of
 * rows cost as much as thousands.
 */
export async function listAuditEntries(
  ctx: QueryContext,
  input: AuditListInput,
): Promise<TableOut<AuditRow> & { capped: 0 | 1 }> {
  const { page = 1, limit = 10 } = input
  const [field = 'id', way = 'desc'] = input.orderby?.split(' ') ?? []
  const key = operationOrder[field] ?? sql`o.id`
  const direction = way === 'desc' ? sql`desc` : sql`asc`
  const rows = await ctx.db.rows<AuditRow & { page_total: number; page_place: number | null }>(sql`
    with hit as materialized (
      (select o.id, ${key} as key from audit_log o
        where ${allOf(inLog(ctx), operationFilter(input), await doneByOneOf(ctx, input), sinceUntil(ctx, input))} order by o.id desc nulls last limit ${MOST_LISTED + 1})
      union all
      (select o.id, ${key} as key from audit_log o
        where ${allOf(asGuest(ctx), operationFilter(input), input.operator ? containsSql(input.operator, [sql`o.account`]) : undefined)} order by o.id desc nulls last limit ${MOST_LISTED + 1})
    ), counted as (select count(*)::int as total from hit), page as (
      select id, row_number() over (order by key ${direction}, id ${direction}) as place from hit
      order by key ${direction}, id ${direction} limit ${limit} offset ${(page - 1) * limit}
    )
    select counted.total as page_total, page.place as page_place, ${operationFields(ctx)}
    from counted left join (page join audit_log o on o.id = page.id left join scene_view c on c.id = o.scene_id
      left join audit_log u on u.id = o.undone_by) on true
    order by page.place`)
  const list = rows.flatMap(({ page_total: _, page_place, ...row }) => (page_place === null ? [] : [row as AuditRow]))
  const total = rows[0]?.page_total ?? 0
  return { total: Math.min(total, MOST_LISTED), list, capped: total > MOST_LISTED ? 1 : 0 }
}

/** Names of those objects among `device:12`, `scene:3`, `device-group:4` that the caller sees. */
export async function namesOf({ db, access }: QueryContext, spoken: readonly string[]): Promise<Map<string, string>> {
  if (spoken.length === 0) return new Map()
  const ids = (kind: string) =>
    numbers(spoken.flatMap((one) => (one.startsWith(`${kind}:`) ? Number(one.slice(kind.length + 1)) : [])))
  const rows = await db.rows<{ of: string; name: string }>(sql`
    select 'device:' || d.id as of, coalesce(nullif(d.name, ''), d.serial) as name from device_view d
      where d.id = any(${ids('device')}::int[]) and ${access.sees(sql`d.scene_id`)}
    union all select 'scene:' || s.id, s.name from scene_view s where s.id = any(${ids('scene')}::int[]) and ${access.sees(sql`s.id`)}
    union all select 'device-group:' || g.id, g.name from device_group_view g
      where g.id = any(${ids('device-group')}::int[]) and ${access.owns(sql`g.team_id`)}`)
  return new Map(rows.map(({ of, name }) => [of, name]))
}

function operationFilter({ scene_id, object, way, from, to, search }: AuditListInput): Sql {
  const typed = search?.trim().toLowerCase()
  return allOf(
    scene_id ? sql`o.scene_id = ${scene_id}` : undefined,
    (object && (object.includes(':') ? sql`o.object = ${object}` : sql`split_part(o.object, ':', 1) = ${object}`)) ||
      undefined,
    way ? sql`o.channel = ${way}` : undefined,
    way && way !== 'console' ? sql`o.channel <> 'console'` : undefined,
    from ? sql`o.at >= ${from}` : undefined,
    to ? sql`o.at <= ${to}` : undefined,
    typed ? holding(typed) : undefined,
  )
}

async function doneByOneOf(ctx: QueryContext, { operator }: AuditListInput): Promise<Sql | undefined> {
  if (!operator) return undefined
  const accounts = await accountsLike(ctx, operator)
  return accounts.length === 1 ? sql`o.account = ${accounts[0]}` : sql`o.account = any(${accounts}::text[])`
}

/** The same times as ids of the team's own log, by the index for the newest first. */
const sinceUntil = (ctx: QueryContext, { from, to }: AuditListInput): Sql =>
  allOf(
    from ? sql`o.id >= ${firstSince(ctx, from - SLACK)}` : undefined,
    to ? sql`o.id < coalesce(${firstSince(ctx, to + SLACK)}, 9223372036854775807)` : undefined,
  )

const wholeAddress = /^(\d{1,3}(\.\d{1,3}){3}|[0-9a-f]*:[0-9a-f.:]*:[0-9a-f.]*)$/

/** A whole address, or a part of the object or of the account. */
function holding(typed: string): Sql {
  if (wholeAddress.test(typed)) return sql`o.ip = ${typed}`
  const pattern = `%${typed.replace(/[\\%_]/g, '\\$&')}%`
  return sql`lower(o.name || ' ' || o.object || ' ' || o.account) like ${pattern}`
}

/** Seconds by which the order of ids and of times may differ. */
const SLACK = 60

/** Id of the first operation since that time: ids, whose index is used for the newest first, increase with time. */
const firstSince = ({ access }: QueryContext, at: number): Sql =>
  sql`(select f.id from audit_log f where ${access.owns(sql`f.team_id`)} and f.at >= ${at} order by f.at limit 1)`

/**
 * Accounts in the log of the team whose name contains that part; each is looked up once, independent of its number of
 * operations.
 */
async function accountsLike({ db, access }: QueryContext, piece: string): Promise<string[]> {
  const rows = await db.rows<{ account: string }>(sql`
    with recursive one as (
      (select o.account from audit_log o where ${access.owns(sql`o.team_id`)} order by o.account limit 1)
      union all
      select (select o.account from audit_log o where ${access.owns(sql`o.team_id`)} and o.account > one.account order by o.account limit 1)
      from one where one.account is not null
    )
    select account from one where account is not null and ${containsSql(piece, [sql`account`])} limit 1000`)
  return rows.map(({ account }) => account)
}

/** Rows deleted by one statement, to keep locks short. */
const AT_ONCE = 20_000

/** Deletes operations before that time; returns how many. */
export async function purgeLog({ db }: QueryContext, before: number): Promise<number> {
  let all = 0
  for (let gone = AT_ONCE; gone === AT_ONCE; all += gone)
    gone = await db.run(
      sql`delete from audit_log where id in (select id from audit_log where at < ${before} limit ${AT_ONCE})`,
    )
  return all
}
