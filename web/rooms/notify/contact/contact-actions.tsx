import { alarmUserType } from '@belvedere/contract/rooms/notify/enums.ts'
import { userCalls } from '@belvedere/contract/rooms/notify/user.ts'
import { BadgeCheck, Pencil, Send, Trash2 } from 'lucide-react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { say } from '../../../kit/words/words.ts'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import type { AlarmContact, ContactDialog } from './contact.ts'

export function UserActions({ user, open }: { user: AlarmContact; open: (what: ContactDialog) => void }) {
  const may = useMay()
  const confirm = useConfirm()
  const { run, pending } = useMutateCall(userCalls.remove, { done: { zh: '已删除', en: 'Removed' } })
  if (!may('alarm.write')) return null
  const remove = async () => {
    const title = say({ zh: '删除“{name}”？', en: 'Remove “{name}”?' }, { name: user.name })
    const body = say({
      zh: '不再收到告警，通知记录一并删除。可在操作日志中撤销。',
      en: 'It receives no more alarms, and its messages are deleted. This can be undone in the operation log.',
    })
    if (await confirm({ title, body, danger: true, ok: { zh: '删除', en: 'Remove' } })) await run({ id: user.id })
  }
  const isVerified = user.verified_at !== null
  return (
    <span className="inline-flex items-center">
      {!isVerified && user.type !== alarmUserType.id.wechat && (
        <IconButton
          size="s"
          icon={BadgeCheck}
          label={{ zh: '验证地址', en: 'Verify the address' }}
          onClick={() => open({ what: 'verify', user })}
        />
      )}
      {isVerified && (
        <IconButton
          size="s"
          icon={Send}
          label={{ zh: '发送测试消息', en: 'Send a test message' }}
          onClick={() => open({ what: 'test', user })}
        />
      )}
      <IconButton
        size="s"
        icon={Pencil}
        label={{ zh: '编辑', en: 'Edit' }}
        onClick={() => open({ what: 'edit', user })}
      />
      <IconButton
        size="s"
        icon={Trash2}
        label={{ zh: '删除', en: 'Remove' }}
        pending={pending}
        onClick={() => void remove()}
      />
    </span>
  )
}
