import type { CallSpec, In } from '@belvedere/contract/kit/define-calls.ts'
import { call, type AnswerOf, type CallOptions } from './call.ts'

/** A row of a list call. */
export type RowOf<C extends CallSpec> = AnswerOf<C> extends { list: (infer Row)[] } ? Row : never

/** Maximum number of rows to fetch; a larger list is truncated. */
export const mostRows = 100_000

/** One page of a list. Throws what `call` throws. */
export type ReadPage<Row> = (page: number, limit: number, options: CallOptions) => Promise<RowPage<Row>>

export interface RowPage<Row> {
  total: number
  list: readonly Row[]
}

export interface AllRowsOptions extends CallOptions {
  /** Called after each page with the rows so far and the total. */
  onRows?: (done: number, total: number) => void
}

/** Fetches all rows of a list, `limit` per page. */
export async function allPages<Row>(
  read: ReadPage<Row>,
  limit: number,
  { onRows, ...options }: AllRowsOptions = {},
): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; rows.length < mostRows; page++) {
    const { total, list } = await read(page, limit, options)
    rows.push(...list)
    onRows?.(rows.length, total)
    if (rows.length >= total || list.length === 0) break
  }
  return rows
}

/** Fetches all rows of a list call for this input, `limit` per page. Throws what `call` throws. */
export function allRows<C extends CallSpec>(
  spec: C,
  input: object,
  limit: number,
  options?: AllRowsOptions,
): Promise<RowOf<C>[]> {
  const read = async (page: number, limit: number, options: CallOptions) =>
    (await call(spec, { ...input, page, limit } as In<C>, options)) as RowPage<RowOf<C>>
  return allPages(read, limit, options)
}
