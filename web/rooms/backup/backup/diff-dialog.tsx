import { backupCalls } from '@belvedere/contract/rooms/backup/backup.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import type { Diff } from './backup-row.ts'
import { DiffView } from './diff-view.tsx'

/** Comparison of a backup with the previous one, another one, or the running configuration of the device. */
export interface DiffOf {
  id: number
  against?: number
  running?: 1
}

/** Two configurations side by side; secrets are masked, values that change by themselves are ignored. */
export function DiffDialog({ of, onClose }: { of: DiffOf; onClose: () => void }) {
  const { data, error, refetch } = useQueryCall(backupCalls.diff, of)
  return (
    <Dialog open onClose={onClose} width={1240} title={{ zh: '配置对比', en: 'Compare configurations' }}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-64" />}
      {data && (
        <div className="grid gap-3">
          <DiffSides diff={data} />
          <DiffView diff={data} />
          <p className="text-xs text-faint">
            {say({
              zh: '密码与密钥已遮盖，标记不同即内容不同；序号、时间、计数与租期的变化不计入。',
              en: 'Passwords and keys are masked; another mark means another secret. Numbers, times, counters and leases do not count.',
            })}
          </p>
        </div>
      )}
    </Dialog>
  )
}

/** Titles above the two columns. */
export function DiffSides({ diff: { a, b } }: { diff: Diff }) {
  return (
    <div className="grid grid-cols-2 gap-3 text-sm">
      {[a, b].map((side, n) => (
        <div key={n} className="min-w-0 rounded-md bg-sunken px-3 py-2">
          <div className="truncate font-medium">
            {side.id === null ? say({ zh: '当前运行的配置', en: 'Running now' }) : absoluteTime(side.created_at)}
          </div>
          <div className="truncate text-xs text-soft">
            {[side.name, side.model, side.firmware].filter(Boolean).join(' · ')}
          </div>
        </div>
      ))}
    </div>
  )
}
