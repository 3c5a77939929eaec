import { deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import { groupCalls } from '@belvedere/contract/rooms/device/group.ts'
import { Suspense } from 'react'
import type { Column, CsvColumn } from '../../../kit/list/call-table.tsx'
import { GroupList } from '../../../kit/group/group-list.tsx'
import { GroupName } from '../../../kit/group/group-name.tsx'
import { useMay } from '../../../kit/session/session.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { absoluteTime, RelativeTime } from '../../../ui/values/relative-time.tsx'
import { ConfigureDialog } from '../../intent/api.tsx'
import { GroupActions, type DeviceGroup, type OpenDeviceGroup } from './group-actions.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { MembersDrawer } from './members-drawer.tsx'
import { TimersDrawer } from '../../task/api.tsx'

const columns: Column<DeviceGroup>[] = [
  {
    property: 'name',
    label: { zh: '分组', en: 'Group' },
    sort: true,
    minWidth: 200,
    fixed: true,
    format: (group) => <GroupName group={group} />,
  },
  { property: 'device_cnt', label: { zh: '设备', en: 'Devices' }, sort: true, width: 100, position: 'right' },
  { property: 'online_cnt', label: { zh: '在线', en: 'Online' }, width: 90, position: 'right' },
  { property: 'types', label: { zh: '构成', en: 'Kinds' }, minWidth: 220, tooltip: true, format: kindsOf },
  { property: 'note', label: { zh: '备注', en: 'Note' }, minWidth: 160, tooltip: true },
  {
    property: 'created_at',
    label: { zh: '创建时间', en: 'Created' },
    sort: true,
    width: 130,
    defaultHide: true,
    format: ({ created_at }) => <RelativeTime at={created_at} />,
  },
  {
    property: 'updated_at',
    label: { zh: '修改时间', en: 'Changed' },
    sort: true,
    width: 130,
    format: ({ updated_at }) => <RelativeTime at={updated_at} />,
  },
  { property: 'changed_by', label: { zh: '修改人', en: 'Changed by' }, width: 130, tooltip: true },
]

function kindsOf({ types }: DeviceGroup): string {
  return types.map(({ type, total }) => `${deviceType.label(type, lang)} ${total}`).join(' · ')
}

const csv: CsvColumn<DeviceGroup>[] = [
  { label: { zh: '分组', en: 'Group' }, property: 'name', value: ({ name }) => name },
  { label: { zh: '设备', en: 'Devices' }, property: 'device_cnt', value: ({ device_cnt }) => device_cnt },
  { label: { zh: '在线', en: 'Online' }, property: 'online_cnt', value: ({ online_cnt }) => online_cnt },
  { label: { zh: '构成', en: 'Kinds' }, property: 'types', value: kindsOf },
  { label: { zh: '备注', en: 'Note' }, property: 'note', value: ({ note }) => note },
  { label: { zh: '创建时间', en: 'Created' }, property: 'created_at', value: (row) => absoluteTime(row.created_at) },
  { label: { zh: '修改时间', en: 'Changed' }, property: 'updated_at', value: (row) => absoluteTime(row.updated_at) },
  { label: { zh: '修改人', en: 'Changed by' }, property: 'changed_by', value: ({ changed_by }) => changed_by },
]

function Over({ open, close }: { open: OpenDeviceGroup; close: () => void }) {
  const { what, group } = open
  if (what === 'edit' || !group) return <GroupDialog group={group} onClose={close} />
  const { id, name } = group
  if (what === 'members') return <MembersDrawer group={group} onClose={close} />
  if (what === 'configure') return <ConfigureDialog level={1} target_id={id} name={name} onClose={close} />
  const title = say({ zh: '定时任务 · {name}', en: 'Timers · {name}' }, { name })
  return <TimersDrawer of={{ group_id: id }} title={title} target={{ kind: 'group', id, name }} onClose={close} />
}

const over = (open: OpenDeviceGroup, close: () => void) => (
  <Suspense>
    <Over open={open} close={close} />
  </Suspense>
)

export function View() {
  return (
    <GroupList
      call={groupCalls.list}
      columns={columns}
      searchHint={{ zh: '分组名称 / 备注', en: 'Name or note' }}
      hint={{
        zh: '把用途或位置相同的设备编为一组，便于筛选和批量操作；一台设备只属于一个分组',
        en: 'Group devices that are maintained alike, to filter and operate on them together; a device is in one group',
      }}
      mayWrite={useMay()('device.write')}
      actionsWidth={160}
      csv={csv}
      actions={GroupActions}
      over={over}
    />
  )
}
