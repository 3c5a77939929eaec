import { expect, test } from 'vitest'
import type { InterfaceFact } from '@belvedere/drivers/kit/facts.ts'
import { InterfaceCounters } from './counters.ts'

const face = (
  name: string,
  rx_bytes?: number,
  tx_bytes?: number,
  role: InterfaceFact['role'] = 'wan',
): InterfaceFact => ({
  name,
  role,
  up: true,
  rx_bytes,
  tx_bytes,
})
const report = (at: number, ...interfaces: InterfaceFact[]) => ({
  device_id: 1,
  scene_id: 1,
  at,
  facts: { interfaces },
})

function after(...reports: ReturnType<typeof report>[]) {
  const counters = new InterfaceCounters()
  const taken = reports.map((one) => counters.take(one))
  const last = taken.at(-1)
  return last && { span: last.span, rx: last.rx, tx: last.tx, each: [...last.each] }
}

test('the first report has nothing to compare with, the second returns the traffic', () => {
  expect(after(report(100, face('WAN', 10, 20)))).toMatchObject({ span: 0 })
  expect(after(report(100, face('WAN', 10, 20)), report(160, face('WAN', 70, 21)))).toEqual({
    span: 60,
    rx: 60,
    tx: 1,
    each: [60, 1],
  })
})

test('uplinks are the WANs, without one the LANs, without them the ports', () => {
  const both = (at: number, n: number) =>
    report(at, face('WAN', n, n), face('LAN', 2 * n, 2 * n, 'lan'), face('P1', 3 * n, 3 * n, 'port'))
  expect(after(both(0, 1), both(10, 2))).toMatchObject({ rx: 1 })
  const lan = (at: number, n: number) => report(at, face('LAN', 2 * n, 2 * n, 'lan'), face('P1', 3 * n, 3 * n, 'port'))
  expect(after(lan(0, 1), lan(10, 2))).toMatchObject({ rx: 2 })
  const ports = (at: number, n: number) => report(at, face('P1', 3 * n, n, 'port'), face('P2', 4 * n, n, 'port'))
  expect(after(ports(0, 1), ports(10, 2))).toMatchObject({ rx: 7, tx: 2 })
})

test('a counter that decreased was reset, an implausible one is no traffic', () => {
  expect(after(report(0, face('WAN', 1000, 0)), report(10, face('WAN', 30, 0)))?.each).toEqual([30, 0])
  expect(after(report(0, face('WAN', 0, 0)), report(10, face('WAN', 1e15, 5)))).toEqual({
    span: 10,
    rx: 0,
    tx: 5,
    each: [Number.NaN, 5],
  })
})

test('an interface missing in the report did not change; one never reported stays unknown', () => {
  expect(after(report(0, face('WAN', 5, 5), face('USB', 9)), report(10, face('WAN', 6, 5)))?.each).toEqual([
    1,
    0,
    0,
    Number.NaN,
  ])
})

test('after a day of silence counting starts again', () => {
  expect(after(report(0, face('WAN', 5, 5)), report(90_000, face('WAN', 6, 5)))).toBeUndefined()
})

test('a repeated report returns the same', () => {
  const counters = new InterfaceCounters()
  counters.take(report(0, face('WAN', 0, 0)))
  const second = report(10, face('WAN', 8, 0))
  expect(counters.take(second)).toBe(counters.take(second))
  expect(counters.take(report(20, face('WAN', 9, 0)))?.rx).toBe(1)
})

test('a device that invents interfaces fills neither memory nor rows', () => {
  const many = Array.from({ length: 1000 }, (_, n) => face(`x${n}`, 1, 1, 'port'))
  expect(after(report(0, ...many), report(10, ...many))?.each).toHaveLength(512)
})

test('stored counters are resumed', () => {
  const counters = new InterfaceCounters()
  counters.baseline(1, ['LAN', 'WAN'], 100, [face('WAN', 50, 0)])
  expect(counters.take(report(160, face('WAN', 80, 0)))).toMatchObject({ span: 60, rx: 30, grown: false })
})
