import { quotaCalls } from '@belvedere/contract/rooms/account/quota.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { nameOf } from '../quota/quota-words.ts'
import { UsedOf } from '../quota/used-of.tsx'

/** The usage and limits of the user's team. */
export function QuotaPanel() {
  const { data, error, refetch } = useQueryCall(quotaCalls.own, {})
  return (
    <Panel
      title={{ zh: '团队配额', en: 'Quotas of the team' }}
      hint={{
        zh: '已用 / 上限；由平台管理员设置。',
        en: 'Used of the limit; set by the administrator of the installation.',
      }}
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <dl className="grid gap-x-8 sm:grid-cols-2">
          {data.kinds.map((kind) => {
            const use = data.quotas.find(({ key }) => key === kind.key)
            return (
              <div key={kind.key} className="flex min-h-9 items-center gap-3 border-b border-line">
                <dt className="min-w-0 flex-1 text-soft">{say(nameOf(kind))}</dt>
                <dd className="shrink-0">{use && <UsedOf kind={kind} use={use} />}</dd>
              </div>
            )
          })}
        </dl>
      ) : (
        <Skeleton className="h-44 w-full" />
      )}
    </Panel>
  )
}
