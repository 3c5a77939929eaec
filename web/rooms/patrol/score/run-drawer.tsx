import { runSource } from '@belvedere/contract/rooms/patrol/enums.ts'
import { scoreCalls } from '@belvedere/contract/rooms/patrol/score.ts'
import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import { CallTable, type Column } from '../../../kit/list/call-table.tsx'
import { useScene } from '../../../kit/session/scene.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Drawer } from '../../../ui/dialogs/drawer.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { scoreTone } from './patrol.ts'

type PatrolRunRow = Out<typeof scoreCalls.list>['list'][number]

const columns: Column<PatrolRunRow>[] = [
  {
    property: 'at',
    label: { zh: '时间', en: 'When' },
    sort: true,
    width: 130,
    fixed: true,
    format: ({ at }) => <RelativeTime at={at} />,
  },
  {
    property: 'score',
    label: { zh: '得分', en: 'Score' },
    sort: true,
    width: 90,
    format: ({ score }) => (score === null ? '–' : <Status tone={scoreTone(score)} label={String(score)} />),
  },
  { property: 'critical', label: { zh: '严重', en: 'Critical' }, width: 80, position: 'right' },
  { property: 'warning', label: { zh: '警告', en: 'Warning' }, width: 80, position: 'right' },
  { property: 'notice', label: { zh: '提示', en: 'Notice' }, width: 80, position: 'right' },
  {
    property: 'way',
    label: { zh: '方式', en: 'How' },
    width: 110,
    format: ({ way, by }) => `${runSource.label(way, lang)} · ${by}`,
  },
]

/** Past patrols; the selected one is shown on the page. */
export function RunDrawer({ onClose, onOpen }: { onClose: () => void; onOpen: (id: number) => void }) {
  const scene = useScene()
  return (
    <Drawer open onClose={onClose} width={760} title={say({ zh: '巡检历史', en: 'Past patrols' })}>
      <div className="flex h-full min-h-0 flex-col">
        <CallTable
          call={scoreCalls.list}
          input={{ scene_id: scene.id }}
          columns={columns}
          onRow={({ id }) => onOpen(id)}
          name="scene/score/run"
          csv={columns.map(({ label, property }) => ({
            label,
            property,
            value: (row: PatrolRunRow) => String(row[property as keyof PatrolRunRow] ?? ''),
          }))}
          empty={{ title: { zh: '还没有巡检记录', en: 'No patrols yet' } }}
        />
      </div>
    </Drawer>
  )
}
