import { select, type Selection } from 'd3-selection'
import { zoom as zoomBehavior, type ZoomBehavior, type ZoomTransform } from 'd3-zoom'
import { useEffect, useMemo, useRef } from 'react'
import type { CanvasPoint } from '../network.ts'
import { farthest, nearest } from './camera.ts'
import type { Scenery } from './scenery.ts'

/** Pixels a pointer may move without starting a drag. */
export const SHAKE = 4

type Behavior = ZoomBehavior<HTMLCanvasElement, unknown>

/** Drag, wheel and touch move the camera, unless a press grabs a node. */
export function useGestures(
  { canvas, camera }: Scenery,
  redraw: () => void,
  grabs: (at: CanvasPoint) => boolean,
): Behavior {
  const behavior = useMemo(() => behaviorOf(), [])
  const latest = useRef(grabs)
  latest.current = grabs
  useEffect(() => {
    if (!canvas.current) return
    const selection = select(canvas.current)
    behavior
      .filter((event: Event) => camera.current !== undefined && isGesture(event, (at) => latest.current(at)))
      .on('zoom', ({ transform }: { transform: ZoomTransform }) => {
        camera.current = transform
        redraw()
      })
    selection
      .call(behavior)
      .on('dblclick.zoom', null)
      .on('wheel.pan', (event: WheelEvent) => panByWheel(behavior, selection, event, camera.current), {
        passive: false,
      })
    return () => void selection.on('.zoom', null).on('.pan', null)
  }, [canvas, camera, behavior, redraw])
  return behavior
}

const behaviorOf = () =>
  zoomBehavior<HTMLCanvasElement, unknown>()
    .scaleExtent([farthest, nearest])
    .clickDistance(SHAKE)
    .wheelDelta((event) => {
      const pixels = Math.max(-120, Math.min(120, pixelsOf(event, event.deltaY)))
      return -pixels * (event.ctrlKey ? 0.0115 : 0.0032)
    })

const pixelsOf = ({ deltaMode }: WheelEvent, delta: number) => (deltaMode === 0 ? delta : delta * 40)

/** A touchpad scroll moves the view; a wheel, and a pinch on a touchpad, zoom. */
const isZoom = (event: WheelEvent) =>
  event.ctrlKey || event.metaKey || Math.abs(event.deltaY) >= 50 || event.deltaMode !== 0

/** Pointers that move the camera; two fingers always do. */
function isGesture(event: Event, grabs: (at: CanvasPoint) => boolean): boolean {
  if (event instanceof WheelEvent) return isZoom(event)
  if (event instanceof MouseEvent) return event.button === 0 && !grabs({ x: event.offsetX, y: event.offsetY })
  if (!(event instanceof TouchEvent)) return false
  const [first, second] = event.touches
  if (second || !first) return true
  const { left, top } = (event.currentTarget as Element).getBoundingClientRect()
  return !grabs({ x: first.clientX - left, y: first.clientY - top })
}

/** The page does not scroll together with the drawing. */
function panByWheel(
  behavior: Behavior,
  selection: Selection<HTMLCanvasElement, unknown, null, undefined>,
  event: WheelEvent,
  camera: ZoomTransform | undefined,
): void {
  event.preventDefault()
  if (camera && !isZoom(event)) behavior.translateBy(selection, -event.deltaX / camera.k, -event.deltaY / camera.k)
}
