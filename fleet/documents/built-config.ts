import type { LooseDocument } from '../config/check-config.ts'
import { settingsOf } from '../config/rendering.ts'
import { interfacesOf, nameServersOf } from './linux-tables.ts'
import { addressIn, type NetNode, type Subnet, type ProviderLine } from '../model/network.ts'

/** The document of an unconfigured device: its built-in settings, without its number. */
export function builtConfig(node: NetNode): LooseDocument {
  const { type } = node.model
  if (type === 'switch') return switchConfig(node)
  if (type === 'linux') return linuxConfig(node)
  return type === 'ap' ? accessPointConfig(node) : gatewayConfig(node)
}

const services = { lldp: { describe: 'uCentral', location: '' }, ssh: { port: 22 } }
const reachable = ['lldp', 'ssh']
const metrics = {
  statistics: { interval: 60, types: ['ssids', 'lldp', 'clients'] },
  health: { interval: 120 },
  realtime: { types: ['client.join', 'client.leave', 'wired'] },
}

/** The factory document of an access point: it reaches its gateway, no network is on the air, and it has no `metrics`. */
export function factoryConfig({ model }: NetNode): LooseDocument {
  const wan = { role: 'upstream', ethernet: [{ 'select-ports': ['WAN*'] }], ipv4: { addressing: 'dynamic' } }
  const lan = {
    role: 'downstream',
    ethernet: [{ 'select-ports': ['LAN*'] }],
    ipv4: {
      addressing: 'static',
      subnet: '192.168.1.1/24',
      dhcp: { 'lease-first': 10, 'lease-count': 100, 'lease-time': '6h' },
    },
  }
  const radios = (model.radios ?? []).flatMap(({ band, width }) =>
    band === '6G' ? [] : [{ band, 'channel-mode': 'HE', 'channel-width': Math.min(width, band === '2G' ? 40 : 80) }],
  )
  return {
    unit: {},
    radios,
    interfaces: [
      { name: 'WAN', services: ['lldp'], ...wan },
      {
        name: 'WAN-wifi',
        role: 'upstream',
        ipv4: { addressing: 'dynamic' },
        metric: 6,
        ssids: [{ purpose: 'onboarding-sta' }],
      },
      { name: 'LAN', services: reachable, ...lan },
    ],
    services,
  }
}

function accessPointConfig(node: NetNode): LooseDocument {
  const { hostname, radios, ssids } = node
  const upstream = {
    name: 'WAN',
    role: 'upstream',
    services: reachable,
    ethernet: [{ 'select-ports': ['WAN*', 'LAN*'] }],
    ipv4: { addressing: 'dynamic' },
    ssids: ssids.map(({ name, bands, ingress, egress, denied }) => ({
      name,
      'bss-mode': 'ap',
      'wifi-bands': bands.filter((band) => radios.some((radio) => radio.band === band)),
      encryption: bands.includes('6G')
        ? { proto: 'sae', key: 'belvedere-simulated', ieee80211w: 'required' }
        : { proto: 'psk2', key: 'belvedere-simulated', ieee80211w: 'optional' },
      ...(ingress || egress ? { 'rate-limit': { 'ingress-rate': ingress, 'egress-rate': egress } } : {}),
      ...(denied.length > 0 ? { 'access-control-list': { mode: 'deny', 'mac-address': [...denied] } } : {}),
    })),
  }
  return {
    unit: { name: hostname },
    radios: radios.map((radio) => radioConfig(node, radio)),
    interfaces: [upstream],
    services,
    metrics,
  }
}

/** Where it uses an automatically selected channel that it would not accept as a setting, the document selects automatically. */
function radioConfig(
  node: NetNode,
  { band, channel, width, power, enabled }: NetNode['radios'][number],
): LooseDocument {
  const entry = { band, channel, 'channel-width': width, 'tx-power': power, enable: enabled }
  return settingsOf(node, entry).channel === channel ? entry : { ...entry, channel: 'auto' }
}

function gatewayConfig(node: NetNode): LooseDocument {
  const lines = node.wans.length > 0 ? node.wans.map(lineConfig) : [uplinkConfig(node)]
  const lan = node.subnet
    ? [
        {
          name: 'LAN',
          role: 'downstream',
          services: reachable,
          ethernet: [{ 'select-ports': ['LAN*'] }],
          ipv4: {
            addressing: 'static',
            subnet: `${addressIn(node.subnet, 1)}/${node.subnet.prefix}`,
            dhcp: { 'lease-first': 10, 'lease-count': 200, 'lease-time': '6h' },
          },
        },
      ]
    : []
  return { unit: { name: node.hostname }, interfaces: [...lines, ...lan], services, metrics }
}

function lineConfig({ port, how, address, prefix, gateway, dns }: ProviderLine): LooseDocument {
  const ethernet = [{ 'select-ports': [port.name] }]
  const line = { name: port.name, role: 'upstream', services: reachable, ethernet }
  if (how === 'static')
    return { ...line, ipv4: { addressing: 'static', subnet: `${address}/${prefix}`, gateway, 'use-dns': [...dns] } }
  const dialled = { protocol: 'pppoe', 'user-name': 'simulated', password: 'belvedere-simulated' }
  return { ...line, ipv4: { addressing: 'dynamic' }, ...(how === 'pppoe' ? { 'broad-band': dialled } : {}) }
}

const uplinkConfig = ({ uplink, model }: NetNode): LooseDocument => ({
  name: 'WAN',
  role: 'upstream',
  services: reachable,
  ethernet: [{ 'select-ports': [uplink?.name ?? model.wan[0] ?? 'WAN*'] }],
  ipv4: { addressing: 'dynamic' },
})

function switchConfig({ hostname, ports }: NetNode): LooseDocument {
  const network = {
    name: 'VLAN1',
    role: 'upstream',
    vlan: { id: 1 },
    ethernet: [{ 'select-ports': [...ports.keys()], 'vlan-tag': 'un-tagged' }],
    ipv4: { addressing: 'dynamic' },
  }
  return {
    unit: { name: hostname },
    ethernet: [...ports.values()].map(({ name, speed, enabled, poe }) => ({
      'select-ports': [name],
      speed,
      duplex: 'full',
      enabled,
      ...(poe ? { poe: { 'admin-mode': poe.enabled } } : {}),
    })),
    interfaces: [network],
    services: { ssh: { enable: true } },
    metrics: { statistics: { interval: 60, types: ['lldp', 'clients'] }, health: { interval: 60 } },
  }
}

/** The agent's report about the host: every interface with an address. */
function linuxConfig(node: NetNode): LooseDocument {
  const rows = interfacesOf(node).filter(({ name, addresses }) => name !== 'lo' && addresses.length > 0)
  const above = node.parent?.gateway.subnet as Subnet | undefined
  return {
    unit: { hostname: node.hostname, timezone: 'Asia/Shanghai' },
    interfaces: rows.map(({ name, role, addresses, gateway }) => ({
      name,
      role: role === 'wan' ? 'upstream' : 'downstream',
      ethernet: [{ 'select-ports': [name] }],
      ipv4:
        role === 'wan' && above
          ? { addressing: 'dynamic' }
          : {
              addressing: 'static',
              subnet: addresses[0],
              ...(gateway ? { gateway, 'use-dns': nameServersOf(node) } : {}),
            },
    })),
  }
}
