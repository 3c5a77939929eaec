import type { Camera } from './camera.ts'
import type { WorldPoint } from './world.ts'

export interface HeatPoint {
  spot: WorldPoint
  /** 0 to 1. */
  value: number
}

/** From cool to hot; the last number is the opacity. */
const ramp: readonly (readonly [at: number, r: number, g: number, b: number, a: number])[] = [
  [0, 44, 123, 229, 0],
  [0.25, 44, 160, 220, 0.35],
  [0.5, 60, 180, 110, 0.5],
  [0.75, 240, 180, 40, 0.62],
  [1, 220, 50, 40, 0.75],
]

let colors: Uint8ClampedArray | undefined
let sheet: HTMLCanvasElement | undefined

/** Half the resolution is sufficient for a layer without edges. */
const SCALE = 0.5

/** Draws the density of the points as an additive glow. */
export function drawHeat(context: CanvasRenderingContext2D, camera: Camera, points: readonly HeatPoint[]): void {
  const [width, height] = [Math.ceil(camera.width * SCALE), Math.ceil(camera.height * SCALE)]
  sheet ??= document.createElement('canvas')
  sheet.width = width
  sheet.height = height
  const glow = sheet.getContext('2d', { willReadFrequently: true })
  if (!glow) return
  const radius = Math.min(60, 22 + camera.zoom * 3) * SCALE
  for (const { spot, value } of points) {
    const [x, y] = camera.pixelOf(spot).map((pixel) => pixel * SCALE) as [number, number]
    if (value <= 0 || x < -radius || y < -radius || x > width + radius || y > height + radius) continue
    const fade = glow.createRadialGradient(x, y, 0, x, y, radius)
    fade.addColorStop(0, `rgba(0,0,0,${0.15 + value * 0.75})`)
    fade.addColorStop(1, 'rgba(0,0,0,0)')
    glow.fillStyle = fade
    glow.fillRect(x - radius, y - radius, radius * 2, radius * 2)
  }
  const picture = glow.getImageData(0, 0, width, height)
  tint(picture.data)
  glow.putImageData(picture, 0, 0)
  context.drawImage(sheet, 0, 0, camera.width, camera.height)
}

function tint(data: Uint8ClampedArray): void {
  colors ??= table()
  for (let at = 0; at < data.length; at += 4) {
    const heat = (data[at + 3] ?? 0) * 4
    if (heat === 0) continue
    for (let part = 0; part < 4; part++) data[at + part] = colors[heat + part] ?? 0
  }
}

function table(): Uint8ClampedArray {
  const made = new Uint8ClampedArray(256 * 4)
  for (let step = 0; step < 256; step++) {
    const t = step / 255
    const above = ramp.findIndex(([at]) => at >= t)
    const [low, high] = [ramp[Math.max(0, above - 1)], ramp[above]]
    if (!low || !high) continue
    const part = high[0] === low[0] ? 0 : (t - low[0]) / (high[0] - low[0])
    const mix = (i: 1 | 2 | 3 | 4) => low[i] + (high[i] - low[i]) * part
    made.set([mix(1), mix(2), mix(3), mix(4) * 255], step * 4)
  }
  return made
}
