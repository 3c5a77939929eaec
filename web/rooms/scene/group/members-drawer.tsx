import { sceneMode } from '@belvedere/contract/rooms/scene/enums.ts'
import { groupCalls } from '@belvedere/contract/rooms/scene/group.ts'
import { Minus, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { allRows } from '../../../kit/all-rows.ts'
import { CallTable, type Batch, type Column, type RowOf } from '../../../kit/call-table.tsx'
import { useMutateCall } from '../../../kit/query.ts'
import { useMay } from '../../../kit/session.ts'
import { tellBatch } from '../../../kit/tell-batch.ts'
import { lang, say } from '../../../kit/words.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Badge } from '../../../ui/status.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import type { Group } from './group-row.ts'

type Member = RowOf<typeof groupCalls.scene>

const columns: Column<Member>[] = [
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

function Name({ scene: { name, mode } }: { scene: Member }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="truncate font-medium">{name}</span>
      {mode !== 0 && <Badge tone={sceneMode.find(mode)?.tone} label={sceneMode.label(mode, lang)} />}
    </span>
  )
}

/** Which scenes are in a group and which could be; both lists take many at once. */
export function MembersDrawer({ group, onClose }: { group: Group; onClose: () => void }) {
  const may = useMay()
  const [side, setSide] = useState<'in' | 'out'>('in')
  const tabs = [
    { id: 'in' as const, label: { zh: '组内场景', en: 'In the group' } },
    ...(may('scene.write') ? [{ id: 'out' as const, label: { zh: '可加入的场景', en: 'Can join' } }] : []),
  ]
  return (
    <Drawer
      open
      onClose={onClose}
      width={720}
      title={say({ zh: '分组成员 · {name}', en: 'Members · {name}' }, { name: group.name })}
    >
      <div className="flex h-full flex-col gap-3">
        <Tabs tabs={tabs} value={side} onChange={setSide} />
        <Side key={side} group_id={group.id} side={side} />
      </div>
    </Drawer>
  )
}

function Side({ group_id, side }: { group_id: number; side: 'in' | 'out' }) {
  const may = useMay()
  const input = useMemo(() => ({ group_id, joined: side === 'in' ? (1 as const) : (0 as const) }), [group_id, side])
  const empty = {
    title:
      side === 'in'
        ? { zh: '分组中还没有场景', en: 'No scenes in the group yet' }
        : { zh: '所有场景都已在分组中', en: 'Every scene is in the group' },
  }
  return (
    <CallTable
      call={groupCalls.scene}
      input={input}
      name={`members-${side}`}
      columns={columns}
      searchHint={{ zh: '场景名称', en: 'Name' }}
      batch={may('scene.write') ? (batch) => <Move batch={batch} group_id={group_id} side={side} /> : undefined}
      empty={empty}
    />
  )
}

const joined = { zh: '已加入分组', en: 'Joined the group' }
const left = { zh: '已移出分组', en: 'Left the group' }

const pageSize = 500

function Move({ batch, group_id, side }: { batch: Batch<Member>; group_id: number; side: 'in' | 'out' }) {
  const join = useMutateCall(groupCalls.join)
  const leave = useMutateCall(groupCalls.leave)
  const move = side === 'in' ? leave : join
  const run = async () => {
    const scene_ids = batch.all
      ? (await allRows(groupCalls.scene, batch.query, pageSize)).map(({ id }) => id)
      : batch.ids
    const outcome = await move.run({ group_id, scene_ids })
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
