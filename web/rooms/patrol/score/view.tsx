import { scoreCalls } from '@belvedere/contract/rooms/patrol/score.ts'
import { CalendarClock, Download, History, ShieldCheck } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { bringPart } from '../../../kit/loading/load-chunk.ts'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { useScene } from '../../../kit/session/scene.ts'
import { useMay } from '../../../kit/session/session.ts'
import { useUrlState } from '../../../kit/routing/url-state.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { FindingList } from './finding-list.tsx'
import { ScoreCard } from './score-card.tsx'

const TimerDialog = lazyPart(() => import('./timer-dialog.tsx'), 'TimerDialog')
const RunDrawer = lazyPart(() => import('./run-drawer.tsx'), 'RunDrawer')

/** The latest or a past patrol of the scene: score and findings. */
export function View() {
  const scene = useScene()
  const may = useMay()
  const [{ run_id, runs }, setUrl] = useUrlState({ run_id: 0, runs: 0 })
  const [timing, setTiming] = useState(false)
  const request = { scene_id: scene.id, ...(run_id > 0 && { run_id }) }
  const { data, error, refetch } = useQueryCall(scoreCalls.get, request, { keepPrevious: true })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-80" />
  const toLatest = () => setUrl({ run_id: 0 })
  const start = (
    <>
      <PatrolNow onDone={toLatest} />
      <Button icon={CalendarClock} onClick={() => setTiming(true)}>
        {say({ zh: '定时', en: 'Schedule' })}
      </Button>
    </>
  )
  const actions = (
    <>
      {start}
      <Button icon={History} onClick={() => setUrl({ runs: 1 }, { push: true })}>
        {say({ zh: '历史', en: 'History' })}
      </Button>
      <Button
        icon={Download}
        disabled={data.items.length === 0}
        onClick={async () => (await bringPart(() => import('./patrol-csv.ts')))?.savePatrol(scene.name, data)}
      >
        CSV
      </Button>
    </>
  )
  const current = !scene.readOnly && run_id === 0
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto">
      {data.run_id === 0 ? (
        <NoPatrol>{start}</NoPatrol>
      ) : (
        <>
          <ScoreCard scene_id={scene.id} patrol={data} past={run_id > 0} onLatest={toLatest} actions={actions} />
          <FindingList
            patrol={data}
            editable={current && may('scene.write')}
            fixEnabled={current && may('change.write')}
          />
        </>
      )}
      <Suspense>
        {timing && <TimerDialog editable={may('scene.write') && scene.own} onClose={() => setTiming(false)} />}
        {runs === 1 && (
          <RunDrawer
            onClose={() => setUrl({ runs: 0 })}
            onOpen={(id) => setUrl({ run_id: id, runs: 0 }, { push: true })}
          />
        )}
      </Suspense>
    </div>
  )
}

function PatrolNow({ onDone }: { onDone: () => void }) {
  const scene = useScene()
  const may = useMay()
  const { run, pending } = useMutateCall(scoreCalls.run)
  if (!may('scene.write')) return null
  const start = async () => {
    const made = await run({ scene_id: scene.id })
    if (!made) return
    onDone()
    toast.success(
      made.score === null
        ? { zh: '巡检完成', en: 'Patrol done' }
        : say({ zh: '巡检完成，得分 {n}', en: 'Patrol done: {n} of 100' }, { n: made.score }),
    )
  }
  return (
    <Button kind="primary" icon={ShieldCheck} pending={pending} onClick={() => void start()}>
      {say({ zh: '立即巡检', en: 'Patrol now' })}
    </Button>
  )
}

function NoPatrol({ children }: { children: ReactNode }) {
  return (
    <div className="rounded-lg border border-line bg-surface">
      <EmptyState
        icon={ShieldCheck}
        title={{ zh: '还没有巡检过', en: 'Not patrolled yet' }}
        hint={{
          zh: '按规则检查链路、外网、无线、安全、固件、备份、时间和容量，给出评分、证据与处理建议',
          en: 'Links, WAN, Wi-Fi, security, firmware, backups, time and capacity are checked by rules: a score, the evidence and what to do',
        }}
        action={children}
      />
    </div>
  )
}
