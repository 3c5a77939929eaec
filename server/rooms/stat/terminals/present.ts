import type { Ctx } from '../../../kernel/implement.ts'
import type { Scope } from '../scope/store.ts'
import { type LinkCount, listLinks, listLinksByScene, type SceneLinkCount, seenOf } from './store.ts'

/** Terminals from which on a counting of all is kept, and how long: milliseconds. Counting 200,000 takes some forty. */
const MANY = 20_000
const KEPT = 5000

interface Counting {
  rows: Promise<SceneLinkCount[]>
  until: number
  many: boolean
}

/** The last one of each store. */
const countings = new WeakMap<object, Counting>()

/** Terminals online by link; of several scenes, where there are very many terminals, as they were some seconds ago. */
export async function linksNow(ctx: Ctx, scope: Scope): Promise<LinkCount[]> {
  if (scope.scene_id) return listLinks(ctx, scope)
  return seenOf(ctx, scope, await countAll(ctx))
}

async function countAll({ system: { database } }: Ctx): Promise<SceneLinkCount[]> {
  const last = countings.get(database)
  if (last && performance.now() < last.until) return last.rows
  // nobody joins one of few, which may have begun before what the caller wants to see
  const many = last?.many ?? false
  const one: Counting = { rows: listLinksByScene(database), until: many ? Number.POSITIVE_INFINITY : 0, many }
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
