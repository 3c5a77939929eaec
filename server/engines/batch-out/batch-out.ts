import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { say, type Words } from '@belvedere/contract/kit/text.ts'
import type { Access, RequiredRights } from '../../kernel/access.ts'
import type { Ctx } from '../../kernel/implement.ts'
import { Refusal } from '../../kernel/refuse.ts'

/** A row that the caller may look at, whatever it may do with it. */
export interface SeenRow {
  id: number
  name: string
  scene_id: number
}

/**
 * The answer of a batch: rows that were not done are named with the reason. Of `seen` rows it is what keeps the caller from
 * writing in their scene, else `otherwise`; others are not there for the caller.
 */
export function batchOut(
  ctx: Pick<Ctx, 'lang' | 'access'>,
  ids: readonly number[],
  done: readonly { id: number }[],
  seen: readonly SeenRow[] = [],
  otherwise: Words | ((row: SeenRow) => Words) = commonErrors.notFound,
) {
  const found = new Set(done.map(({ id }) => id))
  const byId = new Map(seen.map((row) => [row.id, row]))
  const wanted = [...new Set(ids)]
  const rejected = wanted
    .filter((id) => !found.has(id))
    .map((id) => {
      const row = byId.get(id)
      if (!row) return { id, name: String(id), reason: commonErrors.notFound[ctx.lang] }
      const words = typeof otherwise === 'function' ? otherwise(row) : otherwise
      return { id, name: row.name, reason: whyNotIn(ctx, row.scene_id) ?? words[ctx.lang] }
    })
  return { total_cnt: wanted.length, err_cnt: rejected.length, ...(rejected.length ? { rejected } : {}) }
}

/** The caller in a call that lists the rows: a call that writes does not see what it may not write. */
export const listing = ({ session, access }: Pick<Ctx, 'session' | 'access'>, call: RequiredRights): Access =>
  (session?.access ?? access).within(call)

/** What keeps the caller from writing in a scene, in words; undefined: nothing does. */
export function whyNotIn({ access, lang }: Pick<Ctx, 'lang' | 'access'>, scene_id: number): string | undefined {
  try {
    access.enter(scene_id, 'write')
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return say(error.spec, lang, error.values)
    throw error
  }
}
