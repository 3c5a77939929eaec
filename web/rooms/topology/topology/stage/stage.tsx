import type { ZoomTransform } from 'd3-zoom'
import { useImperativeHandle, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent, type Ref } from 'react'
import { say } from '../../../../kit/words/words.ts'
import type { Otherwise } from '../compare/compare.ts'
import { nameOf, type TopologyEdge, noteOf, type PlacedNode, type CanvasPoint } from '../network.ts'
import { lanesOf, type Picture } from '../drawing/paint.ts'
import type { StageSize } from './camera.ts'
import { idAt, nodeAt } from './pick.ts'
import type { Scenery } from './scenery.ts'
import { type CameraControl, useCamera } from './use-camera.ts'
import { useDrawing } from './use-drawing.ts'
import { spotOf, useNodeDrag } from './use-node-drag.ts'
import { arrows, nextOf } from './walk.ts'

export type StageHandle = CameraControl

interface StageProps {
  nodes: readonly PlacedNode[]
  edges: readonly TopologyEdge[]
  lit: ReadonlySet<string> | undefined
  hits: ReadonlySet<string> | undefined
  marks: ReadonlyMap<string, Otherwise> | undefined
  chosen: string | undefined
  mayMove: boolean
  onChoose: (id: string | undefined) => void
  onMove: (spots: ReadonlyMap<string, CanvasPoint>) => void
  /** Called with a node of the tray that was dropped here. */
  onDrop: (id: string, spot: CanvasPoint) => void
  handle: Ref<StageHandle>
}

/** World units by which an arrow key moves a node. */
const STEP = 20

/** The drawing: one canvas, independent of the size of the network. */
export function Stage(props: StageProps) {
  const { nodes, mayMove, onChoose } = props
  const [hovered, hover] = useState<string>()
  const [focused, focus] = useState<string>()
  const camera = useRef<ZoomTransform>(undefined)
  const grabbedAt = (at: CanvasPoint) =>
    mayMove && camera.current ? nodeAt(scenery.picture.current, camera.current, at) : undefined
  const drag = useNodeDrag({ nodes, nodeAt: grabbedAt, zoom: () => camera.current?.k ?? 1, onMove: props.onMove })
  const picture = usePicture(props, drag.moving, focused, hovered)
  const scenery: Scenery = {
    camera,
    canvas: useRef<HTMLCanvasElement>(null),
    size: useRef<StageSize>({ width: 0, height: 0 }),
    picture: useRef(picture),
  }
  scenery.picture.current = picture
  const { draw, redraw } = useDrawing(scenery, picture)
  const control = useCamera(scenery, {
    draw,
    redraw,
    grabs: (at) => grabbedAt(at) !== undefined,
    isThere: nodes.length > 0,
  })
  useImperativeHandle(props.handle, () => control, [control])

  const idOf = (at: CanvasPoint) => camera.current && idAt(picture, camera.current, at)
  const told = focused === undefined ? undefined : picture.at.get(focused)
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keyOf(event, { ...props, node: told, control, focus })
    if (!act) return
    act()
    event.preventDefault()
  }
  return (
    <>
      <canvas
        ref={scenery.canvas}
        tabIndex={0}
        // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role -- a drawing with keys
        role="application"
        aria-label={say(label, { n: nodes.length })}
        className="block size-full cursor-grab touch-none rounded-[inherit] outline-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent active:cursor-grabbing data-over:cursor-pointer"
        data-over={hovered === undefined ? undefined : ''}
        {...drag.pointers}
        onPointerMove={(event: PointerEvent<HTMLCanvasElement>) => {
          drag.pointers.onPointerMove(event)
          if (event.buttons === 0) hover(idOf(spotOf(event)))
        }}
        onPointerLeave={() => hover(undefined)}
        onClick={(event) => drag.wasDragged() || onChoose(idOf(spotOf(event)))}
        onKeyDown={onKeyDown}
        onDragOver={(event) => mayMove && event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          const id = event.dataTransfer.getData('text/plain')
          if (!camera.current || !mayMove || !id) return
          const { x, y } = spotOf(event)
          props.onDrop(id, { x: Math.round(camera.current.invertX(x)), y: Math.round(camera.current.invertY(y)) })
        }}
      />
      <p aria-live="polite" className="sr-only">
        {told && `${nameOf(told)} ${noteOf(told)}`}
      </p>
    </>
  )
}

const label = {
  zh: '网络拓扑图，共 {n} 个节点。方向键沿链路移动，回车查看详情，加减号缩放，0 显示全部',
  en: 'Topology with {n} {n:node|nodes}. Arrow keys move along links, Enter opens details, plus and minus zoom, 0 shows all',
}

/** The network with pointer and keyboard interaction. */
function usePicture(
  { nodes, edges, lit, hits, marks, chosen }: StageProps,
  moving: ReadonlyMap<string, CanvasPoint> | undefined,
  focused: string | undefined,
  hovered: string | undefined,
): Picture {
  const shown = useMemo(
    () => (moving ? nodes.map((node) => ({ ...node, ...moving.get(node.id) })) : nodes),
    [nodes, moving],
  )
  const at = useMemo(() => new Map(shown.map((node) => [node.id, node])), [shown])
  const lanes = useMemo(() => lanesOf(edges), [edges])
  return useMemo(
    () => ({ nodes: shown, edges, at, lanes, lit, hits, chosen: chosen ?? focused, hovered, marks }),
    [shown, edges, at, lanes, lit, hits, chosen, focused, hovered, marks],
  )
}

interface KeyContext extends Pick<StageProps, 'nodes' | 'mayMove' | 'onChoose' | 'onMove'> {
  /** The node with the keyboard cursor. */
  node: PlacedNode | undefined
  control: CameraControl
  focus: (id: string) => void
}

/** The action of a key; undefined: none. */
function keyOf(
  { key, ctrlKey, metaKey }: KeyboardEvent,
  { nodes, node, mayMove, onChoose, onMove, control, focus }: KeyContext,
): (() => void) | undefined {
  const arrow = arrows[key]
  if (arrow && (ctrlKey || metaKey) && node && mayMove)
    return () => onMove(new Map([[node.id, { x: node.x + arrow.x * STEP, y: node.y + arrow.y * STEP }]]))
  const next = arrow && nextOf(nodes, node, key)
  if (next)
    return () => {
      focus(next.id)
      control.show(next.id)
    }
  if (key === 'Enter' && node) return () => onChoose(node.id)
  if (key === '+' || key === '=') return () => control.zoom(1.25)
  if (key === '-') return () => control.zoom(0.8)
  return key === '0' ? () => control.fit() : undefined
}
