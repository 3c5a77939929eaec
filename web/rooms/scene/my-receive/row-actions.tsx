import { shareStatus } from '@belvedere/contract/rooms/scene/enums.ts'
import { shareCalls } from '@belvedere/contract/rooms/scene/share.ts'
import { Check, LogOut, Trash2, X } from 'lucide-react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { useHandle } from '../share/use-handle.ts'
import type { ListedReceivedShare } from './received-share.ts'

const { pending, accepted } = shareStatus.id

export function RowActions({ share }: { share: ListedReceivedShare }) {
  const { handle, busy } = useHandle()
  const remove = useMutateCall(shareCalls.delete, { done: { zh: '已删除', en: 'Removed' } })
  if (share.status === accepted) return <Leave share={share} />
  if (share.status !== pending)
    return (
      <IconButton
        size="s"
        icon={Trash2}
        label={{ zh: '删除记录', en: 'Remove from the list' }}
        pending={remove.pending}
        onClick={() => void remove.run({ ids: [share.id] })}
      />
    )
  return (
    <span className="inline-flex items-center">
      <IconButton
        size="s"
        icon={Check}
        label={{ zh: '接收', en: 'Receive' }}
        pending={busy}
        onClick={() => void handle(share.scene_id, 1)}
      />
      <IconButton
        size="s"
        icon={X}
        label={{ zh: '拒绝', en: 'Refuse' }}
        disabled={busy}
        onClick={() => void handle(share.scene_id, 4)}
      />
    </span>
  )
}

function Leave({ share }: { share: ListedReceivedShare }) {
  const confirm = useConfirm()
  const leave = useMutateCall(shareCalls.unbind)
  const ask = async () => {
    const title = say({ zh: '退出场景“{scene}”？', en: 'Leave the scene “{scene}”?' }, { scene: share.scene_name })
    const body = say({
      zh: '退出后将无法再访问，需要对方重新分享。',
      en: 'You lose access to it until it is shared with you again.',
    })
    if (!(await confirm({ title, body, danger: true, ok: { zh: '退出', en: 'Leave' } }))) return
    if (await leave.run({ ids: [share.id] }, { keep: true })) location.reload()
  }
  return <IconButton size="s" icon={LogOut} label={{ zh: '退出', en: 'Leave' }} pending={leave.pending} onClick={ask} />
}
