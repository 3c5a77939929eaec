import { Type, type Static, type TProperties, type TSchema } from 'typebox'
import { Lines } from './schema.ts'

/** The request of every list: page, limit, orderby (`field asc` or `field desc`), search, and the list's own filters. */
export function tableIn<P extends TProperties>(filters: P, sortable: readonly [string, ...string[]], maxLimit = 500) {
  return Type.Object({
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxLimit, default: 10 })),
    orderby: Type.Optional(Type.String({ pattern: `^(${sortable.join('|')}) (asc|desc)$` })),
    search: Type.Optional(Lines(128)),
    ...filters,
  })
}

/** The answer of every list. */
export function tableOut<T extends TSchema>(row: T) {
  return Type.Object({ total: Type.Integer(), list: Type.Array(row) })
}

const base = tableIn({}, ['id'])
export type TableIn = Static<typeof base>
export interface TableOut<Row> {
  total: number
  list: Row[]
}

/** The answer of every batch operation, with the refused rows and their reasons. */
export const BatchOut = Type.Object({
  total_cnt: Type.Integer(),
  err_cnt: Type.Integer(),
  rejected: Type.Optional(Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), reason: Type.String() }))),
  task_id: Type.Optional(Type.Integer()),
})
