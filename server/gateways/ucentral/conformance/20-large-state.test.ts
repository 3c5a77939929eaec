import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GatewayRig, startRig, until } from './rig.ts'

let rig: GatewayRig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())

const PORTS = 54
const LEARNT = 24
const names = Array.from({ length: PORTS }, (_, n) => `Ethernet${n}`)
const mac = (n: number) =>
  `02:00:00:00:${(n >> 8).toString(16).padStart(2, '0')}:${(n & 255).toString(16).padStart(2, '0')}`
const counters = (n: number) => {
  const all = 'collisions multicast rx_bytes rx_dropped rx_error rx_packets tx_bytes tx_dropped tx_error tx_packets'
  return Object.fromEntries(all.split(' ').map((name, at) => [name, 8_000_000_000_000 + n * 1000 + at]))
}

/**
 * As the client of switches sends it: every port twice with its counters, modules, neighbours, and the MAC addresses learned on
 * it.
 */
function stateOf() {
  const poe = {
    'class-requested': 4,
    'class-assigned': 4,
    'output-power': 11_800,
    'output-current': 218,
    'output-voltage': '54.1',
    temp: '44',
    status: 'Delivering Power',
    'fault-status': 'No Error',
    counters: { overload: 0, short: 0, 'power-denied': 0, absent: 1, 'invalid-signature': 0 },
  }
  const module = {
    'vendor-name': 'EXAMPLE OPTICS',
    'part-number': 'SFP-10G-SR-000000',
    'serial-number': 'AB1234567890',
    revision: 'A1',
    temperature: 41.2,
    'tx-optical-power': -2.3,
    'rx-optical-power': -3.1,
    'max-module-power': 1,
    'form-factor': 'SFP+',
    'supported-link-modes': ['1G', '10G SR'],
  }
  const neighbour = (n: number) => ({
    capability: ['Bridge', 'WLAN'],
    description: `A neighbour with a long description, as many of them have. `.repeat(5),
    mac: mac(60_000 + n),
    mgmt_ips: [`10.20.1.${n}`],
    port: 'wan',
    name: `neighbour-${n}`,
  })
  return {
    version: 1,
    unit: { load: [0.4, 0.4, 0.4], memory: { total: 4_000_000_000, free: 2_000_000_000 }, uptime: 86_400, poe: {} },
    interfaces: names.map((name, n) => ({
      name,
      location: `/interfaces/${n}`,
      uptime: 80_000,
      ipv4: {},
      dns_servers: [],
      clients: [],
      counters: counters(n),
      ...(n < 48 ? {} : { 'transceiver-info': module }),
    })),
    'link-state': {
      upstream: Object.fromEntries(
        names.map((name, n) => [
          name,
          {
            counters: counters(n),
            carrier: true,
            speed: n < 48 ? 1000 : 10_000,
            duplex: 'full',
            ...(n < 48 ? { poe } : {}),
          },
        ]),
      ),
      downstream: {},
    },
    'lldp-peers': {
      upstream: Object.fromEntries(names.map((name, n) => [name, n < 12 ? [neighbour(n)] : []])),
      downstream: {},
    },
    'mac-forwarding-table': {
      overflow: false,
      ...Object.fromEntries(
        names.map((name, n) => [name, { 1: Array.from({ length: LEARNT }, (_, k) => mac(n * LEARNT + k + 1)) }]),
      ),
    },
    'default-gateway': [{ 'gw-ip': '10.20.0.1', 'gw-mac': mac(53 * LEARNT + 1), 'out-port': 'Vlan1' }],
  }
}

test.each(['state', 'telemetry'])(
  'a state of a switch with 54 ports, 78 KB and more, arrives complete as %s',
  async (method) => {
    const serial = method === 'state' ? '0c1111aa0054' : '0c1111aa0055'
    const device = await rig.device(serial, { like: 'ucentral-switch' })
    const told = { serial, uuid: 1, state: stateOf() }
    const params = method === 'state' ? told : { serial, data: { state: [[1, told]], timestamp: 1 } }
    expect(JSON.stringify(params).length).toBeGreaterThan(78_000)
    for (let turn = 1; turn <= 3; turn++) {
      const before = rig.reports.length
      device.tell(method, params)
      await until(() => rig.reports.slice(before).some(({ facts }) => facts.interfaces !== undefined))
    }
    const facts = rig.reports.findLast(({ facts }) => facts.interfaces !== undefined)?.facts
    expect(facts?.interfaces?.filter(({ role }) => role === 'port').map(({ name }) => name)).toEqual(names)
    expect(facts?.interfaces?.every(({ rx_bytes, speed_mbps }) => rx_bytes && speed_mbps)).toBe(true)
    expect(facts?.uplinks).toEqual(['Ethernet53'])
    // an access point reports the clients behind its port itself
    expect(facts?.terminals).toHaveLength((PORTS - 12 - 1) * LEARNT)
    expect(facts?.neighbours).toHaveLength(12)
  },
)
