import { expect, test } from 'vitest'
import { isPlaced, type MappedScene, pointsOf, stateLabel, toneOf, worstFirst } from './map-points.ts'

const scene = (id: number, more: Partial<MappedScene> = {}): MappedScene => ({
  id, rev: 1, name: `S${id}`, mode: 0, province: '', city: '', lat: 30, lng: 120, group_ids: [], state: 1,
  device_total: 1, device_online: 1, device_unknown: 0, critical: 0, warning: 0, notice: 0, bps: 0, ...more,
}) // biome-ignore format: one line per row

test.each([
  [scene(1), 'success', '正常'],
  [scene(1, { state: 2 }), 'warning', '异常'],
  [scene(1, { state: 2, critical: 1 }), 'danger', '异常 · 严重告警'],
  [scene(1, { state: 3 }), 'danger', '离线'],
  [scene(1, { state: 0 }), 'neutral', '无设备'],
  [scene(1, { state: 4 }), 'neutral', '未知'],
  [scene(1, { state: 5 }), 'neutral', '部分未知'],
])('tone and words', (one, tone, says) => {
  expect(toneOf(one)).toBe(tone)
  expect(stateLabel(one)).toBe(says)
})

test('only placed scenes are points; the hottest glows most', () => {
  const list = [scene(1, { bps: 400 }), scene(2, { bps: 100 }), scene(3, { lat: null, lng: null, bps: 900 }), scene(4)]
  expect(list.filter(isPlaced)).toHaveLength(3)
  const points = pointsOf(list.filter(isPlaced), 'wgs84', 'traffic')
  expect(points.map(({ id, heat }) => [id, heat])).toEqual([
    [1, 1],
    [2, 0.5],
    [4, 0],
  ])
  expect(pointsOf(list, 'wgs84', '').every(({ heat }) => heat === 0)).toBe(true)
})

test('under tiles of a Chinese map service points are shown where it has them', () => {
  const [point] = pointsOf([scene(1)], 'gcj02', '')
  expect(point?.place[0]).toBeCloseTo(120.0046, 3)
})

test('the worst come first, of equals the one with more alarms, then by name', () => {
  const list = [
    scene(10),
    scene(9),
    scene(2, { state: 2, warning: 1 }),
    scene(3, { state: 2, warning: 5 }),
    scene(4, { state: 3 }),
    scene(1, { state: 0 }),
    scene(5, { state: 5 }),
  ]
  expect(worstFirst(list).map(({ id }) => id)).toEqual([4, 3, 2, 5, 9, 10, 1])
})
