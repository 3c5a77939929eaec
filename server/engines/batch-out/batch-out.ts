import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { say, type Words } from '@belvedere/contract/kit/text.ts'
import type { Access, RequiredRights } from '../../kernel/access.ts'
import type { Ctx } from '../../kernel/implement.ts'
import { Refusal } from '../../kernel/refuse.ts'

/** A row that the caller may see. */
export interface SeenRow {
  id: number
  name: string
  scene_id: number
}

/**
 * The answer of a batch: failed rows are listed with their reason. For `seen` rows it is the reason why the caller may not write in their
 * scene, else `otherwise`; other rows count as missing.
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

/** The caller in a call that lists the rows: a writing call does not see read-only rows. */
export const listing = ({ session, access }: Pick<Ctx, 'session' | 'access'>, call: RequiredRights): Access =>
  (session?.access ?? access).within(call)

/** Why the caller may not write in a scene; undefined: it may. */
export function whyNotIn({ access, lang }: Pick<Ctx, 'lang' | 'access'>, scene_id: number): string | undefined {
  try {
    access.enter(scene_id, 'write')
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return say(error.spec, lang, error.values)
    throw error
  }
}
