import { csvOf } from '@belvedere/pure/text/csv.ts'
import { ArrowUpRight, ChartNoAxesColumn, Table2 } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import type { ChartTable } from '../ui/chart/chart-table.ts'
import { cx } from '../ui/base/join-classes.ts'
import { ErrorState } from '../ui/feedback/empty-state.tsx'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { Menu } from '../ui/popups/menu.tsx'
import { MiniTable } from '../ui/data-table/mini-table.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { textOf } from '../ui/base/text-of.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { saveDownload } from './calls/call.ts'
import { Go } from './routing/go.tsx'
import { loadChunk } from './loading/load-chunk.ts'
import { say, type Words } from './words/words.ts'

export interface ChartCardProps<Data> {
  title: Words
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown }
  /** Renders the data. */
  children: (data: Data) => ReactNode
  /** The same values as rows. */
  table: (data: Data) => ChartTable
  /** True if there is nothing to render; `reason` is the reason given by the call, if any. */
  isEmpty?: (data: Data) => boolean
  reason?: (data: Data) => string | null | undefined
  empty?: Words
  /** Shown beside the title: a total and its change. */
  total?: (data: Data) => ReactNode
  /** Shown between title and chart in every state: controls that select the data. */
  head?: ReactNode
  /** Link to the rows of the numbers. */
  more?: { to: string; search?: Readonly<Record<string, string | number>>; label: Words }
  /** Name of the files, and their subtitle: scope and period. */
  name: string
  of: string
  /** Height of the chart in pixels, used before it is loaded. */
  height?: number
  className?: string
}

/** Height in pixels of a card without data. */
const bareHeight = 112
/** Maximum number of rows in the table view; files contain all rows. */
const mostRows = 500

/** The frame of a chart: title, total, table view, files, link to its rows, and the states of its call. */
export function ChartCard<Data>(props: ChartCardProps<Data>) {
  const { title, query, children, isEmpty, reason, empty, total, head, more, height = 220, className } = props
  const [asTable, setAsTable] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const { data, error } = query
  const isBare = data !== undefined && (isEmpty?.(data) ?? false)
  return (
    <section
      aria-label={say(title)}
      className={cx('flex min-w-0 flex-col rounded-lg border border-line bg-surface shadow-card', className)}
    >
      <header className="flex min-h-10 items-center gap-x-2 pr-1.5 pl-4">
        <h2 className="min-w-0 truncate font-medium">{say(title)}</h2>
        <span className="min-w-0 flex-1 truncate text-soft">{data !== undefined && !isBare && total?.(data)}</span>
        {more && (
          <Go
            to={more.to}
            search={more.search}
            className="flex shrink-0 items-center gap-0.5 rounded px-1 text-xs text-soft hover:text-accent-text"
          >
            <span className="max-sm:sr-only">{say(more.label)}</span>
            <ArrowUpRight size={13} aria-hidden="true" />
          </Go>
        )}
        {data !== undefined && !isBare && (
          <Tools {...props} data={data} asTable={asTable} setAsTable={setAsTable} body={() => body.current} />
        )}
      </header>
      {head && <div className="px-4 pb-2">{head}</div>}
      <div
        ref={body}
        style={{ minHeight: isBare ? Math.min(height, bareHeight) : height }}
        className="relative flex min-w-0 flex-1 flex-col px-4 pb-3"
      >
        {data === undefined && !error && <Skeleton className="min-h-20 flex-1 rounded-md" />}
        {data === undefined && error && (
          <ErrorState error={error} onRetry={() => void query.refetch()} className="m-auto -my-4" />
        )}
        {data !== undefined && error && <p className="text-xs text-warning">{error.message}</p>}
        {isBare && data !== undefined && <Bare text={reason?.(data) || say(empty ?? nothing)} />}
        {data !== undefined &&
          !isBare &&
          (asTable ? <TableView title={title} height={height} table={props.table(data)} /> : children(data))}
      </div>
    </section>
  )
}

const nothing = {
  zh: '该时段还没有数据，统计每隔几分钟更新',
  en: 'No data in this period yet; statistics are updated every few minutes',
}

const Bare = ({ text }: { text: string }) => (
  <p className="m-auto max-w-sm text-center text-xs text-balance text-faint">{text}</p>
)

interface ChartToolsProps<Data> extends ChartCardProps<Data> {
  data: Data
  asTable: boolean
  setAsTable: (asTable: boolean) => void
  body: () => HTMLElement | null
}

function Tools<Data>({ title, data, table, name, of, asTable, setAsTable, body }: ChartToolsProps<Data>) {
  const savePicture = async () => {
    const element = body()
    if (!element) return
    try {
      const { pictureOf } = await loadChunk(() => import('../ui/chart/picture.ts'))
      saveDownload({ blob: await pictureOf(element, { title: say(title), note: of }), name: fileName(name, 'png') })
    } catch (error) {
      toast.error((error as Error).message)
    }
  }
  return (
    <span className="flex shrink-0" data-no-picture="">
      <IconButton
        size="s"
        icon={asTable ? ChartNoAxesColumn : Table2}
        aria-pressed={asTable}
        label={asTable ? { zh: '显示图表', en: 'Show the chart' } : { zh: '显示为表格', en: 'Show as a table' }}
        onClick={() => setAsTable(!asTable)}
      />
      <Menu
        trigger={<IconButton size="s" icon="ellipsis" label={{ zh: '导出', en: 'Export' }} />}
        items={[
          { label: { zh: '图片（PNG）', en: 'Picture (PNG)' }, run: () => void savePicture() },
          { label: { zh: '数据（CSV）', en: 'Numbers (CSV)' }, run: () => saveRows(name, table(data)) },
        ]}
      />
    </span>
  )
}

function saveRows(name: string, { columns, rows }: ChartTable): void {
  const text = csvOf(
    columns.map(({ label }) => textOf(label)),
    rows.map((row) =>
      row.map((cell, at) => (columns[at]?.moment && cell !== null ? (columns[at].format?.(cell) ?? cell) : cell)),
    ),
  )
  saveDownload({ blob: new Blob([text], { type: 'text/csv' }), name: fileName(name, 'csv') })
}

const fileName = (name: string, ending: string) => `${name}-${new Date().toISOString().slice(0, 10)}.${ending}`

function TableView({ title, height, table: { columns, rows } }: { title: Words; height: number; table: ChartTable }) {
  const shown = rows.length > mostRows ? rows.slice(-mostRows) : rows
  return (
    <div style={{ height }} className="flex flex-col">
      <MiniTable
        className="min-h-0 flex-1"
        label={title}
        columns={columns.map(({ label, format, right }, at) => ({
          label,
          right,
          format: (row: ChartTable['rows'][number]) => {
            const cell = row[at] ?? null
            return cell === null || !format ? cell : format(cell)
          },
        }))}
        rows={shown}
        rowKey={(_, index) => index}
      />
      {rows.length > mostRows && (
        <p className="pt-1 text-xs text-faint">
          {say(
            {
              zh: '显示最近 {n} 行，CSV 中有全部 {total} 行',
              en: 'The last {n} {n:row|rows}; the CSV has all {total}',
            },
            { n: mostRows, total: rows.length },
          )}
        </p>
      )}
    </div>
  )
}
