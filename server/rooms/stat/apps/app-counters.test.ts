import { expect, test } from 'vitest'
import { AppCounters } from './app-counters.ts'

const report = (at: number, rx_bytes: number, app = 'wechat') => ({
  device_id: 1,
  scene_id: 1,
  at,
  facts: { apps: [{ app, rx_bytes, tx_bytes: 0 }] },
})
const taken = (...reports: ReturnType<typeof report>[]) => {
  const counters = new AppCounters()
  return reports.map((one) => counters.take(one).map(({ app, rx }) => [app, rx]))
}

test('five minutes are told with the report after them, as what the counters grew by', () => {
  expect(taken(report(0, 100), report(60, 150), report(290, 170), report(310, 200), report(605, 260))).toEqual([
    [],
    [],
    [],
    [['wechat', 70]],
    [['wechat', 30]],
  ])
})

test('a counter that shrank was reset, one that is new began at nothing, one gone mad counts nothing', () => {
  expect(taken(report(0, 100), report(60, 30), report(300, 30))[2]).toEqual([['wechat', 30]])
  expect(taken(report(0, 100), report(60, 40, 'qq'), report(300, 100))[2]).toEqual([['qq', 40]])
  expect(taken(report(0, 100), report(60, 1e15), report(300, 1e15))[2]).toEqual([])
})

test('another scene takes nothing of the one before', () => {
  const counters = new AppCounters()
  counters.take(report(0, 100))
  counters.take(report(60, 180))
  expect(counters.take({ ...report(120, 500), scene_id: 2 })).toMatchObject([{ scene_id: 1, rx: 80 }])
  expect(counters.take({ ...report(400, 510), scene_id: 2 })).toEqual([])
})
