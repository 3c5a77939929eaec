import type { Spot } from './network.ts'

/** World point in the middle of the view, and pixels for a unit. */
export interface Camera extends Spot {
  zoom: number
}

export interface Size {
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

export const toScreen = ({ x, y, zoom }: Camera, { width, height }: Size, at: Spot): Spot => ({
  x: (at.x - x) * zoom + width / 2,
  y: (at.y - y) * zoom + height / 2,
})

export const toWorld = ({ x, y, zoom }: Camera, { width, height }: Size, at: Spot): Spot => ({
  x: (at.x - width / 2) / zoom + x,
  y: (at.y - height / 2) / zoom + y,
})

/** Nearer or farther by a factor; what is under `at` (pixels) stays under it. */
export function zoomAt(camera: Camera, size: Size, at: Spot, factor: number): Camera {
  const zoom = Math.min(nearest, Math.max(farthest, camera.zoom * factor))
  const fixed = toWorld(camera, size, at)
  return { zoom, x: fixed.x - (at.x - size.width / 2) / zoom, y: fixed.y - (at.y - size.height / 2) / zoom }
}

/** Everything in sight, with a margin, never larger than life. */
export function fitTo({ left, top, right, bottom }: Box, { width, height }: Size, margin = 48): Camera {
  const zoom = Math.min(
    1,
    (width - 2 * margin) / Math.max(1, right - left),
    (height - 2 * margin) / Math.max(1, bottom - top),
  )
  return { x: (left + right) / 2, y: (top + bottom) / 2, zoom: Math.max(farthest, zoom) }
}

/** What of the world is in sight, with a margin of pixels. */
export function sightOf(camera: Camera, size: Size, margin = 0): Box {
  const from = toWorld(camera, size, { x: -margin, y: -margin })
  const to = toWorld(camera, size, { x: size.width + margin, y: size.height + margin })
  return { left: from.x, top: from.y, right: to.x, bottom: to.y }
}
