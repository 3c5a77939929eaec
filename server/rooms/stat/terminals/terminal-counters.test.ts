import type { TerminalFact } from '@belvedere/drivers/kit/facts.ts'
import { expect, test } from 'vitest'
import { TerminalCounters } from './terminal-counters.ts'

const phone = (more: Partial<TerminalFact> = {}): TerminalFact => ({ mac: '00:11:22:33:44:55', link: '5G', ...more })
const report = (at: number, ...terminals: TerminalFact[]) => ({ device_id: 1, scene_id: 1, at, facts: { terminals } })

/** The deltas after the last of these reports is followed by the same in other five minutes. */
function deeds(...reports: ReturnType<typeof report>[]) {
  const counters = new TerminalCounters()
  const last = reports.at(-1) as ReturnType<typeof report>
  const next = { ...last, at: (Math.floor(last.at / 300) + 1) * 300 }
  return [...reports, next].flatMap((one) => [...counters.take(one)])
}

test('a connected terminal is online, and its traffic is the increase of its counters', () => {
  const list = deeds(
    report(0, phone({ up_bytes: 1000, down_bytes: 0, connected_s: 5000 })),
    report(60, phone({ up_bytes: 1500, down_bytes: 100, connected_s: 5060 })),
    report(120, phone({ up_bytes: 1500, down_bytes: 900, connected_s: 5120 })),
  )
  expect(list).toMatchObject([{ ts: 0, rank: 3, flow: 1400, online: 121, access: 0 }])
})

test('a new terminal counts from its connection, with all of its counters', () => {
  const list = deeds(report(0), report(60, phone({ up_bytes: 700, down_bytes: 0, connected_s: 20 })))
  expect(list).toMatchObject([{ flow: 700, online: 20, access: 1, came_at: 60 }])
})

test('one that reconnected between two reports connected once more', () => {
  const list = deeds(
    report(0, phone({ up_bytes: 9000, down_bytes: 0, connected_s: 5000 })),
    report(60, phone({ up_bytes: 300, down_bytes: 0, connected_s: 30 })),
  )
  expect(list).toMatchObject([{ flow: 300, online: 31, access: 1 }])
})

test('the first report of a device shows which are connected, not which are new', () => {
  expect(deeds(report(0, phone({ connected_s: 5000 })))).toMatchObject([{ access: 0 }])
  expect(deeds(report(0, phone({ connected_s: 40 })))).toMatchObject([{ access: 1, online: 40 }])
})

test('every five minutes are returned once, with the next report', () => {
  const counters = new TerminalCounters()
  const reported = [0, 60, 240, 310, 370, 610].map((at) => counters.take(report(at, phone({ connected_s: 9000 + at }))))
  expect(reported.map((list) => list.map(({ ts, online }) => [ts, online]))).toEqual([
    [],
    [],
    [],
    [[0, 241]],
    [],
    [[300, 130]],
  ])
})

test('one that disconnected counts for half of the time', () => {
  expect(deeds(report(0, phone()), report(60))).toMatchObject([{ online: 31 }])
})

test('after a long silence of a device former presence is unknown', () => {
  const list = deeds(report(0, phone()), report(2000, phone()))
  expect(list.reduce((sum, { online }) => sum + online, 0)).toBeLessThan(3)
})

test('an implausible counter counts nothing', () => {
  const list = deeds(
    report(0, phone({ up_bytes: 5, down_bytes: 0, connected_s: 100 })),
    report(60, phone({ up_bytes: 1e15, down_bytes: 0, connected_s: 160 })),
  )
  expect(list[0]?.flow).toBe(5)
})
