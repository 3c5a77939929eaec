import sql from 'sql-template-tag'
import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { remoteCalls } from '@belvedere/contract/rooms/remote/remote.ts'
import type { Db, QueryContext } from '../../../kernel/db.ts'
import { containsSql } from '../../../kernel/database/list-sql.ts'
import { allOf, pageOf } from '../../../kernel/page.ts'

type RemoteRow = Out<typeof remoteCalls.list>['list'][number]

export interface NewRemote {
  session: string
  kind: 'shell' | 'web' | 'tcp'
  device_id: number
  device_name: string
  scene_id: number
  task_id: number
  uid: number
  operator: string
  target: string
  started_at: number
  expires_at: number | null
}

export async function insertRemote(db: Db, one: NewRemote): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into device_remote (session, kind, device_id, device_name, scene_id, task_id, uid, operator, target, started_at, expires_at)
    values (${one.session}, ${one.kind}, ${one.device_id}, ${one.device_name}, ${one.scene_id}, ${one.task_id}, ${one.uid}, ${one.operator},
      ${one.target}, ${one.started_at}, ${one.expires_at}) returning id`)
  return id
}

export interface RemoteEnd {
  at: number
  bytes: number
  file?: string | undefined
  truncated?: boolean
}

/** The first end counts; undefined when it had already ended. */
export function endRemote(
  db: Db,
  session: string,
  { at, bytes, file, truncated = false }: RemoteEnd,
): Promise<{ task_id: number; device_id: number; scene_id: number } | undefined> {
  return db.find(sql`
    update device_remote r set ended_at = ${at}, bytes = ${bytes}, file = coalesce(${file ?? null}, file), truncated = ${truncated}
    where r.session = ${session} and r.ended_at is null returning r.task_id, r.device_id, r.scene_id`)
}

/** The current recording of a running session; returns the file that it replaces, if any. */
export async function saveSoFar(
  db: Db,
  session: string,
  file: string,
  bytes: number,
  truncated: boolean,
): Promise<string | undefined> {
  const before = await db.find<{ file: string | null }>(sql`
    update device_remote r set file = ${file}, bytes = ${bytes}, truncated = ${truncated} from (select id, file from device_remote where session = ${session}) b
    where r.id = b.id returning b.file`)
  return before?.file ?? undefined
}

/** Removes sessions that began before; returns their files. */
export async function purgeRemote(db: Db, before: number): Promise<string[]> {
  const rows = await db.rows<{ file: string | null }>(
    sql`delete from device_remote where started_at < ${before} returning file`,
  )
  return rows.flatMap(({ file }) => file ?? [])
}

/** Sessions of a process that has ended. */
export async function endLeftOver(db: Db, at: number): Promise<void> {
  await db.run(sql`update device_remote set ended_at = ${at} where ended_at is null`)
}

/** An open session on a device that the caller may write to. */
export function findOpen({ db, access }: QueryContext, id: number): Promise<{ session: string } | undefined> {
  return db.find(sql`
    select r.session from device_remote r
    where r.id = ${id} and r.ended_at is null and ${access.writes(sql`r.scene_id`)}`)
}

export function listRemote(ctx: QueryContext, input: In<typeof remoteCalls.list>): Promise<TableOut<RemoteRow>> {
  const { scene_id, device_id, task_id, kind, recorded, search } = input
  const took = sql`coalesce(r.ended_at, extract(epoch from now())::bigint) - r.started_at`
  return pageOf<RemoteRow>(ctx.db, input, {
    from: sql`device_remote r`,
    id: sql`r.id`,
    where: allOf(
      ctx.access.sees(sql`r.scene_id`),
      scene_id ? sql`r.scene_id = ${scene_id}` : undefined,
      device_id ? sql`r.device_id = ${device_id}` : undefined,
      task_id ? sql`r.task_id = ${task_id}` : undefined,
      kind ? sql`r.kind = ${kind}` : undefined,
      recorded === undefined ? undefined : sql`(r.file is not null) = ${recorded === 1}`,
      search ? containsSql(search, [sql`r.device_name`, sql`r.operator`, sql`r.target`]) : undefined,
    ),
    order: { id: sql`r.id`, started_at: sql`r.started_at`, seconds: took, operator: sql`r.operator` },
    newestFirst: true,
    select: sql`r.id, r.kind, r.device_id, r.device_name, r.scene_id, r.task_id, r.operator, r.target, r.started_at, r.ended_at,
      r.expires_at, (${took})::int as seconds, r.bytes, (r.file is not null)::int as recorded, r.truncated::int as truncated`,
    join: sql`join device_remote r on r.id = page.id`,
  })
}

export function findRecording(
  { db, access }: QueryContext,
  id: number,
): Promise<{ session: string; file: string | null } | undefined> {
  return db.find(sql`
    select r.session, r.file from device_remote r where r.id = ${id} and ${access.sees(sql`r.scene_id`)}`)
}
