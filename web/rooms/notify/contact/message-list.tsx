import { deliveryState } from '@belvedere/contract/rooms/notify/enums.ts'
import { userCalls } from '@belvedere/contract/rooms/notify/user.ts'
import { RotateCcw } from 'lucide-react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import type { AlarmMessage } from './contact.ts'

interface MessageListProps {
  messages: readonly AlarmMessage[]
  /** Shows the recipient of each message. */
  names?: boolean
}

/** Messages, newest first, each with the provider's response. */
export function MessageList({ messages, names = false }: MessageListProps) {
  return (
    <ul className="flex flex-col gap-3">
      {messages.map((message) => (
        <li key={message.id} className="rounded-md border border-line px-3 py-2.5">
          <One message={message} names={names} />
        </li>
      ))}
    </ul>
  )
}

function One({ message, names }: { message: AlarmMessage; names: boolean }) {
  const may = useMay()
  const retry = useMutateCall(userCalls.retry, { done: { zh: '已加入发送队列', en: 'It will be sent again' } })
  const { id, state, subject, text, channel_name, answer, attempts, next_at, created_at, done_at, user_name, masked } =
    message
  const isFailed = state === deliveryState.id.failed
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Status tone={deliveryState.find(state)?.tone} label={deliveryState.label(state, lang)} />
        {names && (
          <span className="min-w-0 truncate">
            <b className="font-medium">{user_name}</b> <span className="text-soft">{masked}</span>
          </span>
        )}
        {channel_name && <span className="text-soft">{channel_name}</span>}
        <span className="flex-1 text-right text-xs text-faint">
          <RelativeTime at={done_at ?? created_at} />
        </span>
      </div>
      <details className="mt-1">
        <summary className="cursor-pointer truncate">{subject}</summary>
        <p className="mt-1 whitespace-pre-line text-soft">{text}</p>
      </details>
      <div className="mt-1 flex items-center gap-2">
        <p className="min-w-0 flex-1 font-mono text-xs break-all text-soft">
          {answer || (state === deliveryState.id.waiting ? say({ zh: '尚未发送', en: 'Not sent yet' }) : '')}
          {attempts > 1 && (
            <span className="text-faint">
              {' '}
              · {say({ zh: '尝试 {n} 次', en: '{n} {n:try|tries}' }, { n: attempts })}
            </span>
          )}
          {next_at !== null && attempts > 0 && (
            <span className="text-faint">
              {' · '}
              {say({ zh: '下次', en: 'next' })} <RelativeTime at={next_at} />
            </span>
          )}
        </p>
        {isFailed && may('alarm.write') && (
          <Button
            size="s"
            kind="quiet"
            icon={RotateCcw}
            pending={retry.pending}
            onClick={() => void retry.run({ ids: [id] })}
          >
            {say({ zh: '重发', en: 'Send again' })}
          </Button>
        )}
      </div>
    </>
  )
}
