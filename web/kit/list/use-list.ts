import { useLayoutEffect, useMemo } from 'react'
import { sortField, type Column } from '../../ui/data-table/column.ts'
import { filterInput, type FilterSpec } from '../../ui/data-table/filter/filter-spec.ts'
import { saveHabit, useHabit, type SavedView } from '../session/habit.ts'
import { pageSizesUpTo, useListState, type ListState } from './list-state.ts'

export interface ListProps<Row> {
  columns: readonly Column<Row>[]
  filters?: readonly FilterSpec[]
  /** `field asc` or `field desc` until the user selects an order; the server's default order by default. */
  usualOrder?: string
  /** Largest page size: 500, or 1000 for device lists. */
  maxLimit?: 500 | 1000
  /** Waits while false. */
  enabled?: boolean
}

export interface List {
  /** Key of the habits, saved views and exported files. */
  name: string
  /** Prefix of the keys in the address. */
  prefix: string
  state: ListState
  sizes: readonly number[]
  filters: readonly FilterSpec[]
  /** Search and filters as input of the call. */
  query: Record<string, unknown>
  /** The same with order, as input of the call. */
  ordered: Record<string, unknown>
  /** False until the request is known. */
  enabled: boolean
}

const noFilters: readonly FilterSpec[] = []

/** The request of a list: its state in the address, its habits and its default view. */
export function useList<Row>(name: string, prefix: string, input: object | undefined, props: ListProps<Row>): List {
  const { columns, filters = noFilters, usualOrder = '', maxLimit = 500, enabled = true } = props
  const sizes = useMemo(() => pageSizesUpTo(maxLimit), [maxLimit])
  const fields = useMemo(() => columns.flatMap((column) => sortField(column) ?? []), [columns])
  const state = useListState({ name, prefix, filters, fields, sizes, usualOrder })
  const { search, orderby } = state
  const query = useMemo(
    () => ({ ...input, ...filterInput(filters, state.filters), ...(search && { search }) }),
    [input, filters, state.filters, search],
  )
  const ordered = useMemo(() => ({ ...query, ...(orderby && { orderby }) }), [query, orderby])
  const isDue = useUsualView(name, state)
  return { name, prefix, state, sizes, filters, query, ordered, enabled: enabled && !isDue }
}

/** An address without state of the list selects its default view. True until that view is in the address. */
function useUsualView(name: string, state: ListState): boolean {
  const usual = useHabit((s) => s.tableView[name])?.find((view) => view.usual === 1)
  const due = state.bare ? usual : undefined
  const { apply } = state
  useLayoutEffect(() => {
    if (due) showView(due, apply, false)
  }, [due, apply])
  return due !== undefined
}

/** Applies a saved view; its columns become those of the list. */
export function showView(view: SavedView, apply: ListState['apply'], push: boolean): void {
  saveHabit('tableColumn', view.list, view.state.columns)
  apply(view.state, String(view.id), push)
}
