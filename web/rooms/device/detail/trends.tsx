import { loadCalls } from '@belvedere/contract/rooms/device/load.ts'
import { rateText } from '@belvedere/pure/flow.ts'
import type { Answer } from '../../../kit/call.ts'
import { useQueryCall } from '../../../kit/query.ts'
import { say } from '../../../kit/words.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Sparkline } from '../../../ui/sparkline.tsx'
import { measures } from '../device-table/device.ts'
import { evenValues } from './even-points.ts'

type Load = Answer<typeof loadCalls.get>
type Series = Load['devices'][number]['series'][number]

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
    <div className="grid grid-cols-[repeat(auto-fill,minmax(196px,1fr))] gap-3">
      {data
        ? series.map((one) => <Trend key={one.name} load={data} series={one} />)
        : wanted.map((name) => <Skeleton key={name} className="h-[76px]" />)}
    </div>
  )
}

function Trend({ load: { from, to, step }, series: { name, unit, points } }: { load: Load; series: Series }) {
  const values = evenValues(points, from, to, step)
  const known = values.filter((value) => value !== null)
  const label = measures[name] ?? { zh: name, en: name }
  const top = unit === '%' ? 100 : undefined
  return (
    <figure className="rounded-md border border-line bg-surface px-3 pt-2 pb-1.5">
      <figcaption className="flex items-baseline justify-between gap-2 text-xs">
        <span className="text-faint">{say(label)}</span>
        <span className="text-faint">
          <b className="text-sm font-medium text-ink">{amount(known.at(-1) ?? 0, unit)}</b> ·{' '}
          {say({ zh: '峰值', en: 'peak' })} {amount(Math.max(0, ...known), unit)}
        </span>
      </figcaption>
      <Sparkline
        values={values}
        label={say({ zh: '{label}，最近 24 小时', en: '{label}, last 24 hours' }, { label: say(label) })}
        width={172}
        height={36}
        max={top}
        className={name === 'tx_bps' ? 'mt-1 text-success' : 'mt-1 text-accent-text'}
      />
    </figure>
  )
}

function amount(value: number, unit: string): string {
  if (unit === 'bit/s') return rateText(value)
  return `${Math.round(value)}${unit}`
}
