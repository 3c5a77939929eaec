import type { ReactNode } from 'react'
import type { Words } from '../base/words.ts'

/** One column of a list; a property of the row unless `format` says otherwise. */
export interface Column<Row> {
  /** Name of the column in habits and, unless `sort` names another field, in `orderby`. */
  property: string
  label: Words
  /** Pixels; if omitted, the width follows from the label and the column gets a share of the free space. */
  width?: number
  minWidth?: number
  position?: 'left' | 'center' | 'right'
  /** Truncated text is shown in full on hover. */
  tooltip?: boolean
  /** The server can sort by it; a text names the field to sort by. */
  sort?: boolean | string
  format?: (row: Row) => ReactNode
  /** Content that is loaded after the row, for example from another call; requested once per visible row. */
  async?: (row: Row) => Promise<ReactNode>
  /** Hidden until the user selects it. */
  defaultHide?: boolean
  /** Help text beside the label. */
  tips?: Words
  /** Always shown. */
  fixed?: boolean
  mono?: boolean
}

/** Number of columns shown until the user selects columns. */
export const mostColumns = 9

/** The recommended columns: fixed ones, then those not hidden by default, `mostColumns` in all, in their stated order. */
export function recommended<Row>(columns: readonly Column<Row>[]): string[] {
  const fixed = columns.filter((column) => column.fixed)
  const others = columns.filter((column) => !column.fixed && !column.defaultHide)
  const chosen = new Set([...fixed, ...others.slice(0, Math.max(0, mostColumns - fixed.length))])
  return columns.filter((column) => chosen.has(column)).map((column) => column.property)
}

/** The columns to draw: the user's choice in the user's order, without those that no longer exist, with the fixed ones. */
export function visibleColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | undefined,
): Column<Row>[] {
  const wanted = chosen ?? recommended(columns)
  const byName = new Map(columns.map((column) => [column.property, column]))
  const found = wanted.flatMap((property) => byName.get(property) ?? [])
  const missing = columns.filter((column) => column.fixed && !wanted.includes(column.property))
  return [...missing, ...found]
}

/** The field to sort a column by; undefined if the column is not sortable. */
export function sortField<Row>(column: Column<Row>): string | undefined {
  if (!column.sort) return undefined
  return typeof column.sort === 'string' ? column.sort : column.property
}

/** The column order with one property moved; undefined if the move is not possible. */
export function movedTo(order: readonly string[], property: string, to: number): string[] | undefined {
  if (to < 0 || to >= order.length || !order.includes(property)) return undefined
  const others = order.filter((name) => name !== property)
  return [...others.slice(0, to), property, ...others.slice(to)]
}

/** True for `field asc` or `field desc` of a sortable field. */
export function orderWithin(orderby: string, fields: readonly string[]): boolean {
  const [field = '', direction, ...more] = orderby.split(' ')
  return fields.includes(field) && (direction === 'asc' || direction === 'desc') && more.length === 0
}

/** The number of sticky columns at the left: the fixed ones there, at least the first column. */
export function stickyCount<Row>(columns: readonly Column<Row>[]): number {
  const first = columns.findIndex((column) => !column.fixed)
  return Math.max(1, first < 0 ? 1 : first)
}

/** The next sort order after a click on a header: ascending, descending, none. */
export function nextOrder(orderby: string | undefined, field: string): string | undefined {
  if (orderby === `${field} asc`) return `${field} desc`
  return orderby === `${field} desc` ? undefined : `${field} asc`
}
