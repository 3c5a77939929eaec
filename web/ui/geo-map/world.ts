import { clamp } from '@belvedere/pure/collection/clamp.ts'
import type { BorderLine, LngLat } from '@belvedere/pure/geography/borders.ts'
import { extent } from 'd3-array'
import { geoMercatorRaw, geoPath, geoTransform, type GeoContext, type GeoPath } from 'd3-geo'

/** Width and height of the world at zoom 0, in pixels; each zoom doubles it. */
export const TILE = 256
/** Latitude limit of the square world of web maps, in degrees. */
const EDGE = 85.0511287798
const RADIAN = Math.PI / 180

/** A position in the square world: 0 to 1 from west to east and from north to south. */
export type WorldPoint = readonly [x: number, y: number]

export function project([lng, lat]: LngLat): WorldPoint {
  const [x, y] = geoMercatorRaw(lng * RADIAN, clamp(lat, -EDGE, EDGE) * RADIAN)
  return [0.5 + x / (2 * Math.PI), 0.5 - y / (2 * Math.PI)]
}

export function unproject([x, y]: WorldPoint): LngLat {
  const [lng, lat] = geoMercatorRaw.invert?.((x - 0.5) * 2 * Math.PI, (0.5 - y) * 2 * Math.PI) ?? [0, 0]
  return [lng / RADIAN, lat / RADIAN]
}

/** Pixels of the whole world at a zoom. */
export const worldSize = (zoom: number) => TILE * 2 ** zoom

/** Draws and measures in the square world. A line that crosses its edge continues in the next copy of the world. */
export function worldPath(context?: GeoContext): GeoPath {
  let turns = 0
  let before: number | undefined
  return geoPath(
    geoTransform({
      lineStart() {
        turns = 0
        before = undefined
        this.stream.lineStart()
      },
      point(lng, lat) {
        if (before !== undefined) turns -= Math.round((lng - before) / 360)
        before = lng
        const [x, y] = project([lng, lat])
        this.stream.point(x + turns, y)
      },
    }),
    context,
  )
}

export const linesOf = (lines: readonly BorderLine[]) => ({
  type: 'MultiLineString' as const,
  coordinates: lines.map((line) => line.map(([lng, lat]) => [lng, lat])),
})

/** Each ring is a separate area: a hole belongs to another area. */
export const areasOf = (rings: readonly BorderLine[]) => ({
  type: 'MultiPolygon' as const,
  coordinates: rings.map((ring) => [ring.map(([lng, lat]) => [lng, lat])]),
})

/** Centre and zoom of the view. */
export interface MapView {
  lng: number
  lat: number
  zoom: number
}

/**
 * The view that shows all positions with a margin in pixels; undefined without positions. A single position is shown
 * at `closest`.
 */
export function viewOf(
  places: readonly LngLat[],
  size: { width: number; height: number },
  { margin, closest }: { margin: number; closest: number },
): MapView | undefined {
  if (places.length === 0) return undefined
  const spots = places.map(project)
  const [west = 0, east = 0] = extent(spots, ([x]) => x)
  const [north = 0, south = 0] = extent(spots, ([, y]) => y)
  const [width, height] = [size.width, size.height].map((pixels) => Math.max(1, pixels - 2 * margin))
  const fit = Math.min((width ?? 1) / (east - west), (height ?? 1) / (south - north)) / TILE
  const [lng, lat] = unproject([(west + east) / 2, (north + south) / 2])
  return { lng, lat, zoom: clamp(Math.log2(fit), 0, closest) }
}

/** Metres per pixel at a latitude. */
export const metresPerPixel = (lat: number, zoom: number) => (40_075_016.686 * Math.cos(lat * RADIAN)) / worldSize(zoom)
