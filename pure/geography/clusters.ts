import type { Spot } from './mercator.ts'

export interface Cluster<T> {
  /** Where it is drawn: the middle of its members. */
  spot: Spot
  members: T[]
}

/** Rows of cells beyond which numbers of cells would repeat; more than the deepest zoom has. */
const ROWS = 2 ** 24

/**
 * Gathers what lies within `radius` (both in the units of the spots, which are 0 to 1) of a first one; the order of the items decides
 * who is first, so that the same items give the same clusters. Linear in the number of items but for crowds in one cell: ten
 * thousand take some ten milliseconds.
 */
export function clustersOf<T>(items: readonly T[], spotOf: (item: T) => Spot, radius: number): Cluster<T>[] {
  const spots = items.map(spotOf)
  const cells = new Map<number, number[]>()
  const cellOf = (x: number, y: number) => Math.floor(x / radius) * ROWS + Math.floor(y / radius)
  spots.forEach(([x, y], i) => {
    const key = cellOf(x, y)
    const cell = cells.get(key)
    if (cell) cell.push(i)
    else cells.set(key, [i])
  })
  const taken = new Uint8Array(items.length)
  const clusters: Cluster<T>[] = []
  spots.forEach(([x, y], i) => {
    if (taken[i]) return
    const members: T[] = []
    let [sumX, sumY] = [0, 0]
    const middle = cellOf(x, y)
    for (let column = -ROWS; column <= ROWS; column += ROWS) {
      for (let row = -1; row <= 1; row++) {
        for (const other of cells.get(middle + column + row) ?? []) {
          const [ox, oy] = spots[other] as Spot
          if (taken[other] || (ox - x) ** 2 + (oy - y) ** 2 > radius * radius) continue
          taken[other] = 1
          members.push(items[other] as T)
          sumX += ox
          sumY += oy
        }
      }
    }
    clusters.push({ spot: [sumX / members.length, sumY / members.length], members })
  })
  return clusters
}
