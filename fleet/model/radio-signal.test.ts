import { expect, test } from 'vitest'
import { building200 } from '../scenarios/building-200.ts'
import { deaf, signalBetween, strangers } from './radio-signal.ts'
import type { NetNode } from './network.ts'
import { numbersOf } from './plan-devices.ts'
import { FleetSite, type Numbers } from './site.ts'
import type { SitePlan } from './site-plan.ts'

const plans = building200.sites(building200.devices)
const { aps } = new FleetSite(plans[0] as SitePlan, numbersOf('building-200', plans, 7)[0] as Numbers)
const ap = (at: number) => aps[at] as NetNode
const at2 = (ear: number, mouth: number, power = 17) => signalBetween(aps, ap(ear), ap(mouth), '2G', power)

test('equal every time, equal in both directions, and stronger with more power', () => {
  expect(aps.length).toBeGreaterThan(16)
  for (let n = 1; n < 12; n++) {
    expect(at2(0, n)).toBe(at2(n, 0))
    expect(at2(0, n, 11)).toBe(at2(0, n) - 6)
  }
})

test('it falls with distance, at ceilings and with the band, so that only some receive each other', () => {
  expect(at2(0, 1)).toBeGreaterThan(at2(0, 3))
  expect(at2(0, 1)).toBeGreaterThan(at2(0, 9))
  expect(signalBetween(aps, ap(0), ap(1), '5G', 17)).toBeLessThan(at2(0, 1))
  const heard = aps.slice(1).filter((mouth) => signalBetween(aps, ap(0), mouth, '2G', 17) >= deaf)
  expect(heard.length).toBeGreaterThan(4)
  expect(heard.length).toBeLessThan(aps.length / 2)
})

test('foreign networks are constant, and belong to their band', () => {
  expect(strangers(ap(0), [])).toEqual(strangers(ap(0), []))
  for (const { frequency } of strangers(ap(0), ['5'])) expect(frequency).toBeGreaterThan(5000)
})
