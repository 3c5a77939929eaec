import sql from 'sql-template-tag'
import { numbers } from '../../../kernel/columns.ts'
import type { Db, QueryContext } from '../../../kernel/db.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { isOnline } from '../../../devices/online-store.ts'
import { type StatScope, within } from '../scope/store.ts'

/**
 * The number of terminals from which a count of all is cached, and its milliseconds. Counting 200,000 takes some forty.
 */
const MANY = 20_000
const KEPT = 5000

export interface LinkCount {
  link: 0 | 1 | 2 | 3
  online: number
}

interface SceneLinkCount extends LinkCount {
  scene_id: number
}

interface Counting {
  rows: Promise<SceneLinkCount[]>
  until: number
  many: boolean
}

/** The last count for each store, over all scenes: only the parts that a caller sees leave this file. */
const countings = new WeakMap<object, Counting>()

/**
 * Terminals that are online now, by link; for several scenes with very many terminals, as of some seconds ago. A
 * terminal is online while its device is.
 */
export async function listLinks(ctx: Ctx, scope: StatScope): Promise<LinkCount[]> {
  if (scope.scene_id) return countLinks(ctx, scope)
  return seenOf(ctx, scope, await countAll(ctx))
}

function countLinks(at: QueryContext, scope: StatScope): Promise<LinkCount[]> {
  return at.db.rows(sql`
    select t.link, count(*)::int as online from terminal_view t join device_state_view s on s.device_id = t.device_id
    where t.online and ${isOnline} and ${within(at, scope, sql`t.scene_id`)} group by 1`)
}

function seenOf(at: QueryContext, scope: StatScope, all: readonly SceneLinkCount[]): Promise<LinkCount[]> {
  return at.db.rows(sql`
    select c.link, sum(c.online)::int as online
    from unnest(${numbers(all.map(({ scene_id }) => scene_id))}::int[], ${numbers(all.map(({ link }) => link))}::smallint[],
      ${numbers(all.map(({ online }) => online))}::int[]) as c(scene_id, link, online)
    where ${within(at, scope, sql`c.scene_id`)} group by 1`)
}

function countLinksByScene(db: Db): Promise<SceneLinkCount[]> {
  return db.rows(sql`
    select t.scene_id, t.link, count(*)::int as online from terminal_view t join device_state_view s on s.device_id = t.device_id
    where t.online and ${isOnline} group by 1, 2`)
}

async function countAll({ system: { database } }: Ctx): Promise<SceneLinkCount[]> {
  const last = countings.get(database)
  if (last && performance.now() < last.until) return last.rows
  // with few terminals no caller joins a running count, which may have begun before the state that the caller expects
  const many = last?.many ?? false
  const one: Counting = { rows: countLinksByScene(database), until: many ? Number.POSITIVE_INFINITY : 0, many }
  countings.set(database, one)
  try {
    const rows = await one.rows
    one.many = rows.reduce((sum, { online }) => sum + online, 0) >= MANY
    one.until = one.many ? performance.now() + KEPT : 0
    return rows
  } catch (error) {
    countings.delete(database)
    throw error
  }
}
