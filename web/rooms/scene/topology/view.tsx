import { topologyCalls } from '@belvedere/contract/rooms/topology/topology.ts'
import { layoutBeside, layoutTrees } from '@belvedere/pure/tree-layout.ts'
import { Network as NetworkIcon } from 'lucide-react'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Go } from '../../../kit/go.tsx'
import { lazyPart } from '../../../kit/lazy-part.ts'
import { useMutateCall } from '../../../kit/query.ts'
import { useScene } from '../../../kit/scene.ts'
import { useMay } from '../../../kit/session.ts'
import { useUrlState } from '../../../kit/url-state.ts'
import { say } from '../../../kit/words.ts'
import { EmptyState, ErrorState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.tsx'
import { differencesOf, ghostsOf } from './compare.ts'
import { sift } from './filter.ts'
import { isPlaced, type NetNode, type Network, type PlacedNode, type Spot } from './network.ts'
import { lanesOf, type Picture } from './paint.ts'
import { Stage, type StageHandle } from './stage/stage.tsx'
import { Timeline } from './timeline.tsx'
import { Tools } from './tools.tsx'
import { Tray } from './tray.tsx'
import { useNetwork } from './use-network.ts'
import { ZoomButtons } from './zoom-buttons.tsx'

const NodeDrawer = lazyPart(() => import('./node-drawer.tsx'), 'NodeDrawer')
const EdgeDrawer = lazyPart(() => import('./edge-drawer.tsx'), 'EdgeDrawer')
const NodeList = lazyPart(() => import('./node-list.tsx'), 'NodeList')
const ScanDialog = lazyPart(() => import('./scan-dialog.tsx'), 'ScanDialog')
const ComparePanel = lazyPart(() => import('./compare-panel.tsx'), 'ComparePanel')
const PastDrawer = lazyPart(() => import('./past-drawer.tsx'), 'PastDrawer')

/** Moves that can be taken back by the button. */
const MOST_BACK = 50

/** The network of a scene: now, and at any moment of the past. */
export function View() {
  const scene = useScene()
  const may = useMay()
  const [url, setUrl] = useUrlState({
    at: 0,
    q: '',
    vlan: 0,
    ssid: '',
    band: -1,
    on: '',
    show: 'map',
    span: 86_400,
    vs: 0,
  })
  const [dialog, open] = useState<'scan' | 'past'>()
  const stage = useRef<StageHandle>(null)
  const { data, error, refetch, isPlaceholderData } = useNetwork(scene.id, url.at)
  const former = useNetwork(scene.id, url.vs, url.vs > 0)
  const other = url.vs > 0 && !former.isPlaceholderData ? former.data : undefined
  const compared = useComparison(other, data)
  const [pointed, point] = useState<string>()
  const mayWrite = may('scene.write') && !scene.readOnly
  const past = url.at > 0
  const moves = useMoves(scene.id, data?.nodes)
  const mayMove = mayWrite && !past && url.vs === 0 && data?.locked !== 1

  const shown = useMemo(() => [...moves.nodes, ...(compared?.nodes ?? [])], [moves.nodes, compared])
  const placed = useMemo(() => shown.filter(isPlaced), [shown])
  const unplaced = useMemo(() => moves.nodes.filter((node) => !isPlaced(node)), [moves.nodes])
  const sieve = { text: url.q, vlan: url.vlan, ssid: url.ssid, band: url.band }
  const found = useMemo(() => sift(moves.nodes, sieve), [moves.nodes, url.q, url.vlan, url.ssid, url.band]) // oxlint-disable-line react-hooks/exhaustive-deps -- the sieve is made of these
  const choose = useCallback((id: string | undefined) => setUrl({ on: id ?? '' }), [setUrl])
  const edges = useMemo(() => [...(data?.edges ?? []), ...(compared?.edges ?? [])], [data, compared])
  const node = shown.find(({ id }) => id === url.on)
  const lit = found?.lit ?? compared?.lit
  const edge = node ? undefined : edges.find(({ id }) => id === url.on)
  const picture = (): Picture => ({
    nodes: placed,
    edges,
    at: new Map(placed.map((one) => [one.id, one])),
    lanes: lanesOf(edges),
    lit,
    hits: found?.hits,
    chosen: undefined,
    hovered: undefined,
    marks: compared?.marks,
  })
  // what is looked for comes into the middle when there is one of it
  const [only] = found?.hits.size === 1 ? found.hits : []
  useEffect(() => {
    if (only) stage.current?.show(only)
  }, [only])

  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-[60vh] rounded-lg" />
  if (data.nodes.length === 0 && !past) return <NoDevices />
  const arrange = () => moves.place(layoutTrees(moves.nodes))
  return (
    <div className="flex h-[calc(100dvh-7.75rem)] min-h-[440px] flex-col gap-2">
      <Tools
        url={url}
        setUrl={setUrl}
        network={data}
        nodes={moves.nodes}
        hits={found?.hits.size}
        past={past}
        mayWrite={mayWrite}
        mayScan={may('device.write') && !scene.readOnly}
        sceneId={scene.id}
        sceneName={scene.name}
        picture={picture}
        onArrange={arrange}
        onScan={() => open('scan')}
        onBack={moves.back}
      />
      <div
        className="relative min-h-0 flex-1 overflow-hidden rounded-lg border border-line bg-canvas"
        aria-busy={isPlaceholderData}
      >
        {url.show === 'list' ? (
          <Suspense fallback={<Skeleton className="h-full" />}>
            <NodeList nodes={moves.nodes} edges={edges} hits={found?.hits} onChoose={choose} />
          </Suspense>
        ) : (
          <>
            <Stage
              handle={stage}
              nodes={placed}
              edges={edges}
              lit={lit}
              hits={found?.hits}
              marks={compared?.marks}
              chosen={url.on || (compared && pointed) || undefined}
              mayMove={mayMove}
              onChoose={choose}
              onMove={moves.place}
              onDrop={(id, spot) => moves.place(new Map([[id, spot]]))}
            />
            <ZoomButtons stage={stage} />
            {unplaced.length > 0 && !past && (
              <Tray
                nodes={unplaced}
                mayMove={mayMove}
                onChoose={choose}
                onPlace={(ids) => moves.place(placesBeside(moves.nodes, placed, ids))}
              />
            )}
            {data.nodes.length === 0 && <NothingThen />}
            {url.vs > 0 && (
              <Suspense>
                <ComparePanel
                  from={url.vs}
                  at={url.at}
                  oldest={data.oldest}
                  list={isPlaceholderData ? undefined : compared?.list}
                  error={former.error}
                  chosen={pointed ?? ''}
                  onRetry={() => void former.refetch()}
                  onFrom={(vs) => setUrl({ vs })}
                  onAt={(at) => setUrl({ at })}
                  onChoose={(id) => {
                    point(id)
                    stage.current?.show(edges.find((one) => one.id === id)?.to ?? id)
                  }}
                  onClose={() => setUrl({ vs: 0 })}
                />
              </Suspense>
            )}
          </>
        )}
      </div>
      <Timeline
        sceneId={scene.id}
        at={url.at}
        span={url.span}
        oldest={data.oldest}
        versus={url.vs}
        onCompare={() =>
          setUrl(url.vs > 0 ? { vs: 0 } : { ...compareFrom(url.at, data.oldest, url.span), show: 'map' })
        }
        onAt={(at) => setUrl({ at })}
        onSpan={(span) => setUrl({ span, at: 0 })}
        onList={() => open('past')}
      />
      <Suspense>
        {node && (
          <NodeDrawer node={node} nodes={shown} edges={edges} sceneId={scene.id} past={past} onChoose={choose} />
        )}
        {edge && <EdgeDrawer edge={edge} nodes={shown} sceneId={scene.id} at={url.at} onChoose={choose} />}
        {dialog === 'scan' && <ScanDialog sceneId={scene.id} onClose={() => open(undefined)} />}
        {dialog === 'past' && (
          <PastDrawer
            sceneId={scene.id}
            span={url.span}
            onAt={(at) => setUrl({ at })}
            onClose={() => open(undefined)}
          />
        )}
      </Suspense>
    </div>
  )
}

/** The moment that is looked at with now; now with a day before, or with the first that is known. */
const compareFrom = (at: number, oldest: number, span: number) =>
  at > 0 ? { vs: at, at: 0 } : { vs: Math.max(oldest, Math.floor(Date.now() / 1000) - Math.min(span, 86_400)) }

/** What is otherwise than in the other network: what went and where it was, what to light, and with which marks. */
function useComparison(other: Network | undefined, network: Network | undefined) {
  return useMemo(() => {
    if (!other || !network) return undefined
    const list = differencesOf(other, network)
    const { nodes, edges } = ghostsOf(other, network)
    const marks = new Map(list.map(({ id, tone }) => [id, tone]))
    const ends = [...network.edges, ...edges].filter(({ id }) => marks.has(id)).flatMap(({ from, to }) => [from, to])
    return { list, nodes, edges, marks, lit: list.length > 0 ? new Set([...marks.keys(), ...ends]) : undefined }
  }, [other, network])
}

/** Nodes with what was moved but is not told back yet; places them, and takes that back. */
function useMoves(scene_id: number, told: readonly NetNode[] | undefined) {
  const { run } = useMutateCall(topologyCalls.place)
  const [ahead, setAhead] = useState<ReadonlyMap<string, Spot>>()
  const former = useRef<ReadonlyMap<string, Spot>[]>([])
  const nodes = useMemo(
    () => (ahead ? (told ?? []).map((node) => ({ ...node, ...ahead.get(node.id) })) : (told ?? [])),
    [told, ahead],
  )
  // what the server tells next holds the move
  useEffect(() => setAhead(undefined), [told])
  const latest = useRef(nodes)
  latest.current = nodes
  const send = useCallback(
    async (spots: ReadonlyMap<string, Spot>) => {
      setAhead((was) => new Map([...(was ?? []), ...spots]))
      const places = [...spots].slice(0, 5000).map(([id, { x, y }]) => ({ id, x, y }))
      const answer = places.length > 0 ? await run({ scene_id, places }) : undefined
      if (!answer) setAhead(undefined)
      return answer !== undefined
    },
    [run, scene_id],
  )
  const place = useCallback(
    (spots: ReadonlyMap<string, Spot>) => {
      const before = latest.current.filter(isPlaced).filter(({ id }) => spots.has(id))
      former.current = [...former.current, new Map(before.map(({ id, x, y }) => [id, { x, y }]))].slice(-MOST_BACK)
      void send(spots)
    },
    [send],
  )
  const back = useCallback(() => {
    const spots = former.current.pop()
    if (!spots?.size) return toast.info({ zh: '没有可撤销的移动', en: 'No move to take back' })
    void send(spots)
  }, [send])
  return { nodes, place, back }
}

function placesBeside(
  nodes: readonly NetNode[],
  placed: readonly PlacedNode[],
  ids: readonly string[],
): Map<string, Spot> {
  const all = layoutBeside(nodes, new Map(placed.map(({ id, x, y }) => [id, { x, y }])))
  return new Map(ids.flatMap((id) => (all.has(id) ? [[id, all.get(id) as Spot] as const] : [])))
}

function NoDevices() {
  return (
    <EmptyState
      icon={NetworkIcon}
      title={{ zh: '该场景还没有设备', en: 'This scene has no devices yet' }}
      hint={{
        zh: '添加设备后，拓扑根据设备上报的邻居、转发表和无线关联自动生成。',
        en: 'Add devices; the topology draws itself from the neighbours, forwarding tables and associations they report.',
      }}
      action={
        <Go to="/config/device/router" className="text-accent-text">
          {say({ zh: '前往设备列表', en: 'Go to devices' })}
        </Go>
      }
    />
  )
}

function NothingThen() {
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center">
      <EmptyState title={{ zh: '那时没有任何记录', en: 'Nothing is known of that moment' }} />
    </div>
  )
}
