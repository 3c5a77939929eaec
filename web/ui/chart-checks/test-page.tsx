import '../../styles/main.css'
import { memo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { BarChart } from '../chart/bar-chart.tsx'
import { DayCalendar } from '../chart/day-calendar.tsx'
import { Donut } from '../chart/donut.tsx'
import { HeatMap } from '../chart/heat-map.tsx'
import { pictureOf } from '../chart/picture.ts'
import { RankBars } from '../chart/rank-bars.tsx'
import { TimeChart } from '../chart/time-chart.tsx'
import type { ChartSeries } from '../chart/chart-series.ts'
import { TooltipHost } from '../popups/tooltip.tsx'

const words = (text: string) => ({ zh: text, en: text })
const step = 300
const from = 1_790_000_000 - (1_790_000_000 % step)
const count = 30 * 288
const to = from + count * step

/** Different waves, one of them with a gap. */
const series = (many: number): ChartSeries[] =>
  Array.from({ length: many }, (_, at) => ({
    id: `s${at}`,
    label: words(`line ${at}`),
    points: Array.from({ length: count }, (_, place) => {
      const gap = at === 1 && place > 1000 && place < 2000
      return [from + place * step, gap ? null : 1e9 * (1.2 + Math.sin(place / 40 + at) + at / 10)] as const
    }),
  }))

const few = series(2)
const many = series(20)
const cells = Array.from({ length: 7 }, (_, day) =>
  Array.from({ length: 24 }, (_, hour) => (day === 0 ? null : day * hour)),
)
const days = Array.from({ length: 30 }, (_, at) => ({ at: from + at * 86_400, value: at === 3 ? null : 100 - at / 10 }))
const limits = [
  { from: 99, tone: 'success-dot', label: words('99') },
  { from: 0, tone: 'danger-dot', label: words('less') },
] as const

const Others = memo(function Others({ onPick }: { onPick: (text: string) => void }) {
  return (
    <>
      <BarChart
        label={words('alarms')}
        unit=""
        names={['a', 'b', 'c']}
        series={[
          { id: '1', label: words('one'), tone: 'danger-dot', values: [1, 2, 3] },
          { id: '2', label: words('two'), tone: 'warning-dot', values: [4, 0, 9] },
        ]}
        onPick={(at) => onPick(`bar ${at}`)}
      />
      <Donut
        label={words('models')}
        of={words('devices')}
        slices={[
          { id: 1, name: 'AX3000', value: 3 },
          { id: 2, name: 'AX1800', value: 1 },
        ]}
      />
      <RankBars
        label={words('scenes')}
        unit="B"
        rows={[
          { id: 1, name: 'HQ', value: 1536, percent: 75 },
          { id: 2, name: 'Branch', value: 512, percent: 25 },
        ]}
      />
      <HeatMap label={words('week')} unit="" cells={cells} />
      <DayCalendar label={words('online')} days={days} limits={limits} format={(value) => `${value.toFixed(1)}%`} />
    </>
  )
})

function Page() {
  const [shown, show] = useState(few)
  const [picked, pick] = useState('')
  const save = async () => {
    const element = document.getElementById('all')
    if (!element) return
    const blob = await pictureOf(element, { title: 'Everything', note: 'of 30 days' })
    const image = await createImageBitmap(blob)
    pick(`${image.width}x${image.height} ${blob.size}`)
  }
  return (
    <div className="flex w-200 flex-col gap-4 bg-surface p-6">
      <div className="flex gap-4">
        <button type="button" onClick={() => show(many)}>
          many
        </button>
        <button type="button" onClick={() => void save()}>
          picture
        </button>
        <output>{picked}</output>
      </div>
      <div id="all" className="flex flex-col gap-4">
        <TimeChart label={words('traffic')} unit="B" from={from} to={to} step={step} series={shown} />
        <Others onPick={pick} />
      </div>
      <TooltipHost />
    </div>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Page />)
