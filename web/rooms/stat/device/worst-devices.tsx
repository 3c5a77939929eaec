import { loadCalls } from '@belvedere/contract/rooms/stat/load.ts'
import { deviceCalls } from '@belvedere/contract/rooms/stat/device.ts'
import { Suspense } from 'react'
import { ChartCard } from '../../../kit/chart-card.tsx'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { Go } from '../../../kit/routing/go.tsx'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { useUrlState } from '../../../kit/routing/url-state.ts'
import { say } from '../../../kit/words/words.ts'
import type { ChartSeries } from '../../../ui/chart/chart-series.ts'
import { amountColumn, seriesTable } from '../../../ui/chart/chart-table.ts'
import { amountText, type ChartUnit } from '../../../ui/chart/chart-unit.ts'
import { RankBars } from '../../../ui/chart/rank-bars.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import type { StatBoard } from '../board/use-board.ts'
import { kinds, type StatKind } from '../cards/kinds.ts'
import { pace } from '../cards/pace.ts'

const TimeChart = lazyPart(() => import('../../../ui/chart/time-chart.tsx'), 'TimeChart')

const measures = {
  cpu: { unit: '%', label: { zh: 'CPU 占用', en: 'CPU' } },
  mem: { unit: '%', label: { zh: '内存占用', en: 'Memory' } },
  temp: { unit: '℃', label: { zh: '温度', en: 'Temperature' } },
  terminals: { unit: '', label: { zh: '终端数', en: 'Terminals' } },
  traffic: { unit: 'B', label: { zh: '流量', en: 'Traffic' } },
} as const satisfies Record<string, { unit: ChartUnit; label: { zh: string; en: string } }>
type Measure = keyof typeof measures

const half = 'col-span-3 max-lg:col-span-1'
const whole = 'col-span-6 max-lg:col-span-1'

/** The twenty devices with the highest load or traffic over the period, with their curves. */
export function WorstDevices({ board, kind }: { board: StatBoard; kind: StatKind }) {
  const may = useMay()
  const [{ measure: said }, set] = useUrlState({ measure: 'cpu' })
  const measure: Measure = Object.hasOwn(measures, said) ? (said as Measure) : 'cpu'
  const { unit, label } = measures[measure]
  const query = useQueryCall(
    deviceCalls.rank,
    { ...board.input, kind, by: measure, limit: 20 },
    { keepPrevious: true, pace: pace.sum },
  )
  const isTraffic = measure === 'traffic'
  const curves = may('device.read') && !isTraffic
  return (
    <>
      <ChartCard
        title={
          isTraffic
            ? { zh: '流量最多的 20 台', en: 'The 20 with the most traffic' }
            : { zh: '负载最高的 20 台', en: 'The 20 that worked hardest' }
        }
        query={query}
        name={`${kind}-highest-${measure}`}
        of={board.of}
        className={curves ? half : whole}
        head={
          <Select
            name={{ zh: '指标', en: 'Measure' }}
            size="s"
            className="w-36"
            options={(Object.keys(measures) as Measure[]).map((id) => ({ id, ...measures[id].label }))}
            value={measure}
            onChange={(id) => set({ measure: id }, { push: true })}
          />
        }
        more={{ to: kinds[kind].to, label: { zh: '设备列表', en: 'Devices' } }}
        isEmpty={({ list }) => list.length === 0}
        reason={({ reason }) => reason}
        empty={{ zh: '该时段没有设备上报该指标', en: 'No device reported this in the period' }}
        table={({ list }) => ({
          columns: [
            { label: { zh: '设备', en: 'Device' } },
            { label: { zh: '场景', en: 'Scene' } },
            { label: { zh: '序列号', en: 'Serial' } },
            amountColumn(label, unit),
            ...(isTraffic ? [] : [amountColumn({ zh: '峰值', en: 'Peak' }, unit)]),
          ],
          rows: list.map(({ name, scene_name, sn, value, peak }) => [
            name,
            scene_name,
            sn,
            value,
            ...(isTraffic ? [] : [peak]),
          ]),
        })}
      >
        {({ list }) => (
          <RankBars
            label={label}
            unit={unit}
            tone="chart-8"
            rows={list.map(({ id, name, sn, value, peak, percent, scene_name }) => ({
              id,
              name,
              value,
              note: [
                scene_name,
                peak !== null && say({ zh: '峰值 {peak}', en: 'peak {peak}' }, { peak: amountText(peak, unit) }),
              ]
                .filter(Boolean)
                .join(' · '),
              ...(isTraffic && { percent }),
              face: (
                <Go
                  to="/global/device"
                  search={{ search: sn }}
                  className="rounded hover:text-accent-text hover:underline"
                >
                  {name}
                </Go>
              ),
            }))}
          />
        )}
      </ChartCard>
      {curves && (
        <LoadCurves
          board={board}
          kind={kind}
          measure={measure}
          ids={query.data?.list.map(({ id }) => Number(id)) ?? []}
        />
      )}
    </>
  )
}

interface LoadCurvesProps {
  board: StatBoard
  kind: StatKind
  measure: Measure
  ids: number[]
}

function LoadCurves({ board, kind, measure, ids }: LoadCurvesProps) {
  const { unit, label } = measures[measure]
  const query = useQueryCall(
    loadCalls.get,
    { ids, ...board.period },
    { keepPrevious: true, pace: pace.sum, enabled: ids.length > 0 },
  )
  if (ids.length === 0) return null
  const seriesOf = ({ devices }: AnswerOf<typeof loadCalls.get>): ChartSeries[] =>
    devices.map(({ id, name, series }) => ({
      id: String(id),
      label: name,
      points: series.find((one) => one.name === measure)?.points ?? [],
    }))
  return (
    <ChartCard
      title={{ zh: '负载曲线', en: 'Load over time' }}
      query={query}
      name={`${kind}-${measure}`}
      of={board.of}
      height={320}
      className={half}
      total={(data) => <span className="text-xs text-faint">{percentiles(seriesOf(data), unit)}</span>}
      isEmpty={(data) => seriesOf(data).every(({ points }) => points.every(([, value]) => value === null))}
      table={(data) => seriesTable(seriesOf(data), unit)}
    >
      {(data) => (
        <Suspense fallback={<Skeleton className="min-h-20 flex-1 rounded-md" />}>
          <TimeChart
            label={label}
            unit={unit}
            from={data.from}
            to={data.to}
            step={data.step}
            series={seriesOf(data)}
            height={296}
            onZoom={board.zoom}
          />
        </Suspense>
      )}
    </ChartCard>
  )
}

/** Median and 95th percentile of all displayed points. */
function percentiles(series: readonly ChartSeries[], unit: ChartUnit): string {
  const values = series.flatMap(({ points }) => points.flatMap(([, value]) => value ?? [])).sort((a, b) => a - b)
  const at = (part: number) =>
    amountText(values[Math.min(values.length - 1, Math.floor(values.length * part))] ?? null, unit)
  return say({ zh: '中位 {half} · P95 {most}', en: 'median {half} · P95 {most}' }, { half: at(0.5), most: at(0.95) })
}
