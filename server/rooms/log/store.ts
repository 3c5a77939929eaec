import sql, { raw, type Sql } from 'sql-template-tag'
import type { In } from '@belvedere/contract/kit/define-calls.ts'
import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { taskResult, taskType } from '@belvedere/contract/rooms/log/enums.ts'
import type { sysCalls } from '@belvedere/contract/rooms/log/sys.ts'
import type { taskCalls } from '@belvedere/contract/rooms/log/task.ts'
import type { AuditEntry } from '../../kernel/audit.ts'
import { numbers, texts } from '../../kernel/columns.ts'
import type { Db, Reach } from '../../kernel/db.ts'
import { containsSql } from '../../kernel/list-sql.ts'
import { allOf, pageOf } from '../../kernel/page.ts'
import type { System } from '../../kernel/implement.ts'
import { openVault } from '../../base/keys/vault.ts'
import { kept } from './kept.ts'
import { asGuest, inLog, insertSnapshots } from './undo/store.ts'

/** What is written of an undo besides. */
interface Undoing {
  undoes?: number | null
  undo_call?: string
}

/** Seconds that what was removed can come back. */
const SNAPSHOT_LIFE = 7 * 86_400

/** Returns their numbers in the same order; what was removed is kept for an undo where `system` can seal it. */
export async function writeOperations(
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
      ${texts(entries.map(({ before }) => kept(before)))}, ${texts(entries.map(({ after }) => kept(after)))},
      ${numbers(entries.map(({ undoes }) => undoes ?? null))}::bigint[], ${texts(entries.map(({ undo_call }) => undo_call ?? null))}
    ) with ordinality as e(at, uid, account, team_id, scene_id, channel, ip, request_id, call, object, name, before, after, undoes, undo_call, n)
    left join scene s on s.id = e.scene_id
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

export interface OperationRow {
  id: number
  at: number
  uid: number
  account: string
  /** Team of a guest who did it in a scene of the caller's team. */
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
  /** What it removed can still come back. */
  kept: boolean
  /** How many operations its request was. */
  request_cnt: number
}

/** Newest operations that a list looks through: beyond them it needs a narrower filter. */
const MOST_LISTED = 10_000

type Asked = In<typeof sysCalls.list>

const operationOrder: Readonly<Record<string, Sql>> = {
  id: sql`o.id`,
  at: sql`o.id`,
  account: sql`o.account`,
  object: sql`o.object`,
  call: sql`o.call`,
}

const operationFields = ({ access }: Reach): Sql => sql`o.id, o.at, o.uid, o.account,
  (select t.name from team t where t.id = o.guest_team_id and ${access.owns(sql`o.team_id`)}) as guest, o.channel, o.ip, o.request_id, o.call, o.object, o.name, o.scene_id, c.name as scene_name,
  o.before, o.after, o.undoes, o.undone_by, u.account as undone_account, o.undo_call,
  exists (select from deleted_snapshot k where k.audit_id = o.id) as kept,
  (select count(*)::int from audit_log q where q.request_id = o.request_id and q.team_id = o.team_id) as request_cnt`

/**
 * What the caller's own team did, in its scenes and as a guest, and what guests did in its scenes; of a scene, only when the caller sees it. Looks at the newest that meet the filter, which an
 * index brings in their order, and never at the rest: millions of rows cost as much as thousands.
 */
