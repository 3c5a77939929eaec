import sql from 'sql-template-tag'
import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import type { nodeCalls } from '@belvedere/contract/rooms/node/node.ts'
import type { Db } from '../../kernel/db.ts'

type NodeListAnswer = Out<typeof nodeCalls.list>
export type NodeOutage = NodeListAnswer['outages'][number]

const now = sql`extract(epoch from now())::bigint`
const state = sql`case when n.stopped_at is not null then 'stopped' when n.lost_at is not null then 'lost'
  when n.hung then 'hung' else 'running' end`

/** Nodes belong to no team: the permission is the only access check. */
export function listNodes(db: Db): Promise<NodeListAnswer['nodes']> {
  return db.rows(sql`
    with held as (
      select g.node, count(*)::int as devices from device_state_view s join gateway_run_view g on g.id = s.gateway_run where s.online group by 1
    )
    select n.id, n.name, n.host, n.roles, ${state} as state, n.version, n.started_at, n.seen_at, greatest(0, ${now} - n.seen_at) as silent,
      n.bus::int as bus, coalesce(h.devices, 0) as devices
    from node n left join held h on h.node = n.id order by n.name, n.started_at limit 200`)
}

export function listOutages(db: Db): Promise<NodeOutage[]> {
  return db.rows(
    sql`select id, kind, name, roles, began_at, ended_at from outage order by ended_at is not null, began_at desc, id desc limit 30`,
  )
}

export async function databaseVersion(db: Db): Promise<string> {
  return (await db.one<{ version: string }>(sql`select current_setting('server_version') as version`)).version
}

export function findNode(db: Db, id: string): Promise<{ name: string; away: boolean } | undefined> {
  return db.find(
    sql`select name, lost_at is not null or stopped_at is not null as away from node where id = ${id} for update`,
  )
}

/** Outages with an unsent report, marked as sent. */
export function takeUntold(db: Db): Promise<(NodeOutage & { notified: number })[]> {
  return db.rows(sql`
    with news as (
      select * from outage where notified < case when ended_at is null then 1 else 2 end order by id limit 100 for update skip locked
    )
    update outage o set notified = case when o.ended_at is null then 1 else 2 end from news where news.id = o.id
    returning o.id, o.kind, o.name, o.roles, o.began_at, o.ended_at, news.notified`)
}
