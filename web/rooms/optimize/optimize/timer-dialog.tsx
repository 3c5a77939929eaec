import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import { optimizeCalls } from '@belvedere/contract/rooms/optimize/optimize.ts'
import { Suspense, useState } from 'react'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { useScene } from '../../../kit/session/scene.ts'
import { say } from '../../../kit/words/words.ts'
import { Dialog, FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { WeekdayChoice } from '../../task/api.tsx'
import { limits, thresholds } from './limits.ts'

type OptimizationSchedule = Out<typeof optimizeCalls.timer>

interface OptimizationTimerDialogProps {
  editable: boolean
  onClose: () => void
}

const title = { zh: '定时优化', en: 'Optimize by schedule' }

const note = {
  zh: '到时先扫描，再规划；达到门槛的调整以变更单下发，先试点、异常自动回退。您有未应用的草稿时只保留建议。',
  en: 'The access points scan, a plan is made, and changes that are worth it are sent as a change set with canary and rollback. While you have a draft of your own, the plan is kept as a proposal.',
}

/** Schedule and limits of the automatic optimization of a scene in its quiet hours. */
export function TimerDialog({ editable, onClose }: OptimizationTimerDialogProps) {
  const scene = useScene()
  const { data, error, refetch } = useQueryCall(optimizeCalls.timer, { scene_id: scene.id })
  if (data) return <TimerForm timer={data} editable={editable} onClose={onClose} />
  return (
    <Dialog open width={480} title={title} onClose={onClose}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-60" />}
    </Dialog>
  )
}

function TimerForm({
  timer: { next_at, changed_by: _, ...timer },
  editable,
  onClose,
}: OptimizationTimerDialogProps & { timer: OptimizationSchedule }) {
  const scene = useScene()
  const { run, pending } = useMutateCall(optimizeCalls.setTimer, { done: { zh: '已保存', en: 'Saved' } })
  const [draft, setDraft] = useState(timer)
  const missing = draft.weekdays.length === 0 ? { zh: '请选择至少一天', en: 'Choose a day at least' } : undefined
  const submit = async () => {
    if (!missing && draft.time && (await run({ scene_id: scene.id, ...draft }))) onClose()
  }
  const write = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part })
  const flag = (key: 'on' | 'dfs' | 'width' | 'power') => (on: boolean) => write({ [key]: on ? 1 : 0 })
  return (
    <FormDialog
      open
      width={480}
      title={title}
      onClose={onClose}
      onSubmit={() => void submit()}
      pending={pending}
      ok={{ zh: '保存', en: 'Save' }}
      dirty={JSON.stringify(draft) !== JSON.stringify(timer)}
    >
      <fieldset disabled={!editable} className="flex flex-col gap-4">
        <p className="text-soft">{say(note)}</p>
        <Switch
          label={{ zh: '按时自动优化', en: 'Optimize automatically' }}
          checked={draft.on === 1}
          onChange={flag('on')}
        />
        <Suspense fallback={<Skeleton className="h-14" />}>
          <WeekdayChoice value={draft.weekdays} onChange={(weekdays) => write({ weekdays })} error={missing} />
        </Suspense>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            type="time"
            required
            label={{ zh: '时间（建议深夜）', en: 'Time, in the quiet hours' }}
            value={draft.time}
            onChange={(time) => write({ time: time.slice(0, 5) })}
          />
          <Select
            label={{ zh: '门槛', en: 'Threshold' }}
            options={thresholds}
            value={draft.threshold}
            onChange={(threshold) => write({ threshold })}
          />
        </div>
        {limits.map(({ key, label }) => (
          <Switch key={key} label={label} checked={draft[key] === 1} onChange={flag(key)} />
        ))}
        <NextRun at={next_at} />
      </fieldset>
    </FormDialog>
  )
}

function NextRun({ at }: { at: number | null }) {
  if (at === null) return null
  return <p className="text-xs text-soft">{say({ zh: '下次：{at}', en: 'Next: {at}' }, { at: absoluteTime(at) })}</p>
}
