import { expect, test } from 'vitest'
import { conflictsAmong, domainOf, type Hop, type AddressHolder } from './domain-rules.ts'

const hop = (id: number, more: Partial<Hop> = {}): Hop => ({
  id,
  gateway: false,
  lans: [],
  own: [`10.0.0.${id}`],
  dials: `10.0.0.${id}`,
  ...more,
})
const router = (id: number, lan: string, more = {}) => hop(id, { gateway: true, lans: [lan], ...more })
const ip = '192.168.1.50'

test.each<[string, Hop[], string]>([
  ['the router that serves it', [hop(3), hop(2), router(1, '192.168.1.1/24')], 'served by 1'],
  ['the nearest of two', [hop(3), router(2, '192.168.1.1/24'), router(1, '192.168.1.1/24')], 'served by 2'],
  ['an access point with a network of its own', [hop(3, { lans: ['192.168.1.1/24'] }), hop(2)], 'served by 3'],
  ['the router above, whatever it serves', [hop(3), router(1, '172.16.0.1/24')], 'behind 1'],
  ['the site, without address translation', [hop(3), hop(2)], 'site'],
  ['the address seen from outside, with it', [hop(3), hop(2, { dials: '203.0.113.9' })], 'from 203.0.113.9'],
])('an address belongs to %s', (_, way, domain) => {
  expect(domainOf(ip, way)).toBe(domain)
})

const holder = (n: number, domain: string, vlan: number | null = null): AddressHolder => ({
  mac: `02:00:00:00:00:0${n}`,
  device_id: n,
  domain,
  vlan,
})
const found = (holders: AddressHolder[]) =>
  conflictsAmong(holders).map((list) => list.map(({ device_id }) => device_id))

test.each<[string, AddressHolder[], number[][]]>([
  ['one domain', [holder(1, 'a'), holder(2, 'a')], [[1, 2]]],
  ['two routers with the same private subnet', [holder(1, 'a'), holder(2, 'b')], []],
  ['two VLANs', [holder(1, 'a', 10), holder(2, 'a', 20)], []],
  ['one VLAN', [holder(1, 'a', 10), holder(2, 'a', 10), holder(3, 'a', 20)], [[1, 2]]],
  ['a VLAN that one of them does not tell', [holder(1, 'a', 10), holder(2, 'a')], [[1, 2]]],
  ['one that may be in either VLAN', [holder(1, 'a', 10), holder(2, 'a', 20), holder(3, 'a')], []],
])('conflicts in %s', (_, holders, expected) => {
  expect(found(holders)).toEqual(expected)
})
