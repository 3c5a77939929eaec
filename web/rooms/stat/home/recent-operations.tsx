import { sysCalls } from '@belvedere/contract/rooms/log/sys.ts'
import { ArrowUpRight } from 'lucide-react'
import { Go } from '../../../kit/routing/go.tsx'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { cx } from '../../../ui/base/join-classes.ts'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'

/** The latest operations of the team. */
export function RecentOperations({ className }: { className?: string }) {
  const { data, error, refetch } = useQueryCall(sysCalls.list, { limit: 8 }, { keepPrevious: true })
  return (
    <section
      aria-labelledby="recent-operations"
      className={cx('flex min-w-0 flex-col rounded-lg border border-line bg-surface shadow-card', className)}
    >
      <header className="flex min-h-10 items-center gap-2 pr-3 pl-4">
        <h2 id="recent-operations" className="flex-1 font-medium">
          {say({ zh: '最近操作', en: 'Recent operations' })}
        </h2>
        <Go to="/maintenance/log/sys" className="flex items-center gap-0.5 text-xs text-soft hover:text-accent-text">
          {say({ zh: '操作日志', en: 'All operations' })}
          <ArrowUpRight size={13} aria-hidden="true" />
        </Go>
      </header>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="mx-4 mb-4 min-h-40 flex-1" />}
      {data?.list.length === 0 && (
        <p className="m-auto py-8 text-xs text-faint">{say({ zh: '还没有操作记录', en: 'No operations yet' })}</p>
      )}
      <ul className="px-4 pb-3 text-xs">
        {data?.list.map(({ id, at, account, action, name, object }) => (
          <li key={id} className="flex h-7 items-center gap-2">
            <b className="max-w-24 shrink-0 truncate font-medium">{account}</b>
            <span className="min-w-0 flex-1 truncate text-soft" data-tip-cut="">
              <Go
                to="/maintenance/log/sys"
                search={{ object: object.split(':')[0] ?? '', expand: id }}
                className="hover:text-accent-text hover:underline"
              >
                {action} {name}
              </Go>
            </span>
            <RelativeTime at={at} className="shrink-0 text-faint" />
          </li>
        ))}
      </ul>
    </section>
  )
}
