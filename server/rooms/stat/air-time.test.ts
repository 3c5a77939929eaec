import { expect, test } from 'vitest'
import type { RadioFact } from '@belvedere/drivers/kit/facts.ts'
import { AirTimeDeltas } from './air-time.sink.ts'

const radio = (mhz: number, time_ms: number, busy_ms: number): RadioFact => ({
  band: mhz < 3000 ? '2.4G' : '5G',
  channel: 1,
  width_mhz: 20,
  air: { mhz, time_ms, busy_ms },
})
const report = (at: number, ...radios: RadioFact[]) => ({ device_id: 1, scene_id: 1, at, facts: { radios } })

function after(...reports: ReturnType<typeof report>[]) {
  const air = new AirTimeDeltas()
  return reports.map((one) => air.take(one)).at(-1)
}

test('the first counters since boot are not current values; the difference to the next report is', () => {
  expect(after(report(100, radio(2437, 900_000, 450_000)))).toEqual([undefined])
  expect(after(report(100, radio(2437, 900_000, 450_000)), report(160, radio(2437, 960_000, 456_000)))).toEqual([10])
  expect(after(report(100, radio(2437, 900_000, 450_000)), report(160, radio(2437, 960_000, 450_000)))).toEqual([0])
})

test('each radio is counted by its frequency; one on another channel starts from zero', () => {
  const first = report(100, radio(2437, 1000, 100), radio(5180, 1000, 500))
  const moved = report(160, radio(2462, 60_000, 100), radio(5180, 61_000, 30_500))
  expect(after(first, moved)).toEqual([undefined, 50])
  expect(after(first, moved, report(220, radio(2437, 60_000, 9000), radio(5180, 62_000, 30_500)))).toEqual([
    undefined,
    0,
  ])
})

test('after a reboot counters start from zero; after a long silence nothing is known', () => {
  const before = report(100, radio(5180, 900_000, 450_000))
  expect(after(before, report(160, radio(5180, 20_000, 1000)))).toEqual([5])
  expect(after(before, report(100 + 7200, radio(5180, 8_000_000, 460_000)))).toEqual([undefined])
})

test('a report that follows immediately keeps the share, an implausible one is dropped', () => {
  const [first, second] = [report(100, radio(5180, 1000, 0)), report(160, radio(5180, 61_000, 6000))]
  const third = report(160, radio(5180, 61_200, 6200))
  expect(after(first, second, third)).toEqual([10])
  expect(after(first, second, third, report(170, radio(5180, 71_000, 11_000)))).toEqual([50])
  expect(after(first, report(160, radio(5180, 61_000, 90_000)))).toEqual([undefined])
})

test('repeated for the same report it returns the same; stored counters replace the previous report', () => {
  const air = new AirTimeDeltas()
  air.baseline(1, 100, [radio(5180, 1000, 0)])
  const next = report(160, radio(5180, 61_000, 6000))
  expect(air.take(next)).toEqual([10])
  expect(air.take(next)).toEqual([10])
})
