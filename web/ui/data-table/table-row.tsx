import { memo, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { Checkbox } from '../fields/checkbox.tsx'
import { glyphClass } from '../base/glyph.ts'
import { cx } from '../base/join-classes.ts'
import { say } from '../base/words.ts'
import { AsyncCell } from './async-cell.tsx'
import type { Column } from './column.ts'
import { stickyClass } from './sticky-class.ts'

export type RowKey = string | number

export interface RowActs<Row> {
  onSelect: (row: Row, selected: boolean, range: boolean) => void
  onExpand: (row: Row) => void
  onRow?: ((row: Row) => void) | undefined
  rowActions?: ((row: Row) => ReactNode) | undefined
}

interface TableRowProps<Row> {
  row: Row
  index: number
  columns: readonly Column<Row>[]
  /** Left offset in pixels of the sticky columns. */
  lefts: readonly number[]
  selectable: boolean
  selected: boolean
  expandable: boolean
  expanded: boolean
  acts: RowActs<Row>
}

const places = { left: '', center: 'text-center', right: 'text-right' }
const cellClass = 'border-b border-line px-2.5 group-hover:bg-hover group-aria-selected:bg-selected'

/** One row; rendered again only when its data or state changed. */
export const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, index, columns, lefts, selectable, selected, expandable, expanded, acts } = props
  const open = acts.onRow
  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={selectable ? selected : undefined}
      tabIndex={-1}
      data-row={index}
      onClick={open && ((event) => isPlain(event) && open(row))}
      onKeyDown={(event) => onKey(event, props)}
      className={cx(
        'group h-9 outline-none focus-visible:[&>td]:bg-hover focus-visible:[&>td:first-child]:shadow-[inset_2px_0_0_var(--accent-text)]',
        open && 'cursor-pointer',
      )}
    >
      {selectable && (
        <td className={cx(cellClass, 'sticky left-0 z-1 bg-surface')}>
          <Checkbox
            aria-label={say({ zh: '选择此行', en: 'Select this row' })}
            checked={selected}
            onChange={() => {}}
            onClick={(event) => acts.onSelect(row, !selected, event.shiftKey)}
            className="block"
          />
        </td>
      )}
      {expandable && (
        <td
          className={cx(
            cellClass,
            'bg-surface px-0! group-data-wide/table:sm:sticky group-data-wide/table:sm:z-1',
            selectable ? 'left-9' : 'left-0',
          )}
        >
          <button
            type="button"
            aria-expanded={expanded}
            aria-label={expanded ? say({ zh: '收起', en: 'Collapse' }) : say({ zh: '展开', en: 'Expand' })}
            onClick={() => acts.onExpand(row)}
            className={cx(
              'flex size-7 items-center justify-center rounded-md text-faint hover:text-ink before:transition-transform',
              glyphClass('chevron-right'),
              expanded && 'before:rotate-90',
            )}
          />
        </td>
      )}
      {columns.map((column, place) => (
        <Cell key={column.property} row={row} column={column} left={lefts[place]} isLast={place === lefts.length - 1} />
      ))}
      {acts.rowActions && (
        <td
          className={cx(
            cellClass,
            'sticky right-0 bg-surface text-right whitespace-nowrap group-data-wide/table:border-l max-sm:group-data-broad/table:relative',
          )}
        >
          {acts.rowActions(row)}
        </td>
      )}
    </tr>
  )
}) as <Row>(props: TableRowProps<Row>) => ReactNode

interface TableCellProps<Row> {
  row: Row
  column: Column<Row>
  left: number | undefined
  isLast: boolean
}

function Cell<Row>({ row, column, left, isLast }: TableCellProps<Row>) {
  const { position = 'left', tooltip, mono } = column
  return (
    <td
      data-tip-cut={tooltip ? '' : undefined}
      style={left === undefined ? undefined : { left }}
      className={cx(
        cellClass,
        'truncate',
        places[position],
        mono && 'font-mono text-xs',
        stickyClass(left, isLast),
        left !== undefined && 'bg-surface',
      )}
    >
      {contentOf(row, column)}
    </td>
  )
}

function contentOf<Row>(row: Row, column: Column<Row>): ReactNode {
  if (column.async) return <AsyncCell row={row} column={column} />
  const value = column.format ? column.format(row) : ((row as Record<string, unknown>)[column.property] as ReactNode)
  const isEmpty = value === undefined || value === null || value === '' || value === false
  return isEmpty ? <span className="text-faint">–</span> : value
}

/** A click on the row itself, not on a control in it and not at the end of a text selection. */
function isPlain(event: MouseEvent): boolean {
  const target = event.target as Element
  return (
    !target.closest('button,a,input,label,[role="menuitem"]') &&
    event.currentTarget.contains(target) &&
    !getSelection()?.toString()
  )
}

function onKey<Row>(
  event: KeyboardEvent<HTMLTableRowElement>,
  { row, selectable, selected, expandable, expanded, acts }: TableRowProps<Row>,
) {
  if (event.target !== event.currentTarget) return
  const does: Record<string, (() => void) | false | undefined> = {
    ' ': selectable && (() => acts.onSelect(row, !selected, event.shiftKey)),
    Enter: acts.onRow ? () => acts.onRow?.(row) : expandable && (() => acts.onExpand(row)),
    ArrowRight: expandable && !expanded && (() => acts.onExpand(row)),
    ArrowLeft: expandable && expanded && (() => acts.onExpand(row)),
  }
  const act = does[event.key]
  if (!act) return
  event.preventDefault()
  act()
}
