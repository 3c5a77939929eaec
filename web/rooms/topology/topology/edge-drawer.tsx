import { linkKind, linkState } from '@belvedere/contract/rooms/topology/enums.ts'
import { topologyCalls } from '@belvedere/contract/rooms/topology/topology.ts'
import { rateText } from '@belvedere/pure/text/flow.ts'
import { useMemo } from 'react'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { lang, say, type Words } from '../../../kit/words/words.ts'
import { Drawer } from '../../../ui/dialogs/drawer.tsx'
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { Facts, type Fact } from '../../../ui/values/fact-list.tsx'
import { absoluteTime, RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Sparkline } from '../../../ui/values/sparkline.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { nameOf, type TopologyEdge, type TopologyNode } from './network.ts'

interface EdgeDrawerProps {
  edge: TopologyEdge
  nodes: readonly TopologyNode[]
  sceneId: number
  /** 0: the current state. */
  at: number
  onChoose: (id: string | undefined) => void
}

/** Details of a link: state and traffic. */
export function EdgeDrawer({ edge, nodes, sceneId, at, onChoose }: EdgeDrawerProps) {
  const end = (id: string) => nodes.find((node) => node.id === id)
  const [from, to] = [end(edge.from), end(edge.to)]
  const title = [from, to].flatMap((node) => (node ? nameOf(node) : [])).join(' – ')
  return (
    <Drawer open width={480} onClose={() => onChoose(undefined)} title={title}>
      <div className="flex flex-col gap-5">
        <Facts items={factsOf(edge, from, to, onChoose)} />
        {edge.measured ? (
          <Rates
            key={edge.id}
            scene_id={sceneId}
            {...edge.measured}
            at={at}
            swap={`d${edge.measured.device_id}` !== edge.from}
          />
        ) : (
          <p className="text-soft">
            {say({ zh: '两端都没有报告该端口的流量。', en: 'Neither end reports the traffic of this port.' })}
          </p>
        )}
      </div>
    </Drawer>
  )
}

function factsOf(
  edge: TopologyEdge,
  from: TopologyNode | undefined,
  to: TopologyNode | undefined,
  choose: (id: string) => void,
): Fact[] {
  const state = linkState.find(edge.state)
  const end = (node: TopologyNode | undefined, port: string) =>
    node && (
      <button type="button" className="text-left text-accent-text hover:underline" onClick={() => choose(node.id)}>
        {nameOf(node)} {port}
      </button>
    )
  const facts: (Fact | false)[] = [
    {
      label: { zh: '状态', en: 'State' },
      value: (
        <span className="flex items-center gap-2">
          <Status tone={state?.tone} label={state ?? ''} />
          {edge.since > 0 && <RelativeTime at={edge.since} />}
        </span>
      ),
    },
    {
      label: { zh: '两端', en: 'Ends' },
      value: (
        <span className="flex flex-col items-start gap-1">
          {end(from, edge.from_port)}
          {end(to, edge.to_port)}
        </span>
      ),
    },
    {
      label: { zh: '类型', en: 'Kind' },
      value: `${linkKind.label(edge.kind, lang)}${edge.sure === 1 ? '' : say({ zh: '（推断）', en: ' (inferred)' })}`,
    },
    edge.speed !== null && { label: { zh: '协商速率', en: 'Speed' }, value: `${edge.speed} Mbit/s` },
    edge.rx_bps !== null && {
      label: { zh: '当前收 / 发', en: 'In, out now' },
      value: `${rateText(edge.rx_bps)} / ${rateText(edge.tx_bps ?? 0)}`,
    },
    edge.loss !== null && {
      label: { zh: '丢包与错误', en: 'Lost or broken' },
      value: `${(edge.loss / 10_000).toFixed(2)}%`,
    },
  ]
  return facts.filter((fact): fact is Fact => Boolean(fact))
}

const HALF = 43_200

/** A period of one day that ends now, or with the displayed time at its centre. */
function Rates({
  scene_id,
  device_id,
  port,
  at,
  swap,
}: {
  scene_id: number
  device_id: number
  port: string
  at: number
  swap: boolean
}) {
  const period = useMemo(() => (at > 0 ? { from: at - HALF, to: at + HALF } : {}), [at])
  const { data, error, refetch } = useQueryCall(
    topologyCalls.flow,
    { scene_id, device_id, port, ...period },
    { keepPrevious: true, every: 60_000 },
  )
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-32" />
  if (data.points.every(([, rx]) => rx === null))
    return (
      <EmptyState title={{ zh: '这段时间没有流量记录', en: 'No traffic is stored for this period' }} className="py-6" />
    )
  const [into, out] = swap ? [2, 1] : [1, 2]
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-medium">{say({ zh: '速率历史', en: 'Rates' })}</h3>
      <Curve label={{ zh: '接收', en: 'In' }} points={data.points} of={into as 1 | 2} />
      <Curve label={{ zh: '发送', en: 'Out' }} points={data.points} of={out as 1 | 2} />
      <p className="flex justify-between text-xs text-faint">
        <span>{absoluteTime(data.points[0]?.[0] ?? data.from)}</span>
        <span>{absoluteTime(data.points.at(-1)?.[0] ?? data.to)}</span>
      </p>
    </section>
  )
}

function Curve({
  label,
  points,
  of,
}: {
  label: Words
  points: readonly [number, number | null, number | null][]
  of: 1 | 2
}) {
  const values = points.map((point) => point[of])
  const known = values.filter((value) => value !== null)
  return (
    <figure className="overflow-hidden rounded-md border border-line bg-surface">
      <figcaption className="flex justify-between px-3 pt-2 text-xs text-soft">
        <span>{say(label)}</span>
        <span>{say({ zh: '峰值 {peak}', en: 'Peak {peak}' }, { peak: rateText(Math.max(0, ...known)) })}</span>
      </figcaption>
      <Sparkline
        fluid
        values={values.length === 1 ? [...values, ...values] : values}
        label={label}
        width={400}
        height={56}
        className={`mt-1 block ${of === 1 ? 'text-accent-text' : 'text-success'}`}
      />
    </figure>
  )
}
