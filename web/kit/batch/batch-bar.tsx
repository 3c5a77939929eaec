import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { say } from '../words/words.ts'

interface BatchBarProps {
  chosen: number
  total: number
  /** All rows of the page are selected and there are further pages. */
  canTakeAll: boolean
  onTakeAll: () => void
  onClear: () => void
  children: ReactNode
}

/** Shows the number of selected rows, offers to select all matching rows, and contains the actions on them. */
export function BatchBar({ chosen, total, canTakeAll, onTakeAll, onClear, children }: BatchBarProps) {
  return (
    <div
      role="toolbar"
      aria-label={say({ zh: '批量操作', en: 'Batch actions' })}
      className="flex flex-wrap items-center gap-2 border-b border-line bg-selected px-3 py-1.5"
    >
      <span aria-live="polite" className="font-medium">
        {say({ zh: '已选 {chosen} 项', en: '{chosen} selected' }, { chosen })}
      </span>
      {canTakeAll && total > chosen && (
        <button type="button" onClick={onTakeAll} className="text-accent-text hover:underline">
          {say({ zh: '选择全部 {total} 项', en: 'Select all {total} that match' }, { total })}
        </button>
      )}
      <span className="mx-1 h-4 w-px bg-strong" />
      {children}
      <span className="flex-1" />
      <IconButton size="s" icon={X} label={{ zh: '取消选择', en: 'Clear selection' }} onClick={onClear} />
    </div>
  )
}
