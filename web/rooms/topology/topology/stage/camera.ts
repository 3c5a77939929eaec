import { zoomIdentity, type ZoomTransform } from 'd3-zoom'
import type { CanvasPoint } from '../network.ts'

export interface StageSize {
  width: number
  height: number
}

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export const nearest = 2.5
export const farthest = 0.02

/** The position at the centre of the view, at `zoom` pixels per unit. */
export const centredOn = ({ x, y }: CanvasPoint, zoom: number, { width, height }: StageSize): ZoomTransform =>
  zoomIdentity
    .translate(width / 2, height / 2)
    .scale(zoom)
    .translate(-x, -y)

/** Margin of the drawing in pixels; below it is the legend, which may have two rows. */
const MARGIN = 48
const LEGEND = 72

/** The view that shows everything with a margin, at most at original size. */
export function fitTo({ left, top, right, bottom }: Box, size: StageSize): ZoomTransform {
  const free = { width: size.width - 2 * MARGIN, height: size.height - MARGIN - LEGEND }
  const zoom = Math.min(1, free.width / Math.max(1, right - left), free.height / Math.max(1, bottom - top))
  const near = Math.max(farthest, zoom)
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 + (LEGEND - MARGIN) / 2 / near }
  return centredOn(middle, near, size)
}

/** The visible part of the world. */
export function sightOf(camera: ZoomTransform, { width, height }: StageSize): Box {
  const [left, top] = camera.invert([0, 0])
  const [right, bottom] = camera.invert([width, height])
  return { left, top, right, bottom }
}
