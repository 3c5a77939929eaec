import type { CallSpec, In } from '@belvedere/contract/kit/define-calls.ts'
import { Filter, RefreshCw, Search } from 'lucide-react'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { visibleColumns, type Column } from '../ui/data-table/column.ts'
import { ColumnChooser } from '../ui/data-table/column-chooser.tsx'
import { DataTable, type DataTableProps } from '../ui/data-table/data-table.tsx'
import { FilterPanel, LazyText } from '../ui/data-table/filter-panel.tsx'
import { filterInput, filterKeys, type FilterSpec } from '../ui/data-table/filter-spec.ts'
import { Pager } from '../ui/data-table/pager.tsx'
import { clampPage } from '../ui/data-table/pager-window.ts'
import type { RowKey } from '../ui/data-table/table-row.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Badge } from '../ui/status.tsx'
import { BatchBar } from './batch-bar.tsx'
import type { Answer } from './call.ts'
import { CsvButton, type CsvColumn } from './csv-button.tsx'
import { keepHabit, useHabit } from './habit.ts'
import { pageSizes, useListState } from './list-state.ts'
import { useQueryCall } from './query.ts'
import { useSelection } from './selection.ts'
import { useExpanded } from './use-expanded.ts'
import { say, type Words } from './words.ts'

export type { Column } from '../ui/data-table/column.ts'
export type { FilterSpec } from '../ui/data-table/filter-spec.ts'
export type { CsvColumn } from './csv-button.tsx'

/** A row of a list call. */
export type RowOf<C extends CallSpec> = Answer<C> extends { list: (infer Row)[] } ? Row : never

type Paging = 'page' | 'limit' | 'orderby' | 'search'

/** What a batch action works on. */
export interface Batch<Row> {
  ids: number[]
  rows: readonly Row[]
  /** Everything that matches was chosen: send `query` instead of `ids`. */
  all: boolean
  /** How many are meant, for the question before. */
  total: number
  /** Fixed input, search and filters of the list. */
  query: Record<string, unknown>
  clear: () => void
}

export interface CallTableProps<C extends CallSpec, Row = RowOf<C>>
  extends Pick<DataTableProps<Row>, 'expand' | 'rowActions' | 'actionsWidth' | 'onRow' | 'label'> {
  call: C
  /** Fixed part of the input. */
  input?: Partial<Omit<In<C>, Paging>>
  columns: readonly Column<Row>[]
  filters?: readonly FilterSpec[]
  searchHint?: Words
  /** Left end of the tool bar. */
  actions?: ReactNode
  /** Right end, before the filter button. */
  tools?: ReactNode
  /** Actions on chosen rows; with it rows can be chosen. */
  batch?: (batch: Batch<Row>) => ReactNode
  empty?: { title: Words; hint?: Words; action?: ReactNode }
  rowKey?: (row: Row) => RowKey
  /** `field asc` or `field desc` until the user chooses; the server's own order unless told. */
  usualOrder?: string
  /** Largest page size: 500, or 1000 for device lists. */
  maxLimit?: 500 | 1000
  /** Of the habits, and prefix of the URL state; the call's address unless told. */
  name?: string
  /** Waits while false. */
  enabled?: boolean
  /** Milliseconds between polls, for calls that show no topic. */
  every?: number
  /** Columns of the CSV export of all rows that match; none = no export. */
  csv?: readonly CsvColumn<Row>[]
  className?: string
}

const noFilters: readonly FilterSpec[] = []
const ownId = (row: unknown) => (row as { id: RowKey }).id

