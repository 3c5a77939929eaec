import { layoutTrees } from '@belvedere/pure/collection/tree-layout.ts'
import { Network as NetworkIcon } from 'lucide-react'
import { useState } from 'react'
import { Go } from '../../../kit/routing/go.tsx'
import { say } from '../../../kit/words/words.ts'
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Board } from './board.tsx'
import { compareFrom } from './compare/use-comparison.ts'
import { Details } from './details.tsx'
import { Timeline } from './timeline.tsx'
import { Tools } from './tools.tsx'
import { useTopology } from './use-topology.ts'

/** The network of a scene: current, and at any time in the past. */
export function View() {
  const topology = useTopology()
  const [dialog, open] = useState<'scan' | 'past'>()
  const { scene, url, setUrl, network, error, refetch, moves, past } = topology
  if (error && !network) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!network) return <Skeleton className="h-[60vh] rounded-lg" />
  if (network.nodes.length === 0 && !past) return <NoDevices />
  const known = { ...topology, network }
  return (
    <div className="flex h-[calc(100dvh-7.75rem)] min-h-[440px] flex-col gap-2">
      <Tools
        url={url}
        setUrl={setUrl}
        network={network}
        nodes={moves.nodes}
        hits={topology.found?.hits.size}
        past={past}
        mayWrite={topology.mayWrite}
        mayScan={topology.mayScan}
        sceneId={scene.id}
        sceneName={scene.name}
        picture={topology.picture}
        onArrange={() => moves.place(layoutTrees(moves.nodes))}
        onScan={() => open('scan')}
        onBack={moves.back}
      />
      <Board topology={known} />
      <Timeline
        sceneId={scene.id}
        at={url.at}
        span={url.span}
        oldest={network.oldest}
        versus={url.vs}
        onCompare={() =>
          setUrl(url.vs > 0 ? { vs: 0 } : { ...compareFrom(url.at, network.oldest, url.span), show: 'map' })
        }
        onAt={(at) => setUrl({ at })}
        onSpan={(span) => setUrl({ span, at: 0 })}
        onList={() => open('past')}
      />
      <Details topology={known} dialog={dialog} onClose={() => open(undefined)} />
    </div>
  )
}

function NoDevices() {
  return (
    <EmptyState
      icon={NetworkIcon}
      title={{ zh: '该场景还没有设备', en: 'This scene has no devices yet' }}
      hint={{
        zh: '添加设备后，拓扑根据设备上报的邻居、转发表和无线关联自动生成。',
        en: 'Add devices; the topology is built from the neighbours, forwarding tables and associations they report.',
      }}
      action={
        <Go to="/config/device/router" className="text-accent-text">
          {say({ zh: '前往设备列表', en: 'Go to devices' })}
        </Go>
      }
    />
  )
}
