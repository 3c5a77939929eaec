import { flowText } from '@belvedere/pure/text/flow.ts'
import type { Column } from '../../../kit/list/call-table.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Complete, DiffPrev, BackupNote, Kind } from './backup-cells.tsx'
import type { Backup } from './backup-row.ts'

/** Columns of the backups of one device. */
export const backupColumns: Column<Backup>[] = [
  {
    property: 'created_at',
    label: { zh: '时间', en: 'Taken' },
    sort: true,
    width: 110,
    format: ({ created_at }) => <RelativeTime at={created_at} />,
  },
  { property: 'complete', label: { zh: '完整性', en: 'State' }, width: 118, format: (row) => <Complete row={row} /> },
  {
    property: 'source',
    label: { zh: '来源', en: 'Kind' },
    width: 184,
    format: ({ source, derived }) => <Kind source={source} derived={derived} />,
  },
  {
    property: 'diff_prev',
    label: { zh: '较上次', en: 'Changed' },
    width: 92,
    position: 'right',
    format: ({ diff_prev }) => diff_prev && <DiffPrev diff={diff_prev} />,
  },
  {
    property: 'bytes',
    label: { zh: '大小', en: 'Size' },
    sort: true,
    width: 90,
    position: 'right',
    format: ({ bytes }) => flowText(bytes),
  },
  { property: 'firmware', label: { zh: '固件版本', en: 'Firmware' }, sort: true, minWidth: 110, tooltip: true },
  {
    property: 'note',
    label: { zh: '备注', en: 'Note' },
    minWidth: 110,
    format: ({ note, keep }) => (note || keep === 1) && <BackupNote note={note} keep={keep} />,
  },
  { property: 'operator', label: { zh: '操作人', en: 'Operator' }, width: 96, tooltip: true, defaultHide: true },
  {
    property: 'sha256',
    label: { zh: 'SHA-256', en: 'SHA-256' },
    mono: true,
    tooltip: true,
    width: 130,
    defaultHide: true,
  },
]
