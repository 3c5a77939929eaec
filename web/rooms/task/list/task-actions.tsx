import { taskResult } from '@belvedere/contract/rooms/task/enums.ts'
import { taskCalls } from '@belvedere/contract/rooms/task/task.ts'
import { CircleX, RotateCw } from 'lucide-react'
import { useGo } from '../../../kit/routing/go.tsx'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { say } from '../../../kit/words/words.ts'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import type { ListedTask } from './task-row.ts'

/** Retries failed devices and cancels waiting ones; each is shown only if it applies. */
export function TaskActions({ task }: { task: ListedTask }) {
  const may = useMay()
  if (!may('device.command')) return null
  const canRetry = task.repeatable === 1 && task.err_cnt > 0 && task.result !== taskResult.id.cancelled
  return (
    <span className="inline-flex items-center">
      {canRetry && <Retry task={task} />}
      {task.waiting_cnt > 0 && <Cancel task={task} />}
    </span>
  )
}

function Retry({ task: { id, err_cnt } }: { task: ListedTask }) {
  const confirm = useConfirm()
  const go = useGo()
  const { run, pending } = useMutateCall(taskCalls.retry)
  const retry = async () => {
    const title = say(
      { zh: '重试失败的 {n} 台设备？', en: 'Retry on the {n} failed {n:device|devices}?' },
      { n: err_cnt },
    )
    const body = say({
      zh: '将作为新任务下发相同的命令，成功的设备不受影响。',
      en: 'The command is sent again as a new task to the failed devices only.',
    })
    if (!(await confirm({ title, body, ok: { zh: '重试', en: 'Repeat' } }))) return
    const out = await run({ task_id: id })
    if (!out?.task_id) return
    const task_id = out.task_id
    const open = {
      label: { zh: '查看', en: 'Show' },
      run: () => go('/maintenance/log/task', { task_id, expand: task_id }),
    }
    const words = {
      zh: '已下发：{total} 台，{bad} 台未受理',
      en: 'Sent to {total} {total:device|devices}, {bad} refused',
    }
    toast.success(say(words, { total: out.total_cnt, bad: out.err_cnt }), { action: open })
  }
  return (
    <IconButton
      size="s"
      icon={RotateCw}
      pending={pending}
      label={{ zh: '重试失败的设备', en: 'Repeat what failed' }}
      onClick={() => void retry()}
    />
  )
}

function Cancel({ task: { id, waiting_cnt } }: { task: ListedTask }) {
  const confirm = useConfirm()
  const { run, pending } = useMutateCall(taskCalls.cancel)
  const cancel = async () => {
    const title = say(
      { zh: '取消等待中的 {n} 台设备？', en: 'Cancel the {n} waiting {n:device|devices}?' },
      { n: waiting_cnt },
    )
    const body = say({ zh: '已下发到设备的命令无法撤回。', en: 'Commands that were already sent cannot be cancelled.' })
    if (!(await confirm({ title, body, danger: true, ok: { zh: '取消等待', en: 'Cancel them' } }))) return
    const out = await run({ task_id: id })
    if (out) toast.success(say({ zh: '已取消 {n} 台', en: '{n} cancelled' }, { n: out.total_cnt - out.err_cnt }))
  }
  return (
    <IconButton
      size="s"
      icon={CircleX}
      pending={pending}
      label={{ zh: '取消等待', en: 'Cancel what waits' }}
      onClick={() => void cancel()}
    />
  )
}
