import type { LngLat } from '@belvedere/pure/geography/borders.ts'
import Supercluster from 'supercluster'
import type { WorldBounds } from './camera.ts'
import { project, type WorldPoint, TILE } from './world.ts'

/** Severity of a point; a cluster has the highest severity of its points. */
export type PointTone = 'danger' | 'warning' | 'success' | 'neutral'

export const tones: readonly PointTone[] = ['danger', 'warning', 'success', 'neutral']

export interface MapPoint {
  id: number
  /** Position in the coordinates of the tiles. */
  place: LngLat
  name: string
  tone: PointTone
  /** The meaning of the tone in words, because colour alone is not accessible. */
  says: string
  /** 0 to 1, for the heat. */
  heat: number
}

export interface Marked {
  key: string
  /** The lowest id of its points. */
  first: number
  spot: WorldPoint
  points: readonly MapPoint[]
  tone: PointTone
}

/** Points closer than this multiple of the type size form a cluster. */
const RADIUS = 2.9
/** From this zoom on, only points at the same position are clustered. */
const APART = 16
/** Degrees; about one metre. */
const SAME_PLACE = 5

/**
 * The markers of a box at a whole zoom, keyed by the lowest id of their points. The key is stable while the same
 * points are clustered.
 */
export type MarkerFinder = (zoom: number, bounds: WorldBounds) => Marked[]

/** Clusters the points for all zooms; `unit`: pixels of the type size. */
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

/** Minimum share of the ring for the worst tone: one offline point among hundreds must be visible. */
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
