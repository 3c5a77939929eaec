import { expect, test } from 'vitest'
import { AppCounters, type Reached } from './app-counters.ts'

const report = (at: number, rx_bytes: number, app = 'wechat') => ({
  device_id: 1,
  scene_id: 1,
  at,
  facts: { apps: [{ app, rx_bytes, tx_bytes: 0 }] },
})
const taken = (...reports: ReturnType<typeof report>[]) => {
  const counters = new AppCounters()
  return reports.map((one) => counters.take(one).deeds.map(({ app, rx }) => [app, rx]))
}

test('five minutes are returned with the next report, as the increase of the counters', () => {
  expect(taken(report(0, 100), report(60, 150), report(290, 170), report(310, 200), report(605, 260))).toEqual([
    [],
    [],
    [],
    [['wechat', 70]],
    [['wechat', 30]],
  ])
})

test('a counter that decreased was reset, a new one began at zero, an implausible one counts nothing', () => {
  expect(taken(report(0, 100), report(60, 30), report(300, 30))[2]).toEqual([['wechat', 30]])
  expect(taken(report(0, 100), report(60, 40, 'qq'), report(300, 100))[2]).toEqual([['qq', 40]])
  expect(taken(report(0, 100), report(60, 1e15), report(300, 1e15))[2]).toEqual([])
})

test('another scene gets nothing of the former one', () => {
  const counters = new AppCounters()
  counters.take(report(0, 100))
  counters.take(report(60, 180))
  expect(counters.take({ ...report(120, 500), scene_id: 2 }).deeds).toMatchObject([{ scene_id: 1, rx: 80 }])
  expect(counters.take({ ...report(400, 510), scene_id: 2 }).deeds).toEqual([])
})

test('a process that resumes from the stored counters counts nothing twice and loses nothing, at any point', () => {
  const moving = [0, 60, 290, 310, 330, 605, 640, 905, 1210].map((at, n) => report(at, 100 + 10 * n * n))
  const reports = [...moving, report(1600, 740), report(2000, 740)]
  for (let end = 1; end < moving.length; end++) {
    let counters = new AppCounters()
    let kept: Reached | undefined
    let booked = 0
    for (const [n, one] of reports.entries()) {
      if (n === end) {
        counters = new AppCounters()
        if (kept) counters.resume(kept)
      }
      const { deeds, reached } = counters.take({ ...one })
      kept = reached ?? kept
      booked += deeds.reduce((sum, { rx }) => sum + rx, 0)
    }
    expect([end, booked]).toEqual([end, 640])
  }
})
