import { useMemo } from 'react'
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
  const names = useMemo(() => filters.flatMap(filterKeys), [filters])
  const own = useMemo(() => ownKeys(prefix), [prefix])
  const unset = useMemo(() => Object.fromEntries(names.map((key) => [prefix + key, ''])), [names, prefix])
  const [url, set] = useUrlState<Record<string, string | number>>({
    [own.page]: 1,
    [own.limit]: size,
    [own.orderby]: order,
    [own.search]: '',
    ...unset,
  })
  const acts = useMemo(() => {
    const restart = (part: Record<string, string | number>, push: boolean) => set({ [own.page]: 1, ...part }, { push })
    return {
      setPage: (page: number) => set({ [own.page]: page }, { push: true }),
      setLimit: (limit: number) => {
        keepHabit('pageSize', name, limit)
        restart({ [own.limit]: limit }, false)
      },
      setOrder: (orderby = '') => {
        keepHabit('tableSort', name, orderby || undefined)
        restart({ [own.orderby]: orderby }, false)
      },
      setSearch: (text: string) => restart({ [own.search]: text }, true),
      setFilters: (part: Readonly<Record<string, string>>) => restart(prefixed(part, prefix), true),
      reset: () => restart({ [own.search]: '', ...unset }, true),
    }
  }, [set, own, unset, name, prefix])
  return {
    page: Math.max(1, Math.trunc(Number(url[own.page]))),
    limit: Number(url[own.limit]),
    orderby: String(url[own.orderby]),
    search: String(url[own.search]),
    filters: useMemo(
      () => Object.fromEntries(names.map((key) => [key, String(url[prefix + key])])),
      [url, names, prefix],
    ),
    ...acts,
  }
}

function ownKeys(prefix: string) {
  return { page: `${prefix}page`, limit: `${prefix}limit`, orderby: `${prefix}orderby`, search: `${prefix}search` }
}

function prefixed(part: Readonly<Record<string, string>>, prefix: string): Record<string, string> {
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [prefix + key, value]))
}
