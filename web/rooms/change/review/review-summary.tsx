import type { ReactNode } from 'react'
import { say, type Words } from '../../../kit/words.ts'
import { cx } from '../../../ui/join-classes.ts'
import { BlastLines } from '../blast/blast-note.tsx'
import type { Review } from './review-page.tsx'

/** How many devices change and what is special about them, before anything is sent. */
export function ReviewSummary({ summary }: { summary: Review['summary'] }) {
  const { device_cnt, changed_cnt, offline_cnt, no_return_cnt, unconfigurable_cnt, refused_cnt, blast } = summary
  return (
    <section
      aria-label={say({ zh: '影响', en: 'Effect' })}
      className="grid gap-3 rounded-xl border border-line bg-surface p-4 shadow-card"
    >
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        <Count label={{ zh: '涉及设备', en: 'Devices' }} n={device_cnt} />
        <Count label={{ zh: '配置改变', en: 'Change' }} n={changed_cnt} strong />
        <Count label={{ zh: '离线', en: 'Offline' }} n={offline_cnt} tone="text-warning" />
        <Count label={{ zh: '有无法满足的项', en: 'With refusals' }} n={refused_cnt} tone="text-warning" />
        <Count label={{ zh: '不支持配置', en: 'Not configurable' }} n={unconfigurable_cnt} tone="text-soft" />
        <Count
          label={{ zh: '不能自动回退', en: 'Cannot return by themselves' }}
          n={no_return_cnt}
          tone="text-warning"
        />
      </dl>
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
              en: '{n} devices cannot return by themselves: the platform can send the former configuration only while it still reaches them.',
            },
            { n: no_return_cnt },
          )}
        </p>
      )}
    </section>
  )
}

interface CountProps {
  label: Words
  n: number
  tone?: string
  strong?: boolean
}

function Count({ label, n, tone = '', strong = false }: CountProps) {
  if (n === 0 && !strong && tone) return null
  return (
    <div>
      <dt className="text-xs text-faint">{say(label)}</dt>
      <dd className={cx('text-lg font-semibold tabular-nums', tone)}>{n}</dd>
    </div>
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
