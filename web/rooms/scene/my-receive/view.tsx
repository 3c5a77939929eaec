import { sharePermission, shareStatus } from '@belvedere/contract/rooms/scene/enums.ts'
import { shareCalls } from '@belvedere/contract/rooms/scene/share.ts'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { CallTable, type Column, type FilterSpec } from '../../../kit/list/call-table.tsx'
import { useUrlState } from '../../../kit/routing/url-state.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { CodeDialog } from './code-dialog.tsx'
import { ReceiveDialog } from './receive-dialog.tsx'
import { RowActions } from './row-actions.tsx'
import type { ListedReceivedShare } from './received-share.ts'

const columns: Column<ListedReceivedShare>[] = [
  {
    property: 'status',
    label: { zh: '状态', en: 'Status' },
    sort: true,
    width: 110,
    fixed: true,
    format: ({ status }) => <Status tone={shareStatus.find(status)?.tone} label={shareStatus.label(status, lang)} />,
  },
  {
    property: 'scene_name',
    label: { zh: '场景', en: 'Scene' },
    sort: true,
    minWidth: 160,
    fixed: true,
    tooltip: true,
    format: ({ scene_name }) => <b className="font-medium">{scene_name}</b>,
  },
  { property: 'owner', label: { zh: '所属团队', en: 'Team' }, sort: true, minWidth: 130, tooltip: true },
  { property: 'share_name', label: { zh: '分享人', en: 'From' }, width: 130, tooltip: true },
  { property: 'share_mobile', label: { zh: '手机', en: 'Phone' }, width: 140, defaultHide: true },
  {
    property: 'permission',
    label: { zh: '权限', en: 'Right' },
    width: 110,
    format: ({ permission }) => sharePermission.label(permission, lang),
  },
  {
    property: 'expire_at',
    label: { zh: '到期', en: 'Ends' },
    sort: true,
    width: 120,
    format: ({ expire_at }) =>
      expire_at === null ? say({ zh: '长期', en: 'No end' }) : <RelativeTime at={expire_at} />,
  },
  { property: 'note', label: { zh: '备注', en: 'Note' }, minWidth: 120, tooltip: true },
  {
    property: 'created_at',
    label: { zh: '分享时间', en: 'Shared' },
    sort: true,
    width: 120,
    format: ({ created_at }) => <RelativeTime at={created_at} />,
  },
]

const filters: FilterSpec[] = [
  { key: 'status', label: { zh: '状态', en: 'Status' }, kind: 'select', options: shareStatus.values },
]

const rowActions = (share: ListedReceivedShare) => <RowActions share={share} />

/** Scenes shared by others; a link opens this page with its code. */
export function View() {
  const [{ code }, set] = useUrlState({ code: '' })
  const [typing, setTyping] = useState(false)
  const button = (
    <Button kind="primary" icon={Link2} onClick={() => setTyping(true)}>
      {say({ zh: '通过链接接收', en: 'Receive by link' })}
    </Button>
  )
  return (
    <>
      <CallTable
        call={shareCalls.receive}
        columns={columns}
        filters={filters}
        searchHint={{ zh: '场景 / 团队 / 备注', en: 'Scene, team or note' }}
        actions={button}
        rowActions={rowActions}
        actionsWidth={108}
        usualOrder="created_at desc"
        empty={{
          title: { zh: '还没有收到分享', en: 'Nothing is shared with you yet' },
          hint: { zh: '他人分享的场景会显示在这里', en: 'Scenes that others share appear here' },
          action: button,
        }}
      />
      {typing && <CodeDialog onClose={() => setTyping(false)} onCode={(code) => (setTyping(false), set({ code }))} />}
      {code && <ReceiveDialog key={code} code={code} onClose={() => set({ code: '' })} />}
    </>
  )
}
