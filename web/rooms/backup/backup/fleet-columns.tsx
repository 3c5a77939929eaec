import { backupSource, backupState } from '@belvedere/contract/rooms/backup/enums.ts'
import { deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import { flowText } from '@belvedere/pure/text/flow.ts'
import type { Column, FilterSpec } from '../../../kit/list/call-table.tsx'
import { lang } from '../../../kit/words/words.ts'
import { Copyable } from '../../../ui/buttons/copy-button.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { DiffPrev, BackupNote, Kind } from './backup-cells.tsx'
import type { FleetDevice } from './backup-row.ts'
import { nameOf } from '../../device/api.tsx'

export const fleetColumns: Column<FleetDevice>[] = [
  {
    property: 'name',
    label: { zh: '设备', en: 'Device' },
    sort: true,
    minWidth: 170,
    fixed: true,
    tooltip: true,
    format: (row) => <span className="font-medium">{nameOf(row)}</span>,
  },
  {
    property: 'state',
    label: { zh: '备份状况', en: 'State' },
    sort: true,
    width: 112,
    format: ({ state }) => <Status tone={backupState.find(state)?.tone} label={backupState.label(state, lang)} />,
  },
  { property: 'scene_name', label: { zh: '场景', en: 'Scene' }, sort: true, minWidth: 120, tooltip: true },
  {
    property: 'created_at',
    label: { zh: '最近备份', en: 'Taken' },
    sort: true,
    width: 104,
    format: ({ created_at }) => created_at !== null && <RelativeTime at={created_at} />,
  },
  {
    property: 'source',
    label: { zh: '来源', en: 'Kind' },
    width: 180,
    format: ({ source, derived }) => source && <Kind source={source} derived={derived ?? 0} />,
  },
  {
    property: 'diff_prev',
    label: { zh: '较上次', en: 'Changed lines' },
    width: 104,
    position: 'right',
    format: ({ diff_prev }) => diff_prev && <DiffPrev diff={diff_prev} />,
  },
  {
    property: 'bytes',
    label: { zh: '大小', en: 'Size' },
    sort: true,
    width: 84,
    position: 'right',
    format: ({ bytes }) => bytes !== null && flowText(bytes),
  },
  { property: 'firmware', label: { zh: '固件版本', en: 'Firmware' }, sort: true, minWidth: 120, tooltip: true },
  {
    property: 'note',
    label: { zh: '备注', en: 'Note' },
    minWidth: 90,
    format: ({ note, keep }) => (note || keep === 1) && <BackupNote note={note ?? ''} keep={keep ?? 0} />,
  },
  { property: 'total', label: { zh: '份数', en: 'Backups' }, width: 84, position: 'right', defaultHide: true },
  {
    property: 'sn',
    label: { zh: '序列号', en: 'Serial' },
    width: 140,
    defaultHide: true,
    format: ({ sn }) => <Copyable text={sn} />,
  },
  {
    property: 'type',
    label: { zh: '类型', en: 'Type' },
    width: 110,
    defaultHide: true,
    format: ({ type }) => deviceType.label(type, lang),
  },
  {
    property: 'sha256',
    label: { zh: 'SHA-256', en: 'SHA-256' },
    mono: true,
    tooltip: true,
    width: 130,
    defaultHide: true,
  },
  { property: 'operator', label: { zh: '操作人', en: 'Operator' }, width: 100, tooltip: true, defaultHide: true },
]

export const fleetCsv = [
  { label: { zh: '设备', en: 'Device' }, value: (row: FleetDevice) => nameOf(row) },
  { label: { zh: '序列号', en: 'Serial' }, value: (row: FleetDevice) => row.sn },
  { label: { zh: '场景', en: 'Scene' }, value: (row: FleetDevice) => row.scene_name },
  { label: { zh: '备份状况', en: 'State' }, value: (row: FleetDevice) => backupState.label(row.state, lang) },
  {
    label: { zh: '最近备份', en: 'Taken' },
    value: ({ created_at }: FleetDevice) => (created_at === null ? '' : new Date(created_at * 1000).toISOString()),
  },
  { label: { zh: '固件版本', en: 'Firmware' }, value: (row: FleetDevice) => row.firmware ?? '' },
  { label: { zh: '备份数', en: 'Backups' }, value: (row: FleetDevice) => String(row.total) },
]

export const fleetFilters = (scenes: readonly { id: number; label: string }[]): FilterSpec[] => [
  { key: 'state', label: { zh: '备份状况', en: 'State' }, kind: 'select', options: backupState.values },
  { key: 'scene_id', label: { zh: '场景', en: 'Scene' }, kind: 'select', options: scenes },
  { key: 'type', label: { zh: '类型', en: 'Type' }, kind: 'select', options: deviceType.values },
  { key: 'source', label: { zh: '来源', en: 'Kind' }, kind: 'select', options: backupSource.values },
]
