import type { Place } from './borders.ts'

/** Width and height of the world at zoom 0, in pixels; each zoom doubles it. */
export const TILE = 256
/** Degrees north and south where the square world of web maps ends. */
export const EDGE = 85.0511287798

/** A place in the square world: 0 to 1 from west to east and from north to south. */
export type Spot = readonly [x: number, y: number]

export function project([lng, lat]: Place): Spot {
  const sine = Math.sin((clamp(lat, -EDGE, EDGE) * Math.PI) / 180)
  return [lng / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)]
}

export function unproject([x, y]: Spot): Place {
  return [(x - 0.5) * 360, (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI]
}

/** Pixels of the whole world at a zoom. */
export const worldSize = (zoom: number) => TILE * 2 ** zoom

export const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** Middle and zoom of what is shown. */
export interface MapView {
  lng: number
  lat: number
  zoom: number
}

/** The view that shows all the places with a margin in pixels; undefined without places. One place is shown at `closest`. */
export function viewOf(
  places: readonly Place[],
  size: { width: number; height: number },
  { margin, closest }: { margin: number; closest: number },
): MapView | undefined {
  if (places.length === 0) return undefined
  let [west, north, east, south] = [1, 1, 0, 0]
  for (const place of places) {
    const [x, y] = project(place)
    ;[west, north, east, south] = [Math.min(west, x), Math.min(north, y), Math.max(east, x), Math.max(south, y)]
  }
  const [width, height] = [size.width, size.height].map((pixels) => Math.max(1, pixels - 2 * margin))
  const fit = Math.min((width ?? 1) / (east - west), (height ?? 1) / (south - north)) / TILE
  const [lng, lat] = unproject([(west + east) / 2, (north + south) / 2])
  return { lng, lat, zoom: clamp(Math.log2(fit), 0, closest) }
}

/** Metres a pixel is wide at a latitude. */
export const metresPerPixel = (lat: number, zoom: number) =>
  (40_075_016.686 * Math.cos((lat * Math.PI) / 180)) / worldSize(zoom)
