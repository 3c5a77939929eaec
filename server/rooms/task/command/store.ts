import sql from 'sql-template-tag'
import type { Db } from '../../../kernel/db.ts'

export type TicketKind = 'upload' | 'package' | 'image' | 'capture'

export interface NewTicket {
  hash: Buffer
  device_id: number
  args: Record<string, unknown>
}

/** One-time addresses for the devices of a task. */
export async function insertTickets(
  db: Db,
  kind: TicketKind,
  task_id: number | null,
  expires_at: number,
  list: readonly NewTicket[],
): Promise<void> {
  await db.run(sql`
    insert into transfer_token (hash, kind, device_id, scene_id, task_id, args, expires_at)
    select hash, ${kind}, device_id, (select d.scene_id from device_view d where d.id = t.device_id), ${task_id}, args::jsonb, ${expires_at}
    from unnest(${list.map(({ hash }) => hash)}::bytea[], ${list.map(({ device_id }) => device_id)}::int[], ${list.map(({ args }) => JSON.stringify(args))}::text[])
      as t(hash, device_id, args)`)
}

/** The device is in the scene of the ticket; in another scene its file would belong to another customer. */
const inItsScene = sql`transfer_token.scene_id is not distinct from
  (select d.scene_id from device_view d where d.id = transfer_token.device_id)`

export interface Ticket {
  device_id: number
  task_id: number | null
  args: Record<string, unknown>
}

/** Uses a ticket; undefined when it is unknown, used or expired. */
export function useTicket(db: Db, kind: TicketKind, hash: Buffer, at: number): Promise<Ticket | undefined> {
  return db.find<Ticket>(sql`
    update transfer_token set used_at = ${at} where hash = ${hash} and kind = ${kind} and used_at is null and expires_at > ${at}
      and ${inItsScene}
    returning device_id, task_id, args`)
}

/**
 * The team of a valid ticket, 0 for an unclaimed device; undefined: it is not valid. Called before a file is accepted.
 */
export async function teamOfTicket(
  db: Db,
  kind: TicketKind,
  hash: Buffer,
  at: number,
): Promise<{ team_id: number } | undefined> {
  return db.find(sql`
    select coalesce((select c.team_id from scene_view c where c.id = transfer_token.scene_id), 0) as team_id from transfer_token
    where hash = ${hash} and kind = ${kind} and used_at is null and expires_at > ${at} and ${inItsScene}`)
}

/** A package may be fetched repeatedly while its ticket is valid: a download can be interrupted. */
export function findPackage(db: Db, hash: Buffer, at: number): Promise<{ file: string; sealed: boolean } | undefined> {
  return db.find(sql`
    select args ->> 'file' as file, coalesce((args ->> 'sealed')::boolean, false) as sealed from transfer_token
    where hash = ${hash} and kind = 'package' and expires_at > ${at} and ${inItsScene}`)
}

/** An image, completed once or begun a few times, within its time; without TLS only a signed one. */
export function takeImage(
  db: Db,
  hash: Buffer,
  { at, plain, most }: { at: number; plain: boolean; most: number },
): Promise<{ file: string } | undefined> {
  return db.find(sql`
    update transfer_token set tries = tries + 1
    where hash = ${hash} and kind = 'image' and used_at is null and tries < ${most} and expires_at > ${at}
      and (not ${plain}::boolean or (args ->> 'signed')::boolean) and ${inItsScene}
    returning args ->> 'file' as file`)
}

export function purgeTickets(db: Db, before: number): Promise<number> {
  return db.run(sql`delete from transfer_token where expires_at < ${before}`)
}
