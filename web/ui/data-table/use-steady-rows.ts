import { useMemo, useRef } from 'react'
import type { RowKey } from './table-row.tsx'

/** The new rows; rows that existed before keep their positions, and new rows take the positions of removed ones. */
export function steadied<Row, Key>(
  rows: readonly Row[],
  before: readonly Key[],
  rowKey: (row: Row) => Key,
): readonly Row[] {
  const byKey = new Map(rows.map((row) => [rowKey(row), row]))
  const known = new Set(before)
  const newcomers = rows.filter((row) => !known.has(rowKey(row)))
  const places = before.map((key) => byKey.get(key) ?? newcomers.shift())
  return [...places.filter((row) => row !== undefined), ...newcomers]
}

/**
 * While `held` (the user points at the rows or moves through them), updates change rows in place and no row moves;
 * afterwards the server's order is restored. Another `scope` (page, order, filters) is another list.
 */
export function useSteadyRows<Row>(
  rows: readonly Row[] | undefined,
  rowKey: (row: Row) => RowKey,
  scope: string,
  held: boolean,
): readonly Row[] | undefined {
  const last = useRef<{ scope: string; keys: readonly RowKey[] }>(undefined)
  const shown = useMemo(() => {
    const before = last.current
    if (!rows || !held || before?.scope !== scope) return rows
    const same = before.keys.length === rows.length && rows.every((row, index) => rowKey(row) === before.keys[index])
    return same ? rows : steadied(rows, before.keys, rowKey)
  }, [rows, rowKey, scope, held])
  last.current = shown && { scope, keys: shown.map(rowKey) }
  return shown
}
