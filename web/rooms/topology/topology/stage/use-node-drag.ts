import { useRef, useState, type PointerEvent } from 'react'
import type { PlacedNode, CanvasPoint } from '../network.ts'
import { SHAKE } from './use-gestures.ts'
import { withBelow } from './walk.ts'

interface NodeDrag {
  pointerId: number
  start: CanvasPoint
  from: ReadonlyMap<string, CanvasPoint>
  moved: boolean
}

interface NodeDragOptions {
  nodes: readonly PlacedNode[]
  /** The movable node at this position. */
  nodeAt: (at: CanvasPoint) => PlacedNode | undefined
  zoom: () => number
  onMove: (spots: ReadonlyMap<string, CanvasPoint>) => void
}

/** Nodes follow the pointer that grabbed one; with Shift, their descendants move as well. */
export function useNodeDrag({ nodes, nodeAt, zoom, onMove }: NodeDragOptions) {
  const drag = useRef<NodeDrag>(undefined)
  const dragged = useRef(false)
  const [moving, setMoving] = useState<ReadonlyMap<string, CanvasPoint>>()
  const leave = () => {
    drag.current = undefined
    setMoving(undefined)
  }

  const onPointerDown = (event: PointerEvent<HTMLCanvasElement>) => {
    dragged.current = false
    // a second finger moves the view
    if (drag.current) return leave()
    const start = spotOf(event)
    const node = event.button === 0 ? nodeAt(start) : undefined
    if (!node) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const together = event.shiftKey ? withBelow(nodes, node.id) : [node]
    const from = new Map(together.map(({ id, x, y }) => [id, { x, y }]))
    drag.current = { pointerId: event.pointerId, start, from, moved: false }
  }
  const onPointerMove = (event: PointerEvent<HTMLCanvasElement>) => {
    const { current: held } = drag
    if (held?.pointerId !== event.pointerId) return
    const spot = spotOf(event)
    const by = { x: spot.x - held.start.x, y: spot.y - held.start.y }
    held.moved ||= Math.hypot(by.x, by.y) > SHAKE
    if (held.moved) setMoving(movedBy(held.from, { x: by.x / zoom(), y: by.y / zoom() }))
  }
  const onPointerUp = (event: PointerEvent<HTMLCanvasElement>) => {
    if (drag.current?.pointerId !== event.pointerId) return
    dragged.current = drag.current.moved
    if (moving && event.type === 'pointerup') onMove(moving)
    leave()
  }
  return {
    moving,
    /** True for the click at the end of a drag. */
    wasDragged: () => dragged.current,
    pointers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp },
  }
}

const movedBy = (from: ReadonlyMap<string, CanvasPoint>, by: CanvasPoint) =>
  new Map([...from].map(([id, { x, y }]) => [id, { x: Math.round(x + by.x), y: Math.round(y + by.y) }]))

/** Pixels from the corner of the element. */
export function spotOf(event: { clientX: number; clientY: number; currentTarget: Element }): CanvasPoint {
  const { left, top } = event.currentTarget.getBoundingClientRect()
  return { x: event.clientX - left, y: event.clientY - top }
}