export async function listOperations(at: Reach, asked: Asked): Promise<TableOut<OperationRow> & { capped: 0 | 1 }> {
  const { page = 1, limit = 10 } = asked
  const [field = 'id', way = 'desc'] = asked.orderby?.split(' ') ?? []
  const key = operationOrder[field] ?? sql`o.id`
  const direction = way === 'desc' ? sql`desc` : sql`asc`
  const rows = await at.db.rows<OperationRow & { page_total: number; page_place: number | null }>(sql`
    with hit as materialized (
      (select o.id, ${key} as key from audit_log o
        where ${allOf(inLog(at), operationFilter(asked), await doneByOneOf(at, asked), sinceUntil(at, asked))} order by o.id desc nulls last limit ${MOST_LISTED + 1})
      union all
      (select o.id, ${key} as key from audit_log o
        where ${allOf(asGuest(at), operationFilter(asked), asked.operator ? containsSql(asked.operator, [sql`o.account`]) : undefined)} order by o.id desc nulls last limit ${MOST_LISTED + 1})
    ), counted as (select count(*)::int as total from hit), page as (
      select id, row_number() over (order by key ${direction}, id ${direction}) as place from hit
      order by key ${direction}, id ${direction} limit ${limit} offset ${(page - 1) * limit}
    )
    select counted.total as page_total, page.place as page_place, ${operationFields(at)}
    from counted left join (page join audit_log o on o.id = page.id left join scene c on c.id = o.scene_id
      left join audit_log u on u.id = o.undone_by) on true
    order by page.place`)
  const list = rows.flatMap(({ page_total: _, page_place, ...row }) =>
    page_place === null ? [] : [row as OperationRow],
  )
  const total = rows[0]?.page_total ?? 0
  return { total: Math.min(total, MOST_LISTED), list, capped: total > MOST_LISTED ? 1 : 0 }
}

/** Names of what the caller sees among `device:12`, `scene:3`, `device-group:4`. */
export async function namesOf({ db, access }: Reach, spoken: readonly string[]): Promise<Map<string, string>> {
  if (spoken.length === 0) return new Map()
  const ids = (kind: string) =>
    numbers(spoken.flatMap((one) => (one.startsWith(`${kind}:`) ? Number(one.slice(kind.length + 1)) : [])))
  const rows = await db.rows<{ of: string; name: string }>(sql`
    select 'device:' || d.id as of, coalesce(nullif(d.name, ''), d.serial) as name from device d
      where d.id = any(${ids('device')}::int[]) and ${access.sees(sql`d.scene_id`)}
    union all select 'scene:' || s.id, s.name from scene s where s.id = any(${ids('scene')}::int[]) and ${access.sees(sql`s.id`)}
    union all select 'device-group:' || g.id, g.name from device_group g
      where g.id = any(${ids('device-group')}::int[]) and ${access.owns(sql`g.team_id`)}`)
  return new Map(rows.map(({ of, name }) => [of, name]))
}

