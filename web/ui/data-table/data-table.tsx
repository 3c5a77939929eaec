import { useVirtualizer } from '@tanstack/react-virtual'
import {
  Fragment,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { EmptyState, ErrorState } from '../empty-state.tsx'
import { Skeleton } from '../skeleton.tsx'
import type { Column } from './column.ts'
import { columnWidths } from './column-width.ts'
import { TableHead } from './table-head.tsx'
import { TableRow, type RowActs, type RowKey } from './table-row.tsx'

export interface DataTableProps<Row> {
  /** The visible ones, in order. */
  columns: readonly Column<Row>[]
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => RowKey
  /** What it lists, for screen readers. */
  label?: string
  orderby?: string | undefined
  onOrder?: (orderby: string | undefined) => void
  /** Chosen rows; leave out where rows cannot be chosen. */
  selected?: ReadonlySet<RowKey>
  onSelect?: (rows: readonly Row[], selected: boolean) => void
  expand?: (row: Row) => ReactNode
  /** Keys, as text, of the rows that are expanded, where the caller keeps them (in the address). */
  expanded?: ReadonlySet<string>
  onExpanded?: (keys: ReadonlySet<string>) => void
  rowActions?: (row: Row) => ReactNode
  /** Pixels of the column of row actions. */
  actionsWidth?: number
  onRow?: (row: Row) => void
  error?: Error | null
  onRetry?: () => void
  /** Instead of rows when there are none. */
  empty?: ReactNode
  className?: string
}

const rowHeight = 36
const selectWidth = 36
const expandWidth = 30
/** More rows than this are drawn only where they are in sight. */
const virtualAbove = 100

const noRows: readonly never[] = []
const none: ReadonlySet<RowKey> = new Set()
const noneExpanded: ReadonlySet<string> = new Set()

/** The bare table: head, rows, states, keyboard. It scrolls inside; its parent gives it a height. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    columns,
    rows,
    rowKey,
    selected = none,
    onSelect,
    expand,
    rowActions,
    actionsWidth = 96,
    error,
    onRetry,
    empty,
  } = props
  const scroller = useRef<HTMLDivElement>(null)
  const shown = rows ?? noRows
  const [ownExpanded, setOwnExpanded] = useState<ReadonlySet<string>>(noneExpanded)
  const expanded = props.expanded ?? ownExpanded
  const room = useWidth(scroller)
  const extra = (onSelect ? selectWidth : 0) + (expand ? expandWidth : 0) + (rowActions ? actionsWidth : 0)
  const widths = useMemo(() => columnWidths(columns, room - extra), [columns, room, extra])
  const total = extra + widths.reduce((sum, width) => sum + width, 0)
  const acts = useRowActs(props, shown, expanded, props.onExpanded ?? setOwnExpanded)
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
  const body = { rows: shown, rowKey, drawRow, drawDetail, scroller }
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={props.label}
      tabIndex={0}
      onKeyDown={moveFocus}
      className={`min-h-0 flex-1 overflow-auto focus-visible:-outline-offset-2 ${props.className ?? ''}`}
    >
      <table
        aria-label={props.label}
        aria-rowcount={shown.length + 1}
        aria-busy={rows === undefined && !error}
        data-wide={total > room + 1 || undefined}
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
          orderby={props.orderby}
          onOrder={props.onOrder ?? ignore}
          selection={selection}
          expandable={expand !== undefined}
          actions={rowActions !== undefined}
        />
        {shown.length > virtualAbove ? <VirtualBody {...body} /> : <PlainBody {...body} />}
      </table>
      {rows === undefined && !error && <Loading widths={widths} before={extra - (rowActions ? actionsWidth : 0)} />}
      {error && shown.length === 0 && <ErrorState className="sticky left-0" error={error} onRetry={onRetry} />}
      {rows?.length === 0 && !error && (
        <div className="sticky left-0">{empty ?? <EmptyState title={{ zh: '暂无数据', en: 'No data' }} />}</div>
      )}
    </div>
  )
}

const ignore = () => {}

/** The same object for the life of the table, so that rows are not drawn again for it; it reads the latest props. */
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
  return useMemo<RowActs<Row>>(() => {
    const key = (row: Row) => latest.current.props.rowKey(row)
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
  }, [onRow, rowActions])
}

