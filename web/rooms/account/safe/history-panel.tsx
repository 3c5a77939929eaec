import { signInMethod } from '@belvedere/contract/rooms/account/enums.ts'
import { sessionCalls } from '@belvedere/contract/rooms/account/session.ts'
import { useState } from 'react'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { MiniTable, type MiniColumn } from '../../../ui/data-table/mini-table.tsx'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { nameOf } from './sessions-panel.tsx'

type SignIn = AnswerOf<typeof sessionCalls.log>['list'][number]

const rows = 10
const columns: readonly MiniColumn<SignIn>[] = [
  { label: { zh: '时间', en: 'Time' }, format: ({ at }) => absoluteTime(at) },
  {
    label: { zh: '结果', en: 'Result' },
    format: ({ ok }) =>
      ok ? (
        <Status tone="success" label={{ zh: '成功', en: 'Signed in' }} />
      ) : (
        <Status tone="danger" label={{ zh: '失败', en: 'Failed' }} />
      ),
  },
  { label: { zh: '方式', en: 'By' }, format: ({ way }) => signInMethod.label(way, lang) },
  { label: { zh: 'IP 地址', en: 'IP address' }, format: ({ ip }) => ip, mono: true },
  { label: { zh: '地点', en: 'Place' }, format: ({ place }) => place },
  { label: { zh: '设备', en: 'Device' }, format: nameOf },
]

/** Recent successful and failed sign-ins. */
export function HistoryPanel() {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQueryCall(sessionCalls.log, { page, limit: rows }, { keepPrevious: true })
  const last = Math.max(1, Math.ceil((data?.total ?? 0) / rows))
  return (
    <Panel
      title={{ zh: '登录记录', en: 'Sign-ins' }}
      hint={{
        zh: '最近 90 天内的登录与失败的尝试。',
        en: 'Successful and failed sign-ins to your account in the last 90 days.',
      }}
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-40 w-full" />
      ) : data.total === 0 ? (
        <EmptyState title={{ zh: '暂无登录记录', en: 'No sign-ins yet' }} />
      ) : (
        <>
          <MiniTable
            columns={columns}
            rows={data.list}
            rowKey={({ id }) => id}
            label={{ zh: '登录记录列表', en: 'List of sign-ins' }}
          />
          {last > 1 && (
            <div className="mt-2 flex items-center justify-end gap-2 text-xs text-soft">
              {say({ zh: '第 {page} / {last} 页', en: 'Page {page} of {last}' }, { page, last })}
              <Button size="s" disabled={page <= 1} onClick={() => setPage(page - 1)}>
                {say({ zh: '上一页', en: 'Newer' })}
              </Button>
              <Button size="s" disabled={page >= last} onClick={() => setPage(page + 1)}>
                {say({ zh: '下一页', en: 'Older' })}
              </Button>
            </div>
          )}
        </>
      )}
    </Panel>
  )
}
