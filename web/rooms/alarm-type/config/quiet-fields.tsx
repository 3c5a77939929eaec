import { Plus, X } from 'lucide-react'
import { Suspense } from 'react'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { WeekdayChoice } from '../../task/api.tsx'
import { dayOf, everyDay, minuteOf, timeText } from './draft.ts'
import type { ListedSetting } from './setting.ts'

type Quiet = ListedSetting['quiet'][number]

interface QuietFieldsProps {
  value: readonly Quiet[]
  onChange: (value: Quiet[]) => void
  disabled: boolean
}

const night: Quiet = { weekdays: [], minute_from: 22 * 60, minute_to: 7 * 60, override_level: 1 }
const buts = [
  { id: 0, zh: '全部等待', en: 'Everything waits' },
  { id: 1, zh: '严重的除外', en: 'But critical ones' },
  { id: 2, zh: '严重与警告除外', en: 'But critical and warning' },
]

/** Hours on selected days during which messages are held back. */
export function QuietFields({ value, onChange, disabled }: QuietFieldsProps) {
  const put = (at: number, part: Partial<Quiet>) =>
    onChange(value.map((one, n) => (n === at ? { ...one, ...part } : one)))
  return (
    <span className="flex flex-col gap-3">
      {value.map((one, at) => (
        <span key={at} className="flex flex-col gap-2">
          <span className="flex items-center gap-1.5">
            <TimeField
              label={say({ zh: '开始', en: 'From' })}
              minute={one.minute_from}
              onChange={(minute_from) => put(at, { minute_from })}
            />
            <span className="text-faint">–</span>
            <TimeField
              label={say({ zh: '结束', en: 'To' })}
              minute={one.minute_to}
              onChange={(minute_to) => put(at, { minute_to })}
            />
            {!disabled && (
              <IconButton
                size="s"
                icon={X}
                label={{ zh: '删除时段', en: 'Remove these hours' }}
                onClick={() => onChange(value.filter((_, n) => n !== at))}
              />
            )}
          </span>
          <Select
            className="w-44"
            name={{ zh: '例外', en: 'Exceptions' }}
            options={buts}
            value={one.override_level}
            onChange={(override_level) => put(at, { override_level })}
            disabled={disabled}
          />
          <Suspense>
            <WeekdayChoice
              value={one.weekdays.length ? one.weekdays.map(dayOf) : everyDay}
              onChange={(days) => put(at, { weekdays: days.length === 7 ? [] : days.map(Number) })}
            />
          </Suspense>
        </span>
      ))}
      {!disabled && value.length < 8 && (
        <span>
          <Button kind="quiet" size="s" icon={Plus} onClick={() => onChange([...value, night])}>
            {say({ zh: '添加时段', en: 'Add hours' })}
          </Button>
        </span>
      )}
    </span>
  )
}

export function TimeField({
  label,
  minute,
  onChange,
}: {
  label: string
  minute: number
  onChange: (minute: number) => void
}) {
  return (
    <TextField
      type="time"
      className="w-28"
      aria-label={label}
      value={timeText(minute)}
      onChange={(text) => {
        const typed = minuteOf(text)
        if (typed !== undefined) onChange(typed)
      }}
    />
  )
}
