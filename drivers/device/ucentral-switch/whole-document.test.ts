import { describe, expect, test } from 'vitest'
import type { Effective } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import type { DeviceFacts, InterfaceFact } from '../../kit/facts.ts'
import { isObject, type Json } from '../../kit/compile/draft.ts'
import { randomFrom } from '../../kit/mutate.ts'
import { switchBase } from './base-from.ts'
import { compileSwitch } from './compile.ts'

type Random = () => number

interface Device {
  facts: DeviceFacts
  names: string[]
  uplinks: string[]
}

/** A switch as its present client reports it: no list of ports, no speed without a link. */
function randomSwitch(random: Random): Device {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const count = pick([24, 28, 48, 54])
  const fast = count % 8
  const poe = random() < 0.6
  const names = Array.from({ length: count }, (_, n) => `Ethernet${n}`)
  const uplink = pick(names)
  const isDull = random() < 0.3
  const ports = names.map((name, n): InterfaceFact => {
    const isFast = n >= count - fast
    const up = name === uplink || n === 0 || n === count - 1 || (!isDull && random() < 0.6)
    return {
      name,
      role: 'port',
      up,
      ...(up ? { speed_mbps: isFast ? 10_000 : 1000, duplex: 'full' as const } : {}),
      ...(poe && !isFast ? { poe: { status: pick(['Searching', 'Delivering Power', 'Disabled']) } } : {}),
    }
  })
  const vlan = { name: 'Vlan1', role: 'other' as const, up: true, addresses: ['10.20.0.2'] }
  return {
    facts: { interfaces: [...ports, vlan], address: '10.20.0.2' },
    names,
    uplinks: random() < 0.9 ? [uplink] : [],
  }
}

function makeRandomIntents(random: Random, names: readonly string[]): Effective {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const some = (make: () => object) => (random() < 0.4 ? make() : {})
  const port = () => ({
    ...some(() => ({ enable: pick([0, 1]) })),
    ...some(() => ({ speed: pick([0, 100, 1000, 10_000, 40_000]) })),
    ...some(() => ({ duplex: pick(['full', 'half']) })),
    ...some(() => ({ poe: pick([0, 1]) })),
    ...some(() => ({ vlan: pick([1, 20, 30]) })),
    ...some(() => ({ tagged: pick([[], [30], [20, 40], [1]]) })),
    ...some(() => ({ isolate: 1 })),
  })
  const keys = [...new Set(Array.from({ length: 6 }, () => pick([...names, 'Ethernet99'])))]
  return {
    port: Object.fromEntries(keys.map((key) => [key, port()])),
    ...some(() => ({ lan: { Staff: { vlan: 20, ports: [pick(names), pick(names)] } } })),
    ...some(() => ({ lan: { VLAN1: { ports: [pick(names)] }, Guests: { vlan: 30, subnet: '10.3.0.2/24' } } })),
    ...some(() => ({ wan: { VLAN1: { vlan: pick([1, 7]) } } })),
    ...some(() => ({ service: { ssh: { enable: pick([0, 1]) } } })),
  } as Effective
}

const entriesOf = (document: Json) => document['ethernet'] as Json[]
const namesIn = (one: Json) => one['select-ports'] as string[]
const own = (document: Json, name: string) => entriesOf(document).filter((one) => namesIn(one).includes(name))
const members = (document: Json, name: string) =>
  (document['interfaces'] as Json[]).flatMap((network) =>
    ((network['ethernet'] as Json[] | undefined) ?? [])
      .filter((entry) => namesIn(entry).includes(name))
      .map((entry) => `${(network['vlan'] as { id: number }).id} ${entry['vlan-tag'] as string}`),
  )

