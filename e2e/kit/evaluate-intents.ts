import type { RunningState } from '@belvedere/fleet/device/running-state.ts'
import type { RandomIntent } from './random-intents.ts'

type Loose = Record<string, unknown>
const objectOf = (value: unknown): Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {}
const listOf = (value: unknown): Loose[] => (Array.isArray(value) ? value.map(objectOf) : [])
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** What a device says it does not do: `kind/key` or `kind/key/field`; `instead`: it does something near to it. */
export interface Refused {
  readonly intent: string
  readonly instead?: string
}

/** Intents by `kind/key`. */
export type Wished = ReadonlyMap<string, RandomIntent>

/** Fields without which the others of their row mean nothing: refused and not replaced, they leave them out. */
const essential: Readonly<Record<string, readonly (readonly string[])[]>> = {
  wireless: [['ssid', 'bands', 'password', 'radius_host', 'vlan']],
  lan: [['subnet', 'ports']],
  wan: [['type', 'subnet', 'gateway', 'dns', 'user', 'password']],
  service: [['enable', 'servers']],
}
/** Of an uplink, the fields that make its address; the others stand for themselves. */
const address: readonly string[] = ['type', 'subnet', 'gateway', 'dns']

/** Intents that are not in force although they were not refused by name. Reads the device's own state only. */
export function missingOf(wished: Wished, refused: readonly Refused[], running: RunningState): string[] {
  return [...wished].flatMap(([place, { kind, key, set }]) => {
    const named = refused.filter(({ intent }) => intent === place || intent.startsWith(`${place}/`))
    const isRefused = (field: string) =>
      named.some(({ intent, instead }) => {
        const own = intent.slice(place.length + 1)
        return own === '' || own === field || (instead === undefined && leavesOut(kind, own, field))
      })
    // an intent with the same value as a raw entry that the device rejected, with consent, is rejected as well
    const overlaid = objectOf(wished.get('raw/extra')?.set.document)
    const isRawRejected = refused.some(({ intent }) => intent.startsWith('raw/extra'))
    if (isRawRejected && kind === 'radio' && overlaid.radios !== undefined) return []
    return Object.keys(set)
      .filter((field) => !isRefused(field))
      .filter((field) => judges[kind]?.[field]?.({ key, set, running, isRefused, wished }) === false)
      .map((field) => `${place}/${field}: ${JSON.stringify(set[field])}`)
  })
}

function leavesOut(kind: string, refused: string, field: string): boolean {
  if (kind === 'wan' && !address.includes(field)) return false
  return (essential[kind] ?? []).some((fields) => fields.includes(refused))
}

interface Judged {
  key: string
  set: Loose
  running: RunningState
  isRefused: (field: string) => boolean
  wished: Wished
}
/** True: it is as intended, or has no meaning beside the other fields. */
type Judge = (one: Judged) => boolean

const interfacesOf = ({ config }: RunningState) => listOf(config.interfaces)
const bandOf: Readonly<Record<string, string>> = { '2g': '2G', '5g': '5G', '6g': '6G' }
const isOff = ({ enable }: Loose) => enable === 0
const nameOf = ({ key, set, isRefused }: Judged) => (typeof set.ssid !== 'string' || isRefused('ssid') ? key : set.ssid)

/** The entries of a network in the device's document, with the interface each is in. */
const entriesOf = (one: Judged) =>
  interfacesOf(one.running).flatMap((network) =>
    listOf(network.ssids).flatMap((entry) => (entry.name === nameOf(one) ? [{ network, entry }] : [])),
  )
/** Of an enabled network: every entry is so, and there is one. */
const entries =
  (holds: (entry: Loose, network: Loose, one: Judged) => boolean): Judge =>
  (one) => {
    const found = entriesOf(one)
    return isOff(one.set) || (found.length > 0 && found.every(({ entry, network }) => holds(entry, network, one)))
  }
const air = (one: Judged) => one.running.ssids.filter(({ name }) => name === nameOf(one))

const unencrypted = ['none', 'owe', 'owe-transition']
const protocols: Readonly<Record<string, readonly string[]>> = {
  Disable: ['none', 'owe'],
  WPAPSK: ['psk'],
  WPA2PSK: ['psk2'],
  WPA2PSKWPA3PSK: ['sae-mixed', 'sae'],
  WPA2: ['wpa2'],
}
const enterprise = 'WPA2'

const radioOf = ({ key, running }: Judged) => running.radios.find(({ band }) => band === bandOf[key])
const radioEntry = ({ key, running }: Judged) =>
  listOf(running.config.radios).find(({ band }) => String(band).startsWith(bandOf[key] ?? '?')) ?? {}
