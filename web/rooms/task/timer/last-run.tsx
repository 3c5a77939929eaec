import { taskResult } from '@belvedere/contract/rooms/task/enums.ts'
import { timerOutcome } from '@belvedere/contract/rooms/task/timer/enums.ts'
import { Go } from '../../../kit/routing/go.tsx'
import { useMay } from '../../../kit/session/session.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import type { TimerScene } from './timer-row.ts'

/** The result of a timer's last run in one scene, with a link to its task. */
export function LastRun({ scene }: { scene: TimerScene }) {
  const { last, last_at, task_id, missed_cnt } = scene
  const may = useMay()
  if (!last || last_at === null) return <span className="text-faint">{say({ zh: '尚未执行', en: 'Not yet' })}</span>
  return (
    <span className="inline-flex items-center gap-2">
      <Outcome scene={scene} />
      {task_id && may('log.read') ? (
        <Go to="/maintenance/log/task" search={{ task_id, expand: task_id }}>
          <RelativeTime at={last_at} />
        </Go>
      ) : (
        <RelativeTime at={last_at} />
      )}
      {missed_cnt > 0 && (
        <span className="text-xs text-warning">{say({ zh: '错过 {n} 次', en: '{n} missed' }, { n: missed_cnt })}</span>
      )}
    </span>
  )
}

/** The result of the task is shown instead of the start; without a task, the reason. */
function Outcome({ scene: { last, result, err_cnt, total_cnt } }: { scene: TimerScene }) {
  const began = last === timerOutcome.id.ran || last === timerOutcome.id.late
  if (result === null || !began)
    return <Status tone={timerOutcome.find(last)?.tone} label={timerOutcome.label(last, lang)} />
  const share = total_cnt > 1 ? ` ${total_cnt - err_cnt}/${total_cnt}` : ''
  return <Status tone={taskResult.find(result)?.tone} label={`${taskResult.label(result, lang)}${share}`} />
}
