import { sceneCalls } from '@belvedere/contract/rooms/stat/scene.ts'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { ChartCard } from '../../../kit/chart-card.tsx'
import { Go } from '../../../kit/routing/go.tsx'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { amountColumn, type ChartTable } from '../../../ui/chart/chart-table.ts'
import { RankBars } from '../../../ui/chart/rank-bars.tsx'
import { pace } from './pace.ts'

type Regions = AnswerOf<typeof sceneCalls.region>
type RegionSum = Regions['list'][number]

/** Maximum number of rows in the chart; the table contains all of them. */
const most = 10

/** Regions with the number and states of their scenes; a region links to the map. */
export function RegionCard({
  scenes,
  of,
  className,
}: {
  scenes: { group_id?: number }
  of: string
  className?: string
}) {
  const query = useQueryCall(sceneCalls.region, scenes, { keepPrevious: true, pace: pace.now })
  return (
    <ChartCard
      title={{ zh: '场景地区分布', en: 'Scenes by region' }}
      query={query}
      name="scenes-by-region"
      of={of}
      more={{ to: '/scene/manage/map', search: { tab: 'regions' }, label: { zh: '场景地图', en: 'Scene map' } }}
      className={className}
      isEmpty={({ list }) => list.length === 0}
      empty={{ zh: '没有填写省份或标注位置的场景', en: 'No scene has a province or a map location set' }}
      table={tableOf}
    >
      {({ list, unplaced }) => {
        const total = list.reduce((sum, region) => sum + region.total, 0)
        return (
          <>
            <RankBars
              label={{ zh: '场景地区分布', en: 'Scenes by region' }}
              unit=""
              rows={list.slice(0, most).map((region) => ({
                id: region.code || region.name,
                name: region.name,
                value: region.total,
                percent: (100 * region.total) / total,
                face: <Place region={region} />,
                note: stateText(region),
              }))}
            />
            {unplaced > 0 && (
              <p className="mt-2 text-xs text-faint">
                {say(
                  { zh: '{n} 个场景未填写地区', en: '{n} {n:scene has|scenes have} no region set' },
                  { n: unplaced },
                )}
              </p>
            )}
          </>
        )
      }}
    </ChartCard>
  )
}

/** Links to the map: to the centre of the region's scenes, or to the search for its name if none has coordinates. */
function Place({ region: { name, lat, lng } }: { region: RegionSum }) {
  const place = lat === null || lng === null ? undefined : `${lat.toFixed(4)},${lng.toFixed(4)}`
  const search: Record<string, string | number> = place ? { z: 6.5, c: place } : { search: name, tab: 'unplaced' }
  return (
    <Go to="/scene/manage/map" search={search} className="hover:text-accent-text hover:underline">
      {name}
    </Go>
  )
}

function stateText({ total, online, abnormal, critical }: RegionSum): string {
  const parts = [
    say({ zh: '在线 {online}', en: '{online} online' }, { online }),
    abnormal > 0 && say({ zh: '异常 {abnormal}', en: '{abnormal} abnormal' }, { abnormal }),
    critical > 0 && say({ zh: '严重告警 {critical}', en: '{critical} critical {critical:alarm|alarms}' }, { critical }),
  ]
  return total > 0 ? parts.filter(Boolean).join(' · ') : ''
}

function tableOf({ list }: Regions): ChartTable {
  return {
    columns: [
      { label: { zh: '地区', en: 'Region' } },
      amountColumn({ zh: '场景', en: 'Scenes' }, ''),
      amountColumn({ zh: '在线场景', en: 'Scenes online' }, ''),
      amountColumn({ zh: '异常场景', en: 'Abnormal' }, ''),
      amountColumn({ zh: '设备', en: 'Devices' }, ''),
      amountColumn({ zh: '在线设备', en: 'Devices online' }, ''),
      amountColumn({ zh: '严重告警', en: 'Critical alarms' }, ''),
    ],
    rows: list.map((one) => [
      one.name,
      one.total,
      one.online,
      one.abnormal,
      one.device_total,
      one.device_online,
      one.critical,
    ]),
  }
}
