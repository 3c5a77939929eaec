import sql, { type Sql } from 'sql-template-tag'
import { numbers, texts } from '../../../kernel/columns.ts'
import type { Db, QueryContext } from '../../../kernel/db.ts'
import { allOf } from '../../../kernel/page.ts'

/** One operation with the data for its undo. */
export interface AuditRowToUndo {
  id: number
  at: number
  uid: number
  account: string
  channel: string
  call: string
  object: string
  name: string
  scene_id: number | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  undoes: number | null
  undone_by: number | null
  undo_call: string | null
}

const columns = sql`o.id, o.at, o.uid, o.account, o.channel, o.call, o.object, o.name, o.scene_id, o.before, o.after, o.undoes, o.undone_by, o.undo_call`

/**
 * Operations `o` in the log of the caller's team: its own, and those of guests in its scenes. For a scene, only when
 * the caller sees it or it was removed.
 */
export const inLog = ({ access }: QueryContext): Sql => sql`${access.owns(sql`o.team_id`)} and
  (o.scene_id is null or ${access.sees(sql`o.scene_id`)} or not exists (select 1 from scene_view x where x.id = o.scene_id))`

/** Operations `o` of the caller's team as a guest in scenes of others, while the caller sees them. */
export const asGuest = ({ access }: QueryContext): Sql =>
  sql`o.guest_team_id is not null and ${access.owns(sql`o.guest_team_id`)} and ${access.sees(sql`o.scene_id`)}`

/** Operations `o` that the caller may see. */
const mayKnow = (ctx: QueryContext): Sql => sql`((${inLog(ctx)}) or (${asGuest(ctx)}))`

export interface Which {
  id?: number | undefined
  request_id?: string | undefined
  uid?: number | undefined
  scene_id?: number | undefined
  from?: number | undefined
  /** The oldest. */
  since?: number | undefined
  /** Only operations that are not undone and are no undo themselves. */
  standing?: boolean
}

/** Newest first; locked until this transaction ends. */
export function lockAuditEntries(ctx: QueryContext, which: Which, limit: number): Promise<AuditRowToUndo[]> {
  const { id, request_id, uid, scene_id, from, since, standing } = which
  return ctx.db.rows<AuditRowToUndo>(sql`
    select ${columns} from audit_log o
    where ${allOf(
      mayKnow(ctx),
      id ? sql`o.id = ${id}` : undefined,
      request_id ? sql`o.request_id = ${request_id}` : undefined,
      uid ? sql`o.uid = ${uid}` : undefined,
      scene_id ? sql`(o.scene_id = ${scene_id} or o.before -> 'scene_id' = to_jsonb(${scene_id}::int))` : undefined,
      from ? sql`o.at >= ${from}` : undefined,
      since ? sql`o.id >= ${since}` : undefined,
      standing
        ? sql`o.undone_by is null and o.undoes is null and (o.before is not null or o.after is not null)`
        : undefined,
    )} order by o.id desc limit ${limit} for update of o`)
}

/** The request of an operation that the caller may see. */
export async function requestOf(ctx: QueryContext, id: number): Promise<string | undefined> {
  const found = await ctx.db.find<{ request_id: string }>(
    sql`select o.request_id from audit_log o where o.id = ${id} and ${mayKnow(ctx)}`,
  )
  return found?.request_id
}

export function findAuditEntry({ db }: QueryContext, id: number): Promise<AuditRowToUndo | undefined> {
  return db.find<AuditRowToUndo>(sql`select ${columns} from audit_log o where o.id = ${id}`)
}

/** Later operations on the same object that are not undone, newest first. */
export function listLater(ctx: QueryContext, { object, id }: AuditRowToUndo): Promise<AuditRowToUndo[]> {
  return ctx.db.rows<AuditRowToUndo>(sql`
    select ${columns} from audit_log o
    where o.object = ${object} and o.id > ${id} and o.undone_by is null
      and (o.team_id = ${ctx.access.team_id} or o.guest_team_id = ${ctx.access.team_id})
    order by o.id desc limit 100`)
}

export async function markUndone({ db }: Pick<QueryContext, 'db'>, id: number, by: number | null): Promise<void> {
  await db.run(sql`update audit_log set undone_by = ${by} where id = ${id}`)
}

// snapshots

export interface StoredSnapshot {
  audit_id: number
  sealed: string
  holds: readonly string[]
  until: number
}

export async function insertSnapshots(db: Db, list: readonly StoredSnapshot[]): Promise<void> {
  await db.run(sql`
    insert into deleted_snapshot (audit_id, sealed, holds, until)
    select g.audit_id, g.sealed, array(select jsonb_array_elements_text(g.holds::jsonb)), g.until
    from unnest(
      ${numbers(list.map(({ audit_id }) => audit_id))}::bigint[], ${texts(list.map(({ sealed }) => sealed))},
      ${texts(list.map(({ holds }) => JSON.stringify(holds)))}, ${numbers(list.map(({ until }) => until))}::bigint[]
    ) as g(audit_id, sealed, holds, until)`)
}

/** Returned once: a restored snapshot is removed. */
export async function takeSnapshot(db: Db, audit_id: number, now: number): Promise<string | undefined> {
  const found = await db.find<{ sealed: string }>(
    sql`delete from deleted_snapshot where audit_id = ${audit_id} and until >= ${now} returning sealed`,
  )
  return found?.sealed
}

/** Deletes snapshots that were kept until then. */
export function dropSnapshots({ db }: QueryContext, now: number): Promise<number> {
  return db.run(sql`delete from deleted_snapshot where until < ${now}`)
}

// parts of one transaction that can fail separately

export async function beginPart(db: Db): Promise<void> {
  await db.run(sql`savepoint part`)
}

export async function endPart(db: Db, undo: 'keep' | 'drop'): Promise<void> {
  await db.run(undo === 'keep' ? sql`release savepoint part` : sql`rollback to savepoint part`)
}
