import { useRouterState } from '@tanstack/react-router'
import { RefreshCw, Search } from 'lucide-react'
import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { visibleColumns, type Column } from '../../ui/data-table/column.ts'
import { DataTable, type DataTableProps } from '../../ui/data-table/data-table.tsx'
import { Pager } from '../../ui/data-table/pager.tsx'
import { clampPage } from '../../ui/data-table/pager-window.ts'
import type { RowKey } from '../../ui/data-table/table-row.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import type { ReadPage } from '../calls/all-rows.ts'
import { BatchBar } from '../batch/batch-bar.tsx'
import { ColumnsButton } from './columns-button.tsx'
import { CsvButton } from './csv-button.tsx'
import { useHabit } from '../session/habit.ts'
import type { CsvColumn } from './save-csv.ts'
import { useSelection } from './selection.ts'
import { StaleNote } from '../live/stale-note.tsx'
import { useTableShortcuts } from './table-shortcuts.ts'
import { TableTools } from './table-tools.tsx'
import { useExpanded } from './use-expanded.ts'
import type { List } from './use-list.ts'
import { ViewsButton } from './views-button.tsx'
import { say, type Words } from '../words/words.ts'

/** The rows of a batch action. */
export interface Batch<Row> {
  ids: number[]
  rows: readonly Row[]
  /** All matching rows were selected: send `query` instead of `ids`. */
  all: boolean
  /** Number of rows, for the confirmation. */
  total: number
  /** Fixed input, search and filters of the list. */
  query: Record<string, unknown>
  clear: () => void
}

/** The data of a list. */
export interface ListAnswer<Row> {
  /** Undefined until data is loaded. */
  rows: readonly Row[] | undefined
  total: number
  /** Error of the last request; the rows may be older. */
  error: Error | null
  /** The rows belong to the previous request. */
  waiting: boolean
  fetching: boolean
  /** Time of the rows, unix milliseconds. */
  at: number
  refetch: () => void
  /** Fetches any page of the same list, for exports. */
  read: ReadPage<Row>
}

export interface ListTableProps<Row>
  extends Pick<DataTableProps<Row>, 'expand' | 'rowActions' | 'actionsWidth' | 'onRow' | 'label'> {
  columns: readonly Column<Row>[]
  searchHint?: Words
  /** Shown at the left end of the tool bar. */
  actions?: ReactNode
  /** Shown at the right end, before the filter button. */
  tools?: ReactNode
  /** Actions on selected rows; makes rows selectable. */
  batch?: (batch: Batch<Row>) => ReactNode
  empty?: { title: Words; hint?: Words; action?: ReactNode }
  rowKey?: (row: Row) => RowKey
  /** Columns of the CSV export of all matching rows; without them there is no export. */
  csv?: readonly CsvColumn<Row>[]
  className?: string
}

const ownId = (row: unknown) => (row as { id: RowKey }).id

/** A list as a table with any data source: filters, columns, views, order, pages, selection, export. */
export function ListTable<Row>(props: ListTableProps<Row> & { list: List; answer: ListAnswer<Row> }) {
  const { list, answer, columns, batch, rowKey = ownId } = props
  const { name, prefix, state, query } = list
  const { page, limit, orderby, search } = state
  const { rows, total, error } = answer
  const section = useRef<HTMLElement>(null)
  const step = useRouterState({ select: (s) => (s.location.state as { __TSR_key?: string }).__TSR_key })
  useExistingPage(state, answer)
  useTableShortcuts(section)

  const expansion = useExpanded(prefix)
  const selection = useSelection<Row>(rowKey, JSON.stringify(query))
  const chosenColumns = useHabit((s) => s.tableColumn[name])
  const visible = useMemo(() => visibleColumns(columns, chosenColumns), [columns, chosenColumns])
  const isFiltered = search !== '' || Object.values(state.filters).some(Boolean)
  const chosen = selection.all ? total : selection.rows.length

  return (
    <section
      ref={section}
      className={`flex min-h-0 flex-1 flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-card ${props.className ?? ''}`}
    >
      <TableTools {...props} list={list}>
        <span className="flex items-center">
          <ViewsButton list={list} columns={chosenColumns} />
          {props.csv && (
            <CsvButton
              columns={props.csv}
              shown={visible.map(({ property }) => property)}
              read={answer.read}
              name={name}
              limit={list.sizes.at(-1) ?? limit}
              total={total}
            />
          )}
          <ColumnsButton name={name} columns={columns} chosen={chosenColumns} />
          <IconButton
            icon={RefreshCw}
            label={{ zh: '刷新', en: 'Refresh' }}
            pending={answer.fetching && answer.waiting}
            onClick={answer.refetch}
          />
        </span>
      </TableTools>
      {batch && chosen > 0 && (
        <BatchBar
          chosen={chosen}
          total={total}
          canTakeAll={!selection.all && rows !== undefined && rows.every((row) => selection.keys.has(rowKey(row)))}
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
        rows={rows}
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
        onRetry={answer.refetch}
        scope={JSON.stringify([query, page, limit, orderby])}
        waiting={answer.waiting}
        step={step && `${step} ${name}`}
        className={answer.waiting ? 'opacity-60 transition-opacity delay-150' : undefined}
        empty={
          isFiltered ? (
            <NothingMatches onReset={state.reset} />
          ) : (
            <EmptyState {...(props.empty ?? { title: { zh: '暂无数据', en: 'No data' } })} />
          )
        }
      />
      <footer className="flex min-h-10 flex-wrap items-center justify-end gap-x-4 gap-y-1 border-t border-line px-3 py-1.5 empty:hidden">
        {rows !== undefined && <StaleNote error={error} at={answer.at} onRetry={answer.refetch} />}
        {total > 0 && (
          <Pager
            page={page}
            limit={limit}
            total={total}
            sizes={list.sizes}
            onPage={state.setPage}
            onLimit={state.setLimit}
          />
        )}
      </footer>
    </section>
  )
}

/** Goes to the last existing page if the current page no longer exists. */
function useExistingPage<Row>(
  { page, limit, setPage }: List['state'],
  { rows, total, waiting }: ListAnswer<Row>,
): void {
  const existing = rows === undefined || waiting ? page : clampPage(page, total, limit)
  useEffect(() => {
    if (existing !== page) setPage(existing, false)
  }, [existing, page, setPage])
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
