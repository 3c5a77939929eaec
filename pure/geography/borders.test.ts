import { expect, test } from 'vitest'
import { areaFinder, isInside, ringOf, unpackBorders, usersOf } from './borders.ts'
import { chinaBorders } from './china-borders.ts'
import { packNumbers, unpackNumbers } from './packed-numbers.ts'
import { provinces } from './provinces.ts'
import { dashes } from './south-china-sea.ts'
import { worldBorders } from './world-borders.ts'

test('unpacking returns the packed numbers', () => {
  const numbers = [0, 1, -1, 15, 16, -16, 31, 32, 1023, -70_000, 2 ** 40]
  expect(unpackNumbers(packNumbers(numbers))).toEqual(numbers)
  expect(() => unpackNumbers('!')).toThrow(/no letter/)
  expect(() => unpackNumbers('g')).toThrow(/cut off/)
})

const china = unpackBorders(chinaBorders)
const world = unpackBorders(worldBorders)

test('every ring is closed', () => {
  for (const borders of [china, world]) {
    for (const rings of borders.areas.values()) {
      for (const numbers of rings) {
        const ring = ringOf(borders, numbers)
        expect(ring.length).toBeGreaterThan(1)
        expect(ring.at(-1)).toEqual(ring[0])
      }
    }
  }
})

test('every province contains its seat of government', () => {
  const areaAt = areaFinder(china)
  for (const { code, lng, lat, en } of provinces) expect([en, areaAt([lng, lat])]).toEqual([en, code])
})

test('places outside China are in no province', () => {
  const areaAt = areaFinder(china)
  expect(
    [
      [139.7, 35.7],
      [105.85, 21.03],
      [77.2, 28.6],
      [126.98, 37.57],
    ].map(([lng = 0, lat = 0]) => areaAt([lng, lat])),
  ).toEqual([undefined, undefined, undefined, undefined])
})

test.each([
  [54, 'Lhoka', [93.5, 27.5]],
  [65, 'Hotan', [79.5, 35.2]],
  [71, 'Diaoyu Dao', [123.475, 25.745]],
] as const)('the Chinese file has all required features: %s %s', (area, _name, place) => {
  expect(areaFinder(china)(place)).toBe(area * 10_000)
})

test('the islands and dashes of the South China Sea are included', () => {
  expect(unpackNumbers(chinaBorders.islands)[0]).toBeGreaterThan(80)
  expect(dashes).toHaveLength(10)
})

test('inner borders belong to two provinces, outer borders to one', () => {
  const users = usersOf(china)
  expect(users.filter((n) => n === 2).length).toBeGreaterThan(60)
  expect(users.filter((n) => n < 1 || n > 2)).toEqual([])
})

test.each([
  ['CN', [116.4, 39.9]],
  ['FR', [2.35, 48.85]],
  ['BR', [-47.9, -15.8]],
  ['AU', [149.1, -35.3]],
] as const)('%s is in the correct area', (code, place) => expect(areaFinder(world)(place)).toBe(code))

test('a point in a hole is outside', () => {
  const square = (a: number, b: number) =>
    [
      [a, a],
      [b, a],
      [b, b],
      [a, b],
      [a, a],
    ] as const
  expect(isInside([square(0, 10), square(4, 6)], [5, 5])).toBe(false)
  expect(isInside([square(0, 10), square(4, 6)], [2, 5])).toBe(true)
})
