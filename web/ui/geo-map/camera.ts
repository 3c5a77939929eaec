import { clamp } from '@belvedere/pure/collection/clamp.ts'
import type { LngLat } from '@belvedere/pure/geography/borders.ts'
import { type MapView, project, type WorldPoint, unproject, worldSize } from './world.ts'

export const MOST_ZOOM = 18
/** Latitude limits of the map: polar regions are not shown. */
const [, NORTH] = project([0, 83.5])
const [, SOUTH] = project([0, -58])

/**
 * The part of the world that a box of the given pixels shows. East may be more than 180, because the map wraps around.
 */
export interface WorldBounds {
  west: number
  south: number
  east: number
  north: number
}

/** The viewport on the square world. Every change calls `moved`. */
export class Camera {
  width = 1
  height = 1
  private spot: WorldPoint = project([104, 34])
  private zoomed = 3
  private flight = 0
  private readonly moved: () => void

  constructor(moved: () => void) {
    this.moved = moved
  }

  get zoom(): number {
    return this.zoomed
  }

  get middle(): WorldPoint {
    return this.spot
  }

  /** Size of the whole world in pixels. */
  get size(): number {
    return worldSize(this.zoomed)
  }

  get view(): MapView {
    const [lng, lat] = unproject(this.spot)
    return { lng, lat, zoom: this.zoomed }
  }

  resize(width: number, height: number): void {
    this.width = Math.max(1, width)
    this.height = Math.max(1, height)
    this.set(this.spot, this.zoomed)
  }

  jump({ lng, lat, zoom }: MapView): void {
    this.stop()
    this.set(project([lng, lat]), zoom)
  }

  /** Animates to the view; moves at once if the user prefers reduced motion. */
  fly(to: MapView, milliseconds = 700): void {
    this.stop()
    if (matchMedia('(prefers-reduced-motion: reduce)').matches || milliseconds <= 0) return this.jump(to)
    const [from, fromZoom, began] = [this.spot, this.zoomed, performance.now()]
    const target = project([to.lng, to.lat])
    const step = (now: number) => {
      const t = clamp((now - began) / milliseconds, 0, 1)
      const eased = t < 0.5 ? 4 * t ** 3 : 1 - (-2 * t + 2) ** 3 / 2
      const zoom = fromZoom + (to.zoom - fromZoom) * eased
      // the position follows the zoom, so that the target stays in view near the end
      const part = way(fromZoom, to.zoom, eased)
      this.set([from[0] + (target[0] - from[0]) * part, from[1] + (target[1] - from[1]) * part], zoom)
      this.flight = t < 1 ? requestAnimationFrame(step) : 0
    }
    this.flight = requestAnimationFrame(step)
  }

  stop(): void {
    cancelAnimationFrame(this.flight)
    this.flight = 0
  }

  /** Moves the view by the given pixels. */
  pan(dx: number, dy: number): void {
    this.set([this.spot[0] - dx / this.size, this.spot[1] - dy / this.size], this.zoomed)
  }

  /** Zooms by the given steps; the position below the pixel stays fixed. */
  zoomAt(steps: number, x = this.width / 2, y = this.height / 2): void {
    const zoom = this.bounded(this.zoomed + steps)
    const [wx, wy] = this.spotAt(x, y)
    const size = worldSize(zoom)
    this.set([wx - (x - this.width / 2) / size, wy - (y - this.height / 2) / size], zoom)
  }

  /** The position of a pixel in the world. */
  spotAt(x: number, y: number): WorldPoint {
    return [this.spot[0] + (x - this.width / 2) / this.size, this.spot[1] + (y - this.height / 2) / this.size]
  }

  placeAt(x: number, y: number): LngLat {
    const [wx, wy] = this.spotAt(x, y)
    const [lng, lat] = unproject([wx - Math.floor(wx), wy])
    return [lng, lat]
  }

  /** The pixel of a position; of its wrapped copies, the nearest to the centre. */
  pixelOf([x, y]: WorldPoint): WorldPoint {
    const near = x + Math.round(this.spot[0] - x)
    return [(near - this.spot[0]) * this.size + this.width / 2, (y - this.spot[1]) * this.size + this.height / 2]
  }

  get bounds(): WorldBounds {
    return this.boundsWith(0)
  }

  /** With a margin of the given pixels around it. */
  boundsWith(margin: number): WorldBounds {
    const [west, north] = unproject(this.spotAt(-margin, -margin))
    const [east, south] = unproject(this.spotAt(this.width + margin, this.height + margin))
    return { west, south, east, north }
  }

  private bounded(zoom: number): number {
    return clamp(zoom, Math.log2(this.height / 256 / (SOUTH - NORTH)), MOST_ZOOM)
  }

  private set([x, y]: WorldPoint, zoom: number): void {
    this.zoomed = this.bounded(zoom)
    const half = Math.min((SOUTH - NORTH) / 2, this.height / 2 / this.size)
    this.spot = [x - Math.floor(x), clamp(y, NORTH + half, SOUTH - half)]
    this.moved()
  }
}

/** Progress of the movement for a progress of the zoom: linear in pixels, not in degrees. */
function way(from: number, to: number, eased: number): number {
  if (Math.abs(to - from) < 0.01) return eased
  const done = (zoom: number) => 2 ** -zoom
  return (done(from) - done(from + (to - from) * eased)) / (done(from) - done(to))
}

/** True if the position is in the box. */
export function isWithin({ west, south, east, north }: WorldBounds, [lng, lat]: LngLat): boolean {
  if (lat < south || lat > north) return false
  return [lng - 360, lng, lng + 360].some((turned) => turned >= west && turned <= east)
}
