import { alarmCalls } from '@belvedere/contract/rooms/stat/alarm.ts'
import { ArrowUpRight } from 'lucide-react'
import { ChartCard } from '../../../kit/chart-card.tsx'
import { Go } from '../../../kit/routing/go.tsx'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { amountColumn } from '../../../ui/chart/chart-table.ts'
import { amountText } from '../../../ui/chart/chart-unit.ts'
import { pace } from '../cards/pace.ts'
import type { RankRequest } from '../cards/ranks.tsx'

/** Minimum number of alarms of a type; types that recurred more often than they were raised are included as well. */
const noisyFrom = 10

/** Frequent alarm types in the order of their recurrences, with a link to their rules. */
export function NoisyCard({ input, of, className }: RankRequest) {
  const query = useQueryCall(
    alarmCalls.rank,
    { ...input, by: 'type', limit: 50 },
    { keepPrevious: true, pace: pace.sum },
  )
  const noisy = (list: NonNullable<typeof query.data>['list']) =>
    list.filter(({ value, cnt }) => value >= noisyFrom || cnt > value).sort((a, b) => b.cnt - a.cnt)
  return (
    <ChartCard
      title={{ zh: '频繁告警', en: 'Noisy types' }}
      query={query}
      name="noisy-alarms"
      of={of}
      className={className}
      height={80}
      isEmpty={({ list }) => noisy(list).length === 0}
      empty={{ zh: '该时段没有频繁或反复的告警', en: 'No frequent or recurring alarms in this period' }}
      table={({ list }) => ({
        columns: [
          { label: { zh: '类型', en: 'Type' } },
          amountColumn({ zh: '告警', en: 'Alarms' }, ''),
          amountColumn({ zh: '发生次数', en: 'Times' }, ''),
        ],
        rows: noisy(list).map(({ name, value, cnt }) => [name, value, cnt]),
      })}
    >
      {({ list }) => (
        <ul className="flex flex-col">
          {noisy(list).map(({ id, name, value, cnt }) => (
            <li
              key={id}
              className="flex min-h-9 flex-wrap items-center gap-x-4 border-b border-line py-1 last:border-b-0"
            >
              <span className="min-w-0 flex-1 truncate">
                {input.scene_id ? (
                  <Go
                    to="/maintenance/alert/log"
                    search={{ type: id }}
                    className="hover:text-accent-text hover:underline"
                  >
                    {name}
                  </Go>
                ) : (
                  name
                )}
              </span>
              <span className="text-xs text-soft">
                {say(
                  {
                    zh: '{value} 条告警，发生 {cnt} 次',
                    en: '{value} {value:alarm|alarms}, raised {cnt} {cnt:time|times}',
                  },
                  { value: amountText(value, ''), cnt: amountText(cnt, '') },
                )}
              </span>
              <Go
                to="/maintenance/alert/set"
                search={{ type: id }}
                className="inline-flex items-center gap-1 text-xs text-accent-text hover:underline"
              >
                {say({ zh: '调整规则', en: 'Tune' })}
                <ArrowUpRight size={13} aria-hidden="true" />
              </Go>
            </li>
          ))}
        </ul>
      )}
    </ChartCard>
  )
}
