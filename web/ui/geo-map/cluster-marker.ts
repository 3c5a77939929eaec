import type { LngLat } from '@belvedere/pure/geography/borders.ts'
import Supercluster from 'supercluster'
import type { WorldBounds } from './camera.ts'
import { project, type WorldPoint, TILE } from './world.ts'

/** How bad a point is; a cluster is as bad as its worst. */
export type PointTone = 'danger' | 'warning' | 'success' | 'neutral'

export const tones: readonly PointTone[] = ['danger', 'warning', 'success', 'neutral']

export interface MapPoint {
  id: number
  /** As the tiles are drawn. */
  place: LngLat
  name: string
  tone: PointTone
  /** What the tone means in words: colour never stands alone. */
  says: string
  /** 0 to 1, for the heat. */
  heat: number
}

export interface Marked {
  key: string
  /** The least id of its points. */
  first: number
  spot: WorldPoint
  points: readonly MapPoint[]
  tone: PointTone
}

/** How many times the type size apart points are one. */
const RADIUS = 2.9
/** From here on everything stands alone that is not at the very same place. */
const APART = 16
/** Of a degree: a metre. */
const SAME_PLACE = 5

/** The markers of a box at a whole zoom, by the least id of their points. A marker's key is stable while the same points are together. */
export type MarkerFinder = (zoom: number, bounds: WorldBounds) => Marked[]

/** Gathers the points for every zoom at once; `unit`: pixels of the type size. */
export function markerFinder(points: readonly MapPoint[], unit = 13): MarkerFinder {
  const places = Map.groupBy(points, ({ place }) => place.map((degrees) => degrees.toFixed(SAME_PLACE)).join())
  const index = new Supercluster<{ members: readonly MapPoint[] }>({
    radius: unit * RADIUS,
    extent: TILE,
    maxZoom: APART - 1,
  })
  index.load(
    [...places.values()].map((members) => ({
      type: 'Feature',
      properties: { members },
      geometry: { type: 'Point', coordinates: [...(members[0]?.place ?? [])] },
    })),
  )
  return (zoom, { west, south, east, north }) =>
    index
      .getClusters([west, south, east, north], zoom)
      .map(
        ({
          properties,
          geometry: {
            coordinates: [lng = 0, lat = 0],
          },
        }) => {
          const leaves = 'cluster_id' in properties ? index.getLeaves(properties.cluster_id, Infinity) : undefined
          return markOf(project([lng, lat]), leaves?.flatMap((leaf) => leaf.properties.members) ?? properties.members)
        },
      )
      .sort((a, b) => a.first - b.first)
}

function markOf(spot: WorldPoint, members: readonly MapPoint[]): Marked {
  const tone = tones.find((one) => members.some((point) => point.tone === one)) ?? 'neutral'
  const first = members.reduce((least, { id }) => Math.min(least, id), Infinity)
  return { key: `${first}.${members.length}`, first, spot, points: members, tone }
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
