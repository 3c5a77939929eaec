import { expect, test } from 'vitest'
import { type MapPoint, markerFinder, ringOf } from './cluster-marker.ts'

const point = (id: number, lng: number, lat: number, tone: MapPoint['tone']): MapPoint => ({
  id,
  place: [lng, lat],
  name: `Scene ${id}`,
  tone,
  says: '',
  heat: 0,
})
const points = [
  point(1, 121.47, 31.23, 'success'),
  point(2, 121.48, 31.24, 'danger'),
  point(3, 120.15, 30.24, 'warning'),
  point(4, -74, 40.7, 'neutral'),
]

const world = { west: -180, south: -85, east: 180, north: 85 }
const markersAt = (points: readonly MapPoint[], zoom: number, bounds = world) => markerFinder(points)(zoom, bounds)

test('neighbours are clustered at a low zoom with the worst tone, and separate at a high zoom', () => {
  expect(markersAt(points, 3).map(({ points, tone }) => [points.length, tone])).toEqual([
    [3, 'danger'],
    [1, 'neutral'],
  ])
  expect(markersAt(points, 12)).toHaveLength(4)
})

test('points at the very same place stay one however near', () => {
  expect(markersAt([point(1, 10, 10, 'success'), point(2, 10, 10, 'success')], 18)).toHaveLength(1)
})

test('only what the box holds is found, over the edge of the world too', () => {
  expect(markersAt(points, 3, { west: 100, south: 20, east: 130, north: 40 }).map(({ first }) => first)).toEqual([1])
  const islands = [point(1, 179.5, -17, 'success'), point(2, -179, -17, 'danger')]
  expect(markersAt(islands, 10, { west: 179, south: -20, east: 182, north: -10 })).toHaveLength(2)
})

test('ten thousand points are each in one marker', () => {
  const many = Array.from({ length: 10_000 }, (_, i) =>
    point(i, ((i * 7919) % 3600) / 10 - 180, ((i * 104_729) % 1400) / 10 - 70, 'success'),
  )
  const found = markersAt(many, 2).flatMap((marked) => marked.points.map(({ id }) => id))
  expect(found).toHaveLength(10_000)
  expect(new Set(found).size).toBe(10_000)
})

test('nothing makes nothing', () => expect(markersAt([], 5)).toEqual([]))

test('the worst of many is seen', () => {
  const many = [point(0, 0, 0, 'danger'), ...Array.from({ length: 999 }, (_, i) => point(i + 1, 0, 0, 'success'))]
  expect(ringOf(many)).toBe(
    'conic-gradient(var(--marker-danger) 0.0deg 54.0deg, var(--marker-success) 54.0deg 360.0deg)',
  )
  expect(ringOf(many.slice(1))).toBe('conic-gradient(var(--marker-success) 0.0deg 360.0deg)')
})

test('the ring shows the share of each tone', () => {
  const { points: three } = markersAt(points, 3)[0] ?? { points: [] }
  expect(ringOf(three)).toBe(
    'conic-gradient(var(--marker-danger) 0.0deg 120.0deg, var(--marker-warning) 120.0deg 240.0deg, var(--marker-success) 240.0deg 360.0deg)',
  )
})
