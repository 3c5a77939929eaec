import { expect, test } from 'vitest'
import { project, unproject, viewOf, worldSize } from './world.ts'

test('the corners of the world', () => {
  expect(project([0, 0])).toEqual([0.5, 0.5])
  expect(project([-180, 90])[1]).toBeCloseTo(0, 9)
  expect(project([180, -90])[0]).toBe(1)
})

test.each([
  [121.47, 31.23],
  [-74, 40.7],
  [18.4, -33.9],
] as const)('%s %s and back', (lng, lat) => {
  const [x, y] = unproject(project([lng, lat]))
  expect([x, y].map((value) => Math.round(value * 1e8) / 1e8)).toEqual([lng, lat])
})

test('a view shows all places within its margin, as near as it can', () => {
  const size = { width: 800, height: 600 }
  const places = [
    [120, 30],
    [122, 32],
  ] as const
  const view = viewOf(places, size, { margin: 50, closest: 12 })
  if (!view) throw new Error('no view')
  const middle = project([view.lng, view.lat])
  for (const place of places) {
    const [x, y] = project(place)
    const [dx, dy] = [(x - middle[0]) * worldSize(view.zoom), (y - middle[1]) * worldSize(view.zoom)]
    expect(Math.abs(dx)).toBeLessThanOrEqual(350.001)
    expect(Math.abs(dy)).toBeLessThanOrEqual(250.001)
    expect(Math.max(Math.abs(dx) - 350, Math.abs(dy) - 250)).toBeCloseTo(0, 3)
  }
  expect(viewOf([[120, 30]], size, { margin: 50, closest: 12 })).toEqual({
    lng: expect.closeTo(120, 9),
    lat: expect.closeTo(30, 9),
    zoom: 12,
  })
  expect(viewOf([], size, { margin: 50, closest: 12 })).toBeUndefined()
})
