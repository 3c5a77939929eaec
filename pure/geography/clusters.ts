import type { Spot } from './mercator.ts'

export interface Cluster<T> {
  /** Where it is drawn: the middle of its members. */
  spot: Spot
  members: T[]
}

/**
 * Gathers what lies within `radius` (both in the units of the spots) of a first one; the order of the items decides who is
 * first, so that the same items give the same clusters. Linear in the number of items but for crowds in one cell.
 */
export function clustersOf<T>(items: readonly T[], spotOf: (item: T) => Spot, radius: number): Cluster<T>[] {
  const cells = new Map<string, number[]>()
  const spots = items.map(spotOf)
  const cellOf = ([x, y]: Spot) => [Math.floor(x / radius), Math.floor(y / radius)] as const
  spots.forEach((spot, i) => {
    const key = cellOf(spot).join()
    const cell = cells.get(key)
    if (cell) cell.push(i)
    else cells.set(key, [i])
  })
  const taken = new Uint8Array(items.length)
  const clusters: Cluster<T>[] = []
  spots.forEach((spot, i) => {
    if (taken[i]) return
    const near = neighbours(cells, cellOf(spot)).filter((other) => !taken[other] && within(spots[other], spot, radius))
    for (const other of near) taken[other] = 1
    clusters.push({
      spot: middle(near.map((other) => spots[other] as Spot)),
      members: near.map((other) => items[other] as T),
    })
  })
  return clusters
}

function neighbours(cells: ReadonlyMap<string, readonly number[]>, [column, row]: readonly [number, number]): number[] {
  const steps = [-1, 0, 1]
  return steps.flatMap((dx) => steps.flatMap((dy) => cells.get(`${column + dx},${row + dy}`) ?? []))
}

const within = (a: Spot | undefined, b: Spot, radius: number) =>
  a !== undefined && Math.hypot(a[0] - b[0], a[1] - b[1]) <= radius

const middle = (spots: readonly Spot[]): Spot => [
  spots.reduce((sum, [x]) => sum + x, 0) / spots.length,
  spots.reduce((sum, [, y]) => sum + y, 0) / spots.length,
]
