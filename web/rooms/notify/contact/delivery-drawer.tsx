import { deliveryState } from '@belvedere/contract/rooms/notify/enums.ts'
import { userCalls } from '@belvedere/contract/rooms/notify/user.ts'
import { useState } from 'react'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Drawer } from '../../../ui/dialogs/drawer.tsx'
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { Pager } from '../../../ui/data-table/pager.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { MessageList } from './message-list.tsx'

const sizes = [20, 50, 100]
const tabs = [
  { id: '', label: { zh: '全部', en: 'All' } },
  ...deliveryState.values.map(({ id, zh, en }) => ({ id: String(id), label: { zh, en } })),
]

/** Messages to a contact or robot, with their results. */
export function DeliveryDrawer({ userId, onClose }: { userId: number; onClose: () => void }) {
  const [tab, setTab] = useState('')
  const [page, setPage] = useState(1)
  const [limit, setLimit] = useState(20)
  const state = tab === '' ? {} : { state: Number(tab) as 0 | 1 | 2 }
  const { data, error, refetch } = useQueryCall(
    userCalls.delivery,
    { user_id: userId, page, limit, ...state },
    { keepPrevious: true },
  )
  const [first] = data?.list ?? []
  const title = first
    ? say({ zh: '{name} · 通知记录', en: '{name} · messages' }, { name: first.user_name })
    : say({ zh: '通知记录', en: 'Messages' })
  return (
    <Drawer open onClose={onClose} title={title} width={620}>
      <Tabs tabs={tabs} value={tab} onChange={(id) => (setTab(id), setPage(1))} className="mb-4" />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-60" />}
      {data?.total === 0 && (
        <EmptyState
          title={
            tab ? { zh: '没有这种状态的消息', en: 'No such messages' } : { zh: '还没有通知', en: 'No messages yet' }
          }
          hint={{
            zh: '告警发生并符合其规则时，消息和服务商的返回显示在这里',
            en: 'Messages to it and the answers of its provider appear here',
          }}
        />
      )}
      {data && data.total > 0 && <MessageList messages={data.list} />}
      {data && data.total > 20 && (
        <div className="mt-4">
          <Pager
            total={data.total}
            page={page}
            limit={limit}
            sizes={sizes}
            onPage={setPage}
            onLimit={(to) => (setLimit(to), setPage(1))}
          />
        </div>
      )}
    </Drawer>
  )
}
