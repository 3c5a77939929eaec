import { Suspense } from 'react'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import type { KnownTopology } from './use-topology.ts'

const NodeDrawer = lazyPart(() => import('./node-drawer.tsx'), 'NodeDrawer')
const EdgeDrawer = lazyPart(() => import('./edge-drawer.tsx'), 'EdgeDrawer')
const ScanDialog = lazyPart(() => import('./scan-dialog.tsx'), 'ScanDialog')
const PastDrawer = lazyPart(() => import('./past-drawer.tsx'), 'PastDrawer')

interface DetailsProps {
  topology: KnownTopology
  dialog: 'scan' | 'past' | undefined
  onClose: () => void
}

/** Overlays of the page: details of the selected node or edge, and the two dialogs. */
export function Details({ topology, dialog, onClose }: DetailsProps) {
  const { scene, url, setUrl, shown, edges, choose, past } = topology
  const node = shown.find(({ id }) => id === url.on)
  const edge = node ? undefined : edges.find(({ id }) => id === url.on)
  return (
    <Suspense>
      {node && <NodeDrawer node={node} nodes={shown} edges={edges} sceneId={scene.id} past={past} onChoose={choose} />}
      {edge && <EdgeDrawer edge={edge} nodes={shown} sceneId={scene.id} at={url.at} onChoose={choose} />}
      {dialog === 'scan' && <ScanDialog sceneId={scene.id} onClose={onClose} />}
      {dialog === 'past' && (
        <PastDrawer sceneId={scene.id} span={url.span} onAt={(at) => setUrl({ at })} onClose={onClose} />
      )}
    </Suspense>
  )
}
