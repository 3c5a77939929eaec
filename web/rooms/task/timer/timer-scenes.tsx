import { say } from '../../../kit/words/words.ts'
import { MiniTable, type MiniColumn } from '../../../ui/data-table/mini-table.tsx'
import { LastRun } from './last-run.tsx'
import { clockText, type ListedTimer, type TimerScene } from './timer-row.ts'

const columns: MiniColumn<TimerScene>[] = [
  { label: { zh: '场景', en: 'Scene' }, format: ({ scene_name }) => scene_name },
  { label: { zh: '时区', en: 'Time zone' }, format: ({ time_zone }) => time_zone },
  {
    label: { zh: '下次执行（当地时间）', en: 'Next run (local time)' },
    format: ({ next_at, time_zone }) => next_at !== null && clockText(next_at, time_zone),
  },
  { label: { zh: '上次结果', en: 'Last result' }, format: (scene) => <LastRun scene={scene} /> },
]

/** The runs of a timer in each of its scenes, and its rule for missed runs. */
export function TimerScenes({ timer }: { timer: ListedTimer }) {
  const { grace_minutes, wait_hours, scenes, operator } = timer
  return (
    <div className="flex flex-col gap-2">
      <MiniTable
        label={{ zh: '各场景执行情况', en: 'Runs in each scene' }}
        columns={columns}
        rows={scenes}
        rowKey={({ scene_id }) => scene_id}
        className="max-h-72"
      />
      <p className="text-xs text-soft">
        {say(
          {
            zh: '以 {operator} 的权限执行；离线设备等待 {wait} 小时；错过后 {grace} 分钟内补执行。',
            en: 'Runs with the rights of {operator}; offline devices are waited for {wait} h; a missed run is made up for within {grace} min.',
          },
          { operator, wait: wait_hours, grace: grace_minutes },
        )}
      </p>
    </div>
  )
}
