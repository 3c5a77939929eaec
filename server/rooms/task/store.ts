import sql, { raw } from 'sql-template-tag'
import type { In } from '@belvedere/contract/kit/define-calls.ts'
import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { taskResult, taskType } from '@belvedere/contract/rooms/task/enums.ts'
import type { taskCalls } from '@belvedere/contract/rooms/task/task.ts'
import { numbers, texts } from '../../kernel/columns.ts'
import type { QueryContext } from '../../kernel/db.ts'
import { containsSql } from '../../kernel/database/list-sql.ts'
import { allOf, pageOf } from '../../kernel/page.ts'
import { jsonForLog } from '../log/api.ts'

type TaskTypeId = IdOf<typeof taskType>
type ResultId = IdOf<typeof taskResult>

export interface NewTask {
  type: TaskTypeId
  team_id: number
  uid: number
  operator: string
  /** Unix seconds. */
  at: number
  /** Seconds within which every item must end; absent: its end does not depend on a process. */
  within?: number
  /** The command as data, where it can be repeated. */
  command?: unknown
  /** The task it repeats. */
  retry_of?: number | undefined
  items: readonly { device_id: number; sn: string; name: string; scene_id: number }[]
}

/** The task with all its items, running. Returns its id. */
export async function insertTask({ db }: QueryContext, task: NewTask): Promise<number> {
  const { items } = task
  const { id } = await db.one<{ id: number }>(sql`
    with made as (
      insert into task (type, team_id, uid, operator, until, total_cnt, created_at, command, retry_of)
      values (${task.type}, ${task.team_id}, ${task.uid}, ${task.operator}, ${task.within === undefined ? null : task.at + task.within}, ${items.length}, ${task.at},
        ${jsonForLog(task.command)}::jsonb, ${task.retry_of ?? null})
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

/** Ends items that still run and, with the last of them, the task. True when the task ended with this. */
export async function endItems(
  { db }: QueryContext,
  task_id: number,
  at: number,
  ends: readonly ItemEnd[],
): Promise<boolean> {
  const row = await db.find<{ ended: boolean }>(sql`
    with found as (
      -- one probe of the key for each: the store, which has not counted the rows of a new task yet, would compare all with all
      select e.*, o.row from unnest(
        ${numbers(ends.map(({ device_id }) => device_id))}::int[], ${numbers(ends.map(({ result }) => result))}::smallint[],
        ${texts(ends.map(({ reason }) => reason ?? null))}, ${texts(ends.map(({ msg }) => msg ?? ''))},
        ${texts(ends.map(({ data }) => jsonForLog(data)))}
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

/** The scenes of its devices. */
export async function scenesOfTask({ db }: Pick<QueryContext, 'db'>, task_id: number): Promise<number[]> {
  const rows = await db.rows<{ scene_id: number }>(
    sql`select distinct i.scene_id from task_item i where i.task_id = ${task_id}`,
  )
  return rows.map(({ scene_id }) => scene_id)
}

/** Running items wait for their devices until that time, or, without one, run again. */
export async function holdItems(
  { db }: Pick<QueryContext, 'db'>,
  task_id: number,
  device_ids: readonly number[],
  until: number | undefined,
): Promise<void> {
  await db.run(sql`
    update task_item i set reason = ${until === undefined ? null : 'waiting'}, data = ${until === undefined ? null : JSON.stringify({ until })}::jsonb
    where i.task_id = ${task_id} and i.device_id = any(${numbers(device_ids)}::int[]) and i.result = 3`)
}

/**
 * Ends items as lost that can get no result any more; items that wait for a device continue while their task lasts.
 * Returns the affected scenes.
 */
export async function loseTasks({ db }: QueryContext, at: number, until: number): Promise<number[]> {
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
  type: TaskTypeId
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

/** Tasks with at least one device in a scene that the caller sees; the counts are those of the whole task. */
export function listTasks(ctx: QueryContext, input: In<typeof taskCalls.list>): Promise<TableOut<TaskRow>> {
  const { scene_id, device_id, task_id, type, types, result, operator, mine, from, to, search } = input
  const item = allOf(
    sql`i.task_id = t.id`,
    ctx.access.sees(sql`i.scene_id`),
    scene_id ? sql`i.scene_id = ${scene_id}` : undefined,
    device_id ? sql`i.device_id = ${device_id}` : undefined,
    search ? containsSql(search, [sql`i.name`, sql`i.sn`]) : undefined,
  )
  return pageOf<TaskRow>(ctx.db, input, {
    from: sql`task t`,
    id: sql`t.id`,
    where: allOf(
      sql`exists (select 1 from task_item i where ${item})`,
      task_id ? sql`t.id = ${task_id}` : undefined,
      type ? sql`t.type = ${type}` : undefined,
      types ? sql`t.type = any(${types}::text[])` : undefined,
      result !== undefined ? sql`t.result = ${result}` : undefined,
      operator ? containsSql(operator, [sql`t.operator`]) : undefined,
      mine ? sql`t.uid = ${ctx.access.uid}` : undefined,
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
      array(select i.name from task_item i where i.task_id = t.id and ${ctx.access.sees(sql`i.scene_id`)} order by i.device_id limit 3) as objects,
      t.created_at, t.ended_at, (t.command is not null)::int as repeatable, t.retry_of,
      (select count(*)::int from task_item w where w.task_id = t.id and w.result = 3 and w.reason = 'waiting') as waiting_cnt`,
    join: sql`join task t on t.id = page.id`,
  })
}

/** The command of a task, and the failed devices that the caller may command again. */
export async function findFailed(
  ctx: QueryContext,
  task_id: number,
): Promise<{ command: unknown; failed: number[]; seen: boolean }> {
  const rows = await ctx.db.rows<{ command: unknown; device_id: number; result: ResultId }>(sql`
    select t.command, i.device_id, i.result from task t join task_item i on i.task_id = t.id
    where t.id = ${task_id} and ${ctx.access.writes(sql`i.scene_id`)} order by i.device_id`)
  const failed = rows.filter(({ result }) => result === 1 || result === 2).map(({ device_id }) => device_id)
  return { command: rows[0]?.command ?? null, failed, seen: rows.length > 0 }
}

/** Devices of a task that the caller may command, with their scenes. */
export function listTargets(
  ctx: QueryContext,
  task_id: number,
): Promise<{ device_id: number; scene_id: number; name: string }[]> {
  return ctx.db.rows(sql`
    select i.device_id, i.scene_id, i.name from task_item i
    where i.task_id = ${task_id} and i.result = 3 and ${ctx.access.writes(sql`i.scene_id`)} order by i.device_id`)
}

export interface TaskItemRow {
  task_id: number
  type: TaskTypeId
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

export function listItems(ctx: QueryContext, input: In<typeof taskCalls.item>): Promise<TableOut<TaskItemRow>> {
  const { task_id, device_id, result, search } = input
  return pageOf<TaskItemRow>(ctx.db, input, {
    from: sql`task_item i`,
    id: sql`i.ctid`,
    where: allOf(
      ctx.access.sees(sql`i.scene_id`),
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

/** Removes tasks before that time with their items; returns how many. */
export async function deleteTasks({ db }: Pick<QueryContext, 'db'>, before: number): Promise<number> {
  const { tasks } = await db.one<{ tasks: number }>(sql`
    with gone as (delete from task where created_at < ${before} returning id),
    items as (delete from task_item i using gone where i.task_id = gone.id)
    select count(*)::int as tasks from gone`)
  return tasks
}
