import { expect, test } from 'vitest'
import { type Crs, fromWgs84, toWgs84 } from './coordinates.ts'

// the results of map services for the same location, to about a metre
test.each([
  ['gcj02', [116.404, 39.915], [116.410244, 39.916404]],
  ['bd09', [116.404, 39.915], [116.416627, 39.922699]],
] as const)('%s in Beijing', (crs, place, expected) => {
  const [lng, lat] = fromWgs84(place, crs)
  expect(lng).toBeCloseTo(expected[0], 4)
  expect(lat).toBeCloseTo(expected[1], 4)
})

test.each(['gcj02', 'bd09', 'wgs84'] satisfies Crs[])('converting to %s and back gives the same coordinates', (crs) => {
  for (const place of [
    [87.6, 43.8],
    [121.47, 31.23],
    [113.54, 22.19],
    [104.07, 30.57],
  ] as const) {
    const [lng, lat] = toWgs84(fromWgs84(place, crs), crs)
    expect(Math.hypot(lng - place[0], lat - place[1])).toBeLessThan(1e-7)
  }
})

test('outside of China the systems are equal', () => {
  expect(fromWgs84([2.35, 48.85], 'gcj02')).toEqual([2.35, 48.85])
  expect(toWgs84([-74, 40.7], 'bd09')).toEqual([-74, 40.7])
})