/** A list call as a table: filter panel, columns, order, pages, selection; its state in the URL, its habits kept. */
export function CallTable<C extends CallSpec>(props: CallTableProps<C>) {
  type Row = RowOf<C>
  const { call, input, columns, filters = noFilters, batch, maxLimit = 500, rowKey = ownId, enabled, every } = props
  const name = props.name ?? call.at.slice(call.at.indexOf(' ') + 1)
  const state = useListState(name, props.name ? `${props.name}.` : '', filters, props.usualOrder)
  const { page, orderby, search } = state
  const limit = Math.min(state.limit, maxLimit)
  const query = useMemo(
    () => ({ ...input, ...filterInput(filters, state.filters), ...(search && { search }) }),
    [input, filters, state.filters, search],
  )
  const wanted = { ...query, page, limit, ...(orderby && { orderby }) } as In<C>
  const { data, error, isFetching, isPlaceholderData, refetch } = useQueryCall(call, wanted, {
    keepPrevious: true,
    enabled,
    every,
  })
  const { list, total = 0 } = (data ?? {}) as { list?: Row[]; total?: number }
  useExistingPage(page, limit, isPlaceholderData ? undefined : list && total, state.setPage)

  const expansion = useExpanded(props.name ? `${props.name}.` : '')
  const scope = JSON.stringify(query)
  const selection = useSelection<Row>(rowKey, scope)
  const chosenColumns = useHabit((s) => s.tableColumn[name])
  const visible = useMemo(() => visibleColumns(columns, chosenColumns), [columns, chosenColumns])
  const isFiltered = search !== '' || Object.values(state.filters).some(Boolean)
  const chosen = selection.all ? total : selection.rows.length

  return (
    <section
      className={`flex min-h-0 flex-1 flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-card ${props.className ?? ''}`}
    >
      <ToolBar {...props} filters={filters} state={state}>
        {props.csv && (
          <CsvButton
            call={call}
            query={{ ...query, ...(orderby && { orderby }) }}
            columns={props.csv}
            name={name}
            limit={maxLimit}
            total={total}
          />
        )}
        <ColumnChooser
          columns={columns}
          chosen={chosenColumns}
          onChoose={(next) => keepHabit('tableColumn', name, next)}
        />
        <IconButton
          icon={RefreshCw}
          label={{ zh: '刷新', en: 'Refresh' }}
          pending={isFetching && isPlaceholderData}
          onClick={() => void refetch()}
        />
      </ToolBar>
      {batch && chosen > 0 && (
        <BatchBar
          chosen={chosen}
          total={total}
          canTakeAll={!selection.all && list !== undefined && list.every((row) => selection.keys.has(rowKey(row)))}
          onTakeAll={selection.takeAll}
          onClear={selection.clear}
        >
          {batch({
            ids: selection.rows.map((row) => Number(rowKey(row))),
            rows: selection.rows,
            all: selection.all,
            total: chosen,
            query,
            clear: selection.clear,
          })}
        </BatchBar>
      )}
      <DataTable<Row>
        label={props.label}
        columns={visible}
        rows={list}
        rowKey={rowKey}
        orderby={orderby}
        onOrder={state.setOrder}
        selected={batch ? selection.keys : undefined}
        onSelect={batch ? selection.set : undefined}
        expand={props.expand}
        {...expansion}
        rowActions={props.rowActions}
        actionsWidth={props.actionsWidth}
        onRow={props.onRow}
        error={error}
        onRetry={() => void refetch()}
        empty={
          isFiltered ? (
            <NothingMatches onReset={state.reset} />
          ) : (
            <EmptyState {...(props.empty ?? { title: { zh: '暂无数据', en: 'No data' } })} />
          )
        }
      />
      {total > 0 && (
        <footer className="flex justify-end border-t border-line px-3 py-1.5">
          <Pager
            page={page}
            limit={limit}
            total={total}
            sizes={pageSizes.filter((size) => size <= maxLimit)}
            onPage={state.setPage}
            onLimit={state.setLimit}
          />
        </footer>
      )}
    </section>
  )
}

/** Goes to the last page that still exists when this one does not any more (SPEC section 4). */
function useExistingPage(
  page: number,
  limit: number,
  total: number | undefined,
  setPage: (page: number) => void,
): void {
  const existing = total === undefined ? page : clampPage(page, total, limit)
  useEffect(() => {
    if (existing !== page) setPage(existing)
  }, [existing, page, setPage])
}

interface ToolBarProps {
  filters: readonly FilterSpec[]
  state: ReturnType<typeof useListState>
  searchHint?: Words
  actions?: ReactNode
  tools?: ReactNode
  children: ReactNode
}

function ToolBar({ filters, state, searchHint, actions, tools, children }: ToolBarProps) {
  const active = filters.filter((filter) => filterKeys(filter).some((key) => state.filters[key])).length
  const [open, setOpen] = useState(active > 0)
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
        {actions}
        <span className="flex-1" />
        {searchHint && (
          <LazyText
            className="w-60 max-sm:w-full"
            type="search"
            maxLength={128}
            prefix={<Search size={14} aria-hidden="true" />}
            aria-label={say({ zh: '搜索', en: 'Search' })}
            placeholder={say(searchHint)}
            value={state.search}
            onChange={state.setSearch}
          />
        )}
        {tools}
        {filters.length > 0 && (
          <Button kind="quiet" icon={Filter} aria-expanded={open} onClick={() => setOpen(!open)}>
            {say({ zh: '筛选', en: 'Filter' })}
            {active > 0 && <Badge tone="primary" label={String(active)} />}
          </Button>
        )}
        <span className="flex items-center">{children}</span>
      </div>
      {open && filters.length > 0 && (
        <FilterPanel filters={filters} values={state.filters} onChange={state.setFilters} onReset={state.reset} />
      )}
    </>
  )
}

function NothingMatches({ onReset }: { onReset: () => void }) {
  const reset = <Button onClick={onReset}>{say({ zh: '清除筛选条件', en: 'Clear search and filters' })}</Button>
  return (
    <EmptyState
      icon={Search}
      title={{ zh: '没有符合条件的数据', en: 'Nothing matches' }}
      hint={{ zh: '换个关键字或放宽筛选条件试试', en: 'Try another word or fewer filters' }}
      action={reset}
    />
  )
}
