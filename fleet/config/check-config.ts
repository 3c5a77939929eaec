import type { NetNode } from '../model/network.ts'

export type Loose = Record<string, unknown>

/** What a client finds in a configuration: errors refuse the whole, warnings drop a part. */
export interface Findings {
  errors: string[]
  warnings: string[]
}

export const objectOf = (value: unknown): Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {}
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The checks of the access points' client: schema first, then what rendering complains of, in its own words. */
export function checkAccessPointConfig(node: NetNode, config: Loose): Findings {
  const found: Findings = { errors: [], warnings: [] }
  const interfaces = listOf(config.interfaces)
  if (!interfaces.some((entry) => objectOf(entry).role === 'upstream')) {
    found.errors.push('[E] (In /interfaces) must contain at least one interface with role upstream')
  }
  listOf(config.radios).forEach((radio, i) => checkRadio(node, objectOf(radio), i, found))
  interfaces.forEach((entry, i) => checkInterface(node, objectOf(entry), i, found))
  checkMetrics(objectOf(config.metrics), found)
  if (found.errors.length === 0) checkNetworks(interfaces.map(objectOf), found)
  const { strict } = config
  return strict === true ? { errors: [...found.errors, ...found.warnings], warnings: [] } : found
}

function checkMetrics(metrics: Loose, { errors }: Findings): void {
  for (const name of ['statistics', 'health']) {
    const { interval } = objectOf(metrics[name])
    if (interval !== undefined && !(Number.isInteger(interval) && (interval as number) >= 60))
      errors.push(`[E] (In /metrics/${name}/interval) must be bigger than or equal 60`)
  }
}

const bands = ['2G', '5G', '5G-lower', '5G-upper', '6G', 'HaLow']
const widths = [20, 40, 80, 160, 8080, 320]

function checkRadio(node: NetNode, radio: Loose, i: number, { errors, warnings }: Findings): void {
  const { band, channel } = radio
  const width = radio['channel-width']
  const power = radio['tx-power']
  if (!bands.includes(band as string)) errors.push(`[E] (In /radios/${i}/band) must be one of [${bands.join(', ')}]`)
  if (
    channel !== undefined &&
    channel !== 'auto' &&
    !(Number.isInteger(channel) && (channel as number) >= 1 && (channel as number) <= 233)
  ) {
    errors.push(`[E] (In /radios/${i}/channel) must be "auto" or a number from 1 to 233`)
  }
  if (width !== undefined && !widths.includes(width as number))
    errors.push(`[E] (In /radios/${i}/channel-width) must be one of [${widths.join(', ')}]`)
  if (power !== undefined && !(typeof power === 'number' && power >= 0 && power <= 30))
    errors.push(`[E] (In /radios/${i}/tx-power) must be a number from 0 to 30`)
  const own = node.radios.find((entry) => String(band).startsWith(entry.band))
  if (!own) warnings.push(`[W] (In /radios/${i}) Failed to match any phy for band "${band}"`)
  else if (typeof channel === 'number' && channel <= 233 && !node.mayUse(own.band, channel)) {
    warnings.push(`[W] (In /radios/${i}) Selected radio does not support channel ${channel}, falling back to auto`)
  }
}

/** What rendering finds when networks are put together. */
function checkNetworks(interfaces: Loose[], { errors, warnings }: Findings): void {
  const seen = new Set<string>()
  interfaces.forEach(({ role, ipv4, vlan }, i) => {
    const { addressing, subnet, gateway, 'use-dns': dns } = objectOf(ipv4)
    if (role === 'upstream' && addressing === 'static' && !(subnet && gateway && dns))
      errors.push('invalid static interface settings')
    const { id } = objectOf(vlan)
    if (id !== undefined && seen.has(`${String(role)} ${String(id)}`))
      warnings.push(
        `[W] (In /interfaces/${i}) Multiple interfaces with same role and VLAN ID defined, ignoring conflicting interface`,
      )
    seen.add(`${String(role)} ${String(id)}`)
  })
}

/** Those the client takes for 6 GHz. */
const modern = ['wpa3', 'wpa3-mixed', 'wpa3-192', 'sae', 'sae-mixed', 'owe', 'mpsk-radius']

const protocols = [
  'none',
  'owe',
  'owe-transition',
  'psk',
  'psk2',
  'psk-mixed',
  'psk2-radius',
  'wpa',
  'wpa2',
  'wpa-mixed',
  'sae',
  'sae-mixed',
  'wpa3',
  'wpa3-192',
  'wpa3-mixed',
  'mpsk-radius',
]