const widths: Readonly<Record<string, number>> = { '20': 20, '20/40': 40, '80': 80, '160': 160 }
/** In the order of the schema: mode and band of the specification's numbers that have a word there. */
const modes: Readonly<Record<number, string>> = { 7: 'HT', 9: 'HT', 14: 'VHT', 16: 'HE', 17: 'HE' }

const unitOf = ({ running }: Judged) => objectOf(running.config.unit)
const serviceOf = ({ key, running }: Judged) => objectOf(running.config.services)[key]

/** Ports a name means. */
const meant = ({ key, running }: Judged) =>
  Object.entries(running.ports).filter(([name]) =>
    key.endsWith('*') ? name.startsWith(key.slice(0, -1)) : name === key,
  )
/** Every port is so that no row of its own says otherwise. */
const ports =
  (field: string, holds: (port: RunningState['ports'][string], name: string, one: Judged) => boolean): Judge =>
  (one) => {
    const found = meant(one).filter(
      ([name]) => name === one.key || one.wished.get(`port/${name}`)?.set[field] === undefined,
    )
    return found.every(([name, port]) => holds(port, name, one))
  }
const isSwitch = ({ running }: Judged) => Object.keys(running.vlans).length > 0
/** VLANs in which a port stands this way. */
function memberOf({ running }: Judged, port: string, way: 'tagged' | 'un-tagged'): number[] {
  if (Object.keys(running.vlans).length > 0)
    return Object.entries(running.vlans).flatMap(([id, members]) => (members[port] === way ? [Number(id)] : []))
  return interfacesOf(running).flatMap(({ vlan, ethernet }) => {
    const here = listOf(ethernet).some(
      (entry) => entry['vlan-tag'] === way && textsOf(entry['select-ports']).some((name) => covers(name, port)),
    )
    return here ? [Number(objectOf(vlan).id)] : []
  })
}
const covers = (pattern: string, port: string) =>
  pattern.endsWith('*') ? port.startsWith(pattern.slice(0, -1)) : pattern === port

const lanOf = ({ key, set, running }: Judged) =>
  interfacesOf(running).find(({ name }) => String(name).toLowerCase() === key.toLowerCase()) ??
  interfacesOf(running).find(({ vlan, role }) => role === 'downstream' && objectOf(vlan).id === set.vlan) ??
  {}
/** An access point has a text there, a switch a list. */
const subnetOf = (network: Loose) => {
  const { subnet } = objectOf(network.ipv4)
  return Array.isArray(subnet) ? objectOf(subnet[0]).prefix : subnet
}
const upstream = ({ running }: Judged) => interfacesOf(running).filter(({ role }) => role === 'upstream')
const isPartOf = (document: unknown, part: unknown): boolean =>
  typeof part === 'object' && part !== null && !Array.isArray(part)
    ? Object.entries(part).every(([key, value]) => isPartOf(objectOf(document)[key], value))
    : JSON.stringify(document) === JSON.stringify(part)

