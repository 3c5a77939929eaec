import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import { optimizeCalls } from '@belvedere/contract/rooms/optimize/optimize.ts'
import { CalendarClock, History, Radar } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { useScene } from '../../../kit/session/scene.ts'
import { useMay } from '../../../kit/session/session.ts'
import { StaleNote } from '../../../kit/live/stale-note.tsx'
import { useUrlState } from '../../../kit/routing/url-state.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { Progress } from '../../../ui/feedback/progress.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { PlanPane } from './plan-pane.tsx'

const TimerDialog = lazyPart(() => import('./timer-dialog.tsx'), 'TimerDialog')
const HistoryDrawer = lazyPart(() => import('./history-drawer.tsx'), 'HistoryDrawer')

const question = {
  title: { zh: '现在扫描无线环境？', en: 'Scan the wireless environment now?' },
  body: {
    zh: '每台 AP 会离开工作信道数秒，期间无线终端可能短暂卡顿。同一时间最多 8 台。',
    en: 'Each access point leaves its channel for some seconds, during which its terminals may stall. At most eight at a time.',
  },
  ok: { zh: '开始扫描', en: 'Scan' },
}

/** Radio data of a scene, the suggested plan, and past plans. */
export function View() {
  const scene = useScene()
  const may = useMay()
  const [{ history }, setUrl] = useUrlState({ history: 0 })
  const [timing, setTiming] = useState(false)
  const { data, error, refetch, dataUpdatedAt } = useQueryCall(optimizeCalls.state, { scene_id: scene.id })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-80" />
  const writable = may('change.write') && !scene.readOnly
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <ScanState data={data} stale={<StaleNote error={error} at={dataUpdatedAt} onRetry={() => void refetch()} />}>
        <Button icon={CalendarClock} onClick={() => setTiming(true)}>
          {say({ zh: '定时', en: 'Schedule' })}
        </Button>
        <Button icon={History} onClick={() => setUrl({ history: 1 }, { push: true })}>
          {say({ zh: '历史', en: 'History' })}
        </Button>
      </ScanState>
      {data.ap_cnt === 0 ? (
        <div className="rounded-lg border border-line bg-surface">
          <EmptyState
            title={{ zh: '该场景没有无线设备', en: 'No device of this scene reports radios' }}
            hint={{
              zh: 'AP 上线并上报射频后即可规划信道与功率',
              en: 'Channels and power are planned once access points have reported their radios',
            }}
          />
        </div>
      ) : writable ? (
        <PlanPane heard={data.heard_cnt} at={data.heard_at ?? 0} />
      ) : (
        <div className="rounded-lg border border-line bg-surface">
          <EmptyState
            title={{ zh: '没有变更配置的权限', en: 'No right to change configurations' }}
            hint={{ zh: '可查看历史记录', en: 'The history can be looked at' }}
          />
        </div>
      )}
      <Suspense>
        {timing && <TimerDialog editable={writable && scene.own} onClose={() => setTiming(false)} />}
        {history === 1 && <HistoryDrawer onClose={() => setUrl({ history: 0 })} />}
      </Suspense>
    </div>
  )
}

type RadioState = Out<typeof optimizeCalls.state>

interface ScanStateProps {
  data: RadioState
  stale: ReactNode
  children: ReactNode
}

/** Known radio data, and the progress of a scan. */
function ScanState({ data, stale, children }: ScanStateProps) {
  return (
    <section className="flex flex-wrap items-center gap-x-6 gap-y-2 rounded-lg border border-line bg-surface px-5 py-3">
      <p className="min-w-0">
        <b className="font-medium">
          {say(
            {
              zh: '{heard} / {all} 台 AP 有扫描数据',
              en: '{heard} of {all} access {all:point|points} with scan data',
            },
            { heard: data.heard_cnt, all: data.ap_cnt },
          )}
        </b>{' '}
        {data.heard_at !== null && (
          <span className="text-xs text-faint">
            {say({ zh: '最近', en: 'last' })} <RelativeTime at={data.heard_at} />
          </span>
        )}
      </p>
      {data.listening && (
        <span className="flex items-center gap-2 text-soft" role="status">
          {say({ zh: '扫描中', en: 'Scanning' })}
          <Progress done={data.listening.done} total={data.listening.total} failed={data.listening.failed} />
        </span>
      )}
      {stale}
      <div className="ml-auto flex flex-wrap gap-2 max-sm:ml-0">
        <ScanNow data={data} />
        {children}
      </div>
    </section>
  )
}

function ScanNow({ data }: { data: RadioState }) {
  const scene = useScene()
  const may = useMay()
  const confirm = useConfirm()
  const listen = useMutateCall(optimizeCalls.listen)
  if (!may('device.command') || scene.readOnly || data.able_cnt === 0) return null
  const begin = async () => {
    const { title, body, ok } = question
    if (await confirm({ title, body: say(body), ok })) await listen.run({ scene_id: scene.id })
  }
  return (
    <Button
      icon={Radar}
      kind={data.heard_cnt === 0 ? 'primary' : 'plain'}
      pending={listen.pending || data.listening !== null}
      onClick={() => void begin()}
    >
      {say({ zh: '扫描无线环境', en: 'Scan environment' })}
    </Button>
  )
}
