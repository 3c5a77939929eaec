import { expect, test } from 'vitest'
import { faultWords } from '../../kit/intent/faults.ts'
import { checkRoutes, type RouteFields } from './check-routes.ts'

const fixed = {
  lan: { Office: { subnet: '192.168.7.1/24' } },
  wan: { WAN: { type: 'static' as const, subnet: '203.0.113.9/24' } },
}
const dynamic = { ...fixed, wan: { WAN: { type: 'dhcp' as const } } }
const near: RouteFields = { destination: '10.20.0.0/16', gateway: '192.168.7.2' }
const said = (routes: RouteFields[], all: Parameters<typeof checkRoutes>[1] = fixed) =>
  checkRoutes(routes, all).map((fault) => `${fault.warning ? '? ' : ''}${fault.field}: ${faultWords(fault).en}`)

test('routes to other networks by neighbours are accepted', () => {
  expect(said([near, { destination: '10.30.0.0/16', interface: 'wg0' }])).toEqual([])
  expect(said([{ destination: '2001:db8:7::/48', gateway: '2001:db8::1' }])).toEqual([])
  expect(said([{ destination: '2001:db8:7::/48', gateway: 'fe80::1', interface: 'eth0' }])).toEqual([])
})

test.each<[RouteFields, string]>([
  [{ ...near, destination: '0.0.0.0/0' }, 'routes.0.destination: The default route follows from the WAN'],
  [{ destination: '::/0', gateway: '2001:db8::1' }, 'routes.0.destination: The default route follows from the WAN'],
  [
    { ...near, destination: '10.20.3.4/16' },
    'routes.0.destination: 10.20.3.4/16 is an address inside a network; write 10.20.0.0/16',
  ],
  [{ ...near, destination: '224.1.0.0/16' }, 'routes.0.destination: 224.1.0.0/16 cannot be routed'],
  [{ ...near, destination: '192.168.7.0/24' }, 'routes.0.destination: 192.168.7.0/24 is the subnet of “Office”'],
  [
    { ...near, destination: '192.168.7.128/25' },
    '? routes.0.destination: 192.168.7.128/25 is in the subnet of “Office”',
  ],
  [{ ...near, destination: '0.0.0.0/1' }, '? routes.0.destination: A large part of the Internet is in 0.0.0.0/1'],
  [{ ...near, destination: '64.0.0.0/2' }, '? routes.0.destination: A large part of the Internet is in 64.0.0.0/2'],
  [{ destination: '10.20.0.0/16' }, 'routes.0.gateway: Enter a gateway, or an interface'],
  [{ ...near, gateway: '2001:db8::1' }, 'routes.0.gateway: The gateway is of another version of IP'],
  [{ ...near, gateway: '192.168.7.1' }, 'routes.0.gateway: 192.168.7.1 is the address of the device itself'],
  [
    { ...near, gateway: '172.16.0.1' },
    'routes.0.gateway: 172.16.0.1 is in none of the networks of the device (192.168.7.0/24, 203.0.113.0/24)',
  ],
  [
    { destination: '2001:db8:7::/48', gateway: 'fe80::1' },
    'routes.0.gateway: A link-local address needs its interface',
  ],
])('%o', (route, says) => expect(said([route])).toEqual([expect.stringContaining(says)]))

test('warns of a gateway that is reachable only through an uplink with its own address', () => {
  expect(said([{ ...near, gateway: '172.16.0.1' }], dynamic)).toEqual([expect.stringMatching(/^\? routes.0.gateway/)])
  expect(said([{ ...near, gateway: '172.16.0.1' }], {})).toEqual([])
})

test('refuses duplicate routes and warns of overlapping ones', () => {
  expect(said([near, near])).toEqual([expect.stringContaining('routes.1.destination: There already')])
  expect(said([near, { ...near, metric: 5 }])).toEqual([])
  expect(said([near, { ...near, destination: '0.0.0.0/0' }])).toEqual([expect.stringMatching(/^routes.1.destination/)])
  expect(said([near, { ...near, destination: '10.20.9.0/24' }])).toEqual([
    expect.stringMatching(/^\? routes.1.destination: Overlaps 10.20.0.0\/16/),
  ])
})
