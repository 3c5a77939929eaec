import { groupCalls } from '@belvedere/contract/rooms/device/group.ts'
import { CalendarClock, Pencil, Router, SlidersHorizontal, Trash2 } from 'lucide-react'
import { useMutateCall } from '../../../kit/query.ts'
import { useMay } from '../../../kit/session.ts'
import { say } from '../../../kit/words.ts'
import { useConfirm } from '../../../ui/confirm-dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { Group, Open } from './group-row.ts'

export function GroupActions({ group, open }: { group: Group; open: (what: Open) => void }) {
  const mayWrite = useMay()('device.write')
  const confirm = useConfirm()
  const { run, pending } = useMutateCall(groupCalls.remove, { done: { zh: '分组已删除', en: 'The group was removed' } })
  const remove = async () => {
    const title = say({ zh: '删除分组“{name}”？', en: 'Remove the group “{name}”?' }, { name: group.name })
    const body = say(
      {
        zh: '其中的 {n} 台设备不会被删除；该分组的定时任务和配置会一并删除，七天内可在操作日志中撤销。',
        en: 'The {n} devices in it stay. Its timers and settings go with it; within a week the operation log can undo that.',
      },
      { n: group.device_cnt },
    )
    if (await confirm({ title, body, danger: true, ok: { zh: '删除', en: 'Remove' } })) await run({ id: group.id })
  }
  const members = { zh: '成员', en: 'Members' }
  return (
    <span className="inline-flex items-center">
      <IconButton size="s" icon={Router} label={members} onClick={() => open({ what: 'members', group })} />
      <IconButton
        size="s"
        icon={CalendarClock}
        label={{ zh: '定时任务', en: 'Timers' }}
        onClick={() => open({ what: 'timers', group })}
      />
      <IconButton
        size="s"
        icon={SlidersHorizontal}
        label={{ zh: '配置', en: 'Configure' }}
        onClick={() => open({ what: 'configure', group })}
      />
      {mayWrite && (
        <IconButton
          size="s"
          icon={Pencil}
          label={{ zh: '编辑', en: 'Edit' }}
          onClick={() => open({ what: 'edit', group })}
        />
      )}
      {mayWrite && (
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
