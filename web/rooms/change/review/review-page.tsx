import { changeCalls } from '@belvedere/contract/rooms/change/change.ts'
import { useState } from 'react'
import type { Answer } from '../../../kit/call.ts'
import { useMutateCall, useQueryCall } from '../../../kit/query.ts'
import { useMay } from '../../../kit/session.ts'
import { say } from '../../../kit/words.ts'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm-dialog.tsx'
import { EmptyState, ErrorState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Change } from '../list/change-page.tsx'
import { ApplyDialog } from './apply-dialog.tsx'
import { DeviceDiff } from './device-diff.tsx'
import { EditList } from './edit-list.tsx'
import { ReviewSummary } from './review-summary.tsx'

export type Review = Answer<typeof changeCalls.review>

/** Devices of one page. */
const limit = 20

/** What a draft would change, device by device, and the way to apply or discard it. */
export function ReviewPage({ change, onGone }: { change: Change; onGone: () => void }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQueryCall(
    changeCalls.review,
    { id: change.id, page, limit },
    { keepPrevious: true },
  )
  const [applying, setApplying] = useState(false)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className="flex flex-col gap-4 pb-4">
      <EditList change={change} />
      {data ? <ReviewSummary summary={data.summary} /> : <Skeleton className="h-24 w-full" />}
      <Actions change={change} ready={data !== undefined} onApply={() => setApplying(true)} onGone={onGone} />
      {data?.list.map((row) => (
        <DeviceDiff key={row.id} row={row} open={data.total === 1} />
      ))}
      {data?.total === 0 && (
        <EmptyState
          title={{ zh: '没有设备的配置会因此改变', en: 'The configuration of no device changes' }}
          hint={{ zh: '应用后仅保存这些更改', en: 'When it is applied, the edits are kept and nothing is sent' }}
        />
      )}
      {data && data.total > limit && <Pages page={page} total={data.total} onPage={setPage} />}
      {applying && data && <ApplyDialog change={change} review={data} onClose={() => setApplying(false)} />}
    </div>
  )
}

interface ActionsProps {
  change: Change
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
    <div className="flex justify-end gap-2">
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
