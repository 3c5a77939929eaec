import { Settings2 } from 'lucide-react'
import { Suspense, type ReactNode } from 'react'
import type { Column } from '../../ui/data-table/column.ts'
import type { ColumnPanelProps } from '../../ui/data-table/column-panel.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Popover } from '../../ui/popups/popover.tsx'
import { saveHabit } from '../session/habit.ts'
import { lazyPart } from '../loading/lazy-part.ts'

interface ColumnsButtonProps<Row> {
  /** The list to which the habit belongs. */
  name: string
  columns: readonly Column<Row>[]
  /** Undefined: the recommended columns. */
  chosen: readonly string[] | undefined
}

const ColumnPanel = lazyPart(() => import('../../ui/data-table/column-panel.tsx'), 'ColumnPanel') as unknown as <Row>(
  props: ColumnPanelProps<Row>,
) => ReactNode

const title = { zh: '列设置', en: 'Columns' }

/** Selects columns and their order; stored as a habit. */
export function ColumnsButton<Row>({ name, columns, chosen }: ColumnsButtonProps<Row>) {
  return (
    <Popover trigger={<IconButton icon={Settings2} label={title} />} label={title} className="w-72">
      <Suspense fallback={<div className="h-80" />}>
        <ColumnPanel columns={columns} chosen={chosen} onChoose={(next) => saveHabit('tableColumn', name, next)} />
      </Suspense>
    </Popover>
  )
}
