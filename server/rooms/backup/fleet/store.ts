import sql, { type Sql } from 'sql-template-tag'
import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { backupCalls } from '@belvedere/contract/rooms/backup/backup.ts'
import type { QueryContext } from '../../../kernel/db.ts'
import { containsSql } from '../../../kernel/database/list-sql.ts'
import { allOf, pageOf } from '../../../kernel/page.ts'
import { USUAL } from '../policy/usual.ts'

export type FleetRow = Out<typeof backupCalls.fleet>['list'][number]
type FleetListInput = In<typeof backupCalls.fleet>

const from = sql`device_view d join scene_view c on c.id = d.scene_id
  left join device_backup b on b.device_id = d.id and b.newest
  left join device_backup_policy p on p.team_id = c.team_id`
const able = sql`(b.id is not null or d.verbs && '{backup,running,configure}'::text[])`
const days = sql`coalesce(p.overdue_days, ${USUAL.overdue_days}::int)`
const DAY = 86_400

const stateAt = (now: number): Sql => sql`case when b.id is null then 'none' when not b.complete then 'incomplete'
  when b.created_at < ${now}::bigint - ${days} * ${DAY}::bigint then 'overdue' else 'covered' end`

/** Order by urgency: devices without a backup come first. */
const urgency = (now: number): Sql =>
  sql`case ${stateAt(now)} when 'none' then 0 when 'incomplete' then 1 when 'overdue' then 2 else 3 end`

const groupIs = (id: number): Sql => (id === 0 ? sql`d.group_id is null` : sql`d.group_id = ${id}`)

/** One row for each device that the caller sees, with its newest backup. */
export function listFleet(ctx: QueryContext, input: FleetListInput, now: number): Promise<TableOut<FleetRow>> {
  const { scene_id, state, source, type, group_id, ids, search } = input
  return pageOf<FleetRow>(ctx.db, input, {
    from: sql`${from} ${input.orderby?.startsWith('bytes') ? sql`left join device_content o on o.id = b.content_id` : sql``}`,
    id: sql`d.id`,
    where: allOf(
      ctx.access.sees(sql`d.scene_id`),
      able,
      scene_id ? sql`d.scene_id = ${scene_id}` : undefined,
      state ? sql`${stateAt(now)} = ${state}` : undefined,
      source ? sql`b.source = ${source}` : undefined,
      type === undefined ? undefined : sql`d.type = ${type}`,
      group_id === undefined ? undefined : groupIs(group_id),
      ids ? sql`d.id = any(${ids}::int[])` : undefined,
      search ? containsSql(search, [sql`d.name`, sql`d.serial`, sql`b.note`]) : undefined,
    ),
    // the joins are expensive: count and page are one query
    costly: true,
    order: {
      id: sql`d.id`,
      name: sql`d.name`,
      state: urgency(now),
      created_at: sql`b.created_at`,
      bytes: sql`o.bytes`,
      firmware: sql`b.firmware`,
      scene_name: sql`c.name`,
    },
    select: sql`d.id, d.serial as sn, d.name, d.type, d.scene_id, c.name as scene_name, s.online::int as online, d.verbs,
      ${stateAt(now)} as state, (select count(*)::int from device_backup n where n.device_id = d.id) as total,
      b.id as backup_id, b.created_at, b.source, o.format, o.bytes, o.sha256, b.complete::int as complete, b.unchanged::int as unchanged, b.derived::int as derived,
      case when b.diff_add is not null then jsonb_build_object('add', b.diff_add, 'del', b.diff_del) end as diff_prev,
      b.firmware, b.operator, b.note, b.keep::int as keep`,
    join: sql`join device_view d on d.id = page.id join scene_view c on c.id = d.scene_id join device_state_view s on s.device_id = d.id
      left join device_backup b on b.device_id = d.id and b.newest left join device_content o on o.id = b.content_id
      left join device_backup_policy p on p.team_id = c.team_id`,
  })
}

/** The number of devices that the caller sees, by state. */
export function countFleet(
  ctx: QueryContext,
  scene_id: number | undefined,
  now: number,
): Promise<Omit<Out<typeof backupCalls.count>, 'overdue_days'>> {
  const state = (name: string) => sql`(count(*) filter (where able and state = ${name}))::int`
  return ctx.db.one(sql`
    select ${state('covered')} as covered, ${state('overdue')} as overdue, ${state('incomplete')} as incomplete,
      ${state('none')} as none, (count(*) filter (where not able))::int as unable
    from (select ${able} as able, ${stateAt(now)} as state from ${from}
      where ${ctx.access.sees(sql`d.scene_id`)} ${scene_id ? sql`and d.scene_id = ${scene_id}` : sql``}) f`)
}
