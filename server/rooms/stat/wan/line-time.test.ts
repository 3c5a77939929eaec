import { expect, test } from 'vitest'
import { downOf, lineTimeOf } from './line-time.ts'

const steps = { from: 1000, to: 1400, step: 100 }
const time = (...args: Parameters<typeof lineTimeOf>) =>
  lineTimeOf(...args).map(({ ts, counted, down }) => [ts, counted, down])

test('lines count from the first connection of their gateway, until now', () => {
  expect(
    time(
      [
        { device_id: 1, since: 0, lines: 2 },
        { device_id: 2, since: 1250, lines: 1 },
      ],
      [],
      steps,
      1350,
    ),
  ).toEqual([
    [1000, 200, 0],
    [1100, 200, 0],
    [1200, 250, 0],
    [1300, 150, 0],
  ])
  expect(time([{ device_id: 1, since: 1150, lines: 1 }], [], steps, 1200)).toEqual([[1100, 50, 0]])
  expect(time([], [{ from: 1000, to: 1400, lines: 1 }], steps, 1400)).toEqual([])
})

test('an outage counts in every step that it touches, and for at most the existing lines', () => {
  const outages = [
    { from: 900, to: 1050, lines: 1 },
    { from: 1150, to: 1320, lines: 1 },
    { from: 1190, to: 1200, lines: 1 },
    { from: 1390, to: 9999, lines: 1 },
  ]
  expect(time([{ device_id: 1, since: 0, lines: 1 }], outages, steps, 1400)).toEqual([
    [1000, 100, 50],
    [1100, 100, 60],
    [1200, 100, 100],
    [1300, 100, 30],
  ])
  expect(time([{ device_id: 1, since: 0, lines: 1 }], [...outages, ...outages], steps, 1400)[2]).toEqual([
    1200, 100, 100,
  ])
})

test('while a gateway is offline all its lines are down, including earlier reports of one of them', () => {
  const gateways = [
    { device_id: 1, since: 0, lines: 1 },
    { device_id: 2, since: 0, lines: 2 },
  ]
  const away = [
    { device_id: 1, from: 1100, to: 1200 },
    { device_id: 2, from: 1300, to: 1400 },
  ]
  const spells = [
    { device_id: 1, from: 1050, to: 1250 },
    { device_id: 2, from: 1000, to: 1010 },
  ]
  expect(downOf(gateways, spells, away)).toEqual([
    { from: 1100, to: 1200, lines: 1 },
    { from: 1300, to: 1400, lines: 2 },
    { from: 1050, to: 1100, lines: 1 },
    { from: 1200, to: 1250, lines: 1 },
    { from: 1000, to: 1010, lines: 1 },
  ])
})
