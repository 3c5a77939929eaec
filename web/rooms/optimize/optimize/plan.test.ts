import { expect, test } from 'vitest'
import { howOf, itemsOf, keyOf, type OptimizationPlan } from './plan.ts'

const item = (device_id: number, moved: 0 | 1, power: number | null = 17) =>
  ({
    device_id,
    band: '2g',
    moved,
    before: { channel: 1, width: 20, power, interference: 9 },
    after: { channel: 6, width: 20, power, interference: 0 },
  }) as OptimizationPlan['items'][number]

test('invalid values of the address are clamped', () => {
  expect(howOf({ bands: '', threshold: 99, dfs: 7, width: 1, power: 0 })).toEqual({
    threshold: 50,
    dfs: 0,
    width: 1,
    power: 0,
  })
  expect(howOf({ bands: '5g.x', threshold: -1, dfs: 1, width: 0, power: 1 })).toEqual({
    bands: ['5g'],
    threshold: 0,
    dfs: 1,
    width: 0,
    power: 1,
  })
})

test('only what moves and is not left out is applied', () => {
  const plan = { items: [item(1, 1), item(2, 1, null), item(3, 0), item(4, 1)] } as OptimizationPlan
  expect(itemsOf(plan, new Set([keyOf(item(4, 1))]))).toEqual([
    { device_id: 1, band: '2g', channel: 6, width: 20, power: 17 },
    { device_id: 2, band: '2g', channel: 6, width: 20 },
  ])
})
