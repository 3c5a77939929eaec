import { topologyCalls } from '@belvedere/contract/rooms/scene/topology.ts'
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
import { sift } from './filter.ts'
import { isPlaced, type NetNode, type PlacedNode, type Spot } from './network.ts'
import { lanesOf, type Picture } from './paint.ts'
import { Stage, type StageHandle } from './stage.tsx'
import { Timeline } from './timeline.tsx'
import { Tools } from './tools.tsx'
import { Tray } from './tray.tsx'
import { useNetwork } from './use-network.ts'
import { ZoomButtons } from './zoom-buttons.tsx'

const NodeDrawer = lazyPart(() => import('./node-drawer.tsx'), 'NodeDrawer')
const EdgeDrawer = lazyPart(() => import('./edge-drawer.tsx'), 'EdgeDrawer')
const NodeList = lazyPart(() => import('./node-list.tsx'), 'NodeList')
const ScanDialog = lazyPart(() => import('./scan-dialog.tsx'), 'ScanDialog')
const PastDrawer = lazyPart(() => import('./past-drawer.tsx'), 'PastDrawer')

/** Moves that can be taken back by the button. */
const MOST_BACK = 50

/** The network of a scene: now, and at any moment of the past. */
export function View() {
  const scene = useScene()
  const may = useMay()
  const [url, setUrl] = useUrlState({ at: 0, q: '', vlan: 0, ssid: '', band: -1, on: '', show: 'map', span: 86_400 })
  const [dialog, open] = useState<'scan' | 'past'>()
  const stage = useRef<StageHandle>(null)
  const { data, error, refetch, isPlaceholderData } = useNetwork(scene.id, url.at)
  const mayWrite = may('scene.write') && !scene.readOnly
  const past = url.at > 0
  const moves = useMoves(scene.id, data?.nodes)
  const mayMove = mayWrite && !past && data?.locked !== 1

  const placed = useMemo(() => moves.nodes.filter(isPlaced), [moves.nodes])
  const unplaced = useMemo(() => moves.nodes.filter((node) => !isPlaced(node)), [moves.nodes])
  const sieve = { text: url.q, vlan: url.vlan, ssid: url.ssid, band: url.band }
  const found = useMemo(() => sift(moves.nodes, sieve), [moves.nodes, url.q, url.vlan, url.ssid, url.band]) // oxlint-disable-line react-hooks/exhaustive-deps -- the sieve is made of these
  const choose = useCallback((id: string | undefined) => setUrl({ on: id ?? '' }), [setUrl])
  const edges = data?.edges ?? []
  const node = moves.nodes.find(({ id }) => id === url.on)
  const edge = node ? undefined : edges.find(({ id }) => id === url.on)
  const picture = (): Picture => ({
    nodes: placed,
    edges,
    at: new Map(placed.map((one) => [one.id, one])),
    lanes: lanesOf(edges),
    lit: found?.lit,
    hits: found?.hits,
    chosen: undefined,
    hovered: undefined,
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
              lit={found?.lit}
              hits={found?.hits}
              chosen={url.on || undefined}
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
          </>
        )}
      </div>
      <Timeline
        sceneId={scene.id}
        at={url.at}
        span={url.span}
        oldest={data.oldest}
        onAt={(at) => setUrl({ at })}
        onSpan={(span) => setUrl({ span, at: 0 })}
        onList={() => open('past')}
      />
      <Suspense>
        {node && (
          <NodeDrawer node={node} nodes={moves.nodes} edges={edges} sceneId={scene.id} past={past} onChoose={choose} />
        )}
        {edge && <EdgeDrawer edge={edge} nodes={moves.nodes} sceneId={scene.id} at={url.at} onChoose={choose} />}
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
