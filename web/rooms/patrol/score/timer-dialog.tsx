import { scoreCalls } from '@belvedere/contract/rooms/patrol/score.ts'
import { Suspense, useState } from 'react'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { useScene } from '../../../kit/session/scene.ts'
import { say } from '../../../kit/words/words.ts'
import { Dialog, FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { WeekdayChoice } from '../../task/api.tsx'
import type { Out } from '@belvedere/contract/kit/define-calls.ts'

type PatrolSchedule = Out<typeof scoreCalls.timer>

interface PatrolTimerDialogProps {
  editable: boolean
  onClose: () => void
}

const title = { zh: '定时巡检', en: 'Patrol by schedule' }

/** Schedule of automatic patrols of the scene. */
export function TimerDialog({ editable, onClose }: PatrolTimerDialogProps) {
  const scene = useScene()
  const { data, error, refetch } = useQueryCall(scoreCalls.timer, { scene_id: scene.id })
  if (data) return <TimerForm timer={data} editable={editable} onClose={onClose} />
  return (
    <Dialog open width={460} title={title} onClose={onClose}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-40" />}
    </Dialog>
  )
}

function TimerForm({ timer, editable, onClose }: PatrolTimerDialogProps & { timer: PatrolSchedule }) {
  const scene = useScene()
  const { run, pending } = useMutateCall(scoreCalls.setTimer, { done: { zh: '已保存', en: 'Saved' } })
  const [draft, setDraft] = useState({ on: timer.on, weekdays: timer.weekdays, time: timer.time })
  const missing = draft.weekdays.length === 0 ? { zh: '请选择至少一天', en: 'Choose a day at least' } : undefined
  const dirty = JSON.stringify(draft) !== JSON.stringify({ on: timer.on, weekdays: timer.weekdays, time: timer.time })
  const submit = async () => {
    if (!missing && draft.time && (await run({ scene_id: scene.id, ...draft }))) onClose()
  }
  return (
    <FormDialog
      open
      width={460}
      title={title}
      onClose={onClose}
      onSubmit={() => void submit()}
      pending={pending}
      ok={{ zh: '保存', en: 'Save' }}
      dirty={dirty}
    >
      <fieldset disabled={!editable} className="flex flex-col gap-4">
        <Switch
          label={{ zh: '按时自动巡检', en: 'Patrol automatically' }}
          checked={draft.on === 1}
          onChange={(on) => setDraft({ ...draft, on: on ? 1 : 0 })}
        />
        <Suspense fallback={<Skeleton className="h-14" />}>
          <WeekdayChoice
            value={draft.weekdays}
            onChange={(weekdays) => setDraft({ ...draft, weekdays })}
            error={missing}
          />
        </Suspense>
        <TextField
          type="time"
          required
          label={{ zh: '时间', en: 'Time' }}
          value={draft.time}
          onChange={(time) => setDraft({ ...draft, time: time.slice(0, 5) })}
        />
        <p className="text-xs text-soft">
          {say({ zh: '按场景所在时区的当地时间。', en: 'By the local time of the scene.' })}{' '}
          {timer.next_at !== null && say({ zh: '下次：{at}', en: 'Next: {at}' }, { at: absoluteTime(timer.next_at) })}
        </p>
      </fieldset>
    </FormDialog>
  )
}
