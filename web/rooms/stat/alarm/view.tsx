import { alarmCalls } from '@belvedere/contract/rooms/stat/alarm.ts'
import type { ReactNode } from 'react'
import { Go, useGo } from '../../../kit/routing/go.tsx'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { ChangeMark } from '../../../ui/chart/change-mark.tsx'
import { amountText } from '../../../ui/chart/chart-unit.ts'
import { BoardBar } from '../board/board-bar.tsx'
import { useBoard } from '../board/use-board.ts'
import { AlarmTrendCard } from '../cards/alarm-trend-card.tsx'
import { pace } from '../cards/pace.ts'
import { AlarmRank } from '../cards/ranks.tsx'
import { NoisyCard } from './noisy-card.tsx'

/** Statistics of alarms: number, times, types, places, and the types that recur most. */
export function View() {
  const board = useBoard()
  const go = useGo()
  const { input, of, state } = board
  const isOne = state.scope === 'scene'
  return (
    <>
      <BoardBar board={board} />
      <Now scenes={board.scenes} />
      <div className="grid grid-cols-6 gap-3 max-lg:grid-cols-1">
        <AlarmTrendCard
          input={input}
          of={of}
          onPick={(from, to) => (isOne ? go('/maintenance/alert/log', { from, to }) : board.zoom(from, to))}
          more={isOne ? { to: '/maintenance/alert/log', label: { zh: '告警日志', en: 'Alarms' } } : undefined}
          className="col-span-6 max-lg:col-span-1"
        />
        <AlarmRank by="type" input={input} of={of} className={isOne ? half : third} />
        <AlarmRank by="device" input={input} of={of} className={isOne ? half : third} />
        {!isOne && <AlarmRank by="scene" input={input} of={of} className={third} />}
        <NoisyCard input={input} of={of} className="col-span-6 max-lg:col-span-1" />
      </div>
    </>
  )
}

const half = 'col-span-3 max-lg:col-span-1'
const third = 'col-span-2 max-lg:col-span-1'

/** The open alarms in one line. */
function Now({ scenes }: { scenes: { scene_id?: number; group_id?: number } }) {
  const { data } = useQueryCall(alarmCalls.count, scenes, { keepPrevious: true, pace: pace.now })
  const level = (level: number, label: Words, value: number | undefined, tone: string) => (
    <Level to={scenes.scene_id ? { level } : undefined}>
      {say(label)} <b className={`text-base font-semibold ${value ? tone : 'text-ink'}`}>{amountText(value, '')}</b>
    </Level>
  )
  return (
    <p className="mb-3 flex min-h-6 shrink-0 flex-wrap items-baseline gap-x-5 gap-y-1 text-soft">
      <span>{say({ zh: '未处理：', en: 'Open:' })}</span>
      {level(1, { zh: '严重', en: 'critical' }, data?.critical, 'text-danger')}
      {level(2, { zh: '警告', en: 'warnings' }, data?.warning, 'text-warning')}
      {level(3, { zh: '提示', en: 'notices' }, data?.notice, 'text-accent-text')}
      {data && (
        <span>
          {say({ zh: '今日新增 {today}，昨日 {yesterday}', en: '{today} raised today, {yesterday} yesterday' }, data)}{' '}
          {data.yesterday > 0 && <ChangeMark now={data.today} before={data.yesterday} />}
        </span>
      )}
    </p>
  )
}

/** The alarm list shows one scene, so there is no link for several scenes. */
function Level({ to, children }: { to: { level: number } | undefined; children: ReactNode }) {
  if (!to) return <span>{children}</span>
  return (
    <Go to="/maintenance/alert/log" search={to} className="hover:underline">
      {children}
    </Go>
  )
}
