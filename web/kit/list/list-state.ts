import { useEffect, useMemo, useRef } from 'react'
import { orderWithin } from '../../ui/data-table/column.ts'
import { filterKeys, type FilterSpec } from '../../ui/data-table/filter/filter-spec.ts'
import { saveHabit, useHabit } from '../session/habit.ts'
import { useUrlState } from '../routing/url-state.ts'

/** Page sizes; the largest is for lists of devices. */
const pageSizes = [10, 20, 50, 100, 200, 500, 1000]
export const pageSizesUpTo = (most: number) => pageSizes.filter((size) => size <= most)
const usualSize = 10

/** The state of a list without the page: the content of a saved view. */
export interface ListView {
  /** Rows per page. */
  limit: number
  /** `field asc` or `field desc`; '' = the server's default order. */
  orderby: string
  search: string
  /** Texts by query key; '' = not set. */
  filters: Readonly<Record<string, string>>
}

export interface ListState extends ListView {
  page: number
  /** Id of the selected saved view; '' = none. */
  view: string
  /** The address contains no state of this list. */
  bare: boolean
  setPage: (page: number, push?: boolean) => void
  setLimit: (limit: number) => void
  setOrder: (orderby: string | undefined) => void
  setSearch: (text: string) => void
  setFilters: (part: Readonly<Record<string, string>>) => void
  /** Clears search and filters and goes to page 1. */
  reset: () => void
  /** Sets the whole state; `push` adds one entry to the history. */
  apply: (input: Partial<ListView>, view: string, push: boolean) => void
}

export interface ListTraits {
  /** Key of the habits. */
  name: string
  /** Prefix of the keys in the address, for a page with several lists. */
  prefix: string
  filters: readonly FilterSpec[]
  /** Fields by which the list can be sorted. */
  fields: readonly string[]
  sizes: readonly number[]
  usualOrder: string
}

type UrlPart = Record<string, string | number>

/**
 * Page, size, order, search and filters of one list: in the URL, so that links and the back button work; size and
 * order are also stored as habits. Every change except of the page returns to page 1. Invalid values in an address are
 * ignored.
 */
export function useListState(traits: ListTraits): ListState {
  const { name, prefix, filters, fields, sizes, usualOrder } = traits
  const size = useHabit((s) => s.pageSize[name])
  const order = useHabit((s) => s.tableSort[name])
  const names = useMemo(() => filters.flatMap(filterKeys), [filters])
  const own = useMemo(() => ownKeys(prefix), [prefix])
  const unset = useMemo(() => Object.fromEntries(names.map((key) => [prefix + key, ''])), [names, prefix])
  const [url, set] = useUrlState<UrlPart>({
    [own.page]: 1,
    [own.limit]: '',
    [own.orderby]: '',
    [own.search]: '',
    [own.view]: '',
    ...unset,
  })
  useLeaving(prefix, (keys) => set(Object.fromEntries(keys.map((key) => [key, undefined]))))
  const limit = [url[own.limit], size].map(Number).find((wanted) => sizes.includes(wanted)) ?? usualSize
  const orderby =
    [String(url[own.orderby]), order ?? '', usualOrder].find((wanted) => orderWithin(wanted, fields)) ?? ''
  const search = String(url[own.search])
  const values = useMemo(
    () => Object.fromEntries(names.map((key) => [key, String(url[prefix + key])])),
    [url, names, prefix],
  )

  const acts = useMemo(() => {
    const typed = new Set(filters.filter(({ kind }) => kind === 'text' || kind === 'range').flatMap(filterKeys))
    // further typing adds no history entry
    const isStep = (part: Readonly<Record<string, string>>) =>
      Object.entries(part).some(([key, value]) => !value || !values[key] || !typed.has(key))
    const restart = (part: UrlPart, push: boolean) => set({ [own.page]: 1, ...part }, { push })
    return {
      // a page number depends on size and order: a link with it contains both
      setPage: (page: number, push = true) =>
        set({ [own.page]: page, ...(page > 1 && { [own.limit]: String(limit), [own.orderby]: orderby }) }, { push }),
      setLimit: (limit: number) => {
        saveHabit('pageSize', name, limit)
        restart({ [own.limit]: String(limit) }, false)
      },
      setOrder: (orderby = '') => {
        saveHabit('tableSort', name, orderby || undefined)
        restart({ [own.orderby]: orderby }, false)
      },
      // one step back leaves a search, regardless of how often it was refined
      setSearch: (text: string) => restart({ [own.search]: text }, search === ''),
      setFilters: (part: Readonly<Record<string, string>>) => restart(prefixed(part, prefix), isStep(part)),
      reset: () => restart({ [own.search]: '', ...unset }, true),
      apply: (input: Partial<ListView>, view: string, push: boolean) => {
        const { limit = '', orderby = '', search = '', filters = {} } = input
        const part = { [own.limit]: String(limit), [own.orderby]: orderby, [own.search]: search, [own.view]: view }
        restart({ ...part, ...unset, ...prefixed(filters, prefix) }, push)
      },
    }
  }, [set, own, unset, name, prefix, filters, limit, orderby, search, values])
  const page = Math.max(1, Math.trunc(Number(url[own.page])))
  const bare =
    page === 1 && [own.limit, own.orderby, own.search, own.view, ...Object.keys(unset)].every((key) => !url[key])
  return { page, limit, orderby, search, filters: values, view: String(url[own.view]), bare, ...acts }
}

/** A list that is unmounted before its page, for example in a drawer, removes its state from the address. */
function useLeaving(prefix: string, clear: (keys: string[]) => void): void {
  const last = useRef(clear)
  last.current = clear
  useEffect(() => {
    const path = location.pathname
    return () => {
      if (!prefix || location.pathname !== path) return
      const said = [...new URLSearchParams(location.search).keys()].filter((key) => key.startsWith(prefix))
      if (said.length > 0) last.current(said)
    }
  }, [prefix])
}

function ownKeys(prefix: string) {
  const key = (name: string) => `${prefix}${name}`
  return { page: key('page'), limit: key('limit'), orderby: key('orderby'), search: key('search'), view: key('view') }
}

function prefixed(part: Readonly<Record<string, string>>, prefix: string): Record<string, string> {
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [prefix + key, value]))
}
