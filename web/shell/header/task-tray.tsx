import { taskCalls } from '@belvedere/contract/rooms/task/task.ts'
import { ListChecks } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { lazyPart } from '../../kit/loading/lazy-part.ts'
import { useQueryCall } from '../../kit/calls/query.ts'
import { useMay } from '../../kit/session/session.ts'
import { say } from '../../kit/words/words.ts'
import { Popover } from '../../ui/popups/popover.tsx'
import { isRunning, ownTasks, type OwnTask } from './own-tasks.ts'

const TaskList = lazyPart(() => import('./task-list.tsx'), 'TaskList')

/** The user's device tasks: the number of running tasks, and a window with their progress. */
export function TaskTray() {
  const may = useMay()
  return may('log.read') ? <Tray /> : null
}

function Tray() {
  const [open, setOpen] = useState(false)
  const { data } = useQueryCall(taskCalls.list, ownTasks, { keep: true })
  const running = data?.list.filter(isRunning).length ?? 0
  const [news, forget] = useEnded(data?.list)
  const change = (next: boolean) => {
    setOpen(next)
    forget()
  }
  const label = running
    ? say({ zh: '任务：{n} 个进行中', en: 'Tasks: {n} running' }, { n: running })
    : news
      ? say({ zh: '任务：有新的结果', en: 'Tasks: new results' })
      : say({ zh: '任务', en: 'Tasks' })
  const trigger = (
    <button
      type="button"
      aria-label={label}
      data-tip={label}
      className="relative flex size-8 shrink-0 items-center justify-center rounded-md text-soft hover:bg-hover hover:text-ink data-popup-open:bg-hover data-popup-open:text-ink"
    >
      <ListChecks size={16} aria-hidden="true" />
      {running > 0 && (
        <span className="absolute top-0 right-0 flex h-3.5 min-w-3.5 items-center justify-center rounded-full bg-accent px-1 text-[10px] leading-none font-semibold text-accent-ink">
          {running > 99 ? '99+' : running}
        </span>
      )}
      {running === 0 && news && <span className="absolute top-1 right-1 size-2 rounded-full bg-accent-text" />}
    </button>
  )
  return (
    <Popover
      trigger={trigger}
      label={{ zh: '任务', en: 'Tasks' }}
      className="w-[min(400px,calc(100vw-16px))]"
      open={open}
      onOpenChange={change}
    >
      <Suspense fallback={<div className="h-40" />}>
        <TaskList onLeave={() => setOpen(false)} />
      </Suspense>
    </Popover>
  )
}

/** True after a task finished that was not finished when the page was loaded or the tray was last open. */
function useEnded(list: readonly OwnTask[] | undefined): readonly [boolean, () => void] {
  const known = useRef<ReadonlySet<number>>(undefined)
  const [, redraw] = useState(0)
  const over = (list ?? []).filter((task) => !isRunning(task)).map(({ id }) => id)
  if (list) known.current ??= new Set(over)
  const forget = () => {
    known.current = new Set(over)
    redraw((turn) => turn + 1)
  }
  return [over.some((id) => !known.current?.has(id)), forget]
}
