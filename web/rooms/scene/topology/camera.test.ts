import { describe, expect, test } from 'vitest'
import { fitTo, toScreen, toWorld, zoomAt } from './camera.ts'
import { distanceTo, wayBetween } from './shapes.ts'

const size = { width: 800, height: 600 }

describe('camera', () => {
  test('what is under the pointer stays under it', () => {
    const camera = { x: 40, y: -70, zoom: 0.8 }
    const pointer = { x: 130, y: 470 }
    const before = toWorld(camera, size, pointer)
    const after = toScreen(zoomAt(camera, size, pointer, 1.7), size, before)
    expect(after.x).toBeCloseTo(pointer.x)
    expect(after.y).toBeCloseTo(pointer.y)
  })
  test('everything fits, nothing is larger than life', () => {
    const far = fitTo({ left: -5000, top: 0, right: 5000, bottom: 300 }, size)
    expect(toScreen(far, size, { x: 5000, y: 0 }).x).toBeLessThanOrEqual(size.width)
    expect(fitTo({ left: 0, top: 0, right: 10, bottom: 10 }, size).zoom).toBe(1)
  })
})

describe('lines', () => {
  test('come down above the lower node, whoever is told first', () => {
    const [upper, lower] = [
      { x: 0, y: 0 },
      { x: 200, y: 120 },
    ]
    expect(wayBetween(lower, upper)).toEqual(wayBetween(upper, lower))
    expect(wayBetween(upper, lower).at(-1)).toEqual({ x: 200, y: 97 })
    expect(distanceTo(wayBetween(upper, lower), { x: 100, y: 84 })).toBe(5)
  })
})
