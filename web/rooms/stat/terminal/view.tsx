import { terminalCalls } from '@belvedere/contract/rooms/stat/terminal.ts'
import { ChartCard } from '../../../kit/chart-card.tsx'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { BarChart } from '../../../ui/chart/bar-chart.tsx'
import { amountColumn, type ChartTable } from '../../../ui/chart/chart-table.ts'
import { amountText } from '../../../ui/chart/chart-unit.ts'
import { HeatMap, weekdayText } from '../../../ui/chart/heat-map.tsx'
import { BoardBar } from '../board/board-bar.tsx'
import { useBoard, type StatBoard } from '../board/use-board.ts'
import { Total, unitOf } from '../cards/curve-card.tsx'
import { pace } from '../cards/pace.ts'
import { RankCard, ShareCard } from '../cards/rank-card.tsx'
import { TerminalFlowRank, terminalNote } from '../cards/ranks.tsx'
import { TerminalCurve } from '../cards/terminal-curve.tsx'
import { AccessCards } from './access-cards.tsx'

/** Statistics of terminals: number, duration, traffic, vendors and systems, hours. */
export function View() {
  const board = useBoard()
  return (
    <>
      <BoardBar board={board} />
      <div className="grid grid-cols-6 gap-3 max-lg:grid-cols-1">
        <TerminalCurve board={board} className="col-span-6 max-lg:col-span-1" />
        <TerminalFlowRank input={board.input} of={board.of} className={third} />
        <LongestRank board={board} />
        <AccessCards board={board} />
        <Shares board={board} />
        <DurationCard board={board} />
        <PeriodCard board={board} />
      </div>
    </>
  )
}

const half = 'col-span-3 max-lg:col-span-1'
const third = 'col-span-2 max-lg:col-span-1'
const slow = { keepPrevious: true, pace: pace.sum }
const terminals = { zh: '终端', en: 'Terminals' }

function LongestRank({ board: { input, of } }: { board: StatBoard }) {
  const query = useQueryCall(terminalCalls.longest, { ...input, limit: 10 }, slow)
  return (
    <RankCard
      title={{ zh: '在线时长 TOP 10', en: 'Top 10 by time online' }}
      query={query}
      what={{ zh: '终端', en: 'Terminal' }}
      name="terminals-by-time-online"
      of={of}
      tone="chart-6"
      compared={input.compare === 1}
      note={terminalNote}
      className={third}
    />
  )
}

function Shares({ board: { input, of } }: { board: StatBoard }) {
  const company = useQueryCall(terminalCalls.company, input, slow)
  const os = useQueryCall(terminalCalls.os, input, slow)
  return (
    <>
      <ShareCard
        title={{ zh: '终端厂商', en: 'Terminals by vendor' }}
        query={company}
        what={{ zh: '厂商', en: 'Vendor' }}
        unitWords={terminals}
        name="terminals-by-maker"
        of={of}
        className={half}
      />
      <ShareCard
        title={{ zh: '终端系统', en: 'Terminals by system' }}
        query={os}
        what={{ zh: '系统', en: 'System' }}
        unitWords={terminals}
        name="terminals-by-system"
        of={of}
        className={half}
      />
    </>
  )
}

function DurationCard({ board: { input, of } }: { board: StatBoard }) {
  const query = useQueryCall(terminalCalls.duration, input, slow)
  const title = { zh: '在线时长分布', en: 'Terminals by time online' }
  return (
    <ChartCard
      title={title}
      query={query}
      name="terminals-by-duration"
      of={of}
      className={half}
      isEmpty={({ total }) => total === 0}
      total={({ total }) => <Total label={terminals} value={amountText(total, '')} />}
      table={({ list }) => ({
        columns: [
          { label: { zh: '时长', en: 'Time online' } },
          amountColumn(terminals, ''),
          amountColumn({ zh: '占比', en: 'Share' }, '%'),
        ],
        rows: list.map(({ name, value, percent }) => [name, value, Math.round(percent * 100) / 100]),
      })}
    >
      {(data) => (
        <BarChart
          label={title}
          unit={unitOf(data)}
          names={data.list.map(({ name }) => name)}
          series={[{ id: 'terminals', label: terminals, tone: 'chart-6', values: data.list.map(({ value }) => value) }]}
          height={200}
        />
      )}
    </ChartCard>
  )
}

function PeriodCard({ board: { input, of } }: { board: StatBoard }) {
  const query = useQueryCall(terminalCalls.period, input, slow)
  const title = { zh: '活跃时段', en: 'Terminals by hour of the week' }
  return (
    <ChartCard
      title={title}
      query={query}
      name="terminals-by-hour"
      of={of}
      className={half}
      isEmpty={({ cells }) => cells.every((row) => row.every((value) => value === null))}
      total={({ peak }) => <Total label={{ zh: '峰值', en: 'Peak' }} value={amountText(Math.round(peak), '')} />}
      table={({ cells }) => weekTable(cells)}
    >
      {(data) => <HeatMap label={title} unit={unitOf(data)} cells={data.cells} />}
    </ChartCard>
  )
}

function weekTable(cells: readonly (readonly (number | null)[])[]): ChartTable {
  return {
    columns: [{ label: { zh: '时段', en: 'Hour' } }, ...cells.map((_, day) => amountColumn(weekdayText(day), ''))],
    rows: Array.from({ length: 24 }, (_, hour) => [
      say({ zh: '{hour} 时', en: '{hour}:00' }, { hour }),
      ...cells.map((row) => row[hour] ?? null),
    ]),
  }
}
