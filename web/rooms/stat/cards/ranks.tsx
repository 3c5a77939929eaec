import { alarmCalls } from '@belvedere/contract/rooms/stat/alarm.ts'
import { terminalCompany, terminalOs } from '@belvedere/contract/rooms/stat/enums.ts'
import { terminalCalls } from '@belvedere/contract/rooms/stat/terminal.ts'
import { trafficCalls } from '@belvedere/contract/rooms/stat/traffic.ts'
import { Go } from '../../../kit/routing/go.tsx'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { lang, say, type Words } from '../../../kit/words/words.ts'
import { pace } from './pace.ts'
import { RankCard } from './rank-card.tsx'
import { SceneGo } from './scene-go.tsx'

export interface RankRequest {
  input: { scene_id?: number; group_id?: number; from: number; to: number; compare?: 0 | 1 }
  of: string
  className?: string
}

const slow = { keepPrevious: true, pace: pace.sum }
const sum = { zh: '合计', en: 'Total' }

/** The scenes with the most traffic; each links to its overview. */
export function SceneTrafficRank({ input, of, className }: RankRequest) {
  const query = useQueryCall(trafficCalls.rank, { ...input, limit: 10 }, slow)
  return (
    <RankCard
      title={{ zh: '场景流量 TOP 10', en: 'Top 10 scenes by traffic' }}
      query={query}
      what={{ zh: '场景', en: 'Scene' }}
      name="traffic-by-scene"
      of={of}
      className={className}
      totalLabel={sum}
      compared={input.compare === 1}
      empty={{ zh: '该时段没有流量数据', en: 'No traffic was counted in this period' }}
      face={({ id, name }) => (
        <SceneGo scene_id={Number(id)} to="/data/overview">
          {name}
        </SceneGo>
      )}
    />
  )
}

/** The applications with the most traffic, and the share of the network that reports applications. */
export function AppRank({ input, of, className }: RankRequest) {
  const query = useQueryCall(trafficCalls.app, { ...input, limit: 10 }, slow)
  return (
    <RankCard
      title={{ zh: '应用流量 TOP 10', en: 'Top 10 applications' }}
      query={query}
      what={{ zh: '应用', en: 'Application' }}
      name="traffic-by-application"
      of={of}
      className={className}
      totalLabel={sum}
      tone="chart-2"
      compared={input.compare === 1}
      note={({ category }) => category}
      foot={({ telling, gateways, simulated, total, of: all }) => (
        <p className="mt-2 text-xs text-faint">
          {say(
            {
              zh: '{gateways} 台出口设备中有 {telling} 台能识别应用',
              en: '{telling} of {gateways} {gateways:gateway|gateways} can identify applications',
            },
            { telling, gateways },
          )}
          {total > 0 &&
            say(
              { zh: '，占总流量的 {share}%', en: '; {share} % of all traffic' },
              { share: Math.round((total / Math.max(total, all)) * 100) },
            )}
          {simulated === 1 && say({ zh: '，含模拟设备的数据', en: '; some of it is simulated' })}
        </p>
      )}
    />
  )
}

interface TerminalRow {
  name: string
  mac: string
  company: number
  os: number
  scene_id: number | null
  scene_name: string
}

/** Details of a terminal beside its name. */
export function terminalNote({ name, mac, company, os, scene_name }: TerminalRow): string {
  const known = [
    company !== terminalCompany.id.other && terminalCompany.label(company, lang),
    os !== terminalOs.id.unknown && terminalOs.label(os, lang),
    name !== mac && mac,
    scene_name,
  ]
  return known.filter(Boolean).join(' · ')
}

/** The terminals with the most traffic. */
export function TerminalFlowRank({ input, of, className, title }: RankRequest & { title?: Words }) {
  const query = useQueryCall(terminalCalls.flow, { ...input, limit: 10 }, slow)
  return (
    <RankCard
      title={title ?? { zh: '终端流量 TOP 10', en: 'Top 10 terminals by traffic' }}
      query={query}
      what={{ zh: '终端', en: 'Terminal' }}
      name="traffic-by-terminal"
      of={of}
      className={className}
      totalLabel={sum}
      tone="chart-4"
      compared={input.compare === 1}
      note={terminalNote}
      foot={({ known, of: all }) => (
        <p className="mt-2 text-xs text-faint">
          {say(
            {
              zh: '{all} 个终端中 {known} 个有流量统计；有线终端仅计经 Linux 网关转发的流量',
              en: 'Traffic is known for {known} of {all} {all:terminal|terminals}; for wired ones only what a Linux gateway forwards',
            },
            { known, all },
          )}
        </p>
      )}
    />
  )
}

const byWords = {
  type: { title: { zh: '告警类型排行', en: 'Alarms by type' }, what: { zh: '类型', en: 'Type' } },
  device: { title: { zh: '告警设备排行', en: 'Alarms by device' }, what: { zh: '设备', en: 'Device' } },
  scene: { title: { zh: '告警场景排行', en: 'Alarms by scene' }, what: { zh: '场景', en: 'Scene' } },
}

/** The sources with the most alarms; each links to its alarms. */
export function AlarmRank({ input, of, by, className }: RankRequest & { by: keyof typeof byWords }) {
  const query = useQueryCall(alarmCalls.rank, { ...input, by, limit: 10 }, slow)
  return (
    <RankCard
      title={byWords[by].title}
      what={byWords[by].what}
      query={query}
      name={`alarms-by-${by}`}
      of={of}
      className={className}
      totalLabel={sum}
      tone="chart-3"
      compared={input.compare === 1}
      empty={{ zh: '该时段没有产生告警', en: 'No alarm was raised in this period' }}
      note={({ cnt, value }) =>
        cnt > value ? say({ zh: '反复 {cnt} 次', en: 'raised {cnt} {cnt:time|times}' }, { cnt }) : ''
      }
      face={({ id, name, sn }) => {
        if (by === 'scene')
          return (
            <SceneGo scene_id={Number(id)} to="/maintenance/alert/log">
              {name}
            </SceneGo>
          )
        const look = 'hover:text-accent-text hover:underline'
        return by === 'type' && !input.scene_id ? (
          name
        ) : by === 'type' ? (
          <Go to="/maintenance/alert/log" search={{ type: id }} className={look}>
            {name}
          </Go>
        ) : (
          <Go to="/global/device" search={{ search: sn ?? name }} className={look}>
            {name}
          </Go>
        )
      }}
    />
  )
}
