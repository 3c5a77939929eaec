import { feedbackStatus } from '@belvedere/contract/rooms/feedback/enums.ts'
import { feedbackCalls } from '@belvedere/contract/rooms/feedback/feedback.ts'
import { useState, type FormEvent } from 'react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextArea } from '../../../ui/fields/text-field.tsx'
import type { Suggestion } from './suggestion.ts'

type SuggestionRating = 0 | 1 | 2 | 3 | 4
const judged = feedbackStatus.values.filter(({ id }) => id !== feedbackStatus.id.withdrawn)

/** The author adds text; a moderator sets a new status with or without text. */
export function AnswerForm({ one }: { one: Suggestion }) {
  const may = useMay()
  const [text, setText] = useState('')
  const [status, setStatus] = useState<number>(one.status)
  const reply = useMutateCall(feedbackCalls.reply)
  const judge = useMutateCall(feedbackCalls.judge)
  const judges = may('feedback.answer')
  const isNew = judges && status !== one.status
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const said = text.trim()
    const answer = isNew
      ? await judge.run({ id: one.id, status: status as SuggestionRating, text: said })
      : await reply.run({ id: one.id, text: said })
    if (answer) setText('')
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3 border-t border-line pt-4">
      <TextArea
        label={judges && !one.mine ? { zh: '回复', en: 'Answer' } : { zh: '补充说明', en: 'Add something' }}
        maxLength={2000}
        value={text}
        onChange={setText}
      />
      <div className="flex flex-wrap items-end justify-between gap-3">
        {judges ? (
          <Select
            label={{ zh: '状态', en: 'Status' }}
            className="w-44"
            options={judged}
            value={status}
            onChange={setStatus}
          />
        ) : (
          <span />
        )}
        <Button type="submit" kind="primary" disabled={!isNew && !text.trim()} pending={reply.pending || judge.pending}>
          {isNew ? say({ zh: '更新状态', en: 'Set status' }) : say({ zh: '发送', en: 'Send' })}
        </Button>
      </div>
    </form>
  )
}
