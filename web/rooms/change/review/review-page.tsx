import { changeCalls } from '@belvedere/contract/rooms/change/change.ts'
import { reviewOnly } from '@belvedere/contract/rooms/change/enums.ts'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { useUrlState } from '../../../kit/routing/url-state.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { LazyText } from '../../../ui/data-table/lazy-text.tsx'
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import type { ChangeDetail } from '../list/change-page.tsx'
import { ApplyDialog } from './apply-dialog.tsx'
import { DeviceDiff } from './device-diff.tsx'
import { EditList } from './edit-list.tsx'
import { ReviewSummary } from './review-summary.tsx'
import type { CanaryNames } from './change-review.ts'

/** Number of devices per page. */
const limit = 20
/** Longer lists have a search field. */
const few = 5

/** The changes of a draft by device, with the actions to apply or discard it. */
export function ReviewPage({ change, onGone }: { change: ChangeDetail; onGone: () => void }) {
  const [{ only, find, at: page }, set] = useUrlState({ only: '', find: '', at: 1 })
  const kind = reviewOnly.find(only)?.id
  const { data, error, refetch } = useQueryCall(
    changeCalls.review,
    { id: change.id, page, limit, search: find, ...(kind && { only: kind }) },
    { keepPrevious: true },
  )
  const [applying, setApplying] = useState(false)
  const [canary, setCanary] = useState<CanaryNames>(new Map())
  const mayChoose = useMay()('change.write') && (data?.summary.changed_cnt ?? 0) > 1
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const filtered = find !== '' || kind !== undefined
  const choose = (next: string) => set({ only: next, at: 1 })
  return (
    <>
      <div className="flex flex-1 flex-col gap-4">
        <EditList change={change} />
        {data ? (
          <ReviewSummary summary={data.summary} only={kind ?? ''} onChoose={choose} />
        ) : (
          <Skeleton className="h-24 w-full" />
        )}
        {data && (data.summary.device_cnt > few || filtered) && (
          <LazyText
            className="w-60 max-sm:w-full"
            type="search"
            maxLength={128}
            prefix={<Search size={14} aria-hidden="true" />}
            aria-label={say(searchHint)}
            placeholder={say(searchHint)}
            value={find}
            onChange={(text) => set({ find: text, at: 1 })}
          />
        )}
        {data?.list.map((row) => (
          <DeviceDiff
            key={row.id}
            row={row}
            // the solutions are shown in the opened row
            open={data.total === 1 || (row.changed === 1 && row.known === 0 && data.total <= few)}
            first={
              mayChoose ? { is: canary.has(row.id), choose: (is) => setCanary(withDevice(canary, row, is)) } : undefined
            }
          />
        ))}
        {data?.total === 0 && !filtered && (
          <EmptyState
            title={{ zh: '没有设备的配置会因此改变', en: 'The configuration of no device changes' }}
            hint={{ zh: '应用后仅保存这些更改', en: 'When it is applied, the edits are kept and nothing is sent' }}
          />
        )}
        {data?.total === 0 && filtered && (
          <EmptyState
            title={{ zh: '没有符合条件的设备', en: 'No device matches' }}
            action={
              <Button onClick={() => set({ only: '', find: '', at: 1 })}>
                {say({ zh: '显示全部', en: 'Show all of them' })}
              </Button>
            }
          />
        )}
        {data && data.total > limit && <Pages page={page} total={data.total} onPage={(at) => set({ at })} />}
      </div>
      <Actions change={change} ready={data !== undefined} onApply={() => setApplying(true)} onGone={onGone} />
      {applying && data && (
        <ApplyDialog change={change} review={data} chosen={canary} onClose={() => setApplying(false)} />
      )}
    </>
  )
}

/** As input of the call. */
const mostFirst = 50

function withDevice(canary: CanaryNames, { id, name }: { id: number; name: string }, is: boolean): CanaryNames {
  const next = new Map(canary)
  if (!is) next.delete(id)
  else if (next.size < mostFirst) next.set(id, name)
  return next
}

const searchHint = { zh: '设备名称 / 序列号', en: 'Device name or serial' }

interface ActionsProps {
  change: ChangeDetail
  ready: boolean
  onApply: () => void
  onGone: () => void
}

function Actions({ change, ready, onApply, onGone }: ActionsProps) {
  const may = useMay()
  const confirm = useConfirm()
  const discard = useMutateCall(changeCalls.discard, { done: { zh: '已放弃', en: 'Discarded' } })
  const ask = async () => {
    const title = { zh: '放弃这些更改？', en: 'Discard these changes?' }
    if (!(await confirm({ title, ok: { zh: '放弃', en: 'Discard' }, danger: true }))) return
    if (await discard.run({ id: change.id })) onGone()
  }
  if (!may('change.write')) return null
  return (
    <div className="sticky -bottom-4 z-10 -mx-4 -mb-4 flex justify-end gap-2 border-t border-line bg-raised px-4 py-2 shadow-pop max-sm:-bottom-2 max-sm:-mx-2 max-sm:-mb-2">
      <Button pending={discard.pending} onClick={() => void ask()}>
        {say({ zh: '放弃', en: 'Discard' })}
      </Button>
      <Button kind="primary" disabled={!ready || change.edit_cnt === 0} onClick={onApply}>
        {say({ zh: '应用…', en: 'Apply…' })}
      </Button>
    </div>
  )
}

function Pages({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  const last = Math.ceil(total / limit)
  return (
    <nav aria-label={say({ zh: '分页', en: 'Pages' })} className="flex items-center justify-center gap-3">
      <Button disabled={page === 1} onClick={() => onPage(page - 1)}>
        {say({ zh: '上一页', en: 'Previous' })}
      </Button>
      <span className="text-soft">
        {page} / {last}
      </span>
      <Button disabled={page === last} onClick={() => onPage(page + 1)}>
        {say({ zh: '下一页', en: 'Next' })}
      </Button>
    </nav>
  )
}
