import { useCallback, useEffect, useMemo, useState } from 'react'
import type { RowKey } from '../../ui/data-table/table-row.tsx'

export interface Selection<Row> {
  keys: ReadonlySet<RowKey>
  rows: readonly Row[]
  /** The user selected all matching rows, not only these rows. */
  all: boolean
  set: (rows: readonly Row[], selected: boolean) => void
  takeAll: () => void
  clear: () => void
}

/** Selected rows, kept across pages; cleared when `scope` (the filters of the list) changes. */
export function useSelection<Row>(rowKey: (row: Row) => RowKey, scope: string): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<RowKey, Row>>(new Map())
  const [all, setAll] = useState(false)
  const clear = useCallback(() => {
    setChosen(new Map())
    setAll(false)
  }, [])
  useEffect(clear, [scope, clear])
  const set = (rows: readonly Row[], selected: boolean) => {
    setAll(false)
    setChosen((was) => {
      const next = new Map(was)
      for (const row of rows) {
        if (selected) next.set(rowKey(row), row)
        else next.delete(rowKey(row))
      }
      return next
    })
  }
  const keys = useMemo(() => new Set(chosen.keys()), [chosen])
  return { keys, rows: [...chosen.values()], all, set, takeAll: () => setAll(true), clear }
}