const judges: Readonly<Record<string, Readonly<Record<string, Judge>>>> = {
  system: {
    name: ({ set: { name }, running: { hostname } }) => hostname === name,
    timezone: (one) => typeof unitOf(one).timezone === 'string',
    leds: (one) => unitOf(one)['leds-active'] === (one.set.leds === 1),
    password: (one) => unitOf(one)['system-password'] === one.set.password,
  },
  wireless: {
    enable: (one) =>
      isOff(one.set)
        ? !one.running.ssids.some(({ name }) => name === one.key || name === one.set.ssid)
        : air(one).length > 0,
    ssid: (one) => isOff(one.set) || air(one).length > 0,
    bands: (one) => {
      const on = air(one).flatMap(({ bands }) => bands)
      const wanted = textsOf(one.set.bands).map((band) => bandOf[band])
      return isOff(one.set) || (wanted.length === on.length && wanted.every((band) => on.includes(band ?? '')))
    },
    security: entries((entry, _, { set }) =>
      (protocols[String(set.security)] ?? []).includes(String(objectOf(entry.encryption).proto)),
    ),
    password: entries((entry, _, { set }) => {
      const { proto, key } = objectOf(entry.encryption)
      return unencrypted.includes(String(proto)) || set.security === enterprise || key === set.password
    }),
    radius_host: entries(
      (entry, _, { set }) =>
        set.security !== enterprise || objectOf(objectOf(entry.radius).authentication).host === set.radius_host,
    ),
    hidden: entries((entry, _, { set }) => entry['hidden-ssid'] === (set.hidden === 1)),
    isolate: entries((entry, _, { set }) => entry['isolate-clients'] === (set.isolate === 1)),
    max_clients: entries((entry, _, { set }) => entry['maximum-clients'] === set.max_clients),
    vlan: entries(
      (_, network, { set, isRefused }) =>
        (set.network !== undefined && !isRefused('network')) || objectOf(network.vlan).id === set.vlan,
    ),
    network: entries((_, network, { set }) => network.name === set.network),
    up_kbps: (one) => isOff(one.set) || air(one).every(({ ingress }) => ingress * 1000 === one.set.up_kbps),
    down_kbps: (one) => isOff(one.set) || air(one).every(({ egress }) => egress * 1000 === one.set.down_kbps),
    deny: (one) =>
      isOff(one.set) || air(one).every(({ denied }) => JSON.stringify(denied) === JSON.stringify(one.set.deny)),
  },
  radio: {
    enable: (one) => radioOf(one)?.enabled === (one.set.enable === 1),
    channel: (one) =>
      one.set.channel === 0 ? radioEntry(one).channel === 'auto' : radioOf(one)?.channel === one.set.channel,
    bandwidth: (one) => radioOf(one)?.width === widths[String(one.set.bandwidth)],
    mode: (one) => radioEntry(one)['channel-mode'] === modes[Number(one.set.mode)],
    power: (one) => one.set.power === 0 || radioOf(one)?.power === one.set.power,
    region: (one) => radioEntry(one).country === one.set.region,
  },
  port: {
    enable: ports('enable', ({ enabled }, _, { set }) => enabled === (set.enable === 1)),
    poe: ports(
      'poe',
      ({ poe }, _, { set, key }) => poe === (set.poe === 1) || (poe === undefined && key.endsWith('*')),
    ),
    speed: ports('speed', ({ speed, enabled }, name, one) =>
      isSwitch(one)
        ? !enabled || speed === one.set.speed
        : listOf(one.running.config.ethernet).some(
            (entry) => entry.speed === one.set.speed && textsOf(entry['select-ports']).some((own) => covers(own, name)),
          ),
    ),
    vlan: ports('vlan', (_, name, one) => memberOf(one, name, 'un-tagged').includes(Number(one.set.vlan))),
    tagged: ports('tagged', (_, name, one) =>
      textsOf(one.set.tagged).every((vlan) => memberOf(one, name, 'tagged').includes(Number(vlan))),
    ),
  },
  lan: {
    vlan: (one) => objectOf(lanOf(one).vlan).id === one.set.vlan,
    subnet: (one) => subnetOf(lanOf(one)) === one.set.subnet,
    dhcp: (one) => (objectOf(lanOf(one).ipv4).dhcp !== undefined) === (one.set.dhcp === 1),
    ports: (one) => {
      if (isSwitch(one)) {
        const vlan = Number(objectOf(lanOf(one).vlan).id)
        return textsOf(one.set.ports).every((name) => memberOf(one, name, 'un-tagged').includes(vlan))
      }
      const own = listOf(lanOf(one).ethernet).flatMap((entry) => textsOf(entry['select-ports']))
      return textsOf(one.set.ports).every((name) => own.includes(name))
    },
  },
  wan: {
    vlan: (one) => upstream(one).some(({ vlan }) => objectOf(vlan).id === one.set.vlan),
    type: (one) => upstream(one).some(({ ipv4 }) => objectOf(ipv4).addressing === addressing[String(one.set.type)]),
    subnet: (one) => one.set.type !== 'static' || upstream(one).some((network) => subnetOf(network) === one.set.subnet),
    gateway: (one) =>
      one.set.type !== 'static' || upstream(one).some(({ ipv4 }) => objectOf(ipv4).gateway === one.set.gateway),
    dns: (one) =>
      upstream(one).some(({ ipv4 }) => JSON.stringify(objectOf(ipv4)['use-dns']) === JSON.stringify(one.set.dns)),
  },
  service: {
    enable: (one) => {
      const on = one.set.enable === 1
      if (isSwitch(one)) return (objectOf(serviceOf(one)).enable === true) === on
      if (one.key === 'ntp' || one.key === 'log') return (serviceOf(one) !== undefined) === on
      return interfacesOf(one.running).some(({ services }) => textsOf(services).includes(one.key)) === on
    },
    port: (one) => isOff(one.set) || objectOf(serviceOf(one)).port === one.set.port,
    servers: (one) => {
      const own = objectOf(serviceOf(one))
      const wanted = textsOf(one.set.servers)
      if (isOff(one.set) || wanted.length === 0) return true
      return one.key === 'log' ? own.host === wanted[0] : JSON.stringify(own.servers) === JSON.stringify(wanted)
    },
    interval: (one) =>
      isOff(one.set) || objectOf(objectOf(one.running.config.metrics).statistics).interval === one.set.interval,
  },
  raw: {
    document: (one) => isPartOf(one.running.config, one.set.document),
  },
}

const addressing: Readonly<Record<string, string>> = { dhcp: 'dynamic', static: 'static', disabled: 'none' }
