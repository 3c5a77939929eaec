import { userCalls } from '@belvedere/contract/rooms/notify/user.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { MessageList } from './message-list.tsx'

const MOST = 50

/** Recipients of an alarm, the channels, and the provider's responses. */
export function AlarmMessages({ alarmId }: { alarmId: number }) {
  const { data, error, refetch } = useQueryCall(userCalls.delivery, { alarm_id: alarmId, limit: MOST })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-16" />
  if (data.total === 0)
    return (
      <p className="text-faint">
        {say({ zh: '没有人收到此告警的通知', en: 'No notifications were sent for this alarm' })}
      </p>
    )
  return (
    <>
      <MessageList messages={data.list} names />
      {data.total > MOST && (
        <p className="mt-2 text-xs text-faint">
          {say({ zh: '另有 {n} 条', en: '{n} more' }, { n: data.total - MOST })}
        </p>
      )}
    </>
  )
}
