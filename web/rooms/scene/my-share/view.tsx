import { sharePermission, shareStatus, shareMethod } from '@belvedere/contract/rooms/scene/enums.ts'
import { shareCalls } from '@belvedere/contract/rooms/scene/share.ts'
import { Share2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { CallTable, type FilterSpec } from '../../../kit/list/call-table.tsx'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { columns, type ListedSentShare } from './columns.tsx'
import { RowActions } from './row-actions.tsx'
import { ShareDialog } from './share-dialog.tsx'

const filters: FilterSpec[] = [
  { key: 'status', label: { zh: '状态', en: 'Status' }, kind: 'select', options: shareStatus.values },
  { key: 'way', label: { zh: '方式', en: 'By' }, kind: 'select', options: shareMethod.values },
  { key: 'permission', label: { zh: '权限', en: 'Right' }, kind: 'select', options: sharePermission.values },
]

/** Shares of the team with recipients and ends. */
export function View() {
  const [adding, add] = useState(false)
  const [changed, change] = useState<ListedSentShare>()
  const rowActions = useCallback((share: ListedSentShare) => <RowActions share={share} onChange={change} />, [])
  const button = (
    <Button kind="primary" icon={Share2} onClick={() => add(true)}>
      {say({ zh: '分享场景', en: 'Share a scene' })}
    </Button>
  )
  return (
    <>
      <CallTable
        call={shareCalls.send}
        columns={columns}
        filters={filters}
        searchHint={{ zh: '场景 / 接收人 / 备注', en: 'Scene, receiver or note' }}
        actions={button}
        rowActions={rowActions}
        actionsWidth={108}
        usualOrder="created_at desc"
        empty={{
          title: { zh: '还没有分享', en: 'Nothing is shared yet' },
          hint: {
            zh: '把场景分享给其他团队的账号，可限定权限和有效期，随时停止',
            en: 'Let accounts of other teams into a scene, with a right and an end, until you stop it',
          },
          action: button,
        }}
      />
      {adding && <ShareDialog onClose={() => add(false)} />}
      {changed && <ChangeDialog share={changed} onClose={() => change(undefined)} />}
    </>
  )
}
