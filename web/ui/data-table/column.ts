import type { ReactNode } from 'react'
import type { Words } from '../base/words.ts'

/** One column of a list; a property of the row unless `format` says otherwise. */
export interface Column<Row> {
  /** Its name in habits and, unless `sort` names another field, in `orderby`. */
  property: string
  label: Words
  /** Pixels; without it the label decides and the column takes its share of free room. */
  width?: number
  minWidth?: number
  position?: 'left' | 'center' | 'right'
  /** Text that is cut off shows whole on hover. */
  tooltip?: boolean
  /** The server can order by it; a text names the field to order by. */
  sort?: boolean | string
  format?: (row: Row) => ReactNode
  /** What comes later than the row, for instance from another call; asked once per row that is in sight. */
  async?: (row: Row) => Promise<ReactNode>
  /** Not shown until chosen. */
  defaultHide?: boolean
  /** Explains the column, beside its label. */
  tips?: Words
  /** Always shown. */
  fixed?: boolean
  mono?: boolean
}

/** Columns shown until the user chooses. */
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

/** Field a column is ordered by; undefined when it cannot be. */
export function sortField<Row>(column: Column<Row>): string | undefined {
  if (!column.sort) return undefined
  return typeof column.sort === 'string' ? column.sort : column.property
}

/** The order with one property at another place; undefined when it cannot go there. */
export function movedTo(order: readonly string[], property: string, to: number): string[] | undefined {
  if (to < 0 || to >= order.length || !order.includes(property)) return undefined
  const others = order.filter((name) => name !== property)
  return [...others.slice(0, to), property, ...others.slice(to)]
}

/** True for `field asc` or `field desc` of a field that can be ordered by. */
export function orderWithin(orderby: string, fields: readonly string[]): boolean {
  const [field = '', direction, ...more] = orderby.split(' ')
  return fields.includes(field) && (direction === 'asc' || direction === 'desc') && more.length === 0
}

/** How many columns at the left stay in sight: the fixed ones there, at least the first. */
export function stickyCount<Row>(columns: readonly Column<Row>[]): number {
  const first = columns.findIndex((column) => !column.fixed)
  return Math.max(1, first < 0 ? 1 : first)
}

/** What a click on a header makes of the order: ascending, descending, none. */
export function nextOrder(orderby: string | undefined, field: string): string | undefined {
  if (orderby === `${field} asc`) return `${field} desc`
  return orderby === `${field} desc` ? undefined : `${field} asc`
}
