import { useQueryCall } from '../../../kit/calls/query.ts'
import { useUrlState } from '../../../kit/routing/url-state.ts'
import { say } from '../../../kit/words/words.ts'
import { ChartCard } from '../../../kit/chart-card.tsx'
import { amountColumn } from '../../../ui/chart/chart-table.ts'
import { amountText } from '../../../ui/chart/chart-unit.ts'
import { DayCalendar, type DayLimit } from '../../../ui/chart/day-calendar.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { BoardBar } from '../board/board-bar.tsx'
import { useBoard, type StatBoard } from '../board/use-board.ts'
import { daysOf } from '../cards/availability.ts'
import { CurveCard, Total } from '../cards/curve-card.tsx'
import { isKind, kinds, kindTabs, type StatKind } from '../cards/kinds.ts'
import { ModelShare, VersionShare } from '../cards/kind-shares.tsx'
import { pace } from '../cards/pace.ts'
import { WorstDevices } from './worst-devices.tsx'

/** Statistics of devices of a kind: online share, by day, models and versions, devices with the highest load. */
export function View() {
  const board = useBoard()
  const [{ kind: said }, set] = useUrlState({ kind: 'router' })
  const kind: StatKind = isKind(said) ? said : 'router'
  return (
    <>
      <BoardBar board={board} />
      <Tabs
        tabs={kindTabs}
        value={kind}
        onChange={(id) => set({ kind: id }, { push: true })}
        className="mb-3 shrink-0"
      />
      <div key={kind} className="grid grid-cols-6 gap-3 max-lg:grid-cols-1">
        <Online board={board} kind={kind} />
        <ModelShare input={board.input} of={board.of} kind={kind} className={half} />
        <VersionShare input={board.input} of={board.of} kind={kind} className={half} />
        <WorstDevices board={board} kind={kind} />
      </div>
    </>
  )
}

const half = 'col-span-3 max-lg:col-span-1'
const words = { online: { zh: '在线', en: 'Online' }, total: { zh: '总数', en: 'All' } }

const limits: readonly DayLimit[] = [
  { from: 99.9, tone: 'success-dot', label: '≥ 99.9%' },
  { from: 99, tone: 'chart-6', label: '≥ 99%' },
  { from: 95, tone: 'warning-dot', label: '≥ 95%' },
  { from: 0, tone: 'danger-dot', label: '< 95%' },
]
const day = 86_400

function Online({ board: { input, of, zoom, period }, kind }: { board: StatBoard; kind: StatKind }) {
  const slow = { keepPrevious: true, pace: pace.sum }
  const query = useQueryCall(kinds[kind].calls.count, input, slow)
  // a calendar of one day is not useful: it shows at least the month that ends with the period
  const { compare: _, ...scopeAndPeriod } = input
  const month = { ...scopeAndPeriod, from: Math.min(period.from, period.to - 30 * day) }
  const calendar = useQueryCall(kinds[kind].calls.count, month, slow)
  const title = { zh: '在线率日历', en: 'Online, day by day' }
  return (
    <>
      <CurveCard
        title={{ zh: '在线设备', en: 'Devices online' }}
        query={query}
        words={words}
        tones={{ online: 'success-dot', total: 'chart-9' }}
        totalLabel={{ zh: '平均在线率', en: 'Online' }}
        totalText={({ online_rate }) => amountText(online_rate, '%')}
        beside={({ online, total }) => (
          <span className="truncate text-faint">
            {say({ zh: '现在 {online} / {total}', en: 'now {online} of {total}' }, { online, total })}
          </span>
        )}
        name={`${kind}-online`}
        of={of}
        more={{ to: kinds[kind].to, label: { zh: '设备列表', en: 'Devices' } }}
        empty={{ zh: '该时段还没有在线记录', en: 'Nothing is known of this period yet' }}
        height={232}
        className={half}
        onZoom={zoom}
      />
      <ChartCard
        title={title}
        query={calendar}
        name={`${kind}-online-by-day`}
        of={of}
        height={256}
        className={half}
        isEmpty={(data) => daysOf(data).every(({ value }) => value === null)}
        empty={{ zh: '还没有在线记录', en: 'Nothing is known of any day yet' }}
        total={({ online_rate }) => <Total label={{ zh: '平均', en: 'Mean' }} value={amountText(online_rate, '%')} />}
        table={(data) => ({
          columns: [{ label: { zh: '日期', en: 'Day' } }, amountColumn({ zh: '在线率', en: 'Online' }, '%')],
          rows: daysOf(data).map(({ at, value }) => [
            dateText(at),
            value === null ? null : Math.round(value * 100) / 100,
          ]),
        })}
      >
        {(data) => (
          <DayCalendar
            label={title}
            days={daysOf(data)}
            limits={limits}
            format={(value) => `${value.toFixed(value === 100 ? 0 : 1)}%`}
          />
        )}
      </ChartCard>
    </>
  )
}

/** A day in a sortable format for files. */
function dateText(at: number): string {
  const date = new Date(at * 1000)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
