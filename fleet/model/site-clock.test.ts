import { expect, test } from 'vitest'
import { hash32 } from '../random.ts'
import { demo } from '../scenarios/demo.ts'
import type { Coming } from './movement.ts'
import { numbersOf } from './plan-devices.ts'
import { FleetSite } from './site.ts'
import { SiteClock } from './site-clock.ts'
import type { SitePlan } from './site-plan.ts'

const plans = demo.sites(demo.devices)
/** Monday 16 November 2026, midnight, at Greenwich. */
const monday = Date.UTC(2026, 10, 16) / 1000
const step = 60

function build(index: number, at = monday, coming: Coming = {}) {
  const plan = plans[index] as SitePlan
  const site = new FleetSite(plan, {
    ...(numbersOf('demo', plans, 7)[index] as { seed: number; device: number; terminal: number }),
  })
  return { site, clock: new SiteClock(site, at, coming, 0) }
}

type Built = ReturnType<typeof build>

function run({ clock }: Built, from: number, hours: number, each?: (now: number) => void): number {
  let now = from
  for (; now < from + hours * 3600; now += step) {
    clock.advance(now)
    each?.(now)
  }
  return now
}

const total = ({ site }: Built) => ({
  // octets that access points sent to terminals and received from them, over networks and radios
  down: site.aps.flatMap(({ ssids }) => ssids.flatMap(({ counters }) => counters)).reduce((sum, { tx }) => sum + tx, 0),
  up: site.aps.flatMap(({ ssids }) => ssids.flatMap(({ counters }) => counters)).reduce((sum, { rx }) => sum + rx, 0),
  wan: site.root.wans.map(({ port }) => ({ rx: port.counters.rx, tx: port.counters.tx })),
})

test('the traffic of terminals in a day passed the gateway, and not much more', () => {
  const built = build(0)
  built.clock.advance(monday + step)
  const before = total(built)
  run(built, monday + 2 * step, 24)
  const after = total(built)
  const down = after.down - before.down
  const up = after.up - before.up
  const rx = after.wan.reduce((sum, { rx }) => sum + rx, 0) - before.wan.reduce((sum, { rx }) => sum + rx, 0)
  const tx = after.wan.reduce((sum, { tx }) => sum + tx, 0) - before.wan.reduce((sum, { tx }) => sum + tx, 0)
  expect(down).toBeGreaterThan(1e10)
  expect(rx).toBeGreaterThanOrEqual(down)
  expect(tx).toBeGreaterThanOrEqual(up)
  expect(rx).toBeLessThan(down * 1.6)
  expect(up).toBeLessThan(down)
})

test('both ends of every cable count the same octets', () => {
  const built = build(1)
  run(built, monday + 10 * 3600, 0.1)
  const links = built.site.nodes.filter(({ uplink, parentPort }) => uplink && parentPort)
  const before = links.map(
    ({ uplink, parentPort }) => [uplink?.counters.rx ?? 0, parentPort?.counters.tx ?? 0] as const,
  )
  run(built, monday + 11 * 3600, 1)
  links.forEach(({ uplink, parentPort }, i) => {
    const grown = (uplink?.counters.rx ?? 0) - (before[i]?.[0] ?? 0)
    expect(grown).toBeGreaterThan(0)
    expect((parentPort?.counters.tx ?? 0) - (before[i]?.[1] ?? 0)).toBeCloseTo(grown, 0)
  })
})

test('no counter of a port decreases while its device stays up', () => {
  const built = build(1)
  const ports = built.site.nodes.flatMap((node) => [...node.ports.values()])
  let last = ports.map(({ counters }) => counters.rx + counters.tx)
  run(built, monday + 7 * 3600, 6, () => {
    const next = ports.map(({ counters }) => counters.rx + counters.tx)
    expect(next.every((value, i) => value >= (last[i] ?? 0))).toBe(true)
    last = next
  })
})

test('terminals arrive in the morning and are away at night and on Sunday', () => {
  const there = (at: number) => {
    const built = build(1, at - 3600)
    run(built, at - 3600, 1)
    return built.site.terminals.filter(({ online, port }) => online && !port).length
  }
  const morning = there(monday + 10.5 * 3600)
  const night = there(monday + 27 * 3600)
  const sunday = there(monday - 86_400 + 10.5 * 3600)
  expect(morning).toBeGreaterThan(50)
  expect(night).toBeLessThan(morning / 3)
  expect(sunday).toBeLessThan(morning / 2)
})

test('the evening of a hotel is busier than its night', () => {
  const moved = (hour: number) => {
    const built = build(0, monday + hour * 3600)
    const before = total(built).down
    run(built, monday + hour * 3600, 1)
    return total(built).down - before
  }
  expect(moved(20)).toBeGreaterThan(4 * moved(3.5))
})

test('terminals roam from one access point to another and are never at two', () => {
  const seen = new Map<string, Set<string>>()
  let joins = 0
  const built = build(1, monday + 10 * 3600, {
    joined: (node, { mac }) => {
      joins++
      seen.set(mac, (seen.get(mac) ?? new Set()).add(node.serial))
    },
  })
  run(built, monday + 10 * 3600, 2, () => {
    const all = built.site.aps.flatMap(({ stations }) => [...stations])
    expect(new Set(all).size).toBe(all.length)
    expect(all.every((terminal) => terminal.online && terminal.at?.stations.has(terminal))).toBe(true)
  })
  expect(joins).toBeGreaterThan(50)
  expect([...seen.values()].filter((places) => places.size > 1).length).toBeGreaterThan(10)
})

test('a cut line stops the traffic, and the second line takes over where there is one', () => {
  const built = build(1, monday + 10 * 3600)
  const [first, second] = built.site.root.wans
  run(built, monday + 10 * 3600, 0.2)
  if (first) first.cut = true
  const before = total(built).wan
  run(built, monday + 11 * 3600, 0.5)
  const after = total(built).wan
  expect((after[0]?.rx ?? 0) - (before[0]?.rx ?? 0)).toBe(0)
  expect((after[1]?.rx ?? 0) - (before[1]?.rx ?? 0)).toBeGreaterThan(1e7)
  if (second) second.cut = true
  const air = total(built).down
  run(built, monday + 12 * 3600, 0.5)
  expect(total(built).down - air).toBeLessThan(5e7)
})

test('identities depend on scenario and seed alone', () => {
  const serials = ({ site }: Built) => site.nodes.map(({ serial }) => serial)
  expect(serials(build(0))).toEqual(serials(build(0)))
  expect(build(0).site.terminals.map(({ mac }) => mac)).toEqual(build(0).site.terminals.map(({ mac }) => mac))
  expect(numbersOf('demo', plans, 8)[0]?.seed).not.toBe(hash32('demo', 7))
  const macs = [0, 1].flatMap((index) => build(index).site.terminals.map(({ mac }) => mac))
  expect(new Set(macs).size).toBe(macs.length)
})
