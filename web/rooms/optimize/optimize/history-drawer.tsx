import { changeState } from '@belvedere/contract/rooms/change/enums.ts'
import { runSource } from '@belvedere/contract/rooms/patrol/enums.ts'
import { optimizeCalls } from '@belvedere/contract/rooms/optimize/optimize.ts'
import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import { CallTable, type Column } from '../../../kit/list/call-table.tsx'
import { Go } from '../../../kit/routing/go.tsx'
import { useScene } from '../../../kit/session/scene.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Drawer } from '../../../ui/dialogs/drawer.tsx'
import { absoluteTime, RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Status } from '../../../ui/feedback/status.tsx'

type OptimizationRow = Out<typeof optimizeCalls.history>['list'][number]

const percent = (value: number | null) => (value === null ? '–' : `${Math.round(10 * value) / 10}%`)

const columns: Column<OptimizationRow>[] = [
  {
    property: 'at',
    label: { zh: '时间', en: 'When' },
    sort: true,
    width: 120,
    fixed: true,
    format: ({ at }) => <RelativeTime at={at} />,
  },
  {
    property: 'way',
    label: { zh: '方式', en: 'How' },
    width: 140,
    format: ({ way, by }) => `${runSource.label(way, lang)} · ${by}`,
  },
  { property: 'moved_cnt', label: { zh: '调整', en: 'Moves' }, width: 80, position: 'right' },
  {
    property: 'before',
    label: { zh: '预测干扰', en: 'Interference' },
    width: 140,
    format: ({ before, after }) => `${percent(before)} → ${percent(after)}`,
  },
  {
    property: 'measured_after',
    label: { zh: '实测占用', en: 'Busy, measured' },
    width: 150,
    tips: {
      zh: '应用时与变更完成一小时后的平均信道占用',
      en: 'Mean over the channels when it was applied, and an hour after it was done',
    },
    format: ({ measured_before, measured_after }) => (
      <span className={worse(measured_before, measured_after) ? 'text-danger' : ''}>
        {percent(measured_before)} → {percent(measured_after)}
      </span>
    ),
  },
  {
    property: 'change_id',
    label: { zh: '变更单', en: 'Change set' },
    minWidth: 170,
    format: ({ change_id, change_state, said }) =>
      change_id === null ? (
        <Status tone="warning" label={said || { zh: '未应用', en: 'Not applied' }} />
      ) : (
        <Go to="/config/change" search={{ id: change_id }}>
          #{change_id} {change_state ? changeState.label(change_state, lang) : ''}
        </Go>
      ),
  },
]

const worse = (before: number | null, after: number | null) => before !== null && after !== null && after > before + 5

const csv = [
  { label: { zh: '时间', en: 'When' }, value: ({ at }: OptimizationRow) => absoluteTime(at) },
  { label: { zh: '调整', en: 'Moves' }, value: ({ moved_cnt }: OptimizationRow) => moved_cnt },
  { label: { zh: '当前干扰 %', en: 'Interference before, %' }, value: ({ before }: OptimizationRow) => before },
  { label: { zh: '预测干扰 %', en: 'Interference after, %' }, value: ({ after }: OptimizationRow) => after },
  {
    label: { zh: '实测占用（前）%', en: 'Busy before, %' },
    value: ({ measured_before }: OptimizationRow) => measured_before,
  },
  {
    label: { zh: '实测占用（后）%', en: 'Busy after, %' },
    value: ({ measured_after }: OptimizationRow) => measured_after,
  },
  { label: { zh: '变更单', en: 'Change set' }, value: ({ change_id }: OptimizationRow) => change_id },
]

/** Applied and proposed plans with their results. */
export function HistoryDrawer({ onClose }: { onClose: () => void }) {
  const scene = useScene()
  return (
    <Drawer open onClose={onClose} width={900} title={say({ zh: '优化历史', en: 'Past plans' })}>
      <div className="flex h-full min-h-0 flex-col">
        <CallTable
          call={optimizeCalls.history}
          input={{ scene_id: scene.id }}
          columns={columns}
          csv={csv}
          name="scene/optimize/plan"
          empty={{ title: { zh: '还没有优化记录', en: 'No plans yet' } }}
        />
      </div>
    </Drawer>
  )
}
