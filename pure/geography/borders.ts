import { unpackNumbers } from './packed-numbers.ts'

/** Longitude and latitude in degrees. */
export type LngLat = readonly [lng: number, lat: number]
export type BorderLine = readonly LngLat[]

/** Areas whose shared borders are stored once, as `scripts/geography/convert-borders.ts` writes them. */
export interface PackedBorders<Id extends string | number = string | number> {
  /** Number of steps in a degree. */
  steps: number
  lines: string
  ids: readonly Id[]
  /** For each area the number of rings, for each ring the number of lines and their indexes; `~n` is line n in reverse order. */
  areas: string
}

export interface Borders<Id extends string | number = string | number> {
  lines: readonly BorderLine[]
  /** Rings as line indexes, by area. */
  areas: ReadonlyMap<Id, readonly (readonly number[])[]>
}

export function unpackBorders<Id extends string | number>(packed: PackedBorders<Id>): Borders<Id> {
  const numbers = unpackNumbers(packed.areas)
  let at = 0
  const next = () => numbers[at++] ?? 0
  const many = <T>(make: () => T): T[] => Array.from({ length: next() }, make)
  const areas = new Map<Id, number[][]>()
  // an atlas may have several areas without a name: they become one area
  for (const id of packed.ids) areas.set(id, [...(areas.get(id) ?? []), ...many(() => many(next))])
  return { lines: unpackLines(packed.lines, packed.steps), areas }
}

export function unpackLines(text: string, steps: number): BorderLine[] {
  const numbers = unpackNumbers(text)
  const lines: BorderLine[] = []
  let [at, x, y] = [0, 0, 0]
  while (at < numbers.length) {
    const length = numbers[at++] ?? 0
    lines.push(
      Array.from({ length }, (): LngLat => {
        x += numbers[at++] ?? 0
        y += numbers[at++] ?? 0
        return [x / steps, y / steps]
      }),
    )
  }
  return lines
}

/** The points of a ring, in order; the last is the first. */
export function ringOf({ lines }: Borders, numbers: readonly number[]): LngLat[] {
  return numbers.flatMap((number, i) => {
    const line = number < 0 ? [...(lines[~number] ?? [])].reverse() : (lines[number] ?? [])
    return i === 0 ? line : line.slice(1)
  })
}

/** For every line the number of rings that use it: 1 is a coast or an outer border, 2 lies between two areas. */
export function usersOf({ lines, areas }: Borders): number[] {
  const users = lines.map(() => 0)
  for (const number of [...areas.values()].flat(2)) {
    const line = number < 0 ? ~number : number
    users[line] = (users[line] ?? 0) + 1
  }
  return users
}

/** True inside an odd number of the rings: a ring inside a ring is a hole. */
export function isInside(rings: readonly BorderLine[], [lng, lat]: LngLat): boolean {
  let inside = false
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i++) {
      const [[ax, ay], [bx, by]] = [ring[i - 1] as LngLat, ring[i] as LngLat]
      if (ay > lat !== by > lat && lng < ((bx - ax) * (lat - ay)) / (by - ay) + ax) inside = !inside
    }
  }
  return inside
}

/**
 * Returns a function that finds the area of a point; undefined: in none. It unpacks the rings once; a look-up tests those whose
 * bounds contain the point.
 */
export function areaFinder<Id extends string | number>(borders: Borders<Id>): (place: LngLat) => Id | undefined {
  const areas = [...borders.areas].map(([id, numbers]) => {
    const rings = numbers.map((ring) => ringOf(borders, ring))
    const corners = rings.flat()
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
    const bounds = { west: least(xs), east: most(xs), south: least(ys), north: most(ys) }
    return { id, rings, bounds }
  })
  // where two areas overlap, for example a town inside a province, the smaller one is used
  const size = ({ west, east, south, north }: (typeof areas)[number]['bounds']) => (east - west) * (north - south)
  areas.sort((a, b) => size(a.bounds) - size(b.bounds))
  return ([lng, lat]) =>
    areas.find(
      ({ rings, bounds: { west, east, south, north } }) =>
        lng >= west && lng <= east && lat >= south && lat <= north && isInside(rings, [lng, lat]),
    )?.id
}

// arrays of points are too long for function arguments
const least = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.min(a, b), Infinity)
const most = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.max(a, b), -Infinity)
