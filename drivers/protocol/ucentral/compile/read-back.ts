import type { Effective } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { isObject, type Json, objectsIn, textsIn } from '../../../kit/compile/draft.ts'
import { vlanOf } from './vlans.ts'

type Read<K extends keyof Effective> = NonNullable<Effective[K]>

/** Translates a document into intents, as far as intents exist for its settings. Secrets are included in plain text. */
export function readBack(document: Json): Effective {
  const read: Effective = {}
  const unit = unitOf(document)
  if (unit) read.system = { '': unit }
  for (const { one } of objectsIn(document['interfaces'])) {
    const name = text(one['name']) ?? (one['role'] === 'upstream' ? 'WAN' : 'LAN')
    if (one['role'] === 'upstream') (read.wan ??= {})[name] = wanOf(one)
    else if (one['role'] === 'downstream') (read.lan ??= {})[name] = lanOf(one)
    for (const { one: entry } of objectsIn(one['ssids'])) readNetwork((read.wireless ??= {}), entry, one, name)
  }
  for (const { one } of objectsIn(document['radios'])) {
    const band = text(one['band'])?.slice(0, 2).toLowerCase()
    if (band) (read.radio ??= {})[band] = radioOf(one)
  }
  for (const { one } of objectsIn(document['ethernet']))
    for (const name of textsIn(one['select-ports'])) (read.port ??= {})[name] = portOf(one)
  return read
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const number = (value: unknown) => (typeof value === 'number' ? value : undefined)
const flag = (value: unknown) => (typeof value === 'boolean' ? ((value ? 1 : 0) as 0 | 1) : undefined)
const inside = (value: unknown, key: string): Json => (isObject(value) && isObject(value[key]) ? value[key] : {})

/** Without undefined fields. */
function said<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
}

function unitOf({ unit }: Json): Read<'system'>[string] | undefined {
  if (!isObject(unit)) return undefined
  return said({
    name: text(unit['name']) ?? text(unit['hostname']),
    timezone: text(unit['timezone']),
    leds: flag(unit['leds-active']),
    password: text(unit['system-password']),
  })
}

const portsOf = (one: Json) => {
  const names = objectsIn(one['ethernet']).flatMap(({ one: entry }) => textsIn(entry['select-ports']))
  return names.length > 0 ? names : undefined
}
const list = (value: unknown) => (textsIn(value).length > 0 ? textsIn(value) : undefined)

function wanOf(one: Json): Read<'wan'>[string] {
  const ipv4 = inside(one, 'ipv4')
  const line = inside(one, 'broad-band')
  const types = { dynamic: 'dhcp', static: 'static', none: 'disabled' } as const
  return said<Read<'wan'>[string]>({
    type: line['protocol'] === 'pppoe' ? 'pppoe' : types[ipv4['addressing'] as keyof typeof types],
    ports: portsOf(one),
    vlan: vlanOf(one),
    subnet: text(ipv4['subnet']),
    gateway: text(ipv4['gateway']),
    dns: list(ipv4['use-dns']),
    user: text(line['user-name']),
    password: text(line['password']),
    mac: objectsIn(one['ethernet']).flatMap(({ one: entry }) => text(entry['macaddr']) ?? [])[0],
  })
}

function lanOf(one: Json): Read<'lan'>[string] {
  const ipv4 = inside(one, 'ipv4')
  const dhcp = isObject(ipv4['dhcp']) ? ipv4['dhcp'] : undefined
  const hours = /^(\d+)h$/.exec(text(dhcp?.['lease-time']) ?? '')?.[1]
  return said<Read<'lan'>[string]>({
    vlan: vlanOf(one),
    subnet: text(ipv4['subnet']),
    dhcp: dhcp ? 1 : 0,
    dhcp_first: number(dhcp?.['lease-first']),
    dhcp_count: number(dhcp?.['lease-count']),
    dhcp_hours: hours === undefined ? undefined : Number(hours),
    dns: list(dhcp?.['use-dns'] ?? ipv4['use-dns']),
    ports: portsOf(one),
  })
}

const securities: Readonly<Record<string, Read<'wireless'>[string]['security']>> = {
  none: 'Disable',
  owe: 'Disable',
  psk: 'WPAPSK',
  psk2: 'WPA2PSK',
  'psk-mixed': 'WPAPSKWPA2PSK',
  sae: 'WPA2PSKWPA3PSK',
  'sae-mixed': 'WPA2PSKWPA3PSK',
  wpa: 'WPA',
  wpa2: 'WPA2',
  'wpa-mixed': 'WPA1WPA2',
}

/** A network may have several entries: its bands are those of all of them, the other settings are from the first. */
function readNetwork(into: Read<'wireless'>, entry: Json, network: Json, networkName: string): void {
  const name = text(entry['name'])
  if (name === undefined) return
  const known = into[name]
  const bands = textsIn(entry['wifi-bands']).map((band) => band.slice(0, 2).toLowerCase() as '2g')
  const encryption = inside(entry, 'encryption')
  const server = inside(entry['radius'], 'authentication')
  const rates = inside(entry, 'rate-limit')
  const kbps = (value: unknown) => (typeof value === 'number' ? value * 1000 : undefined)
  into[name] = known
    ? { ...known, bands: [...new Set([...(known.bands ?? []), ...bands])] }
    : said<Read<'wireless'>[string]>({
        enable: 1,
        ssid: name,
        bands: bands.length > 0 ? bands : undefined,
        security: securities[text(encryption['proto']) ?? 'none'],
        password: text(encryption['key']),
        radius_host: text(server['host']),
        radius_port: number(server['port']),
        radius_secret: text(server['secret']),
        hidden: flag(entry['hidden-ssid']) ?? 0,
        isolate: flag(entry['isolate-clients']) ?? 0,
        network: network['role'] === 'downstream' ? networkName : undefined,
        vlan: network['role'] === 'upstream' ? vlanOf(network) : undefined,
        max_clients: number(entry['maximum-clients']),
        up_kbps: kbps(rates['ingress-rate']),
        down_kbps: kbps(rates['egress-rate']),
        deny:
          inside(entry, 'access-control-list')['mode'] === 'deny'
            ? list(inside(entry, 'access-control-list')['mac-address'])
            : undefined,
      })
}

function radioOf(one: Json): Read<'radio'>[string] {
  const width = number(one['channel-width'])
  const widths = { 20: '20', 40: '20/40', 80: '80', 160: '160', 320: '320' } as const
  const country = text(one['country'])
  return said<Read<'radio'>[string]>({
    enable: flag(one['enable']) ?? 1,
    region: country === 'CN' || country === 'US' ? country : undefined,
    channel: number(one['channel']) ?? 0,
    bandwidth: width === undefined ? undefined : widths[width as keyof typeof widths],
    power: number(one['tx-power']),
    max_clients: number(one['maximum-clients']),
  })
}

function portOf(one: Json): Read<'port'>[string] {
  const poe = inside(one, 'poe')
  const duplex = one['duplex']
  return said<Read<'port'>[string]>({
    enable: flag(one['enabled']),
    speed: number(one['speed']),
    duplex: duplex === 'full' || duplex === 'half' ? duplex : undefined,
    poe: flag(poe['admin-mode']),
    poe_limit: number(poe['power-limit']),
  })
}
