import { ArrowDown, ArrowUp, ChevronsUpDown, CircleHelp } from 'lucide-react'
import { Checkbox } from '../fields/checkbox.tsx'
import { cx } from '../base/join-classes.ts'
import { say } from '../base/words.ts'
import { nextOrder, sortField, type Column } from './column.ts'
import { stickyClass } from './sticky-class.ts'

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[]
  /** Left offset in pixels of the sticky columns. */
  lefts: readonly number[]
  orderby: string | undefined
  onOrder: (orderby: string | undefined) => void
  /** Undefined: rows are not selectable. */
  selection: { all: boolean; some: boolean; onAll: (selected: boolean) => void } | undefined
  expandable: boolean
  actions: boolean
}

const headClass = 'h-9 border-b border-line bg-sunken px-2.5 text-xs font-medium text-soft'
const places = { left: 'text-left', center: 'text-center', right: 'text-right' }

export function TableHead<Row>({
  columns,
  lefts,
  orderby,
  onOrder,
  selection,
  expandable,
  actions,
}: TableHeadProps<Row>) {
  return (
    <thead className="sticky top-0 z-2">
      <tr aria-rowindex={1}>
        {selection && (
          <th className={cx(headClass, 'sticky left-0 z-1')}>
            <Checkbox
              className="block"
              aria-label={say({ zh: '选择本页全部', en: 'Select the whole page' })}
              checked={selection.all}
              mixed={selection.some}
              onChange={selection.onAll}
            />
          </th>
        )}
        {expandable && (
          <th className={cx(headClass, 'px-0! group-data-wide/table:sm:sticky', selection ? 'left-9' : 'left-0')}>
            <span className="sr-only">{say({ zh: '展开', en: 'Expand' })}</span>
          </th>
        )}
        {columns.map((column, index) => (
          <HeadCell
            key={column.property}
            column={column}
            left={lefts[index]}
            isLast={index === lefts.length - 1}
            orderby={orderby}
            onOrder={onOrder}
          />
        ))}
        {actions && (
          <th
            className={cx(
              headClass,
              'sticky right-0 text-right group-data-wide/table:border-l max-sm:group-data-broad/table:relative',
            )}
          >
            {say({ zh: '操作', en: 'Actions' })}
          </th>
        )}
      </tr>
    </thead>
  )
}

function HeadCell<Row>({
  column,
  left,
  isLast,
  orderby,
  onOrder,
}: { column: Column<Row>; left: number | undefined; isLast: boolean } & Pick<
  TableHeadProps<Row>,
  'orderby' | 'onOrder'
>) {
  const field = sortField(column)
  const direction = field && orderby?.startsWith(`${field} `) ? orderby.slice(field.length + 1) : undefined
  const sort = direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : undefined
  const label = <span className="truncate">{say(column.label)}</span>
  const Arrow = direction === 'asc' ? ArrowUp : direction === 'desc' ? ArrowDown : ChevronsUpDown
  return (
    <th
      scope="col"
      aria-sort={sort}
      style={{ left }}
      className={cx(headClass, places[column.position ?? 'left'], stickyClass(left, isLast))}
    >
      <span
        className={cx(
          'flex min-w-0 items-center gap-1',
          column.position === 'right' && 'justify-end',
          column.position === 'center' && 'justify-center',
        )}
      >
        {field ? (
          <button
            type="button"
            onClick={() => onOrder(nextOrder(orderby, field))}
            className={cx('-mx-1 flex min-w-0 items-center gap-1 rounded px-1 hover:text-ink', direction && 'text-ink')}
          >
            {label}
            <Arrow size={12} aria-hidden="true" className={cx('shrink-0', !direction && 'opacity-50')} />
          </button>
        ) : (
          label
        )}
        {column.tips && (
          <button
            type="button"
            aria-label={say(column.tips)}
            data-tip={say(column.tips)}
            className="shrink-0 rounded text-faint"
          >
            <CircleHelp size={12} aria-hidden="true" />
          </button>
        )}
      </span>
    </th>
  )
}
