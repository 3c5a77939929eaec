import { alarmCalls } from '@belvedere/contract/rooms/stat/alarm.ts'
import { deviceCalls } from '@belvedere/contract/rooms/stat/device.ts'
import { sceneCalls } from '@belvedere/contract/rooms/stat/scene.ts'
import { terminalCalls } from '@belvedere/contract/rooms/stat/terminal.ts'
import type { ReactNode } from 'react'
import { Go } from '../../../kit/routing/go.tsx'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { ChangeMark } from '../../../ui/chart/change-mark.tsx'
import { amountText } from '../../../ui/chart/chart-unit.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { byKind, kinds, type StatKind } from './kinds.ts'
import { pace } from './pace.ts'

interface KpiStripProps {
  scenes: { scene_id?: number; group_id?: number }
  /** Period of the peak number of terminals. */
  period: { from: number; to: number }
}

const live = { keepPrevious: true, pace: pace.now }

/**
 * Current numbers of scenes, devices, terminals and alarms. Each links to its rows: for one scene to its lists, for
 * all scenes to the lists of all.
 */
export function KpiStrip({ scenes, period }: KpiStripProps) {
  const scene = useQueryCall(sceneCalls.count, scenes, { ...live, enabled: !scenes.scene_id })
  const device = useQueryCall(deviceCalls.count, scenes, live)
  const terminal = useQueryCall(terminalCalls.online, { ...scenes, ...period }, { keepPrevious: true, pace: pace.sum })
  const alarm = useQueryCall(alarmCalls.count, scenes, live)
  const board = boardOf(scenes)
  const alarms = scenes.scene_id ? '/maintenance/alert/log' : '/data/alarm'
  return (
    <div className="mb-3 grid grid-cols-[repeat(auto-fit,minmax(165px,1fr))] gap-3">
      {!scenes.scene_id && (
        <Tile title={{ zh: '场景在线', en: 'Scenes online' }} query={scene} to="/scene/manage/list">
          {({ total, online, offline, abnormal, partial, unknown, empty }) => ({
            value: <Of part={online} total={total} />,
            parts: [
              <Part
                key="off"
                label={{ zh: '离线', en: 'offline' }}
                value={offline}
                tone={offline > 0 ? 'text-danger' : ''}
              />,
              <Part
                key="bad"
                label={{ zh: '异常', en: 'abnormal' }}
                value={abnormal}
                tone={abnormal > 0 ? 'text-warning' : ''}
              />,
              partial > 0 && <Part key="partial" label={{ zh: '部分未知', en: 'partly unknown' }} value={partial} />,
              unknown > 0 && <Part key="unknown" label={{ zh: '未知', en: 'unknown' }} value={unknown} />,
              empty > 0 && <Part key="empty" label={{ zh: '无设备', en: 'empty' }} value={empty} />,
            ],
          })}
        </Tile>
      )}
      <Tile title={{ zh: '设备在线', en: 'Devices online' }} query={device} to="/global/device">
        {(counts) => ({
          value: (
            <>
              <Of part={counts.online} total={counts.total} />
              {counts.total > counts.online + counts.unknown && (
                <Go to="/global/device" search={{ online: 0 }} className="ml-2 text-xs text-danger hover:underline">
                  {say({ zh: '离线 {n}', en: '{n} offline' }, { n: counts.total - counts.online - counts.unknown })}
                </Go>
              )}
              {counts.unknown > 0 && (
                <Go to="/global/device" search={{ online: 2 }} className="ml-2 text-xs text-soft hover:underline">
                  {say({ zh: '未知 {n}', en: '{n} unknown' }, { n: counts.unknown })}
                </Go>
              )}
            </>
          ),
          parts: (Object.keys(kinds) as StatKind[])
            .filter((kind) => byKind(counts)[kind].total > 0)
            .map((kind) => (
              <Go
                key={kind}
                {...(scenes.scene_id
                  ? { to: kinds[kind].to }
                  : { to: '/global/device', search: { types: kinds[kind].types } })}
                className="hover:text-accent-text hover:underline"
              >
                <Part
                  label={kinds[kind].label}
                  value={`${byKind(counts)[kind].online}/${byKind(counts)[kind].total}`}
                />
              </Go>
            )),
        })}
      </Tile>
      <Tile title={{ zh: '在线终端', en: 'Terminals online' }} query={terminal} to="/data/user" search={board}>
        {({ now, peak }) => ({
          value: amountText(now, ''),
          parts: [
            peak !== null && peak >= now && (
              <Part
                key="peak"
                label={{ zh: '时段峰值', en: 'peak of the period' }}
                value={amountText(Math.round(peak), '')}
              />
            ),
          ],
        })}
      </Tile>
      <Tile title={{ zh: '未处理告警', en: 'Open alarms' }} query={alarm} to={alarms} search={board}>
        {({ critical, warning, notice, today, yesterday }) => ({
          value: (
            <>
              {amountText(critical + warning + notice, '')}
              <span className="ml-2 text-xs text-soft">
                {say({ zh: '今日新增 {n}', en: '{n} raised today' }, { n: today })}{' '}
                {yesterday > 0 && <ChangeMark now={today} before={yesterday} />}
              </span>
            </>
          ),
          parts: (
            [
              [1, { zh: '严重', en: 'critical' }, critical, 'text-danger'],
              [2, { zh: '警告', en: 'warnings' }, warning, 'text-warning'],
              [3, { zh: '提示', en: 'notices' }, notice, ''],
            ] as const
          ).map(([level, label, value, tone]) => (
            <Go
              key={level}
              to={alarms}
              search={scenes.scene_id ? { level } : board}
              className="hover:text-accent-text hover:underline"
            >
              <Part label={label} value={value} tone={value > 0 ? tone : ''} />
            </Go>
          )),
        })}
      </Tile>
    </div>
  )
}

