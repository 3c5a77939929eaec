import { feedbackStatus } from '@belvedere/contract/rooms/feedback/enums.ts'
import { say } from '../../../kit/words/words.ts'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Badge, Status } from '../../../ui/feedback/status.tsx'
import type { Suggestion } from './suggestion.ts'

/** Texts and changes of status in chronological order. */
export function Conversation({ replies }: { replies: Suggestion['replies'] }) {
  if (replies.length === 0) return null
  return (
    <section aria-label={say({ zh: '处理过程', en: 'Conversation' })} className="border-t border-line pt-4">
      <ol className="flex flex-col gap-4">
        {replies.map((reply) => (
          <li key={reply.id} className={`rounded-lg p-3 ${reply.official ? 'bg-accent-soft' : 'bg-sunken'}`}>
            <p className="flex flex-wrap items-center gap-2">
              <b className="font-medium">{reply.by}</b>
              {reply.official === 1 && <Badge tone="primary" label={{ zh: '官方回复', en: 'Official' }} />}
              <RelativeTime at={reply.created_at} className="text-xs text-soft" />
            </p>
            {reply.status !== null && <Became status={reply.status} />}
            {reply.text && <p className="mt-1 break-words whitespace-pre-wrap">{reply.text}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Became({ status }: { status: number }) {
  const value = feedbackStatus.find(status)
  return (
    <p className="mt-1 flex items-center gap-2 text-soft">
      {say({ zh: '状态变更为', en: 'Status:' })} <Status tone={value?.tone} label={value ?? String(status)} />
    </p>
  )
}
