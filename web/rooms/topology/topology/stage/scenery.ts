import type { ZoomTransform } from 'd3-zoom'
import type { RefObject } from 'react'
import type { Picture } from '../drawing/paint.ts'
import type { StageSize } from './camera.ts'

/** State shared by the parts of the stage between two draws. */
export interface Scenery {
  canvas: RefObject<HTMLCanvasElement | null>
  /** Undefined until a size and a node are available. */
  camera: RefObject<ZoomTransform | undefined>
  size: RefObject<StageSize>
  picture: RefObject<Picture>
}
