import type { CallSpec, In } from '@belvedere/contract/kit/define-calls.ts'
import { call, type AnswerOf, type CallOptions } from './call.ts'

/** A row of a list call. */
export type RowOf<C extends CallSpec> = AnswerOf<C> extends { list: (infer Row)[] } ? Row : never

/** Rows that are fetched at most; a larger list is cut. */
export const mostRows = 100_000

/** One page of a list. Throws what `call` throws. */
export type ReadPage<Row> = (page: number, limit: number, options: CallOptions) => Promise<RowPage<Row>>

export interface RowPage<Row> {
  total: number
  list: readonly Row[]
}

export interface AllRowsOptions extends CallOptions {
  /** After each page: rows so far, and in all. */
  onRows?: (done: number, total: number) => void
}

/** Every row of a list, `limit` a page. */
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

/** Every row a list call has for this input, `limit` a page. Throws what `call` throws. */
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
