import { describe, expect, test } from 'vitest'
import { distanceTo, pathBetween } from '../drawing/shapes.ts'
import { centredOn, fitTo, sightOf } from './camera.ts'

const size = { width: 800, height: 600 }

describe('camera', () => {
  test('everything fits, nothing is larger than life', () => {
    const far = fitTo({ left: -5000, top: 0, right: 5000, bottom: 300 }, size)
    expect(far.applyX(5000)).toBeLessThanOrEqual(size.width)
    expect(far.applyX(-5000)).toBeGreaterThanOrEqual(0)
    expect(fitTo({ left: 0, top: 0, right: 10, bottom: 10 }, size).k).toBe(1)
  })
  test('below what fits there is room for two rows of the legend', () => {
    const tall = fitTo({ left: 0, top: -2000, right: 300, bottom: 2000 }, size)
    expect(size.height - tall.applyY(2000)).toBeCloseTo(72)
    expect(tall.applyY(-2000)).toBeCloseTo(48)
  })
  test('the visible part surrounds the centre', () => {
    expect(sightOf(centredOn({ x: 40, y: -70 }, 2, size), size)).toEqual({
      left: -160,
      right: 240,
      top: -220,
      bottom: 80,
    })
  })
})

describe('lines', () => {
  test('turn above the lower node, independent of the order of the ends', () => {
    const [upper, lower] = [
      { x: 0, y: 0 },
      { x: 200, y: 120 },
    ]
    expect(pathBetween(lower, upper)).toEqual(pathBetween(upper, lower))
    expect(pathBetween(upper, lower).at(-1)).toEqual({ x: 200, y: 97 })
    expect(distanceTo(pathBetween(upper, lower), { x: 100, y: 84 })).toBe(5)
  })
})