function operationFilter({ scene_id, object, way, from, to, search }: Asked): Sql {
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

async function doneByOneOf(at: Reach, { operator }: Asked): Promise<Sql | undefined> {
  if (!operator) return undefined
  const accounts = await accountsLike(at, operator)
  return accounts.length === 1 ? sql`o.account = ${accounts[0]}` : sql`o.account = any(${accounts}::text[])`
}

/** The same moments as numbers of the team's own log, by the index that brings the newest first. */
const sinceUntil = (at: Reach, { from, to }: Asked): Sql =>
  allOf(
    from ? sql`o.id >= ${firstSince(at, from - SLACK)}` : undefined,
    to ? sql`o.id < coalesce(${firstSince(at, to + SLACK)}, 9223372036854775807)` : undefined,
  )

const wholeAddress = /^(\d{1,3}(\.\d{1,3}){3}|[0-9a-f]*:[0-9a-f.:]*:[0-9a-f.]*)$/

/** A whole address, or a piece of what it was about and who did it. */
function holding(typed: string): Sql {
  if (wholeAddress.test(typed)) return sql`o.ip = ${typed}`
  const pattern = `%${typed.replace(/[\\%_]/g, '\\$&')}%`
  return sql`lower(o.name || ' ' || o.object || ' ' || o.account) like ${pattern}`
}

/** Seconds by which the order of numbers and of moments may differ. */
const SLACK = 60

/** Number of the first operation since that moment: the numbers, whose index brings the newest first, rise with time. */
const firstSince = ({ access }: Reach, at: number): Sql =>
  sql`(select f.id from audit_log f where ${access.owns(sql`f.team_id`)} and f.at >= ${at} order by f.at limit 1)`

/** Accounts in the log of the team whose name has that piece; each is looked up once, however much it did. */
async function accountsLike({ db, access }: Reach, piece: string): Promise<string[]> {
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

/** Rows that go with one statement: nobody waits long for it. */
const AT_ONCE = 20_000

/** Operations and tasks of before that moment; returns how many. */
export async function forgetLog({ db }: Reach, before: number): Promise<number> {
  const { tasks } = await db.one<{ tasks: number }>(sql`
    with gone as (delete from task where created_at < ${before} returning id),
    items as (delete from task_item i using gone where i.task_id = gone.id)
    select count(*)::int as tasks from gone`)
  let all = tasks
  for (let gone = AT_ONCE; gone === AT_ONCE; all += gone)
    gone = await db.run(
      sql`delete from audit_log where id in (select id from audit_log where at < ${before} limit ${AT_ONCE})`,
    )
  return all
}

type TypeId = IdOf<typeof taskType>
type ResultId = IdOf<typeof taskResult>

export interface NewTask {
  type: TypeId
  team_id: number
  uid: number
  operator: string
  /** Unix seconds. */
  at: number
  /** Seconds within which every item must have ended; absent: what ends it outlives a process. */
  within?: number
  /** What the devices are told, as data, where it can be told again. */
  command?: unknown
  /** The task it repeats. */
  retry_of?: number | undefined
  items: readonly { device_id: number; sn: string; name: string; scene_id: number }[]
}

/** The task with all its items, running. Returns its id. */
export async function insertTask({ db }: Reach, task: NewTask): Promise<number> {
  const { items } = task
  const { id } = await db.one<{ id: number }>(sql`
    with made as (
      insert into task (type, team_id, uid, operator, until, total_cnt, created_at, command, retry_of)
      values (${task.type}, ${task.team_id}, ${task.uid}, ${task.operator}, ${task.within === undefined ? null : task.at + task.within}, ${items.length}, ${task.at},
        ${kept(task.command)}::jsonb, ${task.retry_of ?? null})
      returning id
    ), filled as (
      insert into task_item (task_id, device_id, sn, name, scene_id, started_at)
      select made.id, i.device_id, i.sn, i.name, i.scene_id, ${task.at}
      from made, unnest(
        ${numbers(items.map(({ device_id }) => device_id))}::int[], ${texts(items.map(({ sn }) => sn))},
        ${texts(items.map(({ name }) => name))}, ${numbers(items.map(({ scene_id }) => scene_id))}::int[]
      ) as i(device_id, sn, name, scene_id)
    )
    select id from made`)
  return id
}

export interface ItemEnd {
  device_id: number
  result: 0 | 1 | 2 | 4
  reason?: string | undefined
  msg?: string | undefined
  data?: unknown
}

/** Closes items that still run and, with the last of them, the task. True when the task ended with this. */
export async function endItems({ db }: Reach, task_id: number, at: number, ends: readonly ItemEnd[]): Promise<boolean> {
  const row = await db.find<{ ended: boolean }>(sql`
    with found as (
      -- one probe of the key for each: the store, which has not counted the rows of a new task yet, would compare all with all
      select e.*, o.row from unnest(
        ${numbers(ends.map(({ device_id }) => device_id))}::int[], ${numbers(ends.map(({ result }) => result))}::smallint[],
        ${texts(ends.map(({ reason }) => reason ?? null))}, ${texts(ends.map(({ msg }) => msg ?? ''))},
        ${texts(ends.map(({ data }) => kept(data)))}
      ) as e(device_id, result, reason, msg, data)
      cross join lateral (
        select i.ctid as row from task_item i where i.task_id = ${task_id} and i.device_id = e.device_id and i.result = 3
        limit 1 for update
      ) o
    ), ended as (
      update task_item i set result = f.result, reason = f.reason, msg = f.msg, data = f.data::jsonb, ended_at = ${at}
      from found f where i.ctid = f.row
      returning i.result
    ), sum as (
      select count(*) as done, count(*) filter (where result <> 0) as wrong, min(result) as least,
        count(*) filter (where result = 4) as cancelled from ended
    )
    update task t set
      done_cnt = done_cnt + sum.done,
      err_cnt = err_cnt + sum.wrong,
      ended_at = case when done_cnt + sum.done >= total_cnt then ${at}::bigint end,
      result = case
        when done_cnt + sum.done < total_cnt then 3
        when err_cnt + sum.wrong = 0 then 0
        when total_cnt = 1 then sum.least
        when sum.cancelled + (select count(*) from task_item c where c.task_id = t.id and c.result = 4) >= total_cnt then 4
        when err_cnt + sum.wrong >= total_cnt then 1
        else 2 end
    from sum where t.id = ${task_id} and t.result = 3
    returning t.ended_at is not null as ended`)
  return row?.ended ?? false
}

/** Where its devices were. */
export async function scenesOfTask({ db }: Pick<Reach, 'db'>, task_id: number): Promise<number[]> {
  const rows = await db.rows<{ scene_id: number }>(
    sql`select distinct i.scene_id from task_item i where i.task_id = ${task_id}`,
  )
  return rows.map(({ scene_id }) => scene_id)
}

/** Items that still run wait for their devices until that moment, or, with none, run again. */
export async function holdItems(
  { db }: Pick<Reach, 'db'>,
  task_id: number,
  device_ids: readonly number[],
  until: number | undefined,
): Promise<void> {
  await db.run(sql`
    update task_item i set reason = ${until === undefined ? null : 'waiting'}, data = ${until === undefined ? null : JSON.stringify({ until })}::jsonb
    where i.task_id = ${task_id} and i.device_id = any(${numbers(device_ids)}::int[]) and i.result = 3`)
}

/** Closes as lost what can get no result any more; what waits for its device waits on while its task lasts. Returns the scenes concerned. */
export async function loseTasks({ db }: Reach, at: number, until: number): Promise<number[]> {
  const rows = await db.rows<{ scene_id: number }>(sql`
    with late as (select id, until from task where result = 3 and until <= ${until} for update),
    lost as (
      update task_item i set result = 2, reason = 'lost', ended_at = ${at} from late
      where i.task_id = late.id and i.result = 3 and (i.reason is distinct from 'waiting' or late.until <= ${at})
      returning i.task_id, i.scene_id
    ), sum as (
      select late.id, count(lost.task_id) as n from late left join lost on lost.task_id = late.id group by late.id
    ), closed as (
      update task t set done_cnt = t.done_cnt + sum.n, err_cnt = t.err_cnt + sum.n,
        ended_at = case when t.done_cnt + sum.n >= t.total_cnt then ${at}::bigint end,
        result = case when t.done_cnt + sum.n >= t.total_cnt then 2 else 3 end
      from sum where t.id = sum.id
    )
    select distinct scene_id from lost`)
  return rows.map(({ scene_id }) => scene_id)
}

export interface TaskRow {
  id: number
  type: TypeId
  operator: string
  result: ResultId
  total_cnt: number
  err_cnt: number
  done_cnt: number
  progress: number
  objects: string[]
  created_at: number
  ended_at: number | null
  waiting_cnt: number
  repeatable: 0 | 1
  retry_of: number | null
}

/** Tasks with at least one device in a scene the caller sees; the counts are of the whole task. */
export function listTasks(at: Reach, asked: In<typeof taskCalls.list>): Promise<TableOut<TaskRow>> {
  const { scene_id, device_id, task_id, type, types, result, operator, mine, from, to, search } = asked
  const item = allOf(
    sql`i.task_id = t.id`,
    at.access.sees(sql`i.scene_id`),
    scene_id ? sql`i.scene_id = ${scene_id}` : undefined,
    device_id ? sql`i.device_id = ${device_id}` : undefined,
    search ? containsSql(search, [sql`i.name`, sql`i.sn`]) : undefined,
  )
  return pageOf<TaskRow>(at.db, asked, {
    from: sql`task t`,
    id: sql`t.id`,
    where: allOf(
      sql`exists (select 1 from task_item i where ${item})`,
      task_id ? sql`t.id = ${task_id}` : undefined,
      type ? sql`t.type = ${type}` : undefined,
      types ? sql`t.type = any(${types}::text[])` : undefined,
      result !== undefined ? sql`t.result = ${result}` : undefined,
      operator ? containsSql(operator, [sql`t.operator`]) : undefined,
      mine ? sql`t.uid = ${at.access.uid}` : undefined,
      from ? sql`t.created_at >= ${from}` : undefined,
      to ? sql`t.created_at <= ${to}` : undefined,
    ),
    order: Object.fromEntries(
      ['id', 'created_at', 'ended_at', 'type', 'result', 'total_cnt', 'err_cnt'].map((name) => [
        name,
        sql`t.${raw(name)}`,
      ]),
    ),
    newestFirst: true,
    select: sql`t.id, t.type, t.operator, t.result, t.total_cnt, t.err_cnt, t.done_cnt, t.done_cnt * 100 / greatest(t.total_cnt, 1) as progress,
      array(select i.name from task_item i where i.task_id = t.id and ${at.access.sees(sql`i.scene_id`)} order by i.device_id limit 3) as objects,
      t.created_at, t.ended_at, (t.command is not null)::int as repeatable, t.retry_of,
      (select count(*)::int from task_item w where w.task_id = t.id and w.result = 3 and w.reason = 'waiting') as waiting_cnt`,
    join: sql`join task t on t.id = page.id`,
  })
}

/** What a task told, and the devices the caller may tell it again on which it failed. */
export async function findFailed(
  at: Reach,
  task_id: number,
): Promise<{ command: unknown; failed: number[]; seen: boolean }> {
  const rows = await at.db.rows<{ command: unknown; device_id: number; result: ResultId }>(sql`
    select t.command, i.device_id, i.result from task t join task_item i on i.task_id = t.id
    where t.id = ${task_id} and ${at.access.writes(sql`i.scene_id`)} order by i.device_id`)
  const failed = rows.filter(({ result }) => result === 1 || result === 2).map(({ device_id }) => device_id)
  return { command: rows[0]?.command ?? null, failed, seen: rows.length > 0 }
}

/** Devices of a task that the caller may command, with the scenes they are in. */
export function listTargets(
  at: Reach,
  task_id: number,
): Promise<{ device_id: number; scene_id: number; name: string }[]> {
  return at.db.rows(sql`
    select i.device_id, i.scene_id, i.name from task_item i
    where i.task_id = ${task_id} and i.result = 3 and ${at.access.writes(sql`i.scene_id`)} order by i.device_id`)
}

export interface TaskItemRow {
  task_id: number
  type: TypeId
  device_id: number
  sn: string
  name: string
  scene_id: number
  operator: string
  result: ResultId
  reason: string | null
  msg: string
  started_at: number
  ended_at: number | null
  waits_until: number | null
}

export function listItems(at: Reach, asked: In<typeof taskCalls.item>): Promise<TableOut<TaskItemRow>> {
  const { task_id, device_id, result, search } = asked
  return pageOf<TaskItemRow>(at.db, asked, {
    from: sql`task_item i`,
    id: sql`i.ctid`,
    where: allOf(
      at.access.sees(sql`i.scene_id`),
      task_id ? sql`i.task_id = ${task_id}` : undefined,
      device_id ? sql`i.device_id = ${device_id}` : undefined,
      result !== undefined ? sql`i.result = ${result}` : undefined,
      search ? containsSql(search, [sql`i.name`, sql`i.sn`]) : undefined,
    ),
    order: {
      id: sql`i.task_id`,
      name: sql`i.name`,
      result: sql`i.result`,
      started_at: sql`i.started_at`,
      ended_at: sql`i.ended_at`,
    },
    newestFirst: true,
    select: sql`i.task_id, t.type, i.device_id, i.sn, i.name, i.scene_id, t.operator, i.result, i.reason, i.msg, i.started_at, i.ended_at,
      case when i.result = 3 and i.reason = 'waiting' then (i.data ->> 'until')::bigint end as waits_until`,
    join: sql`join task_item i on i.ctid = page.id join task t on t.id = i.task_id`,
  })
}
