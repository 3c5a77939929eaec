import sql, { type Sql } from 'sql-template-tag'
import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { appCalls } from '@belvedere/contract/rooms/remote/app.ts'
import { numbers, texts } from '../../../kernel/columns.ts'
import type { Db, QueryContext } from '../../../kernel/db.ts'
import { containsSql } from '../../../kernel/database/list-sql.ts'
import { allOf, pageOf } from '../../../kernel/page.ts'
import type { App } from './read-apps.ts'

type AppRow = Out<typeof appCalls.installed>['list'][number]

export function listApps(ctx: QueryContext, input: In<typeof appCalls.installed>): Promise<TableOut<AppRow>> {
  const { scene_id, device_id, type, status, online, search } = input
  const joined = sql`join device_view d on d.id = a.device_id join scene_view c on c.id = d.scene_id join device_state_view s on s.device_id = d.id`
  return pageOf<AppRow>(ctx.db, input, {
    from: sql`device_app a ${joined}`,
    id: sql`a.id`,
    where: allOf(
      ctx.access.sees(sql`d.scene_id`),
      scene_id ? sql`d.scene_id = ${scene_id}` : undefined,
      device_id ? sql`d.id = ${device_id}` : undefined,
      type === undefined ? undefined : sql`d.type = ${type}`,
      status === undefined ? undefined : sql`a.status = ${status}`,
      online === undefined ? undefined : sql`s.online = ${online === 1}`,
      search ? containsSql(search, [sql`a.name`, sql`a.description`, sql`d.name`, sql`d.serial`]) : undefined,
    ),
    order: {
      id: sql`a.id`,
      name: sql`a.name`,
      device_name: sql`d.name`,
      scene_name: sql`c.name`,
      status: sql`a.status`,
      told_at: sql`a.reported_at`,
    },
    select: sql`a.id, a.device_id, d.name as device_name, d.serial as sn, d.type, s.online::int as online, d.scene_id, c.name as scene_name,
      a.name, a.description, a.status, a.detail, ('service' = any(d.verbs))::int as settable, a.reported_at as told_at`,
    join: sql`join device_app a on a.id = page.id ${joined}`,
  })
}

/** The answer of a device replaces the stored apps. */
export async function saveApps(db: Db, device_id: number, apps: readonly App[], at: number): Promise<void> {
  const names = texts(apps.map(({ name }) => name))
  await db.run(sql`delete from device_app where device_id = ${device_id} and name <> all(${names})`)
  await db.run(sql`
    insert into device_app as a (device_id, name, description, status, detail, reported_at)
    select ${device_id}, name, description, status, detail, ${at}
    from unnest(${names}, ${texts(apps.map(({ description }) => description))}, ${numbers(apps.map(({ status }) => status))}::smallint[],
      ${texts(apps.map(({ detail }) => detail))}) as t(name, description, status, detail)
    where exists (select 1 from device_view d where d.id = ${device_id})
    on conflict (device_id, name) do update set description = excluded.description, status = excluded.status, detail = excluded.detail,
      reported_at = excluded.reported_at`)
}

export interface Teller {
  id: number
  scene_id: number
}

const telling = (more: Sql): Sql => sql`
  select d.id, d.scene_id from device_view d join device_state_view s on s.device_id = d.id
  where d.scene_id is not null and s.online and 'services' = any(d.cgi) and ${more}`

/** Online devices that can list their apps, of the requested ones. */
export function tellersOf({ db, access }: QueryContext, scene_id?: number, ids?: readonly number[]): Promise<Teller[]> {
  const which = allOf(
    access.sees(sql`d.scene_id`),
    scene_id ? sql`d.scene_id = ${scene_id}` : undefined,
    ids ? sql`d.id = any(${numbers(ids)}::int[])` : undefined,
  )
  return db.rows<Teller>(sql`${telling(which)} order by d.id limit 500`)
}

/** Those not queried since `before`, the longest first. */
export function staleTellers(db: Db, before: number, limit: number): Promise<Teller[]> {
  return db.rows<Teller>(sql`
    ${telling(sql`not exists (select 1 from device_app a where a.device_id = d.id and a.reported_at > ${before})`)}
    order by (select max(a.reported_at) from device_app a where a.device_id = d.id) nulls first limit ${limit}`)
}
