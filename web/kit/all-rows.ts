import type { CallSpec, In } from '@belvedere/contract/kit/define-calls.ts'
import { call, type Answer } from './call.ts'

type RowOf<C extends CallSpec> = Answer<C> extends { list: (infer Row)[] } ? Row : never

/** Rows that are fetched at most; a larger list is cut. */
export const mostRows = 100_000

/** Every row a list call has for this input, `limit` a page. Throws what `call` throws. */
export async function allRows<C extends CallSpec>(spec: C, input: object, limit: number): Promise<RowOf<C>[]> {
  const rows: RowOf<C>[] = []
  for (let page = 1; rows.length < mostRows; page++) {
    const answer = (await call(spec, { ...input, page, limit } as In<C>)) as { total: number; list: RowOf<C>[] }
    rows.push(...answer.list)
    if (rows.length >= answer.total || answer.list.length === 0) break
  }
  return rows
}
