import { saveDownload } from '../../../../kit/calls/call.ts'
import { readLook } from './look.ts'
import type { TopologyNetwork, PlacedNode } from '../network.ts'
import { paint, type Picture } from './paint.ts'
import { CanvasPen, SvgPen } from './pen.ts'
import { boxOf } from './shapes.ts'

/** Maximum length of the longer side of a picture in pixels. */
const MOST = 8192
const MARGIN = 40

const everything = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity }

function frameOf(nodes: readonly PlacedNode[]) {
  const { left, top, right, bottom } = boxOf(nodes)
  return { left: left - MARGIN, top: top - MARGIN, right: right + MARGIN, bottom: bottom + MARGIN }
}

/** The whole drawing as on screen, at double size; smaller if that exceeds the limit of a picture. */
export async function savePng(picture: Picture, name: string): Promise<void> {
  const { left, top, right, bottom } = frameOf(picture.nodes)
  const scale = Math.min(2, MOST / Math.max(right - left, bottom - top))
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil((right - left) * scale)
  canvas.height = Math.ceil((bottom - top) * scale)
  const context = canvas.getContext('2d')
  if (!context) return
  const look = readLook()
  context.fillStyle = look.canvas
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.setTransform(scale, 0, 0, scale, -left * scale, -top * scale)
  paint(new CanvasPen(context), picture, look, Math.max(1, scale), everything)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob) saveDownload({ blob, name: `${name}.png` })
}

export function saveSvg(picture: Picture, name: string): void {
  const measure = document.createElement('canvas').getContext('2d')
  if (!measure) return
  const look = readLook()
  const pen = new SvgPen(measure)
  paint(pen, picture, look, 1, everything)
  const text = pen.file(frameOf(picture.nodes), look.canvas)
  saveDownload({ blob: new Blob([text], { type: 'image/svg+xml' }), name: `${name}.svg` })
}

/** Nodes and edges as returned by the server. */
export function saveJson(network: TopologyNetwork, name: string): void {
  const { nodes, edges, rev, generated_at, oldest } = network
  const text = `${JSON.stringify({ generated_at, oldest, rev, nodes, edges }, null, 2)}\n`
  saveDownload({ blob: new Blob([text], { type: 'application/json' }), name: `${name}.json` })
}