/** The scenes in the address format of the statistics pages. */
function boardOf({ scene_id, group_id }: KpiStripProps['scenes']): Record<string, string | number> {
  if (scene_id) return {}
  return group_id ? { scope: 'group', group: group_id } : { scope: 'all' }
}

interface ShownKpi {
  value: ReactNode
  parts: readonly ReactNode[]
}

interface TileProps<Data> {
  title: Words
  query: { data: Data | undefined; error: Error | null }
  to: string
  search?: Readonly<Record<string, string | number>>
  children: (data: Data) => ShownKpi
}

function Tile<Data>({ title, query: { data, error }, to, search, children }: TileProps<Data>) {
  const shown = data === undefined ? undefined : children(data)
  return (
    <div
      role="group"
      aria-label={say(title)}
      className="min-w-0 rounded-lg border border-line bg-surface px-4 py-3 shadow-card"
    >
      <h2 className="text-xs text-soft">
        <Go to={to} search={search} className="hover:text-accent-text hover:underline">
          {say(title)}
        </Go>
      </h2>
      <div className="mt-0.5 flex min-h-8 flex-wrap items-baseline text-xl font-semibold">
        {shown?.value ??
          (error ? <span className="text-faint">–</span> : <Skeleton className="h-5 w-20 self-center" />)}
      </div>
      <div className="flex min-h-5 flex-wrap gap-x-3 text-xs text-soft">
        {shown?.parts ?? (error && <span className="truncate text-warning">{error.message}</span>)}
      </div>
    </div>
  )
}

const Of = ({ part, total }: { part: number; total: number }) => (
  <span>
    {amountText(part, '')}
    <span className="text-base font-normal text-faint"> / {amountText(total, '')}</span>
  </span>
)

function Part({ label, value, tone = '' }: { label: Words; value: ReactNode; tone?: string }) {
  return (
    <span className="whitespace-nowrap">
      {say(label)} <b className={`font-medium ${tone || 'text-ink'}`}>{value}</b>
    </span>
  )
}
