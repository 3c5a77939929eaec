import { Download } from 'lucide-react'
import { Suspense, useState, type ReactNode } from 'react'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Menu } from '../../ui/popups/menu.tsx'
import type { ReadPage } from '../calls/all-rows.ts'
import type { CsvExportProps } from './csv-export.tsx'
import { lazyPart } from '../loading/lazy-part.ts'
import type { CsvColumn } from './save-csv.ts'
import { say } from '../words/words.ts'

const CsvExport = lazyPart(() => import('./csv-export.tsx'), 'CsvExport') as unknown as <Row>(
  props: CsvExportProps<Row>,
) => ReactNode

interface CsvButtonProps<Row> {
  columns: readonly CsvColumn<Row>[]
  /** Properties of the visible columns, in order. */
  shown: readonly string[]
  read: ReadPage<Row>
  /** Name of the file. */
  name: string
  /** Number of rows per request. */
  limit: number
  total: number
}

/** Exports all matching rows, not only the page, with the visible columns or all columns. */
export function CsvButton<Row>({ columns, shown, read, name, limit, total }: CsvButtonProps<Row>) {
  const [job, setJob] = useState<readonly CsvColumn<Row>[]>()
  const label = say({ zh: '导出 CSV（{total} 行）', en: 'Export CSV ({total} {total:row|rows})' }, { total })
  const visible = shown.flatMap((property) => columns.filter((column) => column.property === property))
  const items = [
    {
      label: say({ zh: '仅显示的列（{n}）', en: 'Shown columns ({n})' }, { n: visible.length }),
      run: () => setJob(visible),
    },
    { label: say({ zh: '全部列（{n}）', en: 'All columns ({n})' }, { n: columns.length }), run: () => setJob(columns) },
  ]
  const trigger = <IconButton icon={Download} label={label} disabled={total === 0} pending={job !== undefined} />
  return (
    <>
      <Menu trigger={trigger} items={visible.length > 0 ? items : items.slice(1)} />
      {job && (
        <Suspense>
          <CsvExport
            columns={job}
            read={read}
            name={name}
            limit={limit}
            total={total}
            onEnd={() => setJob(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
