import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { deviceOnline, deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import { groupCalls } from '@belvedere/contract/rooms/device/group.ts'
import { Minus, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { allRows } from '../../../kit/all-rows.ts'
import { CallTable, type Batch, type Column, type FilterSpec } from '../../../kit/call-table.tsx'
import { useMutateCall } from '../../../kit/query.ts'
import { useMay } from '../../../kit/session.ts'
import { tellBatch } from '../../../kit/tell-batch.ts'
import { lang, say } from '../../../kit/words.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Tag } from '../../../ui/tag-dot.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { nameOf, type Device } from '../device-table/device.ts'
import { StateCell } from '../device-table/state-cell.tsx'
import type { Group } from './group-row.ts'

const columns: Column<Device>[] = [
  {
    property: 'online',
    label: { zh: '状态', en: 'State' },
    sort: true,
    width: 114,
    format: (device) => <StateCell device={device} />,
  },
  { property: 'name', label: { zh: '名称', en: 'Name' }, sort: true, minWidth: 150, fixed: true, format: nameOf },
  {
    property: 'type',
    label: { zh: '类型', en: 'Type' },
    sort: true,
    width: 106,
    format: ({ type }) => deviceType.label(type, lang),
  },
  { property: 'scene_name', label: { zh: '场景', en: 'Scene' }, sort: true, minWidth: 120, tooltip: true },
]

/** Where a device would be taken from. */
const presentGroup: Column<Device> = {
  property: 'group_name',
  label: { zh: '现分组', en: 'Group now' },
  sort: true,
  width: 120,
  format: ({ group_name, group_color }) => group_name && <Tag name={group_name} color={group_color ?? 0} />,
}

const filters: FilterSpec[] = [
  { key: 'type', label: { zh: '类型', en: 'Type' }, kind: 'select', options: deviceType.values },
  { key: 'online', label: { zh: '状态', en: 'State' }, kind: 'select', options: deviceOnline.values },
]

type Place = 'in' | 'out'

/** Which devices are in a group and which could be; both lists take many at once. */
export function MembersDrawer({ group, onClose }: { group: Group; onClose: () => void }) {
  const may = useMay()
  const [side, setSide] = useState<Place>('in')
  const tabs = [
    { id: 'in' as const, label: { zh: '组内设备', en: 'In the group' }, count: group.device_cnt },
    ...(may('device.write') ? [{ id: 'out' as const, label: { zh: '可加入的设备', en: 'Can join' } }] : []),
  ]
  return (
    <Drawer
      open
      onClose={onClose}
      width={820}
      title={say({ zh: '分组成员 · {name}', en: 'Members · {name}' }, { name: group.name })}
    >
      <div className="flex h-full flex-col gap-3">
        <Tabs tabs={tabs} value={side} onChange={setSide} />
        <Side key={side} group_id={group.id} side={side} />
      </div>
    </Drawer>
  )
}

function Side({ group_id, side }: { group_id: number; side: Place }) {
  const may = useMay()
  const input = useMemo(() => (side === 'in' ? { group_id } : { not_group_id: group_id }), [group_id, side])
  const empty =
    side === 'in'
      ? { zh: '分组中还没有设备', en: 'No devices in the group yet' }
      : { zh: '所有设备都已在分组中', en: 'Every device is in the group' }
  return (
    <CallTable
      call={deviceCalls.all}
      input={input}
      name={`group-${side}`}
      columns={side === 'in' ? columns : [...columns, presentGroup]}
      filters={filters}
      searchHint={{ zh: '名称 / 序列号 / IP / 型号', en: 'Name, serial, IP or model' }}
      batch={may('device.write') ? (batch) => <Move batch={batch} group_id={group_id} side={side} /> : undefined}
      empty={{ title: empty }}
      usualOrder="name asc"
    />
  )
}

const joined = { zh: '已加入分组', en: 'Joined the group' }
const left = { zh: '已移出分组', en: 'Left the group' }

const pageSize = 1000

function Move({ batch, group_id, side }: { batch: Batch<Device>; group_id: number; side: Place }) {
  const join = useMutateCall(groupCalls.join)
  const leave = useMutateCall(groupCalls.leave)
  const move = side === 'in' ? leave : join
  const run = async () => {
    const query = { ...batch.query, orderby: 'id asc' }
    const ids = batch.all ? (await allRows(deviceCalls.all, query, pageSize)).map(({ id }) => id) : batch.ids
    const outcome = await move.run({ group_id, ids })
    if (!outcome) return
    tellBatch(side === 'in' ? left : joined, outcome)
    batch.clear()
  }
  const label = side === 'in' ? { zh: '移出分组', en: 'Take out' } : { zh: '加入分组', en: 'Join' }
  return (
    <Button kind="quiet" size="s" icon={side === 'in' ? Minus : Plus} pending={move.pending} onClick={() => void run()}>
      {say(label)}
    </Button>
  )
}
