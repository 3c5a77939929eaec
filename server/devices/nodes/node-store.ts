import sql, { type Sql } from 'sql-template-tag'
import type { Beats } from '@belvedere/pure/time/silence.ts'
import type { Db } from '../../kernel/db.ts'
import { texts, numbers } from '../../kernel/columns.ts'
import type { KnownNode } from './node-rules.ts'

/** Unix seconds by the clock of the database: those of processes differ. */
const now = sql`extract(epoch from now())::bigint`

export interface NodeFacts {
  id: string
  name: string
  host: string
  roles: readonly string[]
  version: string
}

/** The state of a process. */
export interface ProcessHealth {
  /** It reaches the bus. */
  bus: boolean
  /** Its gateways do not answer. */
  hung: boolean
}

/** Registers it, also after its row was removed. A lost process returns with its next heartbeat. */
export async function beatNode(db: Db, node: NodeFacts, { bus, hung }: ProcessHealth): Promise<void> {
  const { id, name, host, roles, version } = node
  await db.run(sql`
    insert into node as n (id, name, host, roles, version, started_at, seen_at, bus, hung)
    values (${id}, ${name}, ${host}, ${texts(roles)}::text[], ${version}, ${now}, ${now}, ${bus}, ${hung})
    on conflict (id) do update set beats = n.beats + 1, seen_at = ${now}, bus = excluded.bus, hung = excluded.hung, lost_at = null, stopped_at = null`)
}

export async function stopNode(db: Db, id: string): Promise<void> {
  await db.run(sql`update node set stopped_at = ${now} where id = ${id}`)
}

/** All processes, and how many outages are open. */
export async function readNodes(db: Db): Promise<{ nodes: KnownNode[]; open: number }> {
  const rows = await db.rows<KnownNode & { open: number }>(sql`
    select id, name, roles, beats, bus, hung, lost_at is not null as lost, stopped_at is not null as stopped,
      (select count(*)::int from outage where ended_at is null) as open
    from node order by started_at, id`)
  return { nodes: rows, open: rows[0]?.open ?? 0 }
}

/** Marks processes as lost that have sent no heartbeat since the given count. */
export function markLostNodes(db: Db, silent: readonly Beats<string>[]): Promise<number> {
  return db.run(sql`
    update node set lost_at = ${now} where lost_at is null and stopped_at is null and (id, beats) in (
      select * from unnest(${texts(silent.map(({ id }) => id))}::text[], ${numbers(silent.map(({ beats }) => beats))}::bigint[]))`)
}

/**
 * Updates outages by the processes; returns whether one began or ended. Any number of processes may do this concurrently: each row changes
 * once. A process that was restarted in time replaces its former run without an outage.
 */
export async function settleOutages(db: Db): Promise<boolean> {
  const away = sql`(lost_at is not null or stopped_at is not null)`
  await db.run(sql`
    delete from node o where ${away} and exists (
      select from node n where n.name = o.name and n.id <> o.id and n.lost_at is null and n.stopped_at is null)`)
  const began = await db.run(sql`
    insert into outage (kind, name, roles, began_at)
    select 'node', name, roles, seen_at from node where lost_at is not null and stopped_at is null
    union all
    select 'node', name, '{gateway}', ${now} from node where hung and not ${away}
    union all
    select 'bus', '', '{}', ${now} where exists (select from node where not bus and not ${away})
    on conflict (kind, name) where ended_at is null do nothing`)
  const ended = await db.run(sql`
    update outage o set ended_at = ${now} where ended_at is null and case kind
      when 'node' then not exists (select from node n where n.name = o.name and (n.lost_at is not null or n.hung and n.stopped_at is null))
      when 'bus' then not exists (select from node where not bus and not ${away})
      else true end`)
  return began + ended > 0
}

/** Records an outage of the database. Each process reports it afterwards; they share one row. */
export async function noteDatabaseOutage(db: Db, seconds: number): Promise<boolean> {
  const began = sql`${now} - ${seconds}::int`
  const noted = await db.run(sql`
    with one as materialized (select pg_advisory_xact_lock(6214003))
    insert into outage (kind, began_at, ended_at)
    select 'database', ${began}, ${now} from one
    where not exists (select from outage where kind = 'database' and ended_at >= ${began})`)
  return noted > 0
}

/** Removes processes without announcing an end of their outages. Returns their names. */
async function dropNodes(db: Db, which: Sql): Promise<string[]> {
  const gone = await db.rows<{ name: string }>(sql`delete from node where ${which} returning name`)
  const names = gone.map(({ name }) => name)
  if (names.length)
    await db.run(sql`
      update outage set ended_at = ${now}, notified = 2 where kind = 'node' and ended_at is null and name = any(${texts(names)}::text[])`)
  return names
}

export const purgeNode = (db: Db, id: string) => dropNodes(db, sql`id = ${id}`)

/** Deletes old runs, and outages older than a quarter of a year. */
export async function purgeNodes(db: Db): Promise<void> {
  await dropNodes(db, sql`stopped_at < ${now} - 3600 or lost_at < ${now} - 86400`)
  await db.run(sql`delete from outage where ended_at < ${now} - 7776000`)
}
