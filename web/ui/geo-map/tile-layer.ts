import { clamp } from '@belvedere/pure/collection/clamp.ts'
import type { Camera } from './camera.ts'

/** Maximum number of cached tiles of 256 pixels. */
const MOST_TILES = 300
const DEEPEST = 18

interface Tile {
  image: HTMLImageElement
  /** False while loading, and after a failure. */
  there: boolean
}

/** Map tiles of the operator's source, drawn once they are loaded; `arrived` requests another draw. */
export class TileLayer {
  private readonly tiles = new Map<string, Tile>()
  private readonly url: string
  private readonly arrived: () => void

  constructor(url: string, arrived: () => void) {
    this.url = url
    this.arrived = arrived
  }

  draw(context: CanvasRenderingContext2D, camera: Camera): void {
    const zoom = clamp(Math.round(camera.zoom), 0, DEEPEST)
    const count = 2 ** zoom
    const side = camera.size / count
    const [west, north] = camera.spotAt(0, 0)
    const [east, south] = camera.spotAt(camera.width, camera.height)
    for (
      let row = Math.max(0, Math.floor(north * count));
      row <= Math.min(count - 1, Math.floor(south * count));
      row++
    ) {
      for (let column = Math.floor(west * count); column <= Math.floor(east * count); column++) {
        const tile = this.tile(zoom, ((column % count) + count) % count, row)
        if (!tile.there) continue
        const [x, y] = [(column / count - west) * camera.size, (row / count - north) * camera.size]
        // rounded edges, so that there is no gap between neighbours
        const [left, top] = [Math.round(x), Math.round(y)]
        context.drawImage(tile.image, left, top, Math.round(x + side) - left, Math.round(y + side) - top)
      }
    }
  }

  private tile(zoom: number, x: number, y: number): Tile {
    const key = `${zoom}/${x}/${y}`
    const known = this.tiles.get(key)
    if (known) {
      // the least recently used tile is removed first
      this.tiles.delete(key)
      this.tiles.set(key, known)
      return known
    }
    const tile: Tile = { image: new Image(), there: false }
    tile.image.onload = () => {
      tile.there = true
      this.arrived()
    }
    tile.image.src = this.url.replace('{z}', String(zoom)).replace('{x}', String(x)).replace('{y}', String(y))
    this.tiles.set(key, tile)
    const oldest = this.tiles.keys().next().value
    if (this.tiles.size > MOST_TILES && oldest !== undefined) this.tiles.delete(oldest)
    return tile
  }
}
