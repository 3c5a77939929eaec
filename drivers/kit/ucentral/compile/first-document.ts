import type { Json } from '../../compile/draft.ts'
import type { Hardware } from './hardware.ts'

/** What devices report without being asked; without it they report nothing. */
const metrics = {
  statistics: { interval: 60, types: ['ssids', 'lldp', 'clients'] },
  health: { interval: 60 },
  realtime: {
    types: [
      'unit.boot-up',
      'client.join',
      'client.leave',
      'client.key-mismatch',
      'wifi.start',
      'wifi.stop',
      'wired.carrier-up',
      'wired.carrier-down',
    ],
  },
}
const services = { lldp: { describe: 'uCentral', location: '' }, ssh: { port: 22 } }
const reachable = ['lldp', 'ssh']

const firsts = new WeakMap<Hardware, Json>()

/** The first document of an access point, the same object for the same hardware. */
export function firstApDocument(hardware: Hardware): Json {
  let first = firsts.get(hardware)
  if (!first) firsts.set(hardware, (first = makeApDocument(hardware)))
  return first
}

/** An access point bridges all its sockets; without radios it is a router with a network of its own behind it. */
function makeApDocument({ radios }: Hardware): Json {
  const bands = radios ? [...radios.keys()].sort() : []
  const isRouter = radios?.size === 0
  const lan = {
    name: 'LAN',
    role: 'downstream',
    services: reachable,
    ethernet: [{ 'select-ports': ['LAN*'] }],
    ipv4: {
      addressing: 'static',
      subnet: '192.168.1.1/24',
      dhcp: { 'lease-first': 10, 'lease-count': 100, 'lease-time': '6h' },
    },
  }
  return {
    ...(bands.length > 0 ? { radios: bands.map((band) => ({ band, channel: 'auto' })) } : {}),
    interfaces: [
      {
        name: 'WAN',
        role: 'upstream',
        services: reachable,
        ethernet: [{ 'select-ports': isRouter ? ['WAN*'] : ['WAN*', 'LAN*'] }],
        ipv4: { addressing: 'dynamic' },
      },
      ...(isRouter ? [lan] : []),
    ],
    services,
    metrics,
  }
}

/** All ports in one network, its address by DHCP. */
const firstSwitch: Json = {
  interfaces: [
    {
      name: 'VLAN1',
      role: 'upstream',
      services: reachable,
      vlan: { id: 1 },
      ethernet: [{ 'select-ports': ['Ethernet*'], 'vlan-tag': 'un-tagged' }],
      ipv4: { addressing: 'dynamic' },
    },
  ],
  services,
  metrics: { statistics: { interval: 60, types: ['lldp', 'clients'] }, health: { interval: 60 } },
}

export const firstSwitchDocument = (): Json => firstSwitch
