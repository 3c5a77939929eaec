import { changePhase, changeReason, itemState, reviewOnly } from '@belvedere/contract/rooms/change/enums.ts'
import { useUrlState } from '../../../kit/routing/url-state.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { durationText } from '../../../ui/values/duration.ts'
import { Facts } from '../../../ui/values/fact-list.tsx'
import { Progress } from '../../../ui/feedback/progress.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import type { ChangeDetail } from '../list/change-page.tsx'
import { EditList } from '../review/edit-list.tsx'
import { ItemTable } from './item-table.tsx'
import { ProgressActions } from './progress-actions.tsx'
import { Trail } from './trail.tsx'
import { Waves } from './waves.tsx'

const tabs = [
  { id: 'devices', label: { zh: '设备', en: 'Devices' } },
  { id: 'edits', label: { zh: '更改项', en: 'Edits' } },
  { id: 'trail', label: { zh: '过程', en: 'Course' } },
] as const

type TabId = (typeof tabs)[number]['id']

/** An applied change set: its state, its devices, and its events. */
export function ProgressPage({ change }: { change: ChangeDetail }) {
  const [{ tab }, set] = useUrlState({ tab: 'devices' })
  return (
    <>
      <section className="grid gap-4 rounded-xl border border-line bg-surface p-4 shadow-card">
        <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
          <Facts items={factsOf(change)} className="min-w-0 flex-1 basis-64 max-sm:grid-cols-2" />
          <ProgressActions change={change} />
        </div>
        <Waves waves={change.waves} />
      </section>
      <Tabs tabs={tabs} value={tab as TabId} onChange={(id) => set({ tab: id })} className="shrink-0" />
      {/* a list as high as the rest of the page, if that is sufficient */}
      {tab === 'devices' && (
        <div className="flex min-h-96 flex-1 flex-col">
          <ItemTable id={change.id} />
        </div>
      )}
      {tab === 'edits' && <EditList change={change} />}
      {tab === 'trail' && <Trail id={change.id} />}
    </>
  )
}

function factsOf(change: ChangeDetail) {
  const {
    phase,
    reason,
    device_cnt,
    done_cnt,
    partly_cnt,
    refused_cnt,
    failed_cnt,
    operator,
    started_at,
    ended_at,
    state,
  } = change
  const ended = state === 'done' || state === 'returned'
  return [
    {
      label: { zh: '进度', en: 'Progress' },
      value: <Progress done={done_cnt + failed_cnt} total={device_cnt} failed={failed_cnt} />,
    },
    ...(ended ? [] : [{ label: { zh: '阶段', en: 'Phase' }, value: changePhase.label(phase, lang) }]),
    ...(partly_cnt > 0
      ? [
          {
            label: itemState.label('partly', lang),
            value: say({ zh: '{n} 台设备', en: '{n} {n:device|devices}' }, { n: partly_cnt }),
          },
        ]
      : []),
    ...(refused_cnt > 0
      ? [
          {
            label: reviewOnly.label('refused', lang),
            value: say({ zh: '{n} 台设备', en: '{n} {n:device|devices}' }, { n: refused_cnt }),
          },
        ]
      : []),
    {
      label: { zh: '只能部分生效时', en: 'If only part takes effect' },
      value: change.options.keep_partial ? say({ zh: '保留', en: 'Kept' }) : say({ zh: '回退', en: 'Rolled back' }),
    },
    ...(reason ? [{ label: { zh: '回退原因', en: 'Why it returned' }, value: changeReason.label(reason, lang) }] : []),
    { label: { zh: '操作人', en: 'Operator' }, value: operator },
    { label: { zh: '开始', en: 'Started' }, value: started_at && <RelativeTime at={started_at} /> },
    ...(started_at && ended_at
      ? [
          {
            label: { zh: '用时', en: 'Duration' },
            value: durationText(ended_at - started_at) || say({ zh: '不到 1 秒', en: 'under 1 s' }),
          },
        ]
      : []),
  ]
}
