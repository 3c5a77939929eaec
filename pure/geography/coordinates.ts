import type { LngLat } from './borders.ts'

// The coordinate systems of Chinese maps. WGS-84 is the system of satellites and of other countries. Chinese law requires GCJ-02
// of map services; it is shifted by some hundred metres. BD-09 applies one more shift to GCJ-02. The systems differ only inside
// China.

/** The system of coordinates. */
export type Crs = 'wgs84' | 'gcj02' | 'bd09'

const AXIS = 6_378_245
const ECCENTRICITY = 0.006693421622965943

const rad = (degrees: number) => (degrees * Math.PI) / 180

/** Approximate area where the shift applies; map services use the same rectangle. */
const isShifted = ([lng, lat]: LngLat) => lng > 72.004 && lng < 137.8347 && lat > 0.8293 && lat < 55.8271

const waves = (value: number, unit: number) =>
  ((20 * Math.sin(unit * value * Math.PI) + 40 * Math.sin((unit * value * Math.PI) / 3)) * 2) / 3

function shift([lng, lat]: LngLat): LngLat {
  const [x, y] = [lng - 105, lat - 35]
  const common = ((20 * Math.sin(6 * x * Math.PI) + 20 * Math.sin(2 * x * Math.PI)) * 2) / 3
  const north =
    -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * Math.sqrt(Math.abs(x)) + common + waves(y, 1) +
    ((160 * Math.sin((y / 12) * Math.PI) + 320 * Math.sin((y * Math.PI) / 30)) * 2) / 3 // biome-ignore format: one sum
  const east =
    300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * Math.sqrt(Math.abs(x)) + common + waves(x, 1) +
    ((150 * Math.sin((x / 12) * Math.PI) + 300 * Math.sin((x / 30) * Math.PI)) * 2) / 3 // biome-ignore format: one sum
  const bend = 1 - ECCENTRICITY * Math.sin(rad(lat)) ** 2
  return [
    (east * 180) / ((AXIS / Math.sqrt(bend)) * Math.cos(rad(lat)) * Math.PI),
    (north * 180) / (((AXIS * (1 - ECCENTRICITY)) / (bend * Math.sqrt(bend))) * Math.PI),
  ]
}

const BEND = (Math.PI * 3000) / 180

/** Converts WGS-84 coordinates to another system. */
export function fromWgs84(place: LngLat, to: Crs): LngLat {
  if (to === 'wgs84' || !isShifted(place)) return place
  const [dx, dy] = shift(place)
  const [lng, lat]: LngLat = [place[0] + dx, place[1] + dy]
  if (to === 'gcj02') return [lng, lat]
  const distance = Math.hypot(lng, lat) + 0.00002 * Math.sin(lat * BEND)
  const angle = Math.atan2(lat, lng) + 0.000003 * Math.cos(lng * BEND)
  return [distance * Math.cos(angle) + 0.0065, distance * Math.sin(angle) + 0.006]
}

/**
 * Converts coordinates of another system to WGS-84, to a few millimetres: the shift has no closed inverse, so a fixed point is
 * computed.
 */
export function toWgs84(place: LngLat, from: Crs): LngLat {
  if (from === 'wgs84') return place
  let [lng, lat] = place
  for (let round = 0; round < 8; round++) {
    const [x, y] = fromWgs84([lng, lat], from)
    lng += place[0] - x
    lat += place[1] - y
  }
  return [lng, lat]
}
