import { sceneMode } from '@belvedere/contract/rooms/scene/enums.ts'
import { groupCalls } from '@belvedere/contract/rooms/scene/group.ts'
import { useMemo } from 'react'
import { allRows } from '../../../kit/calls/all-rows.ts'
import { CallTable, type Batch, type Column, type RowOf } from '../../../kit/list/call-table.tsx'
import { Members, MoveButton, type MemberSide } from '../../../kit/group/members.tsx'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { lang } from '../../../kit/words/words.ts'
import { Badge } from '../../../ui/feedback/status.tsx'
import type { SceneGroup } from './group-actions.tsx'

type SceneMember = RowOf<typeof groupCalls.scene>

const columns: Column<SceneMember>[] = [
  {
    property: 'name',
    label: { zh: '场景', en: 'Scene' },
    sort: true,
    minWidth: 180,
    fixed: true,
    format: (scene) => <Name scene={scene} />,
  },
  {
    property: 'place',
    label: { zh: '地区', en: 'Region' },
    minWidth: 130,
    tooltip: true,
    format: ({ province, city }) => [...new Set([province, city])].filter(Boolean).join(' '),
  },
  {
    property: 'devices',
    label: { zh: '设备在线', en: 'Devices online' },
    width: 130,
    position: 'right',
    format: ({ device_online, device_total }) => `${device_online} / ${device_total}`,
  },
]

function Name({ scene: { name, mode } }: { scene: SceneMember }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="truncate font-medium">{name}</span>
      {mode !== 0 && <Badge tone={sceneMode.find(mode)?.tone} label={sceneMode.label(mode, lang)} />}
    </span>
  )
}

const labels = {
  in: { zh: '组内场景', en: 'In the group' },
  out: { zh: '可加入的场景', en: 'Can join' },
}
const empty = {
  in: { title: { zh: '分组中还没有场景', en: 'No scenes in the group yet' } },
  out: { title: { zh: '所有场景都已在分组中', en: 'Every scene is in the group' } },
}

/** Members and candidates of a scene group; both lists support many scenes at once. */
export function MembersDrawer({ group: { id, name }, onClose }: { group: SceneGroup; onClose: () => void }) {
  const mayWrite = useMay()('scene.write')
  return (
    <Members {...{ name, labels, mayWrite, onClose }} width={720}>
      {(side) => <List key={side} {...{ side, mayWrite }} group_id={id} />}
    </Members>
  )
}

function List({ group_id, side, mayWrite }: { group_id: number; side: MemberSide; mayWrite: boolean }) {
  const input = useMemo(() => ({ group_id, joined: side === 'in' ? (1 as const) : (0 as const) }), [group_id, side])
  return (
    <CallTable
      call={groupCalls.scene}
      input={input}
      name={`members-${side}`}
      columns={columns}
      searchHint={{ zh: '场景名称', en: 'Name' }}
      batch={mayWrite ? (batch) => <Move {...{ batch, group_id, side }} /> : undefined}
      empty={empty[side]}
    />
  )
}

const pageSize = 500

function Move({ batch, group_id, side }: { batch: Batch<SceneMember>; group_id: number; side: MemberSide }) {
  const { run, pending } = useMutateCall(side === 'in' ? groupCalls.leave : groupCalls.join)
  const move = async () => {
    const scenes = batch.all ? await allRows(groupCalls.scene, batch.query, pageSize) : undefined
    return run({ group_id, scene_ids: scenes?.map(({ id }) => id) ?? batch.ids })
  }
  return <MoveButton {...{ side, pending, move }} onMoved={batch.clear} />
}
