import { lang, say, type Words } from '../../../kit/words/words.ts'
import { cx } from '../../../ui/base/join-classes.ts'
import { week, type ListedTimer } from './timer-row.ts'

type Weekday = ListedTimer['weekdays'][number]

interface WeekdayChoiceProps {
  value: readonly Weekday[]
  onChange: (days: Weekday[]) => void
  error?: Words | undefined
}

/** Seven toggle buttons, starting on Monday. */
export function WeekdayChoice({ value, onChange, error }: WeekdayChoiceProps) {
  const toggle = (id: Weekday) => onChange(value.includes(id) ? value.filter((one) => one !== id) : [...value, id])
  return (
    <fieldset>
      <legend className="mb-1 text-xs text-soft">{say({ zh: '重复', en: 'Repeat on' })}</legend>
      <div className="flex flex-wrap gap-1.5">
        {week.map((day) => (
          <button
            key={day.id}
            type="button"
            aria-pressed={value.includes(day.id)}
            onClick={() => toggle(day.id)}
            className={cx(
              'h-8 min-w-12 rounded-md border px-2 text-sm',
              value.includes(day.id)
                ? 'border-accent-text bg-accent-soft font-medium text-accent-text'
                : 'border-line text-soft hover:bg-hover',
            )}
          >
            {day[lang]}
          </button>
        ))}
      </div>
      {error && (
        <p role="alert" className="mt-1 text-xs text-danger">
          {say(error)}
        </p>
      )}
    </fieldset>
  )
}
