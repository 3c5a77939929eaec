import { feedbackStatus } from '@belvedere/contract/rooms/feedback/enums.ts'
import { feedbackCalls } from '@belvedere/contract/rooms/feedback/feedback.ts'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import type { Suggestion } from './suggestion.ts'

const ended: readonly number[] = [feedbackStatus.id.done, feedbackStatus.id.declined]

/** Withdraws a suggestion that was not handled yet. */
export function WithdrawButton({ one }: { one: Suggestion }) {
  const confirm = useConfirm()
  const withdraw = useMutateCall(feedbackCalls.withdraw, { done: { zh: '已撤回', en: 'Withdrawn' } })
  if (ended.includes(one.status)) return null
  const ask = async () => {
    const title = say({ zh: '撤回“{title}”？', en: 'Withdraw “{title}”?' }, { title: one.title })
    const body = say({
      zh: '撤回后不能再回复，无法恢复。',
      en: 'It is closed permanently and cannot be answered any more.',
    })
    if (await confirm({ title, body, danger: true, ok: { zh: '撤回', en: 'Withdraw' } }))
      await withdraw.run({ id: one.id })
  }
  return (
    <div>
      <Button kind="quiet" className="-ml-3" pending={withdraw.pending} onClick={ask}>
        {say({ zh: '撤回这条反馈', en: 'Withdraw this suggestion' })}
      </Button>
    </div>
  )
}
