import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import { reviewOnly } from '@belvedere/contract/rooms/change/enums.ts'
import type { ReactNode } from 'react'
import { lang, say, type Words } from '../../../kit/words/words.ts'
import { cx } from '../../../ui/base/join-classes.ts'
import { textOf, type Text } from '../../../ui/base/text-of.ts'
import { BlastLines } from '../blast/blast-note.tsx'
import type { ChangeReview } from './change-review.ts'

/** Filter of the list; '' devices with changes or unsupported settings. */
export type Only = IdOf<typeof reviewOnly> | ''

interface ReviewSummaryProps {
  summary: ChangeReview['summary']
  only: Only
  onChoose: (only: Only) => void
}

/** Number of changed devices and of special cases, before anything is sent. */
export function ReviewSummary({ summary, only, onChoose }: ReviewSummaryProps) {
  const { device_cnt, changed_cnt, no_return_cnt, blast } = summary
  return (
    <section
      aria-label={say({ zh: '影响', en: 'Effect' })}
      className="grid gap-3 rounded-xl border border-line bg-surface p-4 shadow-card"
    >
      <div className="flex flex-wrap gap-2">
        <Count id="" label={{ zh: '涉及设备', en: 'Devices' }} n={device_cnt} only={only} onChoose={onChoose} />
        {kinds.map(({ id, tone }) => (
          <Count
            key={id}
            id={id}
            label={reviewOnly.label(id, lang)}
            n={summary[`${id}_cnt`]}
            tone={tone}
            only={only}
            onChoose={onChoose}
          />
        ))}
      </div>
      {changed_cnt > 0 && (
        <Note title={{ zh: '如果这些设备断线', en: 'If these devices lose their connection' }}>
          <BlastLines blast={blast} />
        </Note>
      )}
      {no_return_cnt > 0 && (
        <p className="text-warning">
          {say(
            {
              zh: '{n} 台设备断线后不能自行回退：只有仍可连接时，平台才能重新下发原配置。',
              en: '{n} {n:device|devices} cannot roll back automatically: the platform can send the previous configuration only while {n:it is|they are} reachable.',
            },
            { n: no_return_cnt },
          )}
        </p>
      )}
    </section>
  )
}

const kinds = [
  { id: 'changed', tone: '' },
  { id: 'offline', tone: 'text-warning' },
  { id: 'refused', tone: 'text-warning' },
  { id: 'unconfigurable', tone: 'text-soft' },
  { id: 'unread', tone: 'text-warning' },
  { id: 'no_undo', tone: 'text-warning' },
  { id: 'no_return', tone: 'text-warning' },
] as const

interface CountProps {
  id: Only
  label: Text
  n: number
  tone?: string
  only: Only
  onChoose: (only: Only) => void
}

/** A number that filters the list by the devices it counts; zero is omitted. */
function Count({ id, label, n, tone = '', only, onChoose }: CountProps) {
  if (n === 0 && tone && only !== id) return null
  return (
    <button
      type="button"
      aria-pressed={only === id}
      onClick={() => onChoose(only === id ? '' : id)}
      className="min-w-24 rounded-lg border border-line px-3 py-1.5 text-left hover:bg-hover aria-pressed:border-accent-text aria-pressed:bg-selected"
    >
      <span className="block text-xs text-soft">{textOf(label)}</span>
      <span className={cx('text-lg font-semibold tabular-nums', tone)}>{n}</span>
    </button>
  )
}

function Note({ title, children }: { title: Words; children: ReactNode }) {
  return (
    <div className="rounded-lg bg-sunken px-3.5 py-2.5">
      <p className="mb-1 text-xs text-faint">{say(title)}</p>
      {children}
    </div>
  )
}
