import { timerScope, timerType } from '@belvedere/contract/rooms/task/timer/enums.ts'
import type { Column } from '../../../kit/list/call-table.tsx'
import { lang, say } from '../../../kit/words/words.ts'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Badge } from '../../../ui/feedback/status.tsx'
import { LastRun } from './last-run.tsx'
import { clockText, type ListedTimer, whenText } from './timer-row.ts'

export const timerColumns: Column<ListedTimer>[] = [
  {
    property: 'name',
    label: { zh: '定时任务', en: 'Timer' },
    sort: true,
    minWidth: 170,
    fixed: true,
    format: ({ name, type }) => <b className="font-medium">{name || timerType.label(type, lang)}</b>,
  },
  {
    property: 'type',
    label: { zh: '类型', en: 'Type' },
    sort: true,
    width: 130,
    defaultHide: true,
    format: ({ type }) => timerType.label(type, lang),
  },
  { property: 'devices', label: { zh: '对象', en: 'Acts on' }, minWidth: 180, tooltip: true, format: targetText },
  { property: 'weekdays', label: { zh: '时间', en: 'When' }, minWidth: 130, tooltip: true, format: whenText },
  {
    property: 'next_at',
    label: { zh: '下次执行', en: 'Next run' },
    sort: true,
    minWidth: 200,
    tips: { zh: '按各场景所在时区计算', en: 'By the time zone of each scene' },
    format: (timer) => <NextRun timer={timer} />,
  },
  {
    property: 'last_at',
    label: { zh: '上次结果', en: 'Last result' },
    sort: true,
    minWidth: 200,
    format: ({ scenes }) => <Latest scenes={scenes} />,
  },
  { property: 'operator', label: { zh: '所有者', en: 'Owner' }, width: 110, tooltip: true, defaultHide: true },
]

const and = lang === 'zh' ? '、' : ', '

function targetText({ scope, group_name, devices, device_cnt, scenes }: ListedTimer): string {
  const n = say({ zh: '{n} 台', en: '{n} {n:device|devices}' }, { n: device_cnt })
  if (scope === timerScope.id.group) return `${group_name ?? ''} · ${n}`
  if (scope === timerScope.id.scene) return `${scenes.map(({ scene_name }) => scene_name).join(and)} · ${n}`
  return device_cnt > devices.length ? `${devices.join(and)}… · ${n}` : devices.join(and)
}

function NextRun({ timer: { paused, next_at, scenes, device_cnt } }: { timer: ListedTimer }) {
  if (paused) return <Badge tone="disabled" label={{ zh: '已暂停', en: 'Paused' }} />
  const next = scenes.find((scene) => scene.next_at === next_at)
  if (next_at === null || !next) {
    const why = device_cnt === 0 ? { zh: '没有设备', en: 'No devices' } : { zh: '已结束', en: 'Over' }
    return <span className="text-faint">{say(why)}</span>
  }
  return (
    <span data-tip={next.time_zone}>
      {clockText(next_at, next.time_zone)}
      <span className="ml-2 text-xs text-faint">
        <RelativeTime at={next_at} />
      </span>
    </span>
  )
}

/** Last run of the scene that was due last; the other scenes are in the expanded row. */
function Latest({ scenes }: Pick<ListedTimer, 'scenes'>) {
  const [latest] = [...scenes].sort((a, b) => (b.last_at ?? 0) - (a.last_at ?? 0))
  return latest ? <LastRun scene={latest} /> : null
}
