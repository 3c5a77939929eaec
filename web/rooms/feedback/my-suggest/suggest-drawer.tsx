import { feedbackStatus, feedbackType } from '@belvedere/contract/rooms/feedback/enums.ts'
import { feedbackCalls } from '@belvedere/contract/rooms/feedback/feedback.ts'
import { useEffect } from 'react'
import { call } from '../../../kit/calls/call.ts'
import { queryClient, useQueryCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Drawer } from '../../../ui/dialogs/drawer.tsx'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { Facts } from '../../../ui/values/fact-list.tsx'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { AnswerForm } from './answer-form.tsx'
import { Conversation } from './conversation.tsx'
import { Pictures } from './pictures.tsx'
import { WithdrawButton } from './withdraw-button.tsx'
import type { Suggestion } from './suggestion.ts'

/** One suggestion, its conversation, and the user's reply. */
export function SuggestDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useQueryCall(feedbackCalls.detail, { id })
  useSeen(data)
  const title = data?.title ?? say({ zh: '反馈详情', en: 'Suggestion' })
  const open = data && data.status !== feedbackStatus.id.withdrawn
  return (
    <Drawer open onClose={onClose} title={title} width={620}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-24" />}
      {data && (
        <div className="flex flex-col gap-5">
          <Said one={data} />
          <Conversation replies={data.replies} />
          {open && <AnswerForm one={data} />}
          {open && data.mine === 1 && <WithdrawButton one={data} />}
        </div>
      )}
    </Drawer>
  )
}

function Said({ one }: { one: Suggestion }) {
  const may = useMay()
  const status = feedbackStatus.find(one.status)
  return (
    <section className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Status tone={status?.tone} label={status ?? ''} />
        <span className="text-soft">{feedbackType.label(one.type, lang)}</span>
        <span className="text-xs text-faint">
          {one.author} · {absoluteTime(one.created_at)}
        </span>
      </div>
      <p className="break-words whitespace-pre-wrap">{one.text}</p>
      <Pictures pictures={one.pictures} />
      <Facts
        items={[
          { label: { zh: '相关页面', en: 'Page' }, value: one.page && <code className="font-mono">{one.page}</code> },
          { label: { zh: '产品版本', en: 'Version' }, value: one.version },
          ...(one.mine || may('feedback.answer')
            ? [{ label: { zh: '联系方式', en: 'How to reach them' }, value: one.contact }]
            : []),
        ]}
      />
    </section>
  )
}

/** The author has read the last answer: the badge in the list is removed. */
function useSeen(one: Suggestion | undefined): void {
  const id = one?.mine === 1 && one.unseen === 1 ? one.id : 0
  useEffect(() => {
    if (!id) return
    const isList = ({ meta }: { meta?: { call: unknown } | undefined }) => meta?.call === feedbackCalls.list
    call(feedbackCalls.seen, { id }, { keep: true })
      .then(() => queryClient.invalidateQueries({ predicate: isList }))
      .catch(() => {})
  }, [id])
}
