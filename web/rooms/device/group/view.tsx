import { deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import { groupCalls } from '@belvedere/contract/rooms/device/group.ts'
import { Plus } from 'lucide-react'
import { Suspense, useCallback, useState } from 'react'
import { CallTable, type Column } from '../../../kit/call-table.tsx'
import { lazyPart } from '../../../kit/lazy-part.ts'
import { useMay } from '../../../kit/session.ts'
import { lang, say } from '../../../kit/words.ts'
import { Button } from '../../../ui/button.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { TagDot } from '../../../ui/tag-dot.tsx'
import { ConfigureDialog } from '../../intent/api.tsx'
import { GroupActions } from './group-actions.tsx'
import { GroupDialog } from './group-dialog.tsx'
import type { Group, Open } from './group-row.ts'
import { MembersDrawer } from './members-drawer.tsx'

const TimersDrawer = lazyPart(() => import('../timer/timers-drawer.tsx'), 'TimersDrawer')

const columns: Column<Group>[] = [
  {
    property: 'name',
    label: { zh: '分组', en: 'Group' },
    sort: true,
    minWidth: 200,
    fixed: true,
    format: (group) => <Name group={group} />,
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

function kindsOf({ types }: Group): string {
  return types.map(({ type, total }) => `${deviceType.label(type, lang)} ${total}`).join(' · ')
}

function Name({ group }: { group: Group }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <TagDot color={group.color} />
      <span className="truncate font-medium">{group.name}</span>
    </span>
  )
}

export function View() {
  const may = useMay()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const rowActions = useCallback((group: Group) => <GroupActions group={group} open={setOpen} />, [])
  const showMembers = useCallback((group: Group) => setOpen({ what: 'members', group }), [])
  const add = may('device.write') && (
    <Button kind="primary" icon={Plus} onClick={() => setOpen({ what: 'edit' })}>
      {say({ zh: '添加分组', en: 'Add group' })}
    </Button>
  )
  const empty = {
    title: { zh: '还没有分组', en: 'No groups yet' },
    hint: {
      zh: '把用途或位置相同的设备编为一组，便于筛选和批量操作；一台设备只属于一个分组',
      en: 'Put devices that are looked after alike into a group, to filter and act on them at once; a device is in one group',
    },
    action: add,
  }
  return (
    <>
      <CallTable
        call={groupCalls.list}
        columns={columns}
        searchHint={{ zh: '分组名称 / 备注', en: 'Name or note' }}
        actions={add}
        actionsWidth={112}
        rowActions={rowActions}
        onRow={showMembers}
        empty={empty}
      />
      {open?.what === 'edit' && <GroupDialog group={open.group} onClose={close} />}
      {open?.what === 'members' && <MembersDrawer group={open.group} onClose={close} />}
      <Suspense>
        {open?.what === 'configure' && (
          <ConfigureDialog level={1} target_id={open.group.id} name={open.group.name} onClose={close} />
        )}
        {open?.what === 'timers' && (
          <TimersDrawer
            of={{ group_id: open.group.id }}
            title={say({ zh: '定时任务 · {name}', en: 'Timers · {name}' }, { name: open.group.name })}
            target={{ kind: 'group', id: open.group.id, name: open.group.name }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}
