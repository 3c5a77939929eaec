import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { nameOf, type TopologyNode } from './network.ts'

interface TrayProps {
  nodes: readonly TopologyNode[]
  mayMove: boolean
  onChoose: (id: string) => void
  onPlace: (ids: readonly string[]) => void
}

/** Nodes added after the layout was saved: drag them onto the drawing, or place them beside their parent. */
export function Tray({ nodes, mayMove, onChoose, onPlace }: TrayProps) {
  return (
    <section
      aria-label={say({ zh: '待放置的节点', en: 'Nodes without a place' })}
      className="absolute top-3 left-3 flex max-h-[calc(100%-1.5rem)] w-56 max-w-[calc(100%-1.5rem)] flex-col rounded-lg border border-line bg-raised shadow-pop"
    >
      <header className="flex items-center justify-between gap-2 border-b border-line py-1.5 pr-1.5 pl-3">
        <h2 className="font-medium">{say({ zh: '新出现 {n} 个', en: '{n} new' }, { n: nodes.length })}</h2>
        {mayMove && (
          <Button kind="quiet" size="s" onClick={() => onPlace(nodes.map(({ id }) => id))}>
            {say({ zh: '全部放置', en: 'Place all' })}
          </Button>
        )}
      </header>
      <ul className="min-h-0 overflow-y-auto p-1">
        {nodes.slice(0, 200).map((node) => (
          <li
            key={node.id}
            draggable={mayMove}
            onDragStart={(event) => event.dataTransfer.setData('text/plain', node.id)}
            className="flex items-center gap-1 rounded-md hover:bg-hover"
          >
            <button
              type="button"
              className="min-w-0 flex-1 cursor-grab truncate px-2 py-1.5 text-left"
              onClick={() => onChoose(node.id)}
            >
              {nameOf(node)}
            </button>
            {mayMove && (
              <Button kind="quiet" size="s" onClick={() => onPlace([node.id])}>
                {say({ zh: '放置', en: 'Place' })}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
