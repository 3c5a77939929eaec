import { revisionCalls } from '@belvedere/contract/rooms/intent/revision.ts'
import { useState } from 'react'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { LineDiff } from '../../../ui/diff/line-diff.tsx'
import type { FieldOption } from '../../../ui/fields/options.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'

interface CompareDialogProps {
  device_id: number
  /** Configurations for selection. */
  options: readonly FieldOption<string>[]
  start: { from: string; to: string }
  onClose: () => void
}

const label = { zh: '比较配置', en: 'Compare configurations' }

/** Two configurations of a device side by side, in the device's own format. */
export function CompareDialog({ device_id, options, start, onClose }: CompareDialogProps) {
  const [which, setWhich] = useState(start)
  const { data, error, refetch } = useQueryCall(revisionCalls.diff, { device_id, ...which }, { keepPrevious: true })
  return (
    <Dialog open onClose={onClose} title={label} width={1100}>
      <div className="mb-4 grid grid-cols-2 gap-4">
        <Select
          label={{ zh: '从', en: 'From' }}
          options={options}
          value={which.from}
          onChange={(from) => setWhich({ ...which, from })}
        />
        <Select
          label={{ zh: '到', en: 'To' }}
          options={options}
          value={which.to}
          onChange={(to) => setWhich({ ...which, to })}
        />
      </div>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-64" />
      ) : data.diff.hunks.length === 0 ? (
        <EmptyState title={{ zh: '两份配置相同', en: 'They are the same' }} />
      ) : (
        <LineDiff hunks={data.diff.hunks} label={say(label)} />
      )}
    </Dialog>
  )
}
