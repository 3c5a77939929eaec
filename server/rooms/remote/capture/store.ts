import sql from 'sql-template-tag'
import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { captureCalls } from '@belvedere/contract/rooms/remote/capture.ts'
import { captureState } from '@belvedere/contract/rooms/remote/capture/enums.ts'
import type { Db, QueryContext } from '../../../kernel/db.ts'
import { containsSql } from '../../../kernel/database/list-sql.ts'
import { allOf, pageOf } from '../../../kernel/page.ts'
import { useTicket } from '../../task/api.ts'

type CaptureRow = Out<typeof captureCalls.list>['list'][number]

export interface NewCapture {
  device_id: number
  device_name: string
  scene_id: number
  uid: number
  operator: string
  interface: string
  packets: number | undefined
  seconds: number | undefined
  filter: string
  at: number
  expires_at: number
}

const { running, kept, failed } = captureState.id

/** One at a time for each device. The task is not known yet. */
export async function insertCapture(db: Db, one: NewCapture): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into device_capture (device_id, device_name, scene_id, task_id, uid, operator, interface, packets, seconds, filter, started_at, expires_at)
    values (${one.device_id}, ${one.device_name}, ${one.scene_id}, 0, ${one.uid}, ${one.operator}, ${one.interface},
      ${one.packets ?? null}, ${one.seconds ?? null}, ${one.filter}, ${one.at}, ${one.expires_at}) returning id`)
  return id
}

export async function nameTask(db: Db, id: number, task_id: number): Promise<void> {
  await db.run(sql`update device_capture set task_id = ${task_id} where id = ${id}`)
}

/** Captures of the device's team, and whether one that began after `since` is running on it. */
export function countCaptures(
  db: Db,
  { id, team_id }: { id: number; team_id: number },
  since: number,
): Promise<{ mine: number; runs: boolean }> {
  return db.one(sql`
    select count(*)::int as mine,
      coalesce(bool_or(c.device_id = ${id} and c.state = ${running} and c.started_at > ${since}), false) as runs
    from device_capture c join scene_view s on s.id = c.scene_id where s.team_id = ${team_id}`)
}

export async function failCapture(db: Db, id: number): Promise<void> {
  await db.run(sql`update device_capture set state = ${failed} where id = ${id} and state = ${running}`)
}

/** It has arrived, even if it was deleted since. */
export async function hasArrived(db: Db, id: number): Promise<boolean> {
  const waited = await db.find(sql`select from device_capture where id = ${id} and state <> ${kept}`)
  return waited === undefined
}

/** Uses the ticket; false when it was used before, or the capture was deleted. */
export async function saveCapture(db: Db, hash: Buffer, taken: { file: string; bytes: number; at: number }) {
  const ticket = await useTicket(db, 'capture', hash, taken.at)
  if (!ticket) return undefined
  return db.find<{ id: number; scene_id: number }>(sql`
    update device_capture set file = ${taken.file}, bytes = ${taken.bytes}, state = ${kept}
    where id = ${Number(ticket.args['capture_id'])} and file is null returning id, scene_id`)
}

/** The device and capture of a valid ticket. */
export function captureOf(
  db: Db,
  hash: Buffer,
  at: number,
): Promise<{ team_id: number; capture_id: number } | undefined> {
  return db.find(sql`
    select s.team_id, c.id as capture_id
    from transfer_token_view t join device_view d on d.id = t.device_id join scene_view s on s.id = d.scene_id
      join device_capture c on c.id = (t.args ->> 'capture_id')::int
    where t.hash = ${hash} and t.kind = 'capture' and t.used_at is null and t.expires_at > ${at} and t.scene_id = d.scene_id`)
}

export function listCaptures(ctx: QueryContext, input: In<typeof captureCalls.list>): Promise<TableOut<CaptureRow>> {
  const { scene_id, device_id, search } = input
  return pageOf<CaptureRow>(ctx.db, input, {
    from: sql`device_capture c`,
    id: sql`c.id`,
    where: allOf(
      ctx.access.sees(sql`c.scene_id`),
      scene_id ? sql`c.scene_id = ${scene_id}` : undefined,
      device_id ? sql`c.device_id = ${device_id}` : undefined,
      search ? containsSql(search, [sql`c.device_name`, sql`c.operator`, sql`c.filter`]) : undefined,
    ),
    order: { id: sql`c.id`, started_at: sql`c.started_at`, bytes: sql`c.bytes` },
    newestFirst: true,
    select: sql`c.id, c.device_id, c.device_name, c.scene_id, c.operator, c.interface, c.packets, c.seconds, c.filter, c.state,
      c.started_at, c.bytes, c.expires_at`,
    join: sql`join device_capture c on c.id = page.id`,
  })
}

export interface CaptureFile {
  device_name: string
  scene_id: number
  started_at: number
  file: string | null
}

export function findCapture({ db, access }: QueryContext, id: number): Promise<CaptureFile | undefined> {
  return db.find(sql`
    select c.device_name, c.scene_id, c.started_at, c.file from device_capture c
    where c.id = ${id} and ${access.sees(sql`c.scene_id`)}`)
}

export function deleteCapture({ db, access }: QueryContext, id: number): Promise<CaptureFile | undefined> {
  return db.find(sql`
    delete from device_capture c where c.id = ${id} and ${access.writes(sql`c.scene_id`)}
    returning c.device_name, c.scene_id, c.started_at, c.file`)
}

/** Removes expired ones; returns their files. */
export async function purgeCaptures(db: Db, at: number): Promise<string[]> {
  const rows = await db.rows<{ file: string | null }>(
    sql`delete from device_capture where expires_at < ${at} returning file`,
  )
  return rows.flatMap(({ file }) => file ?? [])
}
