import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { Ctx } from '../../kernel/implement.ts'

/** What was refused of a batch is what the caller cannot see or change: which of the two is not told. */
export function batchOut(ids: readonly number[], done: readonly { id: number }[], { lang }: Pick<Ctx, 'lang'>) {
  const found = new Set(done.map(({ id }) => id))
  const wanted = [...new Set(ids)]
  const rejected = wanted
    .filter((id) => !found.has(id))
    .map((id) => ({ id, name: String(id), reason: commonErrors.notFound[lang] }))
  return { total_cnt: wanted.length, err_cnt: rejected.length, ...(rejected.length ? { rejected } : {}) }
}
