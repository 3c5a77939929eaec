import type { ZoomTransform } from 'd3-zoom'
import type { RefObject } from 'react'
import type { Picture } from '../drawing/paint.ts'
import type { StageSize } from './camera.ts'

/** What the parts of the stage share between two drawings. */
export interface Scenery {
  canvas: RefObject<HTMLCanvasElement | null>
  /** Absent until there is a size, and a node to look at. */
  camera: RefObject<ZoomTransform | undefined>
  size: RefObject<StageSize>
  picture: RefObject<Picture>
}
