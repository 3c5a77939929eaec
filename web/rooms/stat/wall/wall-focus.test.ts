import { expect, test } from 'vitest'
import { drawnBy, type Fare, focusOn, newCritical, roundOf, stay, stepped } from './wall-focus.ts'

const scene = (id: number, more: Partial<Fare> = {}): Fare => ({
  id,
  state: 1,
  critical: 0,
  warning: 0,
  device_total: 5,
  bps: 0,
  ...more,
})

test('trouble comes first, worst first, then the busiest; empty scenes not at all', () => {
  const scenes = [
    scene(1, { bps: 10 }),
    scene(2, { state: 2, warning: 1 }),
    scene(3, { state: 0, device_total: 0 }),
    scene(4, { state: 3 }),
    scene(5, { state: 2, critical: 2 }),
    scene(6, { bps: 99 }),
  ]
  expect(roundOf(scenes)).toEqual([0, 5, 4, 2, 1, 6])
  expect(roundOf([])).toEqual([0])
})

test('a round has an end, however many scenes there are', () => {
  const many = Array.from({ length: 1000 }, (_, i) => scene(i + 1, { state: i % 2 ? 2 : 1, bps: i }))
  expect(roundOf(many)).toHaveLength(31)
})

test('it moves on and back, wraps around the ends, and restarts if its scene was removed', () => {
  const round = [0, 5, 4]
  expect(stepped(focusOn(0, 0), round, 1, 7)).toEqual({ scene_id: 5, until: 7 + stay.scene, alarm_id: undefined })
  expect(stepped(focusOn(4, 0), round, 1, 7).scene_id).toBe(0)
  expect(stepped(focusOn(0, 0), round, -1, 7).scene_id).toBe(4)
  expect(stepped(focusOn(77, 0), round, 1, 7).scene_id).toBe(0)
})

test('only a new critical alarm draws the eye, the newest of several', () => {
  const alarm = (id: number, level: number) => ({ id, level, scene_id: id * 10 })
  const alarms = [alarm(9, 2), alarm(8, 1), alarm(7, 1), alarm(3, 1)]
  expect(newCritical(alarms, 6)?.id).toBe(8)
  expect(newCritical(alarms, 8)).toBeUndefined()
  expect(drawnBy(alarm(8, 1), 100)).toEqual({ scene_id: 80, until: 100 + stay.alarm, alarm_id: 8 })
})
