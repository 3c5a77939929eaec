import { gatewayCalls } from '@belvedere/contract/rooms/stat/device.ts'
import { trafficCalls } from '@belvedere/contract/rooms/stat/traffic.ts'
import { wanCalls } from '@belvedere/contract/rooms/stat/wan.ts'
import { useMemo } from 'react'
import { useGo } from '../../../kit/routing/go.tsx'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { durationText } from '../../../ui/values/duration.ts'
import { BoardBar } from '../board/board-bar.tsx'
import { useBoard, type StatBoard } from '../board/use-board.ts'
import { AlarmTrendCard } from '../cards/alarm-trend-card.tsx'
import { availabilityOf } from '../cards/availability.ts'
import { CurveCard } from '../cards/curve-card.tsx'
import { KpiStrip } from '../cards/kpi-strip.tsx'
import { pace } from '../cards/pace.ts'
import { AppRank, SceneTrafficRank, TerminalFlowRank } from '../cards/ranks.tsx'
import { TerminalCurve } from '../cards/terminal-curve.tsx'

/** Traffic, terminals, availability and alarms of one scene, a group or all scenes over a period. */
export function View() {
  const board = useBoard()
  const go = useGo()
  const { input, of, state } = board
  const isOne = state.scope === 'scene'
  const pick = (from: number, to: number) => (isOne ? go('/maintenance/alert/log', { from, to }) : board.zoom(from, to))
  return (
    <>
      <BoardBar board={board} />
      <KpiStrip scenes={board.scenes} period={board.period} />
      <div className="grid grid-cols-6 gap-3 max-lg:grid-cols-1">
        <Traffic board={board} />
        {!isOne && <SceneTrafficRank input={input} of={of} className="col-span-2 max-lg:col-span-1" />}
        <AppRank input={input} of={of} className={isOne ? half : third} />
        <TerminalFlowRank input={input} of={of} className={isOne ? half : third} />
        <TerminalCurve board={board} className={half} />
        <Availability board={board} />
        <LineAvailability board={board} />
        <AlarmTrendCard
          input={input}
          of={of}
          onPick={pick}
          more={isOne ? { to: '/maintenance/alert/log', label: { zh: '告警日志', en: 'Alarms' } } : undefined}
          className={half}
        />
      </div>
    </>
  )
}

const half = 'col-span-3 max-lg:col-span-1'
const third = 'col-span-2 max-lg:col-span-1'

const trafficWords = { rx: { zh: '下行', en: 'Download' }, tx: { zh: '上行', en: 'Upload' } }

function Traffic({ board: { input, of, zoom } }: { board: StatBoard }) {
  const query = useQueryCall(trafficCalls.used, input, { keepPrevious: true, pace: pace.sum })
  return (
    <CurveCard
      title={{ zh: '流量', en: 'Traffic' }}
      query={query}
      words={trafficWords}
      totalLabel={{ zh: '合计', en: 'Total' }}
      area
      name="traffic"
      of={of}
      more={{ to: '/global/device', label: { zh: '设备', en: 'Devices' } }}
      empty={{ zh: '该时段没有流量数据', en: 'No traffic was counted in this period' }}
      className="col-span-6 max-lg:col-span-1"
      onZoom={zoom}
    />
  )
}

const availabilityWords = { online: { zh: '网关在线率', en: 'Gateways online' } }

function Availability({ board: { input, of, zoom } }: { board: StatBoard }) {
  const query = useQueryCall(gatewayCalls.count, input, { keepPrevious: true, pace: pace.sum })
  const { data, error, refetch } = query
  const rates = useMemo(() => data && availabilityOf(data), [data])
  return (
    <CurveCard
      title={{ zh: '网关可用性', en: 'Availability of gateways' }}
      query={{ data: rates, error, refetch }}
      words={availabilityWords}
      tones={{ online: 'success-dot' }}
      totalLabel={{ zh: '平均在线率', en: 'Mean' }}
      name="gateway-availability"
      of={of}
      more={{ to: '/data/device', label: { zh: '设备数据', en: 'Devices' } }}
      empty={{ zh: '该时段没有网关在线数据', en: 'No gateway data for this period' }}
      className={half}
      onZoom={zoom}
    />
  )
}

const lineWords = { up: { zh: '线路可用率', en: 'Lines up' } }

/** Lines to the internet, as reported by gateways. */
function LineAvailability({ board: { input, of, zoom, state } }: { board: StatBoard }) {
  const query = useQueryCall(wanCalls.availability, input, { keepPrevious: true, pace: pace.sum })
  return (
    <CurveCard
      title={{ zh: '外网线路可用率', en: 'Availability of lines' }}
      query={query}
      words={lineWords}
      tones={{ up: 'chart-2' }}
      totalLabel={{ zh: '平均', en: 'Mean' }}
      beside={({ lines, outages, down }) => (
        <span className="truncate text-faint">
          {outages > 0
            ? say(
                {
                  zh: '{lines} 条线路，断线 {outages} 次，共 {time}',
                  en: '{lines} {lines:line|lines}, down {outages} {outages:time|times} for {time}',
                },
                { lines, outages, time: durationText(down) },
              )
            : say({ zh: '{lines} 条线路，没有断线', en: '{lines} {lines:line|lines}, never down' }, { lines })}
        </span>
      )}
      name="line-availability"
      of={of}
      more={
        state.scope === 'scene'
          ? {
              to: '/maintenance/alert/log',
              search: { type: 'dev_wan_disconnect' },
              label: { zh: '断线告警', en: 'Outages' },
            }
          : undefined
      }
      empty={{ zh: '没有网关上报外网线路', en: 'No gateway reports a WAN line' }}
      className={half}
      onZoom={zoom}
    />
  )
}
