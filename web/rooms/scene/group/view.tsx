import { groupCalls } from '@belvedere/contract/rooms/scene/group.ts'
import { Pencil, Plus, Trash2, Users } from 'lucide-react'
import { useCallback, useState } from 'react'
import { CallTable, type Column, type RowOf } from '../../../kit/call-table.tsx'
import { useMutateCall } from '../../../kit/query.ts'
import { useMay } from '../../../kit/session.ts'
import { say } from '../../../kit/words.ts'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm-dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { GroupDot } from './group-tag.tsx'
import { MembersDrawer } from './members-drawer.tsx'

export type Group = RowOf<typeof groupCalls.list>

const columns: Column<Group>[] = [
  {
    property: 'name',
    label: { zh: '分组', en: 'Group' },
    sort: true,
    minWidth: 220,
    fixed: true,
    format: (group) => <Name group={group} />,
  },
  { property: 'scene_cnt', label: { zh: '场景', en: 'Scenes' }, sort: true, width: 110, position: 'right' },
  { property: 'device_cnt', label: { zh: '设备', en: 'Devices' }, width: 110, position: 'right' },
  {
    property: 'created_at',
    label: { zh: '创建时间', en: 'Created' },
    sort: true,
    width: 140,
    format: ({ created_at }) => <RelativeTime at={created_at} />,
  },
  {
    property: 'updated_at',
    label: { zh: '修改时间', en: 'Changed' },
    sort: true,
    width: 140,
    format: ({ updated_at }) => <RelativeTime at={updated_at} />,
  },
  { property: 'changed_by', label: { zh: '修改人', en: 'Changed by' }, width: 140, tooltip: true },
]

function Name({ group }: { group: Group }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <GroupDot color={group.color} />
      <span className="truncate font-medium">{group.name}</span>
    </span>
  )
}

type Open = { what: 'edit'; group?: Group } | { what: 'members'; group: Group }

export function View() {
  const may = useMay()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const rowActions = useCallback((group: Group) => <GroupActions group={group} open={setOpen} />, [])
  const showMembers = useCallback((group: Group) => setOpen({ what: 'members', group }), [])
  const add = may('scene.write') && (
    <Button kind="primary" icon={Plus} onClick={() => setOpen({ what: 'edit' })}>
      {say({ zh: '添加分组', en: 'Add group' })}
    </Button>
  )
  const empty = {
    title: { zh: '还没有分组', en: 'No groups yet' },
    hint: {
      zh: '把场景按区域、品牌或合同归到一起，便于筛选和批量操作',
      en: 'Put scenes together by region, brand or contract, to filter and act on them at once',
    },
    action: add,
  }
  return (
    <>
      <CallTable
        call={groupCalls.list}
        columns={columns}
        searchHint={{ zh: '分组名称', en: 'Name' }}
        actions={add}
        actionsWidth={112}
        rowActions={rowActions}
        onRow={showMembers}
        empty={empty}
      />
      {open?.what === 'edit' && <GroupDialog group={open.group} onClose={close} />}
      {open?.what === 'members' && <MembersDrawer group={open.group} onClose={close} />}
    </>
  )
}

function GroupActions({ group, open }: { group: Group; open: (what: Open) => void }) {
  const may = useMay()
  const confirm = useConfirm()
  const { run, pending } = useMutateCall(groupCalls.remove, { done: { zh: '分组已删除', en: 'The group was removed' } })
  const remove = async () => {
    const title = say({ zh: '删除分组“{name}”？', en: 'Remove the group “{name}”?' }, { name: group.name })
    const body = say({ zh: '其中的 {n} 个场景不会被删除。', en: 'The {n} scenes in it stay.' }, { n: group.scene_cnt })
    if (await confirm({ title, body, danger: true, ok: { zh: '删除', en: 'Remove' } })) await run({ id: group.id })
  }
  return (
    <span className="inline-flex items-center">
      <IconButton
        size="s"
        icon={Users}
        label={{ zh: '成员', en: 'Members' }}
        onClick={() => open({ what: 'members', group })}
      />
      {may('scene.write') && (
        <IconButton
          size="s"
          icon={Pencil}
          label={{ zh: '编辑', en: 'Edit' }}
          onClick={() => open({ what: 'edit', group })}
        />
      )}
      {may('scene.write') && (
        <IconButton
          size="s"
          icon={Trash2}
          label={{ zh: '删除', en: 'Remove' }}
          pending={pending}
          onClick={() => void remove()}
        />
      )}
    </span>
  )
}
