import { changeCalls } from '@belvedere/contract/rooms/change/change.ts'
import { Go, useGo } from '../../../kit/routing/go.tsx'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import type { ChangeDetail } from '../list/change-page.tsx'

/** Cancel while it runs, stop waiting for offline devices, undo after it is done. */
export function ProgressActions({
  change: { id, state, phase, mine, guest, operator, undone_by, undo_of },
}: {
  change: ChangeDetail
}) {
  const confirm = useConfirm()
  const go = useGo()
  const cancel = useMutateCall(changeCalls.cancel, { done: { zh: '正在回退', en: 'Returning' } })
  const finish = useMutateCall(changeCalls.finish, { done: { zh: '已结束等待', en: 'No longer waiting' } })
  const undo = useMutateCall(changeCalls.undo)
  const askCancel = async () => {
    const title = { zh: '取消并回退？', en: 'Cancel and return?' }
    const whose =
      guest === 1
        ? say({ zh: '这是访客 {operator} 的变更单。', en: 'It is a set of the guest {operator}. ' }, { operator })
        : ''
    const what = say({
      zh: '不再下发，已改动的设备恢复为原配置。',
      en: 'Nothing more is sent, and changed devices return to their previous configuration.',
    })
    const body = whose + what
    if (await confirm({ title, body, ok: { zh: '取消并回退', en: 'Cancel and return' }, danger: true }))
      await cancel.run({ id })
  }
  const takeBack = async () => {
    const made = await undo.run({ id })
    if (made) go('/config/change', { id: made.id })
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {undo_of !== null && <Related id={undo_of} label={say({ zh: '撤销的变更', en: 'What it takes back' })} />}
      {undone_by !== null && <Related id={undone_by} label={say({ zh: '已被撤销', en: 'Taken back' })} />}
      {mine === 1 && state === 'running' && phase === 'offline' && (
        <Button pending={finish.pending} onClick={() => void finish.run({ id })}>
          {say({ zh: '不再等待离线设备', en: 'Stop waiting' })}
        </Button>
      )}
      {mine === 1 && state === 'running' && (
        <Button kind="danger" pending={cancel.pending} onClick={() => void askCancel()}>
          {say({ zh: '取消并回退', en: 'Cancel and return' })}
        </Button>
      )}
      {mine === 1 && state === 'done' && undone_by === null && (
        <Button pending={undo.pending} onClick={() => void takeBack()}>
          {say({ zh: '撤销…', en: 'Undo…' })}
        </Button>
      )}
    </div>
  )
}

function Related({ id, label }: { id: number; label: string }) {
  return (
    <Go to="/config/change" search={{ id }} className="text-accent-text hover:underline">
      {label} #{id}
    </Go>
  )
}
