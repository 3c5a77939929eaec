import type { Cluster } from '@belvedere/pure/geography/clusters.ts'
import { clustersOf } from '@belvedere/pure/geography/clusters.ts'
import { project, type Spot, worldSize } from '@belvedere/pure/geography/mercator.ts'
import type { Place } from '@belvedere/pure/geography/borders.ts'

/** How bad a point is; a cluster is as bad as its worst. */
export type PointTone = 'danger' | 'warning' | 'success' | 'neutral'

export const tones: readonly PointTone[] = ['danger', 'warning', 'success', 'neutral']

export interface MapPoint {
  id: number
  /** As the tiles are drawn. */
  place: Place
  name: string
  tone: PointTone
  /** What the tone means in words: colour never stands alone. */
  says: string
  /** 0 to 1, for the heat. */
  heat: number
}

export interface Marked {
  key: string
  spot: Spot
  points: readonly MapPoint[]
  tone: PointTone
}

/** How many times the type size apart points are one. */
const RADIUS = 2.9
/** From here on everything stands alone that is not at the very same place. */
const APART = 16

/** Projected once, however many zooms are looked at. */
const spots = new WeakMap<MapPoint, Spot>()

function spotOf(point: MapPoint): Spot {
  const known = spots.get(point)
  if (known) return known
  const spot = project(point.place)
  spots.set(point, spot)
  return spot
}

/** Markers at a whole zoom. The key is stable while the same points are together. */
export function markersAt(points: readonly MapPoint[], zoom: number, unit = 13): Marked[] {
  const radius = (unit * (zoom >= APART ? 0.3 : RADIUS)) / worldSize(zoom)
  return clustersOf(points, spotOf, radius).map(markOf)
}

function markOf({ spot, members }: Cluster<MapPoint>): Marked {
  const tone = tones.find((one) => members.some((point) => point.tone === one)) ?? 'neutral'
  const first = members.reduce((least, { id }) => Math.min(least, id), Infinity)
  return { key: `${first}.${members.length}`, spot, points: members, tone }
}

/** What the worst gets of a ring at least: one that is away among hundreds must be seen. */
const LEAST = 0.15

/** The share of each tone as a ring, worst first: a CSS gradient of the tones' variables. */
export function ringOf(points: readonly MapPoint[]): string {
  let from = 0
  const counts = tones.map((tone) => points.filter((point) => point.tone === tone).length / points.length)
  const worst = counts.findIndex((count) => count > 0)
  const shown = Math.max(LEAST, counts[worst] ?? 1)
  const others = (1 - shown) / (1 - (counts[worst] ?? 1) || 1)
  const parts = tones.flatMap((tone, i) => {
    const share = i === worst ? shown : (counts[i] ?? 0) * others
    if (share === 0) return []
    const part = `var(--marker-${tone}) ${(from * 360).toFixed(1)}deg ${((from + share) * 360).toFixed(1)}deg`
    from += share
    return [part]
  })
  return `conic-gradient(${parts.join(', ')})`
}