function checkInterface(node: NetNode, entry: Loose, i: number, { errors, warnings }: Findings): void {
  const { role, ipv4 } = entry
  if (role !== 'upstream' && role !== 'downstream')
    errors.push(`[E] (In /interfaces/${i}/role) must be one of [upstream, downstream]`)
  const { addressing, subnet } = objectOf(ipv4)
  const vlan = objectOf(entry.vlan).id
  if (vlan !== undefined && !(Number.isInteger(vlan) && (vlan as number) >= 1 && (vlan as number) <= 4050))
    errors.push(`[E] (In /interfaces/${i}/vlan/id) must be lower than or equal to 4050`)
  if (addressing !== undefined && !['dynamic', 'static', 'none'].includes(addressing as string))
    errors.push(`[E] (In /interfaces/${i}/ipv4/addressing) must be one of [dynamic, static, none]`)
  if (addressing === 'static' && !isCidr(String(subnet).replace(/^auto/, '0.0.0.0'))) {
    errors.push(`[E] (In /interfaces/${i}/ipv4/subnet) must be a valid IPv4 CIDR`)
  }
  listOf(entry.ssids).forEach((ssid, s) => {
    const at = `/interfaces/${i}/ssids/${s}`
    const { name, encryption, purpose } = objectOf(ssid)
    const { proto, key } = objectOf(encryption)
    const wanted = listOf(objectOf(ssid)['wifi-bands'])
    // the maker's own networks have the maker's names
    const named = purpose === 'onboarding-ap' || purpose === 'onboarding-sta'
    if (named && name === undefined) return
    if (typeof name !== 'string' || name.length < 1 || Buffer.byteLength(name) > 32)
      errors.push(`[E] (In ${at}/name) must be between 1 and 32 characters long`)
    if (proto !== undefined && !protocols.includes(proto as string))
      errors.push(`[E] (In ${at}/encryption/proto) must be one of [${protocols.join(', ')}]`)
    if (
      typeof proto === 'string' &&
      /^(psk|sae)/.test(proto) &&
      !(typeof key === 'string' && key.length >= 8 && key.length <= 63)
    ) {
      errors.push(`[E] (In ${at}/encryption/key) must be between 8 and 63 characters long`)
    }
    if (wanted.includes('6G') && !modern.includes(proto as string))
      warnings.push(`[W] (In ${at}) Invalid encryption settings for 6G band`)
    for (const band of wanted) {
      if (!node.radios.some((radio) => String(band).startsWith(radio.band)))
        warnings.push(`[W] (In ${at}) Failed to match any phy for band "${band}"`)
    }
  })
}

/** The agent's: an interface it does not have, or an address that is none, refuses the whole. */
export function checkLinuxConfig(node: NetNode, config: Loose): { parameter: string; reason: string }[] {
  return listOf(config.interfaces).flatMap((value, i) => {
    const { name: own, ethernet, ipv4 } = objectOf(value)
    const { addressing, subnet } = objectOf(ipv4)
    const ports = listOf(ethernet).flatMap((entry) => listOf(objectOf(entry)['select-ports']))
    const unknown = (ports.length > 0 ? ports : [own]).filter((name) => !node.ports.has(String(name)))
    return [
      ...(ports.length > 1
        ? [{ parameter: `/interfaces/${i}/ethernet`, reason: 'A network takes one interface of the host' }]
        : []),
      ...unknown.map((name) => ({
        parameter: `/interfaces/${i}/ethernet`,
        reason: `There is no interface ${String(name)}`,
      })),
      ...(addressing === 'static' && !isCidr(subnet)
        ? [{ parameter: `/interfaces/${i}/ipv4/subnet`, reason: 'This is not an IPv4 address with its prefix length' }]
        : []),
    ]
  })
}

function isCidr(value: unknown): boolean {
  const [, address = '', prefix] = /^([\d.]+)\/(\d{1,2})$/.exec(String(value)) ?? []
  const octets = address.split('.')
  return octets.length === 4 && octets.every((octet) => octet !== '' && Number(octet) <= 255) && Number(prefix) <= 32
}

/** Own ports a `select-ports` list means; `*` at the end stands for any rest. */
export function matchPorts(node: NetNode, patterns: readonly unknown[]): string[] {
  const names = [...node.ports.keys()]
  return patterns.flatMap((pattern) => {
    if (typeof pattern !== 'string') return []
    return pattern.endsWith('*')
      ? names.filter((name) => name.startsWith(pattern.slice(0, -1)))
      : names.filter((name) => name === pattern)
  })
}
