import { loadCalls } from '@belvedere/contract/rooms/stat/load.ts'
import { rateText } from '@belvedere/pure/text/flow.ts'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { durationText } from '../../../ui/values/duration.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Sparkline } from '../../../ui/values/sparkline.tsx'
import { measures } from '../device-table/device.ts'
import { evenValues } from './even-points.ts'

type DeviceLoad = AnswerOf<typeof loadCalls.get>
type LoadSeries = DeviceLoad['devices'][number]['series'][number]

const wanted = ['cpu', 'mem', 'temp', 'terminals', 'rx_bps', 'tx_bps']

/** Small charts of the last 24 hours. */
export function Trends({ id }: { id: number }) {
  const { data, error } = useQueryCall(loadCalls.get, { ids: [id] }, { keepPrevious: true })
  if (error) return <p className="text-xs text-faint">{error.message}</p>
  const all = data?.devices[0]?.series ?? []
  const series = wanted.flatMap(
    (name) => all.find((one) => one.name === name && one.points.some(([, value]) => value !== null)) ?? [],
  )
  if (data && series.length === 0)
    return (
      <p className="text-xs text-faint">
        {say({ zh: '最近 24 小时没有负载数据', en: 'No load data in the last 24 hours' })}
      </p>
    )
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(168px,1fr))] gap-3">
      {data
        ? series.map((one) => <Trend key={one.name} load={data} series={one} />)
        : wanted.map((name) => <Skeleton key={name} className="h-[86px]" />)}
    </div>
  )
}

function Trend({ load: { from, to, step }, series: { name, unit, points } }: { load: DeviceLoad; series: LoadSeries }) {
  // a device added an hour ago is shown over that hour, not as a narrow part of a day
  const begin = Math.max(from, points[0]?.[0] ?? from)
  const values = evenValues(points, begin, to, step)
  const known = values.filter((value) => value !== null)
  const label = say(measures[name] ?? { zh: name, en: name })
  const span = durationText(to - begin, 1)
  return (
    <figure className="overflow-hidden rounded-md border border-line bg-surface">
      <figcaption className="flex items-start justify-between gap-2 px-3 pt-2">
        <span className="flex flex-col">
          <span className="text-xs text-faint">{label}</span>
          <b className="font-medium">{amount(known.at(-1) ?? 0, unit)}</b>
        </span>
        <span className="text-right text-xs text-faint">
          {say({ zh: '{span}内峰值', en: 'Peak in {span}' }, { span })}
          <br />
          {amount(Math.max(0, ...known), unit)}
        </span>
      </figcaption>
      <Sparkline
        fluid
        // a single point is drawn as a constant
        values={known.length === 1 ? [...known, ...known] : values}
        label={say({ zh: '{label}，最近 {span}', en: '{label}, last {span}' }, { label, span })}
        width={240}
        height={34}
        max={unit === '%' ? 100 : undefined}
        className={`mt-1 block ${name === 'tx_bps' ? 'text-success' : 'text-accent-text'}`}
      />
    </figure>
  )
}

function amount(value: number, unit: string): string {
  if (unit === 'bit/s') return rateText(value)
  return `${Math.round(value)}${unit}`
}
