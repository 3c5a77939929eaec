import { useUrlState } from '../../../kit/routing/url-state.ts'
import { useGo } from '../../../kit/routing/go.tsx'
import { useMay } from '../../../kit/session/session.ts'
import { say } from '../../../kit/words/words.ts'
import { useNow } from '../../../ui/values/relative-time.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { periodOf, periods, periodText, stretchOf } from '../board/period.ts'
import { AlarmTrendCard } from '../cards/alarm-trend-card.tsx'
import { isKind, kindTabs } from '../cards/kinds.ts'
import { ModelShare, VersionShare } from '../cards/kind-shares.tsx'
import { KpiStrip } from '../cards/kpi-strip.tsx'
import { RegionCard } from '../cards/region-card.tsx'
import { AppRank, SceneTrafficRank, TerminalFlowRank } from '../cards/ranks.tsx'
import { RecentOperations } from './recent-operations.tsx'
import { ToDo } from './to-do.tsx'

const all = {}
const third = 'col-span-2 max-lg:col-span-1'
const choices = (['24h', '7d'] as const).map((id) => ({ id, label: periods[id].label }))

/** Overview of all scenes: current state, recent events, tasks. */
export function View() {
  const may = useMay()
  const go = useGo()
  const [{ period: said, kind: saidKind }, set] = useUrlState({ period: '24h', kind: 'router' })
  const period = said === '7d' ? '7d' : '24h'
  const kind = isKind(saidKind) ? saidKind : 'router'
  const { from, to } = periodOf({ period, from: 0, to: 0 }, useNow())
  const request = {
    input: { from, to },
    of: `${say({ zh: '全部场景', en: 'All scenes' })} · ${periodText({ from, to })}`,
  }
  const look = (from: number, to: number) => go('/data/alarm', { scope: 'all', ...stretchOf(from, to) })
  const kindChoice = <Tabs tabs={kindTabs} value={kind} onChange={(id) => set({ kind: id })} className="text-xs" />
  return (
    <>
      <KpiStrip scenes={all} period={{ from, to }} />
      <Tabs tabs={choices} value={period} onChange={(id) => set({ period: id })} className="mb-3 shrink-0" />
      <div className="grid grid-cols-6 gap-3 max-lg:grid-cols-1">
        <AlarmTrendCard
          {...request}
          onPick={look}
          more={{ to: '/data/alarm', search: { scope: 'all', period }, label: { zh: '告警数据', en: 'Alarms' } }}
          className="col-span-4 max-lg:col-span-1"
        />
        <ToDo className={third} />
        <RegionCard scenes={all} of={request.of} className={third} />
        <SceneTrafficRank {...request} className={third} />
        <AppRank {...request} className={third} />
        <TerminalFlowRank {...request} className={third} />
        <ModelShare {...request} kind={kind} head={kindChoice} className={third} />
        <VersionShare {...request} kind={kind} head={kindChoice} className={third} />
        {may('log.read') && <RecentOperations className="col-span-6 max-lg:col-span-1" />}
      </div>
    </>
  )
}