/** Ports without an intent. */
function untouched({ names }: Device, wishes: Effective): string[] {
  const lans = Object.entries(wishes.lan ?? {})
  // a network with a list of ports releases the others
  if (lans.some(([key, lan]) => key === 'VLAN1' && lan.ports)) return []
  const touched = new Set([...Object.keys(wishes.port ?? {}), ...lans.flatMap(([, lan]) => lan.ports ?? [])])
  return names.filter((name) => !touched.has(name))
}

describe('complete documents', () => {
  test('random switches and intents: every port once, others unchanged, the uplink stays', () => {
    let sent = 0
    for (let seed = 1; seed <= 600; seed++) {
      const random = randomFrom(seed)
      const device = randomSwitch(random)
      const base = switchBase({}, device.facts, null, false)
      if (!base) throw new Error('no base')
      const wishes = makeRandomIntents(random, device.names)
      const { uplinks } = device
      const { document, missing, refusals } = compileSwitch(wishes, {}, base.document, undefined, { uplinks })
      for (const name of device.names) expect(own(document, name), `${seed} ${name}`).toHaveLength(1)
      for (const name of untouched(device, wishes)) {
        expect(own(document, name), `${seed} ${name}`).toEqual(own(base.document, name))
        expect(members(document, name), `${seed} ${name}`).toEqual(members(base.document, name))
      }
      for (const name of uplinks) {
        expect(own(document, name)[0]?.['enabled'], `${seed}`).toBe(true)
        expect(members(document, name), `${seed}`).toContain('1 un-tagged')
      }
      for (const [name, wish] of Object.entries(wishes.port ?? {})) {
        const [entry] = own(document, name)
        const isRefused = (field: string) =>
          refusals.some(({ intent }) => intent === `port/${name}/${field}` || intent === `port/${name}`)
        const off = entry?.['enabled'] === false
        if (wish.enable === 0) expect(off || isRefused('enable'), `${seed} ${name}`).toBe(true)
        const poe = isObject(entry?.['poe']) ? entry['poe']['admin-mode'] : undefined
        if (wish.poe !== undefined) expect(poe === (wish.poe === 1) || isRefused('poe'), `${seed} ${name}`).toBe(true)
        if (wish.vlan !== undefined)
          expect(
            members(document, name).includes(`${wish.vlan} un-tagged`) || isRefused('vlan'),
            `${seed} ${name}`,
          ).toBe(true)
        for (const vlan of wish.tagged ?? [])
          expect(members(document, name).includes(`${vlan} tagged`) || isRefused('tagged'), `${seed} ${name}`).toBe(
            true,
          )
      }
      if (missing) continue
      sent++
      for (const one of entriesOf(document)) {
        expect([10, 100, 1000, 2500, 5000, 10_000, 25_000, 100_000], `${seed}`).toContain(one['speed'])
        expect(one['duplex'], `${seed}`).toBe('full')
      }
    }
    expect(sent).toBeGreaterThan(200)
  })

  const port = (name: string, speed_mbps?: number, poe?: string): InterfaceFact =>
    ({
      name,
      role: 'port',
      up: speed_mbps !== undefined,
      ...(speed_mbps ? { speed_mbps } : {}),
      ...(poe ? { poe: { status: poe } } : {}),
    }) as InterfaceFact

  test('unknown facts are reported, and filled in when they are known', () => {
    const base = (status: string, before: Json | null) =>
      switchBase({}, { interfaces: [port('Ethernet0', 1000), port('Ethernet1', 1000, status)] }, before, false)
    const first = base('Unknown', null)
    expect(first?.open).toBe(true)
    const { missing } = compileSwitch({ port: { Ethernet0: { enable: 1 } } }, {}, first?.document ?? {})
    expect(missing?.en).toMatch(/Ethernet1 is unknown/)
    // the administrator may set it
    expect(compileSwitch({ port: { Ethernet1: { poe: 1 } } }, {}, first?.document ?? {}).missing).toBeUndefined()
    const then = base('Searching', first?.document ?? null)
    expect(then).toMatchObject({ open: false, document: { ethernet: [{}, { poe: { 'admin-mode': true } }] } })
    expect(compileSwitch({}, {}, null).missing?.en).toMatch(/not reported its ports/)
  })

  const speedsOf = (base: ReturnType<typeof switchBase>) => entriesOf(base?.document ?? {}).map(({ speed }) => speed)
  const row = (...speeds: (number | undefined)[]) => speeds.map((speed, n) => port(`Ethernet${n}`, speed))

  test.each([
    // unused ports between two form factors, at the end, and where none of a form factor has a link
    [row(1000, undefined, undefined, 10_000), [1000, 10_000, 10_000, 10_000]],
    [row(10_000, undefined, undefined, 1000), [10_000, 10_000, 10_000, 1000]],
    [row(1000, 25_000, undefined), [1000, 25_000, 25_000]],
    [
      [port('Ethernet0', undefined, 'Searching'), port('Ethernet1', undefined, 'Searching'), port('Ethernet2', 10_000)],
      [10_000, 10_000, 10_000],
    ],
    [
      [port('Ethernet0', 2500, 'Searching'), port('Ethernet1', undefined, 'Searching'), port('Ethernet2', 10_000)],
      [2500, 2500, 10_000],
    ],
  ])('a port without a link does not prevent sending (%#)', (interfaces, expected) => {
    const base = switchBase({}, { interfaces }, null, false)
    expect(speedsOf(base)).toEqual(expected)
    expect(base?.open).toBe(true)
    expect(compileSwitch({ port: { Ethernet0: { enable: 1 } } }, {}, base?.document ?? {}).missing).toBeUndefined()
  })

  test('a switch that reports no neighbours has no metrics, so that its first configuration adds them', () => {
    const metrics = (neighbours?: []) =>
      switchBase({}, { interfaces: row(1000), ...(neighbours ? { neighbours } : {}) }, null, false)?.document['metrics']
    expect([metrics(), metrics([])]).toEqual([undefined, expect.objectContaining({ health: { interval: 60 } })])
    const base = switchBase({}, { interfaces: row(1000) }, null, false)?.document ?? {}
    expect(compileSwitch({ port: { Ethernet0: { enable: 1 } } }, {}, base).document['metrics']).toMatchObject({
      statistics: { types: ['lldp', 'clients'] },
    })
  })

  test('assumed values are replaced by reported ones, until a configuration was sent', () => {
    const first = switchBase({}, { interfaces: row(1000, undefined, 10_000) }, null, false)
    const later = { interfaces: row(100, 25_000, undefined) }
    expect(speedsOf(switchBase({}, later, first?.document ?? {}, false))).toEqual([100, 25_000, 10_000])
    const sent = switchBase({}, later, first?.document ?? {}, true)
    expect(speedsOf(sent)).toEqual([1000, 10_000, 10_000])
    expect(sent?.open).toBe(false)
  })

  test('VLANs whose ports are not reported are never deleted or emptied', () => {
    const ports = ['Ethernet0', 'Ethernet1'].map(
      (name) => ({ name, role: 'port', up: true, speed_mbps: 1000 }) as InterfaceFact,
    )
    const vlans = ['Vlan1', 'Vlan20'].map((name) => ({ name, role: 'other', up: true }) as InterfaceFact)
    const base = switchBase({}, { interfaces: [...ports, ...vlans] }, null, false)?.document ?? {}
    const vlan = (wishes: Effective) => compileSwitch(wishes, {}, base, undefined, { uplinks: ['Ethernet0'] })
    expect(vlan({ port: { Ethernet1: { vlan: 20 } } }).missing?.en).toMatch(/VLAN 1/)
    const all = vlan({ port: { Ethernet0: { vlan: 1 }, Ethernet1: { vlan: 20 } } })
    expect(all.missing).toBeUndefined()
    expect(members(all.document, 'Ethernet1')).toEqual(['20 un-tagged'])
  })
})
