import { taskResult, taskType } from '@belvedere/contract/rooms/task/enums.ts'
import { taskCalls } from '@belvedere/contract/rooms/task/task.ts'
import { useState } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { encodedStorage } from '../../kit/session/encoded-storage.ts'
import { useGo } from '../../kit/routing/go.tsx'
import { useQueryCall } from '../../kit/calls/query.ts'
import { useSession } from '../../kit/session/session.ts'
import { lang, say } from '../../kit/words/words.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ErrorState } from '../../ui/feedback/empty-state.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { RelativeTime } from '../../ui/values/relative-time.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Status } from '../../ui/feedback/status.tsx'
import { isRunning, ownTasks, type OwnTask } from './own-tasks.ts'

interface Cleared {
  uid: number
  /** Finished tasks up to this id are hidden. */
  upTo: number
}

const useCleared = create<Cleared>()(
  persist((): Cleared => ({ uid: 0, upTo: 0 }), { name: 'belvedere.tray', storage: encodedStorage<Cleared>() }),
)

/** Older tasks are only in the task log. */
const days = 7

/**
 * The window of the tray: running tasks with their progress, finished tasks with their result until they are cleared.
 */
export function TaskList({ onLeave }: { onLeave: () => void }) {
  const go = useGo()
  const uid = useSession((s) => s.uid)
  const cleared = useCleared()
  const [from] = useState(() => Math.floor(Date.now() / 1000) - days * 86_400)
  const { data, error, refetch } = useQueryCall(taskCalls.list, ownTasks, { keep: true })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  const upTo = cleared.uid === uid ? cleared.upTo : 0
  const shown = data.list.filter((task) => isRunning(task) || (task.id > upTo && task.created_at > from))
  const last = Math.max(0, ...data.list.filter((task) => !isRunning(task)).map(({ id }) => id))
  const leaveTo = (search = {}) => {
    onLeave()
    go('/maintenance/log/task', search)
  }
  return (
    <section className="flex max-h-[min(480px,70vh)] flex-col">
      <header className="flex h-10 shrink-0 items-center border-b border-line px-3">
        <h2 className="flex-1 font-semibold">{say({ zh: '我的任务', en: 'My tasks' })}</h2>
        {shown.some((task) => !isRunning(task)) && (
          <Button size="s" kind="quiet" onClick={() => useCleared.setState({ uid, upTo: last })}>
            {say({ zh: '清除已结束', en: 'Clear finished' })}
          </Button>
        )}
      </header>
      <ul className="min-h-0 flex-1 overflow-y-auto p-1.5">
        {shown.map((task) => (
          <li key={task.id}>
            <TaskRow task={task} onOpen={() => leaveTo({ expand: task.id })} />
          </li>
        ))}
        {shown.length === 0 && (
          <li className="px-2 py-6 text-center text-soft">
            {say({ zh: '没有进行中或新结束的任务', en: 'Nothing is running and nothing new has ended' })}
          </li>
        )}
      </ul>
      <footer className="border-t border-line p-1.5">
        <Button size="s" kind="quiet" onClick={() => leaveTo()}>
          {say({ zh: '查看任务日志', en: 'Open the task log' })}
        </Button>
      </footer>
    </section>
  )
}

function TaskRow({ task, onOpen }: { task: OwnTask; onOpen: () => void }) {
  const { type, objects, result, total_cnt, err_cnt, done_cnt, created_at, ended_at } = task
  const more = total_cnt - objects.length
  const running = isRunning(task)
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full min-w-0 flex-col gap-0.5 rounded-md px-2 py-1.5 text-left hover:bg-hover"
    >
      <span className="flex w-full min-w-0 items-center gap-2">
        <span className="shrink-0 font-medium">{taskType.label(type, lang)}</span>
        <span className="min-w-0 flex-1 truncate text-soft">
          {objects.join(lang === 'zh' ? '、' : ', ')}
          {more > 0 && say({ zh: ' 等 {n} 台', en: ' and {more} more' }, { n: total_cnt, more })}
        </span>
        <span className="shrink-0 text-xs text-faint">
          <RelativeTime at={ended_at ?? created_at} />
        </span>
      </span>
      <span className="flex w-full items-center gap-3">
        {running ? (
          <Progress done={done_cnt} total={total_cnt} failed={err_cnt} />
        ) : (
          <>
            <Status tone={taskResult.find(result)?.tone} label={taskResult.label(result, lang)} className="text-xs" />
            <span className="text-xs text-soft">
              {say(
                { zh: '共 {total}，成功 {good}，失败 {bad}', en: '{total} in all, {good} succeeded, {bad} failed' },
                { total: total_cnt, good: done_cnt - err_cnt, bad: err_cnt },
              )}
            </span>
          </>
        )}
      </span>
    </button>
  )
}

function Waiting() {
  return (
    <div className="flex flex-col gap-3 p-3">
      <Skeleton className="h-9" />
      <Skeleton className="h-9" />
      <Skeleton className="h-9" />
    </div>
  )
}
