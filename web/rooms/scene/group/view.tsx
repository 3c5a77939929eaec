import { groupCalls } from '@belvedere/contract/rooms/scene/group.ts'
import type { Column } from '../../../kit/list/call-table.tsx'
import { GroupList } from '../../../kit/group/group-list.tsx'
import { GroupName } from '../../../kit/group/group-name.tsx'
import type { OpenGroup } from '../../../kit/group/open-group.ts'
import { useMay } from '../../../kit/session/session.ts'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { GroupActions, type SceneGroup } from './group-actions.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { MembersDrawer } from './members-drawer.tsx'

const columns: Column<SceneGroup>[] = [
  {
    property: 'name',
    label: { zh: '分组', en: 'Group' },
    sort: true,
    minWidth: 220,
    fixed: true,
    format: (group) => <GroupName group={group} />,
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

const over = (open: OpenGroup<SceneGroup>, close: () => void) =>
  open.what === 'edit' ? (
    <GroupDialog group={open.group} onClose={close} />
  ) : (
    <MembersDrawer group={open.group} onClose={close} />
  )

export function View() {
  return (
    <GroupList
      call={groupCalls.list}
      columns={columns}
      searchHint={{ zh: '分组名称', en: 'Name' }}
      hint={{
        zh: '把场景按区域、品牌或合同归到一起，便于筛选和批量操作',
        en: 'Group scenes by region, brand or contract, to filter and operate on them together',
      }}
      mayWrite={useMay()('scene.write')}
      actions={GroupActions}
      over={over}
    />
  )
}
