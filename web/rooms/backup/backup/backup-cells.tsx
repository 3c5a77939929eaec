import { backupSource } from '@belvedere/contract/rooms/backup/enums.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Badge, Status } from '../../../ui/feedback/status.tsx'
import type { Backup } from './backup-row.ts'

/** States whether the backup is complete, and whether it contains changes. */
export function Complete({ row }: { row: Pick<Backup, 'complete' | 'unchanged'> }) {
  if (!row.complete) return <Status tone="danger" label={{ zh: '不完整', en: 'Incomplete' }} />
  if (row.unchanged) return <Badge tone="neutral" label={{ zh: '与上次相同', en: 'Unchanged' }} />
  return <Status tone="success" label={{ zh: '完整', en: 'Complete' }} />
}

/** Changed lines against the previous backup: +3 −1. */
export function DiffPrev({ diff: { add, del } }: { diff: NonNullable<Backup['diff_prev']> }) {
  if (add + del === 0) return <span className="text-faint">{say({ zh: '无变化', en: 'None' })}</span>
  return (
    <span
      className="tabular-nums"
      aria-label={say(
        { zh: '新增 {add} 行，删除 {del} 行', en: '{add} {add:line|lines} added, {del} removed' },
        { add, del },
      )}
    >
      <span className="text-success">+{add}</span> <span className="text-danger">−{del}</span>
    </span>
  )
}

/** The note, and whether the backup is excluded from the retention rules. */
export function BackupNote({ note, keep }: { note: string; keep: 0 | 1 }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {keep === 1 && <Badge tone="primary" label={{ zh: '长期保留', en: 'Kept' }} />}
      <span className="truncate">{note}</span>
    </span>
  )
}

/** The origin, and whether the content was not read from the device. */
export function Kind({ source, derived }: { source: Backup['source']; derived: 0 | 1 }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <span className="truncate">{backupSource.label(source, lang)}</span>
      {derived === 1 && <Badge tone="warning" label={{ zh: '上报 + 下发', en: 'Reported + sent' }} />}
    </span>
  )
}
