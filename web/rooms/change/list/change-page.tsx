import { changeCalls } from '@belvedere/contract/rooms/change/change.ts'
import { changeState } from '@belvedere/contract/rooms/change/enums.ts'
import { ArrowLeft } from 'lucide-react'
import { Suspense } from 'react'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { RevisePopover } from '../../../ui/popups/revise-popover.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Badge, Status } from '../../../ui/feedback/status.tsx'

const ReviewPage = lazyPart(() => import('../review/review-page.tsx'), 'ReviewPage')
const ProgressPage = lazyPart(() => import('../progress/progress-page.tsx'), 'ProgressPage')

export type ChangeDetail = AnswerOf<typeof changeCalls.detail>

/** One change set: its review while it is a draft, else its progress. */
export function ChangePage({ id, onBack }: { id: number; onBack: () => void }) {
  const { data, error, refetch } = useQueryCall(changeCalls.detail, { id }, { keepPrevious: true })
  if (error && !data)
    return (
      <div>
        <BackButton onBack={onBack} />
        <ErrorState error={error} onRetry={() => void refetch()} />
      </div>
    )
  if (!data) return <Skeleton className="h-40 w-full" />
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4">
      <Head change={data} onBack={onBack} />
      <Suspense fallback={<Skeleton className="h-40 w-full" />}>
        {data.state === 'draft' ? <ReviewPage change={data} onGone={onBack} /> : <ProgressPage change={data} />}
      </Suspense>
    </div>
  )
}

/** Owner of a change set that runs in the user's scenes. */
function GuestBadge({ operator }: { operator: string }) {
  return <Badge tone="warning" label={say({ zh: '访客 {operator}', en: 'Guest {operator}' }, { operator })} />
}

function BackButton({ onBack }: { onBack: () => void }) {
  const label = { zh: '返回列表', en: 'Back to the list' }
  return <IconButton icon={ArrowLeft} label={label} className="-ml-2" onClick={onBack} />
}

function Head({ change: { id, name, state, guest, operator }, onBack }: { change: ChangeDetail; onBack: () => void }) {
  const may = useMay()
  const rename = useMutateCall(changeCalls.rename)
  return (
    <div className="flex min-w-0 items-center gap-2">
      <BackButton onBack={onBack} />
      <h2 className="min-w-0 truncate text-lg font-semibold">{name}</h2>
      {may('change.write') && guest === 0 && (
        <RevisePopover
          label={{ zh: '名称', en: 'Name' }}
          value={name}
          onSave={async (text) => (await rename.run({ id, name: text })) !== undefined}
        />
      )}
      {guest === 1 && <GuestBadge operator={operator} />}
      <Status className="ml-2" tone={changeState.find(state)?.tone} label={changeState.label(state, lang)} />
    </div>
  )
}