function toggled(was: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(was)
  if (!next.delete(key)) next.add(key)
  return next
}

interface BodyProps<Row> {
  rows: readonly Row[]
  rowKey: (row: Row) => RowKey
  drawRow: (row: Row, index: number) => ReactNode
  drawDetail: (row: Row) => ReactNode
  scroller: RefObject<HTMLDivElement | null>
}

function PlainBody<Row>({ rows, rowKey, drawRow, drawDetail }: BodyProps<Row>) {
  return (
    <tbody>
      {rows.map((row, index) => (
        <Fragment key={rowKey(row)}>
          {drawRow(row, index)}
          {drawDetail(row)}
        </Fragment>
      ))}
    </tbody>
  )
}

/** One `tbody` a row, so that a row and its detail are measured together; empty space stands for the rest. */
function VirtualBody<Row>({ rows, rowKey, drawRow, drawDetail, scroller }: BodyProps<Row>) {
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rowKey(rows[index] as Row),
    // Asking the layout for every new row costs more than drawing it; only one with its detail open has another height.
    measureElement: (body) => (body.childElementCount > 1 ? body.getBoundingClientRect().height : rowHeight),
    overscan: 4,
  })
  const items = virtual.getVirtualItems()
  const above = items[0]?.start ?? 0
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <>
      <Space height={above} />
      {items.map(({ index, key }) => {
        const row = rows[index] as Row
        return (
          <tbody key={key as RowKey} ref={virtual.measureElement} data-index={index}>
            {drawRow(row, index)}
            {drawDetail(row)}
          </tbody>
        )
      })}
      <Space height={below} />
    </>
  )
}

function Space({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    <tbody aria-hidden="true">
      <tr style={{ height }}>
        <td colSpan={99} aria-hidden="true" className="p-0" />
      </tr>
    </tbody>
  )
}

const loadingRows = Array.from({ length: 8 }, (_, index) => index)

function Loading({ widths, before }: { widths: readonly number[]; before: number }) {
  return (
    <div aria-hidden="true" style={{ paddingLeft: before }}>
      {loadingRows.map((row) => (
        <div key={row} className="flex h-9 items-center">
          {widths.map((width, index) => (
            <div key={index} style={{ width }} className="shrink-0 px-2.5">
              <Skeleton className={row % 2 ? 'w-2/5' : 'w-3/5'} />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

/** Up, Down, Home and End move between rows; Down from anything above goes to the first one. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const steps: Record<string, (at: number, last: number) => number> = {
    ArrowDown: (at, last) => Math.min(at + 1, last),
    ArrowUp: (at) => Math.max(at - 1, 0),
    Home: () => 0,
    End: (_, last) => last,
  }
  const step = steps[event.key]
  const table = event.currentTarget
  const target = event.target as HTMLElement
  if (!step || event.defaultPrevented || isBusyWithKeys(target)) return
  // Rows of a table inside a row's detail are its own business, and so is a popup that a row opened.
  const rows = [...table.querySelectorAll<HTMLElement>('[data-row]')].filter(
    (row) => row.closest('[role=region]') === table,
  )
  const at = rows.findIndex((row) => row.contains(target))
  if (at < 0 && target !== table && !target.closest('thead')) return
  const next = rows[step(at, rows.length - 1)]
  if (!next || next === target) return
  event.preventDefault()
  next.focus()
  next.scrollIntoView({ block: 'nearest' })
}

function isBusyWithKeys(target: HTMLElement): boolean {
  const writes = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && (target as HTMLInputElement).type !== 'checkbox'
  return writes || target.isContentEditable
}

/** Width in pixels of what an element can show, followed as it changes. */
function useWidth(ref: RefObject<HTMLDivElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}
