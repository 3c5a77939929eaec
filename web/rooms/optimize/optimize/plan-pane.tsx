import type { In } from '@belvedere/contract/kit/define-calls.ts'
import { optimizeCalls } from '@belvedere/contract/rooms/optimize/optimize.ts'
import { Download, Wand2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { bringPart } from '../../../kit/loading/load-chunk.ts'
import { useGo } from '../../../kit/routing/go.tsx'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { useScene } from '../../../kit/session/scene.ts'
import { useUrlState } from '../../../kit/routing/url-state.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { howOf, type OptimizationItem, itemsOf, keyOf } from './plan.ts'
import { planColumns } from './plan-columns.tsx'
import { type PlanOptions, PlanToolbar } from './plan-toolbar.tsx'

const usual: PlanOptions = { bands: '', threshold: 5, dfs: 0, width: 1, power: 0, all: 0 }

/** The plan: changes of each radio, and their benefit. */
export function PlanPane({ heard, at }: { heard: number; at: number }) {
  const scene = useScene()
  const [request, setUrl] = useUrlState(usual)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const input = { scene_id: scene.id, mode: 'preview' as const, ...howOf(request) }
  const { data, error, refetch } = useQueryCall(optimizeCalls.plan, input, { keepPrevious: true })
  const chosen = useMemo(() => (data ? itemsOf(data, left) : []), [data, left])
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-80" />
  const shown = data.items.filter(({ moved }) => request.all === 1 || moved === 1)
  return (
    <>
      <PlanToolbar plan={data} at={at} asked={request} onAsk={setUrl}>
        <Button
          icon={Download}
          disabled={data.items.length === 0}
          onClick={async () => (await bringPart(() => import('./plan-csv.ts')))?.savePlan(scene.name, data)}
        >
          CSV
        </Button>
        <ApplyButton input={input} chosen={chosen} />
      </PlanToolbar>
      <div className="flex min-h-80 flex-1 flex-col overflow-hidden rounded-lg border border-line bg-surface">
        <DataTable
          columns={planColumns}
          rows={shown}
          rowKey={keyOf}
          label={say({ zh: '信道与功率规划', en: 'Plan of channels and power' })}
          selected={new Set(shown.filter((one) => one.moved === 1 && !left.has(keyOf(one))).map(keyOf))}
          onSelect={(rows, on) => setLeft(leftAfter(left, rows, on))}
          empty={<NothingToDo scanned={heard > 0} />}
        />
      </div>
    </>
  )
}

function NothingToDo({ scanned }: { scanned: boolean }) {
  return scanned ? (
    <EmptyState
      title={{ zh: '无需调整', en: 'No change needed' }}
      hint={{ zh: '没有一项调整达到门槛', en: 'No change reaches the threshold' }}
    />
  ) : (
    <EmptyState
      title={{ zh: '还没有扫描数据', en: 'No scan data yet' }}
      hint={{
        zh: '扫描后才知道 AP 之间、以及与周围网络的干扰',
        en: 'Interference between access points and with other networks is known after a scan',
      }}
    />
  )
}

interface ApplyButtonProps {
  input: In<typeof optimizeCalls.plan>
  chosen: ReturnType<typeof itemsOf>
}

/** Applies the selected changes as a change set, after a confirmation. */
function ApplyButton({ input, chosen }: ApplyButtonProps) {
  const go = useGo()
  const confirm = useConfirm()
  const apply = useMutateCall(optimizeCalls.plan, { refresh: ['change'] })
  const start = async () => {
    const title = say({ zh: '应用到 {n} 个射频？', en: 'Apply to {n} {n:radio|radios}?' }, { n: chosen.length })
    const body = say({
      zh: '作为变更单下发：先试点，观察正常后分批进行；终端数下降或设备失联会自动回退。切换信道时终端会短暂断开。',
      en: 'It is sent as a change set: a few devices first, then the rest in waves; it is rolled back when terminals or devices are lost. Terminals disconnect briefly when a channel changes.',
    })
    if (!(await confirm({ title, body, ok: { zh: '应用', en: 'Apply' } }))) return
    const done = await apply.run({ ...input, mode: 'apply', items: chosen })
    if (done) go('/config/change', { id: done.change_id })
  }
  return (
    <Button
      kind="primary"
      icon={Wand2}
      disabled={chosen.length === 0}
      pending={apply.pending}
      onClick={() => void start()}
    >
      {say({ zh: '应用 {n} 项', en: 'Apply {n}' }, { n: chosen.length })}
    </Button>
  )
}

function leftAfter(left: ReadonlySet<string>, rows: readonly OptimizationItem[], on: boolean): Set<string> {
  const next = new Set(left)
  for (const row of rows) {
    if (on) next.delete(keyOf(row))
    else next.add(keyOf(row))
  }
  return next
}
