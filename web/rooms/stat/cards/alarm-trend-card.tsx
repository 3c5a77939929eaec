import { alarmLevel } from '@belvedere/contract/rooms/alarm-type/enums.ts'
import { alarmCalls } from '@belvedere/contract/rooms/stat/alarm.ts'
import { ChartCard, type ChartCardProps } from '../../../kit/chart-card.tsx'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { BarChart } from '../../../ui/chart/bar-chart.tsx'
import { ChangeMark } from '../../../ui/chart/change-mark.tsx'
import { amountColumn, momentColumn, type ChartTable } from '../../../ui/chart/chart-table.ts'
import type { ChartTone } from '../../../ui/chart/chart-tone.ts'
import { amountText } from '../../../ui/chart/chart-unit.ts'
import { durationText } from '../../../ui/values/duration.ts'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import { bucketsOf, type Bucket } from './alarm-trend.ts'
import { Total } from './curve-card.tsx'
import { pace } from './pace.ts'

type Trend = AnswerOf<typeof alarmCalls.trend>

interface AlarmTrendCardProps {
  input: { scene_id?: number; group_id?: number; from: number; to: number; compare?: 0 | 1 }
  of: string
  more?: ChartCardProps<Trend>['more']
  /** Called with the time range of a selected bar. */
  onPick: (from: number, to: number) => void
  className?: string
}

const levels = [
  { name: 'critical', tone: 'danger-dot', label: alarmLevel.label(alarmLevel.id.critical, lang) },
  { name: 'warning', tone: 'warning-dot', label: alarmLevel.label(alarmLevel.id.warning, lang) },
  { name: 'notice', tone: 'chart-1', label: alarmLevel.label(alarmLevel.id.notice, lang) },
] as const satisfies readonly { name: string; tone: ChartTone; label: string }[]

/** Alarms raised over a period, by level. */
export function AlarmTrendCard({ input, of, more, onPick, className }: AlarmTrendCardProps) {
  const query = useQueryCall(alarmCalls.trend, input, { keepPrevious: true, pace: pace.sum })
  return (
    <ChartCard
      title={{ zh: '告警趋势', en: 'Alarms raised' }}
      query={query}
      name="alarm-trend"
      of={of}
      more={more}
      className={className}
      height={220}
      empty={{ zh: '该时段没有产生告警', en: 'No alarm was raised in this period' }}
      isEmpty={({ total }) => !total}
      table={tableOf}
      total={({ total, compare, mean_ack, mean_duration }) => (
        <Total label={{ zh: '合计', en: 'Total' }} value={amountText(total, '')}>
          {compare && <ChangeMark now={total} before={compare.total} />}
          {mean_ack !== null && (
            <span className="truncate text-faint">
              {say(
                { zh: '平均响应 {time}', en: 'looked at after {time} on average' },
                { time: durationText(mean_ack) },
              )}
            </span>
          )}
          {mean_duration !== null && (
            <span className="truncate text-faint">
              {say({ zh: '平均恢复 {time}', en: 'over after {time}' }, { time: durationText(mean_duration) })}
            </span>
          )}
        </Total>
      )}
    >
      {(data) => <Bars data={data} onPick={onPick} />}
    </ChartCard>
  )
}

function Bars({ data, onPick }: { data: Trend; onPick: AlarmTrendCardProps['onPick'] }) {
  const buckets = bucketsIn(data)
  return (
    <BarChart
      label={{ zh: '告警趋势', en: 'Alarms raised' }}
      unit=""
      names={buckets.map(({ from }) => momentText(from, data))}
      fullNames={buckets.map(({ from, to }) => `${absoluteTime(from)} – ${absoluteTime(to)}`)}
      series={levels.map(({ name, tone, label }, level) => ({
        id: name,
        label,
        tone,
        values: buckets.map(({ counts }) => counts[level] ?? 0),
      }))}
      height={190}
      onPick={(at) => buckets[at] && onPick(buckets[at].from, buckets[at].to)}
    />
  )
}

/** Levels from the bottom up. */
function bucketsIn(data: Trend): Bucket[] {
  const ordered = levels.map(({ name }) => data.series.find((one) => one.name === name) ?? { name, points: [] })
  const ahead = -new Date(data.to * 1000).getTimezoneOffset() * 60
  return bucketsOf({ series: ordered, step: data.step }, ahead)
}

function tableOf(data: Trend): ChartTable {
  return {
    columns: [momentColumn, ...levels.map(({ label }) => amountColumn(label, ''))],
    rows: bucketsIn(data).map(({ from, counts }) => [from, ...counts]),
  }
}

const locale = lang === 'zh' ? 'zh-CN' : 'en-GB'
const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hour12: false })
const date = new Intl.DateTimeFormat(locale, { month: 'numeric', day: 'numeric' })

/** A date at the start of a day, a whole hour on a short axis; other bars have no label. */
function momentText(at: number, { from, to }: Trend): string {
  const when = new Date(at * 1000)
  if (when.getMinutes() !== 0) return ''
  if (to - from <= 2 * 86_400) return clock.format(when)
  return when.getHours() === 0 ? date.format(when) : ''
}
