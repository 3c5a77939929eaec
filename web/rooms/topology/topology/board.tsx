import { Suspense, useEffect, useRef, useState, type RefObject } from 'react'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { isPlaced } from './network.ts'
import { Stage, type StageHandle } from './stage/stage.tsx'
import { Tray } from './tray.tsx'
import { placesBeside } from './use-moves.ts'
import type { KnownTopology } from './use-topology.ts'
import { ZoomButtons } from './zoom-buttons.tsx'

const NodeList = lazyPart(() => import('./node-list.tsx'), 'NodeList')
const ComparePanel = lazyPart(() => import('./compare/compare-panel.tsx'), 'ComparePanel')

/** The network as a drawing or as a list. */
export function Board({ topology }: { topology: KnownTopology }) {
  const { url, moves, edges, found, choose, isComing } = topology
  return (
    <div
      className="relative min-h-0 flex-1 overflow-hidden rounded-lg border border-line bg-canvas"
      aria-busy={isComing}
    >
      {url.show === 'list' ? (
        <Suspense fallback={<Skeleton className="h-full" />}>
          <NodeList nodes={moves.nodes} edges={edges} hits={found?.hits} onChoose={choose} />
        </Suspense>
      ) : (
        <Drawing topology={topology} />
      )}
    </div>
  )
}

function Drawing({ topology }: { topology: KnownTopology }) {
  const { url, network, moves, placed, edges, found, compared, choose, past, mayMove } = topology
  const stage = useRef<StageHandle>(null)
  const [pointed, point] = useState<string>()
  const unplaced = moves.nodes.filter((node) => !isPlaced(node))
  // a single search result is centred
  const [only] = found?.hits.size === 1 ? found.hits : []
  useEffect(() => {
    if (only) stage.current?.show(only)
  }, [only])
  return (
    <>
      <Stage
        handle={stage}
        nodes={placed}
        edges={edges}
        lit={topology.lit}
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
      {network.nodes.length === 0 && <NothingThen />}
      {url.vs > 0 && <Comparison topology={topology} stage={stage} pointed={pointed} onPoint={point} />}
    </>
  )
}

interface ComparisonProps {
  topology: KnownTopology
  stage: RefObject<StageHandle | null>
  pointed: string | undefined
  onPoint: (id: string) => void
}

function Comparison({ topology, stage, pointed, onPoint }: ComparisonProps) {
  const { url, setUrl, network, former, compared, edges, isComing } = topology
  return (
    <Suspense>
      <ComparePanel
        from={url.vs}
        at={url.at}
        oldest={network.oldest}
        list={isComing ? undefined : compared?.list}
        error={former.error}
        chosen={pointed ?? ''}
        onRetry={() => void former.refetch()}
        onFrom={(vs) => setUrl({ vs })}
        onAt={(at) => setUrl({ at })}
        onChoose={(id) => {
          onPoint(id)
          stage.current?.show(edges.find((one) => one.id === id)?.to ?? id)
        }}
        onClose={() => setUrl({ vs: 0 })}
      />
    </Suspense>
  )
}

function NothingThen() {
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center">
      <EmptyState title={{ zh: '那时没有任何记录', en: 'Nothing is known of that moment' }} />
    </div>
  )
}
