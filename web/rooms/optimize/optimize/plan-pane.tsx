import { optimizeCalls } from '@belvedere/contract/rooms/optimize/optimize.ts'
import { radioBand } from '@belvedere/contract/rooms/intent/enums.ts'
import { Download, Wand2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { bringPart } from '../../../kit/loading/load-chunk.ts'
import type { Column } from '../../../kit/list/call-table.tsx'
import { useGo } from '../../../kit/routing/go.tsx'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { useScene } from '../../../kit/session/scene.ts'
import { useUrlState } from '../../../kit/routing/url-state.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { howOf, type OptimizationItem, itemsOf, keyOf, type OptimizationPlan } from './plan.ts'

/** Points of interference. */
const thresholds = [2, 5, 10, 20].map((id) => ({
  id,
  label: say({ zh: '至少减少 {n} 点才调整', en: 'Worth it from {n} {n:point|points} on' }, { n: id }),
}))

const usual = { bands: '', threshold: 5, dfs: 0, width: 1, power: 0, all: 0 }

/** The plan: what would change on which radio, and what it would bring. */
export function PlanPane({ heard, at }: { heard: number; at: number }) {
  const scene = useScene()
  const go = useGo()
  const confirm = useConfirm()
  const [asked, setUrl] = useUrlState(usual)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const input = { scene_id: scene.id, mode: 'preview' as const, ...howOf(asked) }
  const { data, error, refetch } = useQueryCall(optimizeCalls.plan, input, { keepPrevious: true })
  const apply = useMutateCall(optimizeCalls.plan, { refresh: ['change'] })
  const chosen = useMemo(() => (data ? itemsOf(data, left) : []), [data, left])
  const start = async () => {
    const title = say({ zh: '应用到 {n} 个射频？', en: 'Apply to {n} {n:radio|radios}?' }, { n: chosen.length })
    const body = say({
      zh: '作为变更单下发：先试点，观察正常后分批进行；终端数下降或设备失联会自动回退。切换信道时终端会短暂断开。',
      en: 'It goes out as a change set: a few first, the rest in waves when they are well; it returns by itself when terminals or devices are lost. Terminals drop for a moment when a channel changes.',
    })
    if (!(await confirm({ title, body, ok: { zh: '应用', en: 'Apply' } }))) return
    const done = await apply.run({ ...input, mode: 'apply', items: chosen })
    if (done) go('/config/change', { id: done.change_id })
  }
  const toggleBand = (band: string) => {
    const now = asked.bands ? asked.bands.split('.') : radioBand.ids.map(String)
    const next = now.includes(band) ? now.filter((one) => one !== band) : [...now, band]
    if (next.length > 0) setUrl({ bands: next.length === radioBand.ids.length ? '' : next.join('.') })
  }
  const flag = (key: 'dfs' | 'width' | 'power' | 'all') => (on: boolean) => setUrl({ [key]: on ? 1 : 0 })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-80" />
  const shown = data.items.filter(({ moved }) => asked.all === 1 || moved === 1)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Gain plan={data} at={at} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {radioBand.values.map(({ id, ...words }) => (
            <Checkbox
              key={id}
              label={words[lang]}
              checked={asked.bands === '' || asked.bands.split('.').includes(String(id))}
              onChange={() => toggleBand(String(id))}
            />
          ))}
          <Select
            className="w-52"
            name={{ zh: '调整门槛', en: 'Threshold' }}
            options={thresholds}
            value={asked.threshold}
            onChange={(threshold) => setUrl({ threshold })}
          />
          <Checkbox
            label={{ zh: '可缩小频宽', en: 'May narrow channels' }}
            checked={asked.width === 1}
            onChange={flag('width')}
          />
          <Checkbox
            label={{ zh: '可降低功率', en: 'May lower power' }}
            checked={asked.power === 1}
            onChange={flag('power')}
          />
          <Checkbox
            label={{ zh: '可用雷达信道（DFS）', en: 'May use radar channels (DFS)' }}
            checked={asked.dfs === 1}
            onChange={flag('dfs')}
          />
          <Checkbox
            label={{ zh: '显示不变的', en: 'Show what stays' }}
            checked={asked.all === 1}
            onChange={flag('all')}
          />
        </div>
        <div className="ml-auto flex gap-2 max-sm:ml-0">
          <Button
            icon={Download}
            disabled={data.items.length === 0}
            onClick={async () => (await bringPart(() => import('./plan-csv.ts')))?.savePlan(scene.name, data)}
          >
            CSV
          </Button>
          <Button
            kind="primary"
            icon={Wand2}
            disabled={chosen.length === 0}
            pending={apply.pending}
            onClick={() => void start()}
          >
            {say({ zh: '应用 {n} 项', en: 'Apply {n}' }, { n: chosen.length })}
          </Button>
        </div>
      </div>
      <div className="flex min-h-80 flex-1 flex-col overflow-hidden rounded-lg border border-line bg-surface">
        <DataTable
          columns={columns}
          rows={shown}
          rowKey={keyOf}
          label={say({ zh: '信道与功率规划', en: 'Plan of channels and power' })}
          selected={new Set(shown.filter((one) => one.moved === 1 && !left.has(keyOf(one))).map(keyOf))}
          onSelect={(rows, on) => setLeft(leftAfter(left, rows, on))}
          empty={
            <EmptyState
              title={
                heard === 0
                  ? { zh: '还没有扫描数据', en: 'Nobody has listened yet' }
                  : { zh: '无需调整', en: 'Nothing would be better' }
              }
              hint={
                heard === 0
                  ? {
                      zh: '扫描后才知道 AP 之间、以及与周围网络的干扰',
                      en: 'Who disturbs whom is known once the access points have listened',
                    }
                  : { zh: '没有一项调整达到门槛', en: 'No move is worth the threshold' }
              }
            />
          }
        />
      </div>
    </>
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

function Gain({ plan: { before, after, moved_cnt }, at }: { plan: OptimizationPlan; at: number }) {
  if (at === 0) return null
  return (
    <p className="flex items-baseline gap-2">
      <span className="text-soft">{say({ zh: '平均干扰', en: 'Interference on average' })}</span>
      <b className="text-lg font-semibold" data-before={before}>
        {before}%
      </b>
      <span aria-hidden="true">→</span>
      <b className={after < before ? 'text-lg font-semibold text-success' : 'text-lg font-semibold'} data-after={after}>
        {after}%
      </b>
      <span className="text-xs text-faint">
        {say({ zh: '{n} 项调整', en: '{n} {n:adjustment|adjustments}' }, { n: moved_cnt })}
      </span>
    </p>
  )
}

const changed = (item: OptimizationItem, field: 'channel' | 'width' | 'power', unit: string) => {
  const [from, to] = [item.before[field], item.after[field]]
  if (from === null) return '–'
  if (from === to) return `${from}${unit}`
  return (
    <>
      <span className="text-faint">{from} → </span>
      <b className="font-medium text-accent-text">
        {to}
        {unit}
      </b>
    </>
  )
}

const columns: Column<OptimizationItem>[] = [
  {
    property: 'name',
    label: { zh: 'AP', en: 'Access point' },
    minWidth: 180,
    fixed: true,
    tooltip: true,
    format: ({ name, sn }) => name || sn,
  },
  { property: 'band', label: { zh: '频段', en: 'Band' }, width: 84, format: ({ band }) => radioBand.label(band, lang) },
  {
    property: 'channel',
    label: { zh: '信道', en: 'Channel' },
    width: 110,
    format: (item) => changed(item, 'channel', ''),
  },
  {
    property: 'width',
    label: { zh: '频宽', en: 'Width' },
    width: 130,
    format: (item) => changed(item, 'width', ' MHz'),
  },
  {
    property: 'power',
    label: { zh: '功率', en: 'Power' },
    width: 120,
    format: (item) => changed(item, 'power', ' dBm'),
  },
  {
    property: 'interference',
    label: { zh: '预测干扰', en: 'Interference' },
    width: 140,
    tips: {
      zh: '被其他发射占用的空口时间，由扫描信号强度与占用率推算',
      en: 'Air time used by others, estimated from received signals and their utilisation',
    },
    format: ({ before, after }) => (
      <>
        {before.interference}% <span className="text-faint">→</span>{' '}
        <span className={after.interference < before.interference ? 'text-success' : ''}>{after.interference}%</span>
      </>
    ),
  },
  {
    property: 'utilisation',
    label: { zh: '实测占用', en: 'Busy now' },
    width: 100,
    position: 'right',
    format: ({ utilisation }) => (utilisation === null ? '–' : `${Math.round(utilisation)}%`),
  },
  {
    property: 'own_cnt',
    label: { zh: '听到（自有 / 外部）', en: 'Hears (own / strangers)' },
    width: 170,
    position: 'right',
    format: ({ own_cnt, stranger_cnt }) => (own_cnt === null ? '–' : `${own_cnt} / ${stranger_cnt ?? 0}`),
  },
  {
    property: 'fixed',
    label: { zh: '状态', en: 'State' },
    width: 130,
    format: ({ fixed, moved }) =>
      fixed === 1 ? (
        <Status tone="disabled" label={{ zh: '不可配置', en: 'Cannot be set' }} />
      ) : moved === 1 ? (
        <Status tone="primary" label={{ zh: '调整', en: 'Moves' }} />
      ) : (
        <Status tone="neutral" label={{ zh: '不变', en: 'Stays' }} />
      ),
  },
]
