import { sceneState } from '@belvedere/contract/rooms/scene/place/enums.ts'
import { sceneOverviewCalls } from '@belvedere/contract/rooms/device/scene-overview.ts'
import { rateText } from '@belvedere/pure/text/flow.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { lang, say, type Words } from '../../../kit/words/words.ts'
import { cx } from '../../../ui/base/join-classes.ts'
import { Status } from '../../../ui/feedback/status.tsx'
import type { WallData } from './use-wall-data.ts'
import { figure } from './wall-panel.tsx'

type WallScene = NonNullable<WallData['map']>['list'][number]
type WallAlarm = NonNullable<WallData['alarms']>[number]

/** The scene in focus, and the alarm that selected it. */
export function FocusCard({ scene, alarm }: { scene: WallScene; alarm: WallAlarm | undefined }) {
  const { data } = useQueryCall(sceneOverviewCalls.base, { scene_id: scene.id }, { keepPrevious: true })
  const known = data?.scene.id === scene.id ? data.scene : undefined
  const facts: [Words, string][] = [
    [{ zh: '设备在线', en: 'Devices' }, `${figure(scene.device_online)} / ${figure(scene.device_total)}`],
    [{ zh: '终端', en: 'Terminals' }, figure(known?.terminal_cnt)],
    [{ zh: '告警', en: 'Alarms' }, figure(scene.critical + scene.warning + scene.notice)],
    [{ zh: '速率', en: 'Rate' }, rateText(scene.bps)],
  ]
  return (
    <section
      aria-label={scene.name}
      className={cx(
        'absolute bottom-[0.75em] left-[0.75em] w-[27em] max-w-[calc(100%-1.5em)] rounded-[0.5em] bg-raised/95 p-[0.9em] shadow-(--shadow-pop)',
        alarm && 'outline-2 outline-danger-dot',
      )}
    >
      {alarm && (
        <p role="alert" className="mb-[0.5em] font-medium text-danger">
          {say(
            { zh: '新的严重告警：{title} · {device}', en: 'New critical alarm: {title} · {device}' },
            { title: alarm.title, device: alarm.device_name || alarm.sn },
          )}
        </p>
      )}
      <h2 className="flex items-center gap-[0.7em]">
        <span className="min-w-0 flex-1 truncate text-[1.2em] font-semibold">{scene.name}</span>
        <Status
          tone={scene.critical > 0 ? 'danger' : sceneState.find(scene.state)?.tone}
          label={sceneState.label(scene.state, lang)}
        />
      </h2>
      <p className="mb-[0.5em] truncate text-[0.85em] text-faint">
        {[...new Set([scene.province, scene.city])].filter(Boolean).join(' ') || '\u00a0'}
      </p>
      <dl className="flex justify-between gap-[1em]">
        {facts.map(([words, value]) => (
          <div key={words.en}>
            <dt className="text-[0.75em] text-faint">{say(words)}</dt>
            <dd className="whitespace-nowrap tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
