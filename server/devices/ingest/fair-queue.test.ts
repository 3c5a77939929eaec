import { expect, test } from 'vitest'
import type { DeviceReport } from '../device-link.ts'
import { fairQueue, REPORT_BURST, REPORT_EVERY } from './fair-queue.ts'

/** Devices 1..999 are of team 1, 1000..1999 of team 2, and so on; a device's scene has its number. */
const teamOf = (scene_id: number) => 1 + Math.floor(scene_id / 1000)
const report = (device_id: number, at = 1, facts: DeviceReport['facts'] = {}): DeviceReport => ({
  device_id,
  scene_id: device_id,
  at,
  facts,
})

function rig() {
  let time = 0
  const queue = fairQueue({ teamOf, now: () => time })
  return { queue, pass: (ms: number) => (time += ms) }
}

const idsOf = (reports: readonly DeviceReport[]) => reports.map(({ device_id }) => device_id)

test('the queue is fair between teams, and between devices of a team', () => {
  const { queue } = rig()
  for (let at = 0; at < 5; at++) for (const id of [1, 2]) queue.push(report(id, at))
  for (let at = 0; at < 2; at++) queue.push(report(1000, at))
  expect(idsOf(queue.take(6))).toEqual([1, 1000, 2, 1000, 1, 2])
  expect(queue.size).toBe(6)
})

test('reports of one device come oldest first', () => {
  const { queue } = rig()
  for (let at = 0; at < 4; at++) queue.push(report(1, at))
  expect(queue.take(10).map(({ at }) => at)).toEqual([0, 1, 2, 3])
})

test('a flooding team delays another team by one turn, and loses only its own reports', () => {
  const { queue } = rig()
  for (let n = 0; n < 100_000; n++) queue.push(report(1 + (n % 900), n))
  const quiet = Array.from({ length: 500 }, (_, n) => 1000 + n)
  for (const id of quiet) queue.push(report(id))
  expect(queue.size).toBeLessThanOrEqual(20_000)
  const taken = idsOf(queue.take(1000)).filter((id) => id >= 1000)
  expect(taken).toEqual(quiet)
})

test('a full queue drops a report of the team with the most waiting ones', () => {
  const queue = fairQueue({ teamOf: (scene_id) => (scene_id === 7 ? 2 : 1), now: () => 0 })
  for (let id = 100; id < 20_100; id++) queue.push(report(id))
  queue.push(report(7))
  expect(queue.size).toBe(20_000)
  expect(queue.counts.dropped).toBe(1)
  expect(idsOf(queue.take(2))).toContain(7)
})

test('a team whose reports are all held back loses its own reports only', () => {
  const { queue } = rig()
  const [small, large] = [1000, Array.from({ length: 60 }, (_, n) => 1 + n)]
  for (const id of [small, ...large]) {
    for (let n = 0; n < REPORT_BURST; n++) {
      queue.push(report(id, n))
      queue.take(1)
    }
    expect(queue.push(report(id, REPORT_BURST))).toBe(false)
  }
  // many teams with less each fill the queue
  for (let n = 0; queue.counts.dropped === 0; n++)
    for (let at = 0; at < 25; at++) for (const id of [2000, 2001]) queue.push(report(1000 * n + id, at))
  queue.release()
  const left = idsOf(queue.take(20_000))
  expect(left).toContain(small)
  expect(left.filter((id) => id < 1000).length).toBeLessThan(large.length)
})

test('after a burst a device reports once in five seconds: the latest state joined with earlier ones', () => {
  const { queue, pass } = rig()
  for (let at = 0; at < REPORT_BURST; at++) {
    expect(queue.push(report(1, at))).toBe(true)
    queue.take(1)
  }
  expect(queue.push(report(1, 200, { cpu: 1, temperature: 40 })), 'one too many').toBe(false)
  expect(queue.push(report(1, 201, { cpu: 2 }))).toBe(false)
  expect(queue.take(10)).toEqual([])
  expect(queue.ready).toBe(0)
  expect(queue.heldFor).toBe(REPORT_EVERY)
  pass(REPORT_EVERY)
  expect(queue.take(10)).toEqual([report(1, 201, { cpu: 2, temperature: 40 })])
  pass(REPORT_EVERY)
  expect(queue.push(report(1, 300))).toBe(true)
  expect(queue.take(10)).toHaveLength(1)
  pass(1000)
  expect(queue.push(report(1, 301))).toBe(false)
  expect(queue.heldFor).toBe(REPORT_EVERY - 1000)
  pass(REPORT_BURST * REPORT_EVERY)
  expect(queue.take(10)).toHaveLength(1)
  for (let at = 0; at < 20; at++) expect(queue.push(report(1, at)), 'the burst is back').toBe(true)
})

test('joined reports keep the counters with their own times', () => {
  const { queue, pass } = rig()
  for (let at = 0; at < REPORT_BURST; at++) {
    queue.push(report(1, at))
    queue.take(1)
  }
  queue.push(report(1, 1000, { since: { seconds: 60, interfaces: [] } }))
  queue.push(report(1, 1010, { cpu: 5 }))
  pass(REPORT_EVERY)
  const [joined] = queue.take(1)
  expect(joined?.facts).toEqual({ since: { seconds: 70, interfaces: [] }, cpu: 5 })
})

test('returned reports come first, in order', () => {
  const { queue } = rig()
  for (let at = 0; at < 3; at++) queue.push(report(1, at))
  queue.putBack(queue.take(2))
  expect(queue.take(5).map(({ at }) => at)).toEqual([0, 1, 2])
  expect(queue.size).toBe(0)
})

test('waiting reports of a claimed device move to its new team', () => {
  const { queue } = rig()
  queue.push({ ...report(1), scene_id: 0 })
  queue.push({ ...report(1, 2), scene_id: 5000 })
  queue.push(report(2))
  expect(queue.take(10)).toHaveLength(3)
  expect(queue.size).toBe(0)
})

test('a stopping process returns held back reports', () => {
  const { queue } = rig()
  for (let at = 0; at <= REPORT_BURST; at++) {
    queue.push(report(1, at))
    queue.take(1)
  }
  expect([queue.size, queue.ready]).toEqual([1, 0])
  queue.release()
  expect(queue.take(1)).toHaveLength(1)
})

test('the count is correct for any order of calls', () => {
  let seed = 7
  const random = (below: number) => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 1) % below
  const { queue, pass } = rig()
  let [pushed, taken] = [0, 0]
  let out: DeviceReport[] = []
  for (let n = 0; n < 20_000; n++) {
    const what = random(10)
    if (what < 6) {
      queue.push(report(1 + random(40) * 120, n))
      pushed++
    } else if (what < 8) taken += (out = queue.take(random(30))).length
    else if (what === 8) {
      queue.putBack(out)
      taken -= out.length
      out = []
    } else pass(random(4000))
    expect(queue.size).toBe(pushed - taken - queue.counts.joined - queue.counts.dropped)
  }
  queue.release()
  taken += queue.take(100_000).length
  expect([queue.size, taken]).toEqual([0, pushed - queue.counts.joined - queue.counts.dropped])
})
