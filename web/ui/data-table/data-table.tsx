import { useCallback, useLayoutEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { EmptyState, ErrorState } from '../feedback/empty-state.tsx'
import { stickyCount, type Column } from './column.ts'
import { columnWidths } from './column-width.ts'
import { LoadingRows } from './loading-rows.tsx'
import { useScrollPlace } from './scroll-places.ts'
import { PlainBody, rowHeight, virtualAbove, VirtualBody, type BodyHandle } from './table-body.tsx'
import { TableHead } from './table-head.tsx'
import { onTableKey } from './table-keys.ts'
import { TableRow, type RowActs, type RowKey } from './table-row.tsx'
import { useSteadyRows } from './use-steady-rows.ts'

export interface DataTableProps<Row> {
  /** The visible columns, in order. */
  columns: readonly Column<Row>[]
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => RowKey
  /** Accessible name. */
  label?: string
  orderby?: string | undefined
  onOrder?: (orderby: string | undefined) => void
  /** Selected rows; omit it if rows are not selectable. */
  selected?: ReadonlySet<RowKey>
  onSelect?: (rows: readonly Row[], selected: boolean) => void
  expand?: (row: Row) => ReactNode
  /** Keys, as text, of the expanded rows, if the caller stores them (in the address). */
  expanded?: ReadonlySet<string>
  onExpanded?: (keys: ReadonlySet<string>) => void
  rowActions?: (row: Row) => ReactNode
  /** Width in pixels of the column of row actions. */
  actionsWidth?: number
  onRow?: (row: Row) => void
  error?: Error | null
  onRetry?: () => void
  /** Shown instead of rows when there are none. */
  empty?: ReactNode
  /**
   * Identifies the list (page, order, filters): within the same scope, rows keep their positions while the user points
   * at them.
   */
  scope?: string
  /** The rows do not belong to `scope` yet. */
  waiting?: boolean
  /** The entry of the browser history: returning to it restores scroll position and focus. */
  step?: string | undefined
  className?: string
}

const selectWidth = 36
const expandWidth = 30
/** Wider actions scroll with their row on a phone, where they would cover most of it. */
const broad = 100

const noRows: readonly never[] = []
const none: ReadonlySet<RowKey> = new Set()
const noneExpanded: ReadonlySet<string> = new Set()

/** The table without tools: head, rows, states, keyboard. It scrolls inside; its parent sets the height. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rowKey, selected = none, onSelect, expand, rowActions, actionsWidth = 96 } = props
  const { error, onRetry, empty, scope = '', waiting = false } = props
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<BodyHandle>(null)
  const [held, setHeld] = useState(false)
  const rows = useSteadyRows(props.rows, rowKey, scope, held)
  const shown = rows ?? noRows
  const [ownExpanded, setOwnExpanded] = useState<ReadonlySet<string>>(noneExpanded)
  const expanded = props.expanded ?? ownExpanded
  const room = useWidth(scroller)
  const before = (onSelect ? selectWidth : 0) + (expand ? expandWidth : 0)
  const extra = before + (rowActions ? actionsWidth : 0)
  const widths = useMemo(() => columnWidths(columns, room - extra), [columns, room, extra])
  const lefts = useMemo(() => stickyLefts(columns, widths, before), [columns, widths, before])
  const total = extra + widths.reduce((sum, width) => sum + width, 0)
  const acts = useRowActs(props, shown, expanded, props.onExpanded ?? setOwnExpanded)
  const keys = useMemo(
    () => (rows && !waiting ? rows.map((row) => String(rowKey(row))) : undefined),
    [rows, rowKey, waiting],
  )
  useScrollPlace({ scroller, step: props.step, scope, keys })

  const chosen = shown.filter((row) => selected.has(rowKey(row))).length
  const selection = onSelect && {
    all: chosen > 0 && chosen === shown.length,
    some: chosen > 0 && chosen < shown.length,
    onAll: (on: boolean) => onSelect(shown, on),
  }
  const drawRow = (row: Row, index: number) => (
    <TableRow
      row={row}
      index={index}
      columns={columns}
      lefts={lefts}
      selectable={onSelect !== undefined}
      selected={selected.has(rowKey(row))}
      expandable={expand !== undefined}
      expanded={expanded.has(String(rowKey(row)))}
      acts={acts}
    />
  )
  const drawDetail = (row: Row) =>
    expand &&
    expanded.has(String(rowKey(row))) && (
      <tr>
        <td colSpan={99} className="border-b border-line bg-sunken p-0">
          <div style={{ width: room || undefined }} className="sticky left-0 px-4 py-3">
            {expand(row)}
          </div>
        </td>
      </tr>
    )
  const parts = { rows: shown, rowKey, drawRow, drawDetail }
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={props.label}
      tabIndex={0}
      onPointerOver={({ target }) => setHeld((target as Element).closest('tbody') !== null)}
      onPointerLeave={() => setHeld(false)}
      onKeyDown={(event) =>
        onTableKey(event, {
          count: shown.length,
          page: Math.max(1, Math.floor(event.currentTarget.clientHeight / rowHeight) - 2),
          go: (index) => goToRow(event.currentTarget, index, body.current),
          choose: onSelect && ((from, to) => onSelect(shown.slice(Math.min(from, to), Math.max(from, to) + 1), true)),
          chooseAll: onSelect && shown.length > 0 ? () => onSelect(shown, true) : undefined,
          chooseNone: onSelect && chosen > 0 ? () => onSelect(shown, false) : undefined,
        })
      }
      className={`min-h-0 flex-1 scroll-pt-9 overflow-auto focus-visible:-outline-offset-2 ${props.className ?? ''}`}
    >
      <table
        aria-label={props.label}
        aria-rowcount={shown.length + 1}
        aria-busy={(rows === undefined && !error) || waiting}
        data-wide={total > room + 1 || undefined}
        data-broad={actionsWidth > broad || undefined}
        style={{ width: total }}
        className="group/table table-fixed border-separate border-spacing-0"
      >
        <colgroup>
          {onSelect && <col style={{ width: selectWidth }} />}
          {expand && <col style={{ width: expandWidth }} />}
          {widths.map((width, index) => (
            <col key={columns[index]?.property} style={{ width }} />
          ))}
          {rowActions && <col style={{ width: actionsWidth }} />}
        </colgroup>
        <TableHead
          columns={columns}
          lefts={lefts}
          orderby={props.orderby}
          onOrder={props.onOrder ?? ignore}
          selection={selection}
          expandable={expand !== undefined}
          actions={rowActions !== undefined}
        />
        {shown.length > virtualAbove ? (
          <VirtualBody {...parts} scroller={scroller} ref={body} />
        ) : (
          <PlainBody {...parts} />
        )}
      </table>
      {rows === undefined && !error && <LoadingRows widths={widths} before={before} />}
      {error && shown.length === 0 && <ErrorState className="sticky left-0" error={error} onRetry={onRetry} />}
      {rows?.length === 0 && !error && (
        <div className="sticky left-0">{empty ?? <EmptyState title={{ zh: '暂无数据', en: 'No data' }} />}</div>
      )}
    </div>
  )
}

const ignore = () => {}

/** Left offset in pixels of each sticky column. */
function stickyLefts<Row>(
  columns: readonly Column<Row>[],
  widths: readonly number[],
  before: number,
): readonly number[] {
  let left = before
  return widths.slice(0, stickyCount(columns)).map((width) => (left += width) - width)
}

function goToRow(region: HTMLElement, index: number, body: BodyHandle | null): void {
  const row = region.querySelector<HTMLElement>(`[data-row="${index}"]`)
  if (!row) return body?.reach(index)
  row.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
}

/** A stable object that reads the latest props, so that rows are not rendered again for it. */
function useRowActs<Row>(
  props: DataTableProps<Row>,
  rows: readonly Row[],
  expanded: ReadonlySet<string>,
  setExpanded: (keys: ReadonlySet<string>) => void,
) {
  const latest = useRef({ props, rows, expanded, setExpanded })
  latest.current = { props, rows, expanded, setExpanded }
  const last = useRef<Row>(undefined)
  const { onRow, rowActions } = props
  const key = useCallback((row: Row) => latest.current.props.rowKey(row), [])
  return useMemo<RowActs<Row>>(() => {
    return {
      onExpand: (row) => latest.current.setExpanded(toggled(latest.current.expanded, String(key(row)))),
      onSelect: (row, selected, range) => {
        const { props, rows } = latest.current
        const from = range && last.current ? rows.findIndex((other) => key(other) === key(last.current as Row)) : -1
        const to = rows.findIndex((other) => key(other) === key(row))
        last.current = row
        props.onSelect?.(from < 0 ? [row] : rows.slice(Math.min(from, to), Math.max(from, to) + 1), selected)
      },
      onRow,
      rowActions,
    }
  }, [onRow, rowActions, key])
}

function toggled(was: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(was)
  if (!next.delete(key)) next.add(key)
  return next
}

/** Width in pixels of the content area of an element, updated when it changes. */
function useWidth(ref: RefObject<HTMLDivElement | null>): number {
  const [width, setWidth] = useState(0)
  // before the first paint: columns would move if their width was known later
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}
