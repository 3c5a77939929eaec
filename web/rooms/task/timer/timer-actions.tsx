import { timerCalls } from '@belvedere/contract/rooms/task/timer.ts'
import { timerType } from '@belvedere/contract/rooms/task/timer/enums.ts'
import { Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import type { ListedTimer } from './timer-row.ts'

/** Pause, edit, remove: for users who may send commands to the devices. */
export function TimerActions({ timer, onEdit }: { timer: ListedTimer; onEdit: (timer: ListedTimer) => void }) {
  const may = useMay()
  const confirm = useConfirm()
  const pause = useMutateCall(timerCalls.pause, {
    done: timer.paused ? { zh: '已恢复', en: 'It runs again' } : { zh: '已暂停', en: 'Paused' },
  })
  const remove = useMutateCall(timerCalls.remove, { done: { zh: '定时任务已删除', en: 'The timer was removed' } })
  if (!may('device.command')) return null
  const ask = async () => {
    const name = timer.name || timerType.label(timer.type, lang)
    const title = say({ zh: '删除“{name}”？', en: 'Remove “{name}”?' }, { name })
    const body = say({ zh: '已经开始的任务不受影响。', en: 'Running tasks continue.' })
    if (await confirm({ title, body, danger: true, ok: { zh: '删除', en: 'Remove' } }))
      await remove.run({ ids: [timer.id] })
  }
  return (
    <span className="inline-flex items-center">
      <IconButton
        size="s"
        icon={timer.paused ? Play : Pause}
        label={timer.paused ? { zh: '恢复', en: 'Resume' } : { zh: '暂停', en: 'Pause' }}
        pending={pause.pending}
        onClick={() => void pause.run({ ids: [timer.id], paused: timer.paused ? 0 : 1 })}
      />
      <IconButton size="s" icon={Pencil} label={{ zh: '编辑', en: 'Edit' }} onClick={() => onEdit(timer)} />
      <IconButton
        size="s"
        icon={Trash2}
        label={{ zh: '删除', en: 'Remove' }}
        pending={remove.pending}
        onClick={() => void ask()}
      />
    </span>
  )
}
