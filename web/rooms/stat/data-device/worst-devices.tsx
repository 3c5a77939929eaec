import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { loadCalls } from '@belvedere/contract/rooms/device/load.ts'
import { Suspense } from 'react'
import { ChartCard } from '../../../kit/chart-card.tsx'
import type { Answer } from '../../../kit/call.ts'
import { useGo } from '../../../kit/go.tsx'
import { lazyPart } from '../../../kit/lazy-part.ts'
import { useQueryCall } from '../../../kit/query.ts'
import { useMay } from '../../../kit/session.ts'
import { useUrlState } from '../../../kit/url-state.ts'
import { say } from '../../../kit/words.ts'
import type { ChartSeries } from '../../../ui/chart/chart-series.ts'
import { amountColumn, seriesTable } from '../../../ui/chart/chart-table.ts'
import { amountText, type ChartUnit } from '../../../ui/chart/chart-unit.ts'
import { RankBars } from '../../../ui/chart/rank-bars.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { showDevice } from '../../device/api.tsx'
import type { Board } from '../board/use-board.ts'
import { kinds, type Kind } from '../cards/kinds.ts'
import { pace } from '../cards/pace.ts'

const TimeChart = lazyPart(() => import('../../../ui/chart/time-chart.tsx'), 'TimeChart')

const measures = {
  cpu: { unit: '%', label: { zh: 'CPU 占用', en: 'CPU' } },
  mem: { unit: '%', label: { zh: '内存占用', en: 'Memory' } },
  temp: { unit: '℃', label: { zh: '温度', en: 'Temperature' } },
  terminals: { unit: '', label: { zh: '终端数', en: 'Terminals' } },
} as const satisfies Record<string, { unit: ChartUnit; label: { zh: string; en: string } }>
type Measure = keyof typeof measures

type Listed = Answer<typeof deviceCalls.all>['list'][number]
const half = 'col-span-3 max-lg:col-span-1'

/** The twenty devices that work hardest now, and how they did over the period. */
export function WorstDevices({ board, kind }: { board: Board; kind: Kind }) {
  const may = useMay()
  const go = useGo()
  const [{ measure: said }, set] = useUrlState({ measure: 'cpu' })
  const measure: Measure = Object.hasOwn(measures, said) ? (said as Measure) : 'cpu'
  const { unit, label } = measures[measure]
  const isGroup = board.scenes.group_id !== undefined
  const query = useQueryCall(
    deviceCalls[kind],
    {
      scene_id: board.scenes.scene_id ?? 0,
      online: 1,
      limit: 20,
      orderby: `${measure} desc`,
    },
    { keepPrevious: true, pace: pace.sum, enabled: may('device.read') && !isGroup },
  )
  const valueOf = (device: Listed) => device[measure] ?? null
  const known = query.data?.list.filter((device) => valueOf(device) !== null)
  if (!may('device.read')) return null
  if (isGroup)
    return (
      <p className="col-span-6 py-2 text-xs text-faint max-lg:col-span-1">
        {say({
          zh: '单台设备的负载按场景或全部场景查看',
          en: 'The load of single devices is shown for one scene, or for all',
        })}
      </p>
    )
  return (
    <>
      <ChartCard
        title={{ zh: '负载最高的 20 台', en: 'The 20 that work hardest' }}
        query={{ ...query, data: known }}
        name={`${kind}-highest-${measure}`}
        of={board.of}
        className={half}
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
        isEmpty={(list) => list.length === 0}
        empty={{ zh: '没有在线设备上报该指标', en: 'No device that is online tells this' }}
        table={(list) => ({
          columns: [
            { label: { zh: '设备', en: 'Device' } },
            { label: { zh: '场景', en: 'Scene' } },
            { label: { zh: '序列号', en: 'Serial' } },
            amountColumn(label, unit),
          ],
          rows: list.map((device) => [device.name, device.scene_name, device.sn, valueOf(device)]),
        })}
      >
        {(list) => (
          <RankBars
            label={label}
            unit={unit}
            tone="chart-8"
            rows={list.map((device) => ({
              id: device.id,
              name: device.name,
              value: valueOf(device) ?? 0,
              note: device.scene_name,
              face: (
                <button
                  type="button"
                  onClick={() => showDevice(device, go)}
                  className="rounded hover:text-accent-text hover:underline"
                >
                  {device.name}
                </button>
              ),
            }))}
          />
        )}
      </ChartCard>
      <LoadCurves board={board} kind={kind} measure={measure} ids={(known ?? []).map(({ id }) => id)} />
    </>
  )
}

function LoadCurves({ board, kind, measure, ids }: { board: Board; kind: Kind; measure: Measure; ids: number[] }) {
  const { unit, label } = measures[measure]
  const query = useQueryCall(
    loadCalls.get,
    { ids, ...board.period },
    { keepPrevious: true, pace: pace.sum, enabled: ids.length > 0 },
  )
  if (ids.length === 0) return null
  const seriesOf = ({ devices }: Answer<typeof loadCalls.get>): ChartSeries[] =>
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

/** Median and 95th percentile of all points that are drawn. */
function percentiles(series: readonly ChartSeries[], unit: ChartUnit): string {
  const values = series.flatMap(({ points }) => points.flatMap(([, value]) => value ?? [])).sort((a, b) => a - b)
  const at = (part: number) =>
    amountText(values[Math.min(values.length - 1, Math.floor(values.length * part))] ?? null, unit)
  return say({ zh: '中位 {half} · P95 {most}', en: 'median {half} · P95 {most}' }, { half: at(0.5), most: at(0.95) })
}
