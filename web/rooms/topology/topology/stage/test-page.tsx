import '../../../../styles/main.css'
import { nodeKind, nodeStatus } from '@belvedere/contract/rooms/topology/enums.ts'
import { useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { PlacedNode } from '../network.ts'
import { Stage, type StageHandle } from './stage.tsx'

const node = (id: string, parent: string | null, x: number, y: number) =>
  ({
    id,
    parent,
    x,
    y,
    name: id,
    kind: nodeKind.id.device,
    status: nodeStatus.id.online,
    type: 1,
    alarm: null,
    terminals: 0,
    ip: null,
  }) as unknown as PlacedNode

function Page() {
  const [nodes, setNodes] = useState([
    node('root', null, 0, 0),
    node('left', 'root', -200, 150),
    node('right', 'root', 200, 150),
    node('leaf', 'left', -200, 300),
  ])
  const [chosen, choose] = useState<string>()
  const [locked, lock] = useState(false)
  const stage = useRef<StageHandle>(null)
  return (
    <>
      <div style={{ width: 800, height: 600 }}>
        <Stage
          handle={stage}
          nodes={nodes}
          edges={[]}
          lit={undefined}
          hits={undefined}
          marks={undefined}
          chosen={chosen}
          mayMove={!locked}
          onChoose={choose}
          onMove={(spots) => setNodes((all) => all.map((one) => ({ ...one, ...spots.get(one.id) })))}
          onDrop={() => {}}
        />
      </div>
      <button type="button" onClick={() => stage.current?.fit()}>
        fit
      </button>
      <button type="button" onClick={() => stage.current?.show('leaf')}>
        show leaf
      </button>
      <button type="button" onClick={() => lock(true)}>
        lock
      </button>
      <output data-chosen={chosen ?? ''}>{nodes.map(({ id, x, y }) => `${id} ${x} ${y}`).join(', ')}</output>
    </>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Page />)
