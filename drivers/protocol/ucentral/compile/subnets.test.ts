import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Effective } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { blockOf, formatBlock, type Ipv4Block, overlap, parseBlock } from '@belvedere/pure/network/cidr.ts'
import { formatIpv4, parseIpv4 } from '@belvedere/pure/network/ipv4.ts'
import { Draft, isObject, type Json, objectsIn } from '../../../kit/compile/draft.ts'
import { unlocked, type Hardware } from './hardware.ts'
import { compileNetworks } from './networks.ts'

const can = { dhcpServer: true, pppoe: true, mostVlan: 4050, mac: true }
const hardware: Hardware = {
  ports: undefined,
  radios: new Map(),
  old: false,
  countries: undefined,
  poe: [],
  poeBudget: undefined,
  features: undefined,
  locked: unlocked,
  forms: {},
}

const uplink = (ipv4: Json = { addressing: 'dynamic' }) => ({
  name: 'WAN',
  role: 'upstream',
  ethernet: [{ 'select-ports': ['WAN*'] }],
  ipv4,
})
const lan = (name: string, subnet: string, more: Json = {}, vlan?: number) => ({
  name,
  role: 'downstream',
  ...(vlan === undefined ? { ethernet: [{ 'select-ports': ['LAN*'] }] } : { vlan: { id: vlan } }),
  ipv4: { addressing: 'static', subnet, ...more },
})
const leases = (first: number, count: number) => ({
  dhcp: { 'lease-first': first, 'lease-count': count, 'lease-time': '6h' },
})

function compile(interfaces: Json[], desired: Effective, upstream: readonly string[] = []) {
  const draft = new Draft({ interfaces })
  compileNetworks(draft, desired, hardware, can, upstream)
  const { document, refusals } = draft.finish()
  const ipv4 = (name: string) =>
    objectsIn(document['interfaces']).find(({ one }) => one['name'] === name)?.one['ipv4'] as Json
  return { ipv4, refused: refusals.map(({ intent }) => intent), refusals, interfaces: document['interfaces'] }
}

describe('moving a LAN', () => {
  test('never overlaps the subnet of its WAN', () => {
    const dynamic = [uplink(), lan('LAN', '192.168.1.1/24')]
    for (const subnet of ['10.0.7.1/24', '10.0.7.129/25', '10.0.0.1/16', '10.0.7.9/29']) {
      const { ipv4, refused } = compile(dynamic, { lan: { LAN: { subnet } } }, ['10.0.7.0/24'])
      expect([subnet, refused, ipv4('LAN')['subnet']]).toEqual([subnet, ['lan/LAN/subnet'], '192.168.1.1/24'])
    }
    const fixed = [uplink({ addressing: 'static', subnet: '10.0.7.2/24', gateway: '10.0.7.1' }), dynamic[1] as Json]
    const { refusals } = compile(fixed, { lan: { LAN: { subnet: '10.0.7.1/24' } } })
    expect(refusals).toMatchObject([{ intent: 'lan/LAN/subnet', reason: { en: expect.stringContaining('WAN “WAN”') } }])
  })

  test('nor does a WAN overlap the subnet of a LAN; type, address and gateway stay together', () => {
    const wan = { type: 'static' as const, subnet: '192.168.1.9/24', gateway: '192.168.1.1', dns: ['1.1.1.1'] }
    const base = [uplink(), lan('LAN', '192.168.1.1/24')]
    const { ipv4, refused } = compile(base, { wan: { WAN: wan } })
    expect([refused, ipv4('WAN')]).toEqual([['wan/WAN/subnet'], { addressing: 'dynamic', 'use-dns': ['1.1.1.1'] }])
    // unless the LAN leaves it
    expect(compile(base, { wan: { WAN: wan }, lan: { LAN: { subnet: '192.168.2.1/24' } } }).refused).toEqual([])
  })

  test('nor the subnet of another LAN, but two may swap theirs', () => {
    const base = [uplink(), lan('LAN', '192.168.1.1/24'), lan('guests', '192.168.2.1/24', {}, 20)]
    expect(compile(base, { lan: { guests: { subnet: '192.168.1.129/25' } } }).refused).toEqual(['lan/guests/subnet'])
    const swapped = compile(base, { lan: { LAN: { subnet: '192.168.2.1/24' }, guests: { subnet: '192.168.1.1/24' } } })
    expect([swapped.refused, swapped.ipv4('LAN')['subnet']]).toEqual([[], '192.168.2.1/24'])
  })

  test('a new network in the subnet of the WAN is refused', () => {
    const { refused, interfaces } = compile([uplink()], { lan: { guests: { subnet: '10.0.7.1/24', dhcp: 1 } } }, [
      '10.0.7.0/24',
    ])
    expect([refused, interfaces]).toEqual([['lan/guests/subnet'], [uplink()]])
  })

  test.each(['192.168.9.0/24', '192.168.9.255/24', '192.168.9.1/31', '127.0.0.1/24', '0.1.1.1/24', '239.1.1.1/24'])(
    'an invalid device address is refused: %s',
    (subnet) => {
      const { refused, ipv4 } = compile([uplink(), lan('LAN', '192.168.1.1/24')], { lan: { LAN: { subnet } } })
      expect([refused, ipv4('LAN')['subnet']]).toEqual([['lan/LAN/subnet'], '192.168.1.1/24'])
    },
  )

  test('moves its leases and its own address as name server', () => {
    const dhcp = { 'lease-first': 100, 'lease-count': 150, 'lease-time': '6h', 'use-dns': ['192.168.1.1', '9.9.9.9'] }
    const base = [uplink(), lan('LAN', '192.168.1.1/24', { dhcp })]
    const { ipv4, refused } = compile(base, { lan: { LAN: { subnet: '10.9.0.1/26' } } })
    expect(refused).toEqual([])
    expect(ipv4('LAN')['dhcp']).toEqual({
      'lease-first': 10,
      'lease-count': 53,
      'lease-time': '6h',
      'use-dns': ['10.9.0.1', '9.9.9.9'],
    })
  })

  test('is refused where its reservations have no room', () => {
    const reserved = {
      ...leases(10, 100),
      'dhcp-leases': [{ macaddr: '02:00:00:00:00:01', 'static-lease-offset': 200 }],
    }
    const base = [uplink(), lan('LAN', '192.168.1.1/24', reserved)]
    const small = compile(base, { lan: { LAN: { subnet: '10.9.0.1/26' } } })
    expect([small.refused, small.ipv4('LAN')]).toEqual([['lan/LAN/subnet'], base[1]?.['ipv4']])
    expect(compile(base, { lan: { LAN: { subnet: '10.9.0.1/24' } } }).refused).toEqual([])
  })
})

