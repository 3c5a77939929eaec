import { say } from '../../../kit/words/words.ts'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { TimerDraft, TimerProblems } from './timer-draft.ts'
import { WeekdayChoice } from './weekday-choice.tsx'

interface WhenFieldsProps {
  draft: TimerDraft
  set: (part: Partial<TimerDraft>) => void
  problems: TimerProblems
}

const methods = [
  { id: 'repeat' as const, label: { zh: '每周重复', en: 'Every week' } },
  { id: 'once' as const, label: { zh: '仅一次', en: 'Once' } },
]

/** Days and time in the time zone of each scene, and the rule for missed runs. */
export function WhenFields({ draft, set, problems }: WhenFieldsProps) {
  return (
    <>
      <Tabs
        className="mt-4"
        tabs={methods}
        value={draft.repeat ? 'repeat' : 'once'}
        onChange={(method) => set({ repeat: method === 'repeat' })}
      />
      <div className="mt-3 grid gap-4">
        {draft.repeat ? (
          <WeekdayChoice value={draft.weekdays} onChange={(weekdays) => set({ weekdays })} error={problems.weekdays} />
        ) : (
          <TextField
            type="date"
            label={{ zh: '日期', en: 'Day' }}
            value={draft.date}
            onChange={(date) => set({ date })}
            error={problems.date}
          />
        )}
        <TextField
          type="time"
          required
          label={{ zh: '时间', en: 'Time' }}
          value={draft.time}
          onChange={(time) => set({ time: time.slice(0, 5) })}
          error={problems.time}
        />
        <p className="text-xs text-soft">
          {say({
            zh: '按各场景所在时区的当地时间执行，自动适应夏令时。',
            en: 'By the local time of each scene, daylight saving time included.',
          })}
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            inputMode="numeric"
            label={{ zh: '离线设备等待（小时）', en: 'Wait for offline devices (h)' }}
            value={draft.wait_hours}
            onChange={(wait_hours) => set({ wait_hours })}
            error={problems.wait_hours}
            maxLength={3}
          />
          <TextField
            inputMode="numeric"
            label={{ zh: '错过后补执行（分钟）', en: 'Make up for a missed run (min)' }}
            value={draft.grace_minutes}
            onChange={(grace_minutes) => set({ grace_minutes })}
            error={problems.grace_minutes}
            maxLength={3}
          />
        </div>
      </div>
    </>
  )
}
