import { sharePermission, shareStatus, shareMethod } from '@belvedere/contract/rooms/scene/enums.ts'
import type { shareCalls } from '@belvedere/contract/rooms/scene/share.ts'
import type { Column, RowOf } from '../../../kit/list/call-table.tsx'
import { lang, say } from '../../../kit/words/words.ts'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Status } from '../../../ui/feedback/status.tsx'

export type ListedSentShare = RowOf<typeof shareCalls.send>

export const columns: Column<ListedSentShare>[] = [
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
    minWidth: 150,
    fixed: true,
    tooltip: true,
    format: ({ scene_name }) => <b className="font-medium">{scene_name}</b>,
  },
  {
    property: 'receiver',
    label: { zh: '接收人', en: 'Receiver' },
    sort: true,
    minWidth: 150,
    format: (share) => <Receiver share={share} />,
  },
  {
    property: 'permission',
    label: { zh: '权限', en: 'Right' },
    width: 110,
    format: ({ permission }) => sharePermission.label(permission, lang),
  },
  { property: 'way', label: { zh: '方式', en: 'By' }, width: 90, format: ({ way }) => shareMethod.label(way, lang) },
  {
    property: 'expire_at',
    label: { zh: '到期', en: 'Ends' },
    sort: true,
    width: 120,
    format: ({ expire_at }) =>
      expire_at === null ? say({ zh: '长期', en: 'No end' }) : <RelativeTime at={expire_at} />,
  },
  {
    property: 'created_at',
    label: { zh: '创建时间', en: 'Created' },
    sort: true,
    width: 120,
    format: ({ created_at }) => <RelativeTime at={created_at} />,
  },
  { property: 'note', label: { zh: '备注', en: 'Note' }, minWidth: 120, tooltip: true },
  { property: 'share_name', label: { zh: '分享人', en: 'Shared by' }, width: 120, tooltip: true, defaultHide: true },
  {
    property: 'updated_at',
    label: { zh: '更新时间', en: 'Updated' },
    sort: true,
    width: 120,
    defaultHide: true,
    format: ({ updated_at }) => <RelativeTime at={updated_at} />,
  },
]

/** The recipient's account, or the number of uses of a link. */
function Receiver({ share: { receiver, receiver_mobile, used_cnt, max_uses } }: { share: ListedSentShare }) {
  if (receiver === null)
    return (
      <span className="text-soft">
        {say({ zh: '已接收 {used}/{most}', en: 'Received {used} of {most}' }, { used: used_cnt, most: max_uses ?? 0 })}
      </span>
    )
  return (
    <span className="flex min-w-0 flex-col leading-4">
      <span className="truncate">{receiver}</span>
      {receiver_mobile && <span className="text-xs text-faint">{receiver_mobile}</span>}
    </span>
  )
}