const subnet = fc
  .tuple(
    fc.constantFrom('10.0.0.0', '10.0.1.0', '10.1.0.0', '192.168.0.0'),
    fc.integer({ min: 0, max: 1023 }),
    fc.integer({ min: 14, max: 30 }),
  )
  .map(([start, offset, length]) => {
    const block = blockOf((parseIpv4(start) as number) + offset, length)
    return `${formatIpv4(block.first + (offset % block.hosts))}/${length}`
  })
const desired = fc.option(subnet, { nil: undefined })
const range = fc.option(
  fc.record({ first: fc.integer({ min: 1, max: 5000 }), count: fc.integer({ min: 1, max: 5000 }) }),
  {
    nil: undefined,
  },
)

test('with any intents, networks never start to overlap, and leases stay inside their subnet', () => {
  const lists = fc.record({
    lans: fc.array(fc.record({ base: subnet, wished: desired, has: range, asks: range }), {
      minLength: 1,
      maxLength: 4,
    }),
    wan: fc.record({ base: desired, wished: desired, reported: fc.array(subnet, { maxLength: 2 }) }),
  })
  fc.assert(
    fc.property(lists, ({ lans, wan }) => {
      const base = [
        uplink(wan.base ? { addressing: 'static', subnet: wan.base, gateway: '10.0.0.1' } : undefined),
        ...lans.map((one, n) => lan(`n${n}`, one.base, one.has && leases(one.has.first, one.has.count), 10 + n)),
      ]
      const desired: Effective = {
        lan: Object.fromEntries(
          lans.map(({ wished, asks }, n) => [
            `n${n}`,
            {
              ...(wished === undefined ? {} : { subnet: wished }),
              ...(asks ? { dhcp: 1 as const, dhcp_first: asks.first, dhcp_count: asks.count } : {}),
            },
          ]),
        ),
        ...(wan.wished ? { wan: { WAN: { type: 'static', subnet: wan.wished, gateway: '10.0.0.1' } } } : {}),
      }
      const before = networks(base, wan.reported)
      const after = networks(compile(base, desired, wan.reported).interfaces, wan.reported)
      for (const [name, blocks] of after)
        for (const [other, others] of after) {
          if (name >= other) continue
          const moved = [name, other].some((one) => hasMoved(before.get(one), after.get(one)))
          const meet = blocks.some((one) => others.some((two) => overlap(one, two)))
          expect([name, other, moved && meet]).toEqual([name, other, false])
        }
      // an existing range outside of its subnet stays as it was
      const { ipv4 } = compile(base, desired, wan.reported)
      lans.forEach(({ asks }, n) => {
        const { dhcp, subnet: own } = ipv4(`n${n}`)
        const isMoved = own !== lans[n]?.base
        if (!isObject(dhcp) || (!asks && !isMoved)) return
        const hosts = parseBlock(String(own))?.hosts ?? 0
        const [first, count] = [Number(dhcp['lease-first']), Number(dhcp['lease-count'])]
        expect(first >= 1 && count >= 1 && first + count - 1 <= hosts).toBe(true)
      })
    }),
    { numRuns: 500 },
  )
})

const hasMoved = (before: Ipv4Block[] = [], after: Ipv4Block[] = []) =>
  after.some((block) => !before.some((was) => formatBlock(was) === formatBlock(block)))

function networks(interfaces: unknown, reported: readonly string[]): Map<string, Ipv4Block[]> {
  return new Map(
    objectsIn(interfaces).map(({ one }) => {
      const { addressing, subnet: own } = one['ipv4'] as Json
      const told = addressing === 'static' ? [String(own)] : one['role'] === 'upstream' ? reported : []
      return [String(one['name']), told.flatMap((text) => parseBlock(text) ?? [])]
    }),
  )
}
