import { shareStatus } from '@belvedere/contract/rooms/scene/enums.ts'
import { shareCalls } from '@belvedere/contract/rooms/scene/share.ts'
import { Ban, Pencil, Trash2 } from 'lucide-react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import type { ListedSentShare } from './columns.tsx'

const { pending, accepted } = shareStatus.id

/** True while the share can be accepted or used. */
const isOpen = ({ status, receiver }: ListedSentShare) =>
  status === pending || (status === accepted && receiver !== null)

/** Change and stop while the share is active, then remove it from the list. */
export function RowActions({
  share,
  onChange,
}: {
  share: ListedSentShare
  onChange: (share: ListedSentShare) => void
}) {
  const confirm = useConfirm()
  const end = useMutateCall(shareCalls.unbind, { done: { zh: '已停止分享', en: 'The share was ended' } })
  const remove = useMutateCall(shareCalls.delete, { done: { zh: '已删除', en: 'Removed' } })
  const name = share.receiver ?? say({ zh: '该链接', en: 'this link' })
  const stop = async () => {
    const title = say({ zh: '停止分享“{scene}”？', en: 'Stop sharing “{scene}”?' }, { scene: share.scene_name })
    const body =
      share.status === accepted
        ? say({ zh: '{name} 将立即无法访问该场景。', en: '{name} loses access to the scene immediately.' }, { name })
        : say({ zh: '{name} 将无法再接收该场景。', en: 'It can no longer be received by {name}.' }, { name })
    if (await confirm({ title, body, danger: true, ok: { zh: '停止', en: 'Stop' } })) await end.run({ ids: [share.id] })
  }
  return (
    <span className="inline-flex items-center">
      {isOpen(share) ? (
        <>
          <IconButton size="s" icon={Pencil} label={{ zh: '修改', en: 'Change' }} onClick={() => onChange(share)} />
          <IconButton size="s" icon={Ban} label={{ zh: '停止分享', en: 'Stop' }} pending={end.pending} onClick={stop} />
        </>
      ) : (
        <IconButton
          size="s"
          icon={Trash2}
          label={{ zh: '删除记录', en: 'Remove from the list' }}
          pending={remove.pending}
          onClick={() => void remove.run({ ids: [share.id] })}
        />
      )}
    </span>
  )
}
