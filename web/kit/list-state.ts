import { useCallback, useMemo } from 'react'
import { filterKeys, type FilterSpec } from '../ui/data-table/filter-spec.ts'
import { keepHabit, useHabit } from './habit.ts'
import { useUrlState } from './url-state.ts'

/** SPEC section 9: page sizes and the usual one. */
export const pageSizes = [10, 20, 50, 100, 200, 500, 1000]
const usualSize = 10

export interface ListState {
  page: number
  limit: number
  /** '' = the server's own order. */
  orderby: string
  search: string
  filters: Readonly<Record<string, string>>
  setPage: (page: number) => void
  setLimit: (limit: number) => void
  setOrder: (orderby: string | undefined) => void
  setSearch: (text: string) => void
  setFilters: (part: Readonly<Record<string, string>>) => void
  reset: () => void
}

/**
 * Page, size, order, search and filters of one list: in the URL, so that links and the back button work; size and order
 * are also the user's habits. Every change but of the page goes back to page 1.
 */
export function useListState(name: string, prefix: string, filters: readonly FilterSpec[], usualOrder = ''): ListState {
  const size = useHabit((s) => s.pageSize[name]) ?? usualSize
  const order = useHabit((s) => s.tableSort[name]) ?? usualOrder
  const names = filters.flatMap(filterKeys)
  const unset = Object.fromEntries(names.map((key) => [prefix + key, '']))
  const own = { page: `${prefix}page`, limit: `${prefix}limit`, orderby: `${prefix}orderby`, search: `${prefix}search` }
  const [url, set] = useUrlState<Record<string, string | number>>({
    [own.page]: 1,
    [own.limit]: size,
    [own.orderby]: order,
    [own.search]: '',
    ...unset,
  })
  const first = { [own.page]: 1 }

  const setLimit = useCallback(
    (limit: number) => {
      keepHabit('pageSize', name, limit)
      set({ ...first, [own.limit]: limit })
    },
    [name, set],
  )
  const setOrder = useCallback(
    (orderby = '') => {
      keepHabit('tableSort', name, orderby || undefined)
      set({ ...first, [own.orderby]: orderby })
    },
    [name, set],
  )

  return {
    page: Math.max(1, Math.trunc(Number(url[own.page]))),
    limit: Number(url[own.limit]),
    orderby: String(url[own.orderby]),
    search: String(url[own.search]),
    filters: useMemo(() => Object.fromEntries(names.map((key) => [key, String(url[prefix + key])])), [url]),
    setPage: (page) => set({ [own.page]: page }, { push: true }),
    setLimit,
    setOrder,
    setSearch: (text) => set({ ...first, [own.search]: text }, { push: true }),
    setFilters: (part) => set({ ...first, ...prefixed(part, prefix) }, { push: true }),
    reset: () => set({ ...first, [own.search]: '', ...unset }, { push: true }),
  }
}

function prefixed(part: Readonly<Record<string, string>>, prefix: string): Record<string, string> {
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [prefix + key, value]))
}
