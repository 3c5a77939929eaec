import type { ReactNode } from 'react'
import { cx } from '../base/join-classes.ts'
import { textOf, type Text } from '../base/text-of.ts'

export interface MiniColumn<Row> {
  /** Empty for a column of buttons. */
  label: Text
  format: (row: Row) => ReactNode
  right?: boolean
  mono?: boolean
}

interface MiniTableProps<Row> {
  columns: readonly MiniColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => string | number
  /** Accessible name. */
  label: Text
  className?: string
  /** Shown instead of rows. */
  empty?: Text | undefined
}

/** A small table inside a panel: no paging, no sorting, as wide as its content. */
export function MiniTable<Row>({ columns, rows, rowKey, label, className, empty }: MiniTableProps<Row>) {
  return (
    <div
      className={cx('overflow-auto rounded-md border border-line bg-surface', className)}
      tabIndex={0}
      role="region"
      aria-label={textOf(label)}
    >
      <table aria-label={textOf(label)} className="w-full border-separate border-spacing-0 text-xs whitespace-nowrap">
        <thead className="sticky top-0 z-1 bg-surface">
          <tr>
            {columns.map((column) => {
              const Cell = textOf(column.label) ? 'th' : 'td'
              return (
                <Cell
                  key={textOf(column.label)}
                  scope={Cell === 'th' ? 'col' : undefined}
                  className={cx(
                    'h-7 border-b border-line px-2.5 font-normal text-faint',
                    column.right ? 'text-right' : 'text-left',
                  )}
                >
                  {textOf(column.label)}
                </Cell>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row, index)} className="hover:bg-hover [&:not(:last-child)>td]:border-b">
              {columns.map((column) => (
                <td
                  key={textOf(column.label)}
                  className={cx('h-7 border-line px-2.5', column.right && 'text-right', column.mono && 'font-mono')}
                >
                  {cellOf(column.format(row))}
                </td>
              ))}
            </tr>
          ))}
          {rows.length === 0 && empty !== undefined && (
            <tr>
              <td colSpan={columns.length} className="h-10 px-2.5 text-soft">
                {textOf(empty)}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

function cellOf(value: ReactNode): ReactNode {
  const isEmpty = value === undefined || value === null || value === '' || value === false
  return isEmpty ? <span className="text-faint">–</span> : value
}
