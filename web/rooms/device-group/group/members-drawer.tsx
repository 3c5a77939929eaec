import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { deviceOnline, deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import { groupCalls } from '@belvedere/contract/rooms/device/group.ts'
import { groupEffectCalls } from '@belvedere/contract/rooms/intent/group-effect.ts'
import { useMemo } from 'react'
import { allRows } from '../../../kit/calls/all-rows.ts'
import { CallTable, type Batch, type Column, type FilterSpec } from '../../../kit/list/call-table.tsx'
import { Members, MoveButton, type MemberSide } from '../../../kit/group/members.tsx'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Tag } from '../../../ui/values/tag-dot.tsx'
import { draftChanged, type GroupChangeEffect, GroupEffect, isQuiet } from '../../intent/api.tsx'
import { type ListedDevice, nameOf, StateCell } from '../../device/api.tsx'
import type { DeviceGroup } from './group-actions.tsx'

const columns: Column<ListedDevice>[] = [
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

/** The group from which a device would be removed. */
const presentGroup: Column<ListedDevice> = {
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

const labels = {
  in: { zh: '组内设备', en: 'In the group' },
  out: { zh: '可加入的设备', en: 'Can join' },
}
const empty = {
  in: { title: { zh: '分组中还没有设备', en: 'No devices in the group yet' } },
  out: { title: { zh: '所有设备都已在分组中', en: 'Every device is in the group' } },
}

/** Members and candidates of a device group; both lists support many devices at once. */
export function MembersDrawer({ group, onClose }: { group: DeviceGroup; onClose: () => void }) {
  const mayWrite = useMay()('device.write')
  return (
    <Members {...{ labels, mayWrite, onClose }} name={group.name} count={group.device_cnt} width={820}>
      {(side) => <List key={side} {...{ side, mayWrite }} group_id={group.id} />}
    </Members>
  )
}

function List({ group_id, side, mayWrite }: { group_id: number; side: MemberSide; mayWrite: boolean }) {
  const input = useMemo(() => (side === 'in' ? { group_id } : { not_group_id: group_id }), [group_id, side])
  return (
    <CallTable
      call={deviceCalls.all}
      input={input}
      name={`group-${side}`}
      columns={side === 'in' ? columns : [...columns, presentGroup]}
      filters={filters}
      searchHint={{ zh: '名称 / 序列号 / IP / 型号', en: 'Name, serial, IP or model' }}
      batch={mayWrite ? (batch) => <Move {...{ batch, group_id, side }} /> : undefined}
      empty={empty[side]}
      usualOrder="name asc"
    />
  )
}

const pageSize = 1000

function Move({ batch, group_id, side }: { batch: Batch<ListedDevice>; group_id: number; side: MemberSide }) {
  const { run, pending } = useMutateCall(side === 'in' ? groupCalls.leave : groupCalls.join)
  const look = useMutateCall(groupEffectCalls.preview)
  const confirm = useConfirm()
  const move = async () => {
    const query = { ...batch.query, orderby: 'id asc' }
    const devices = batch.all ? await allRows(deviceCalls.all, query, pageSize) : undefined
    const ids = devices?.map(({ id }) => id) ?? batch.ids
    const joins = side === 'out'
    const effect = await look.run({ group_id: joins ? group_id : 0, ids })
    if (!effect || (!isQuiet(effect, joins) && !(await sure(effect, joins)))) return undefined
    const outcome = await run({ group_id, ids })
    if (outcome) await draftChanged(effect)
    return outcome
  }
  const sure = (effect: GroupChangeEffect, joins: boolean) =>
    confirm({
      title: joins
        ? say({ zh: '{n} 台设备加入分组？', en: 'Put {n} {n:device|devices} into the group?' }, { n: effect.total_cnt })
        : say(
            { zh: '{n} 台设备移出分组？', en: 'Take {n} {n:device|devices} out of the group?' },
            { n: effect.total_cnt },
          ),
      body: <GroupEffect effect={effect} joins={joins} />,
      ok: joins ? { zh: '加入分组', en: 'Join' } : { zh: '移出分组', en: 'Take out' },
    })
  return <MoveButton {...{ side, move }} pending={pending || look.pending} onMoved={batch.clear} />
}
