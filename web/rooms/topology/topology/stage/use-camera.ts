import { select } from 'd3-selection'
import type { ZoomTransform } from 'd3-zoom'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { CanvasPoint } from '../network.ts'
import type { Picture } from '../drawing/paint.ts'
import { boxOf } from '../drawing/shapes.ts'
import { centredOn, fitTo, type StageSize } from './camera.ts'
import type { Scenery } from './scenery.ts'
import { useGestures } from './use-gestures.ts'

interface CameraOptions {
  /** Draws immediately, because a resized canvas is empty. */
  draw: () => void
  redraw: () => void
  /** True if a press here grabs a node: the view does not move. */
  grabs: (at: CanvasPoint) => boolean
  isThere: boolean
}

export interface CameraControl {
  fit(): void
  zoom(factor: number): void
  show(id: string): void
}

/**
 * Zoom at which texts are readable, and the number of nodes up to which readability has priority over showing all of
 * them.
 */
const READABLE = 0.62
const FEW = 60
/** Zoom at which a requested node is shown. */
const CLOSE = 0.9

/** The camera of the drawing, moved by drag, wheel, touch and by the name of a node. */
export function useCamera(scenery: Scenery, { draw, redraw, grabs, isThere }: CameraOptions): CameraControl {
  const { canvas, camera, size, picture } = scenery
  const behavior = useGestures(scenery, redraw, grabs)
  /** Node that was requested before the view was known. */
  const wanted = useRef<string>(undefined)
  const look = useCallback(
    (to: ZoomTransform) => canvas.current && behavior.transform(select(canvas.current), to),
    [canvas, behavior],
  )

  const fit = useCallback(() => {
    const { nodes } = picture.current
    if (nodes.length > 0) look(fitTo(boxOf(nodes), size.current))
  }, [picture, size, look])

  const show = useCallback(
    (id: string) => {
      const node = picture.current.at.get(id)
      if (!camera.current) wanted.current = id
      else if (node) look(centredOn(node, Math.max(CLOSE, camera.current.k), size.current))
    },
    [camera, picture, size, look],
  )

  const begin = useCallback(() => {
    if (size.current.width === 0 || picture.current.nodes.length === 0) return
    look(firstView(picture.current, size.current))
    if (wanted.current !== undefined) show(wanted.current)
    wanted.current = undefined
  }, [picture, size, look, show])

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const { width, height } = size.current
      size.current = resized(element)
      if (!camera.current) return begin()
      const { k } = camera.current
      const [dx, dy] = [size.current.width - width, size.current.height - height]
      behavior.translateBy(select(element), dx / 2 / k, dy / 2 / k)
      draw()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [canvas, camera, size, behavior, draw, begin])
  useEffect(() => {
    if (isThere && !camera.current) begin()
  }, [isThere, camera, begin])

  const zoom = useCallback(
    (factor: number) => camera.current && canvas.current && behavior.scaleBy(select(canvas.current), factor),
    [canvas, camera, behavior],
  )
  return useMemo(() => ({ fit, zoom, show }), [fit, zoom, show])
}

/** Shows everything; on a small screen its top at a readable zoom. */
function firstView({ nodes }: Picture, size: StageSize): ZoomTransform {
  const all = fitTo(boxOf(nodes), size)
  const root = nodes.find(({ parent }) => parent === null)
  if (!root || all.k >= READABLE || nodes.length > FEW) return all
  return centredOn({ x: root.x, y: root.y + size.height / READABLE / 2 - 60 }, READABLE, size)
}

/** Resolution of the canvas by the pixel ratio of the screen. */
function resized(element: HTMLCanvasElement): StageSize {
  const { clientWidth: width, clientHeight: height } = element
  const ratio = window.devicePixelRatio || 1
  element.width = width * ratio
  element.height = height * ratio
  return { width, height }
}
