import type { ZoomTransform } from 'd3-zoom'
import type { PlacedNode, CanvasPoint } from '../network.ts'
import { type Picture, edgePath } from '../drawing/paint.ts'
import { distanceTo, isOver } from '../drawing/shapes.ts'

/** Maximum distance from a line in pixels. */
const NEAR = 7

const spotIn = (camera: ZoomTransform, { x, y }: CanvasPoint): CanvasPoint => ({
  x: camera.invertX(x),
  y: camera.invertY(y),
})

/** The topmost node at a pixel. */
export function nodeAt({ nodes }: Picture, camera: ZoomTransform, pixel: CanvasPoint): PlacedNode | undefined {
  const world = spotIn(camera, pixel)
  return nodes.findLast((node) => isOver(node, world))
}

/** The node or the edge at a pixel. */
export function idAt(picture: Picture, camera: ZoomTransform, pixel: CanvasPoint): string | undefined {
  const node = nodeAt(picture, camera, pixel)
  if (node) return node.id
  const world = spotIn(camera, pixel)
  let best: { id: string; far: number } | undefined
  for (const edge of picture.edges) {
    const path = edgePath(edge, picture)
    const far = path ? distanceTo(path.slice(-3), world) * camera.k : NEAR
    if (far < Math.min(NEAR, best?.far ?? NEAR)) best = { id: edge.id, far }
  }
  return best?.id
}
