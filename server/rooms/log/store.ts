import sql, { raw } from 'sql-template-tag'
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
import { kept } from './kept.ts'

export async function writeOperations(db: Db, entries: readonly AuditEntry[]): Promise<void> {
  const number = (key: 'at' | 'uid' | 'team_id' | 'scene_id') => numbers(entries.map((entry) => entry[key]))
  const text = (key: 'account' | 'way' | 'ip' | 'request_id' | 'call' | 'object' | 'name') =>
    texts(entries.map((entry) => entry[key]))
  await db.run(sql`
    insert into operation (at, uid, account, team_id, scene_id, way, ip, request_id, call, object, name, before, after)
    select at, uid, account, team_id, scene_id, way, ip, request_id, call, object, name, before::jsonb, after::jsonb
    from unnest(
      ${number('at')}::bigint[], ${number('uid')}::int[], ${text('account')}, ${number('team_id')}::int[], ${number('scene_id')}::int[],
      ${text('way')}, ${text('ip')}, ${text('request_id')}, ${text('call')}, ${text('object')}, ${text('name')},
      ${texts(entries.map(({ before }) => kept(before)))}, ${texts(entries.map(({ after }) => kept(after)))}
    ) as e(at, uid, account, team_id, scene_id, way, ip, request_id, call, object, name, before, after)`)
}

export interface OperationRow {
  id: number
  at: number
  uid: number
  account: string
  way: 'console' | 'api' | 'timer' | 'robot' | 'system'
  ip: string
  request_id: string
  call: string
  object: string
  name: string
  scene_id: number | null
  scene_name: string | null
  before: unknown
  after: unknown
}

/** What the caller's own team did; of a scene, only when the caller sees it. */
export function listOperations(at: Reach, asked: In<typeof sysCalls.list>): Promise<TableOut<OperationRow>> {
  const { access } = at
  const { scene_id, operator, object, way, from, to, search } = asked
  return pageOf<OperationRow>(at.db, asked, {
    from: sql`operation o`,
    id: sql`o.id`,
    where: allOf(
      access.owns(sql`o.team_id`),
      sql`(o.scene_id is null or ${access.sees(sql`o.scene_id`)} or not exists (select 1 from scene x where x.id = o.scene_id))`,
      scene_id ? sql`o.scene_id = ${scene_id}` : undefined,
      operator ? containsSql(operator, [sql`o.account`]) : undefined,
      object ? sql`(o.object = ${object} or o.object like ${`${object.replace(/[\\%_]/g, '\\$&')}:%`})` : undefined,
      way ? sql`o.way = ${way}` : undefined,
      from ? sql`o.at >= ${from}` : undefined,
      to ? sql`o.at <= ${to}` : undefined,
      search
        ? sql`(${containsSql(search, [sql`o.name`, sql`o.object`, sql`o.account`])} or o.ip = ${search})`
        : undefined,
    ),
    order: { id: sql`o.id`, at: sql`o.at`, account: sql`o.account`, object: sql`o.object`, call: sql`o.call` },
    newestFirst: true,
    select: sql`o.id, o.at, o.uid, o.account, o.way, o.ip, o.request_id, o.call, o.object, o.name, o.scene_id, c.name as scene_name, o.before, o.after`,
    join: sql`join operation o on o.id = page.id left join scene c on c.id = o.scene_id`,
  })
}

/** Operations and tasks of before that moment; returns how many. */
export async function forgetLog({ db }: Reach, before: number): Promise<number> {
  const operations = await db.run(sql`delete from operation where at < ${before}`)
  return operations + (await db.run(sql`delete from task where created_at < ${before}`))
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
  /** Seconds within which every item must have ended. */
  within: number
  items: readonly { device_id: number; sn: string; name: string; scene_id: number }[]
}

/** The task with all its items, running. Returns its id. */
export async function insertTask({ db }: Reach, task: NewTask): Promise<number> {
  const { items } = task
  const { id } = await db.one<{ id: number }>(sql`
    with made as (
      insert into task (type, team_id, uid, operator, until, total_cnt, created_at)
      values (${task.type}, ${task.team_id}, ${task.uid}, ${task.operator}, ${task.at + task.within}, ${items.length}, ${task.at})
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
    with ended as (
      update task_item i set result = e.result, reason = e.reason, msg = e.msg, data = e.data::jsonb, ended_at = ${at}
      from unnest(
        ${numbers(ends.map(({ device_id }) => device_id))}::int[], ${numbers(ends.map(({ result }) => result))}::smallint[],
        ${texts(ends.map(({ reason }) => reason ?? null))}, ${texts(ends.map(({ msg }) => msg ?? ''))},
        ${texts(ends.map(({ data }) => kept(data)))}
      ) as e(device_id, result, reason, msg, data)
      where i.task_id = ${task_id} and i.device_id = e.device_id and i.result = 3
      returning i.result
    ), sum as (
      select count(*) as done, count(*) filter (where result <> 0) as wrong, min(result) as least from ended
    )
    update task t set
      done_cnt = done_cnt + sum.done,
      err_cnt = err_cnt + sum.wrong,
      ended_at = case when done_cnt + sum.done >= total_cnt then ${at}::bigint end,
      result = case
        when done_cnt + sum.done < total_cnt then 3
        when err_cnt + sum.wrong = 0 then 0
        when total_cnt = 1 then sum.least
        when err_cnt + sum.wrong >= total_cnt then 1
        else 2 end
    from sum where t.id = ${task_id} and t.result = 3
    returning t.ended_at is not null as ended`)
  return row?.ended ?? false
}

/** Closes as lost what can get no result any more. Returns the scenes concerned. */
export async function loseTasks({ db }: Reach, at: number, until: number): Promise<number[]> {
  const rows = await db.rows<{ scene_id: number }>(sql`
    with late as (select id from task where result = 3 and until <= ${until} for update),
    lost as (
      update task_item i set result = 2, reason = 'lost', ended_at = ${at} from late
      where i.task_id = late.id and i.result = 3 returning i.task_id, i.scene_id
    ), closed as (
      update task t set ended_at = ${at}, done_cnt = total_cnt, err_cnt = err_cnt + (select count(*) from lost where task_id = t.id), result = 2
      from late where t.id = late.id
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
      t.created_at, t.ended_at`,
    join: sql`join task t on t.id = page.id`,
  })
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
    select: sql`i.task_id, t.type, i.device_id, i.sn, i.name, i.scene_id, t.operator, i.result, i.reason, i.msg, i.started_at, i.ended_at`,
    join: sql`join task_item i on i.ctid = page.id join task t on t.id = i.task_id`,
  })
}
