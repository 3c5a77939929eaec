import { phyOf, type Phy } from '../documents/capabilities.ts'
import type { RadioBand } from '../model/catalogue.ts'
import type { NetNode } from '../model/network.ts'
import { listOf, type LooseDocument, objectOf } from './check-config.ts'

/** The results of rendering a valid document. */
export interface Rendered {
  /** A part is left out or replaced. */
  warnings: string[]
  /** Why the whole document is refused. */
  errors: string[]
  /** Rendering failed: the whole document is rejected, without a message. */
  broken: boolean
}

const REFUSED = 'Rejecting config due to strict-mode validation'

/**
 * The remarks of the access points' renderer on a valid document, in its format. Not simulated: its remarks on portals, tunnels,
 * HaLow and 6 GHz frequency coordination, and errors of the programs that read the rendered files.
 */
export function render(node: NetNode, config: LooseDocument): Rendered {
  const interfaces = listOf(config.interfaces).map(objectOf)
  const refused = refusalOf(node, interfaces)
  if (refused !== undefined) return { warnings: [], errors: [`[E] (In /) ${refused}`, REFUSED], broken: false }
  const warnings: string[] = []
  const warn: Warn = (at, text) => void warnings.push(`[W] (In ${at}) ${text}`)
  listOf(config.radios).forEach((radio, i) => {
    for (const text of settingsOf(node, objectOf(radio)).warnings) warn(`/radios/${i}`, text)
  })
  let broken = false
  for (const role of ['upstream', 'downstream'])
    interfaces.forEach((entry, i) => {
      if (entry.role === role && !broken) broken = renderInterface(node, interfaces, i, warn)
    })
  return { warnings, errors: config.strict === true && warnings.length > 0 ? [...warnings, REFUSED] : [], broken }
}

/** Why a document is refused before rendering. */
function refusalOf(node: NetNode, interfaces: readonly LooseDocument[]): string | undefined {
  const untagged: string[] = []
  let uplinks = 0
  for (const entry of interfaces) {
    if (entry.role !== 'upstream') continue
    uplinks++
    for (const port of portsOf(node, entry, false)) {
      if (untagged.includes(port)) return `duplicate usage of un-tagged ports: ${port} (${netdevOf(node, port)})`
      untagged.push(port)
    }
  }
  return uplinks > 0
    ? undefined
    : 'Configuration must contain at least one valid upstream interface. Rejecting whole file'
}

const netdevOf = (node: NetNode, port: string) => `eth${[...node.ports.keys()].indexOf(port)}`

/** The VLAN of an interface; 0: none. */
const vlanOf = ({ vlan }: LooseDocument): number => Number(objectOf(vlan).id ?? 0)

/** Ports of an interface: tagged or untagged ones. Towards the site those of a VLAN are tagged by default. */
export function portsOf(node: NetNode, entry: LooseDocument, tagged: boolean): string[] {
  const found: string[] = []
  for (const part of listOf(entry.ethernet) as LooseDocument[]) {
    const tag = part['vlan-tag'] ?? 'auto'
    const isTagged = tag === 'tagged' || (tag === 'auto' && entry.role === 'upstream' && vlanOf(entry) > 0)
    if (isTagged !== tagged) continue
    for (const pattern of listOf(part['select-ports']) as string[])
      for (const name of node.ports.keys()) if (matches(pattern, name) && !found.includes(name)) found.push(name)
  }
  return found
}

/** `*` matches any suffix. */
const matches = (pattern: string, name: string) =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern

type Warn = (at: string, text: string) => void

/** True when rendering fails. */
function renderInterface(node: NetNode, interfaces: readonly LooseDocument[], i: number, warn: Warn): boolean {
  const entry = interfaces[i] as LooseDocument
  const says = (text: string) => warn(`/interfaces/${i}`, text)
  const vlan = vlanOf(entry)
  const twin =
    vlan > 0
      ? interfaces.findIndex((other) => other !== entry && other.role === entry.role && vlanOf(other) === vlan)
      : -1
  if (twin >= 0 && twin < i) {
    says('Skipping conflicting interface declaration')
    return false
  }
  if (twin >= 0) says('Multiple interfaces with same role and VLAN ID defined, ignoring conflicting interface')
  const ipv4 = objectOf(entry.ipv4)
  const { subnet, gateway, 'use-dns': servers } = ipv4
  if (entry.role === 'upstream' && ipv4.addressing === 'static' && !(subnet && gateway && servers)) return true
  if (entry.role === 'upstream' && ipv4['port-forward'] !== undefined) {
    says('Port forwardings are only supported on downstream interfaces.')
    return false
  }
  return listOf(entry.ssids).some((ssid, s) => {
    const { warnings, broken } = airOf(node, objectOf(ssid))
    for (const text of warnings) warn(`/interfaces/${i}/ssids/${s}`, text)
    return broken
  })
}

const keyed = ['psk', 'psk2', 'psk-mixed', 'sae', 'sae-mixed']
const served = ['wpa', 'wpa2', 'wpa-mixed', 'wpa3', 'wpa3-mixed', 'wpa3-192', 'psk2-radius', 'mpsk-radius']
/** The accepted values at 6 GHz. */
const modern = ['wpa3', 'wpa3-mixed', 'wpa3-192', 'sae', 'sae-mixed', 'owe', 'mpsk-radius']
const tooOld = ['wpa', 'psk', 'none']

interface Air {
  bands: RadioBand[]
  warnings: string[]
  /** Rendering fails. */
  broken: boolean
}

/** The bands of a network, with remarks. A network without the security that its band requires makes the renderer fail. */
export function airOf(node: NetNode, ssid: LooseDocument): Air {
  const without = (text: string): Air => ({ bands: [], warnings: [text], broken: false })
  // networks of the vendor are not checked
  if (ssid.purpose !== undefined && ssid.purpose !== 'user-defined')
    return node.radios.some(({ band }) => band === '2G')
      ? { bands: [], warnings: [], broken: false }
      : without("Can't find any suitable radio phy for SSID 'OpenWifi-onboarding' settings")
  const bands: RadioBand[] = []
  for (const band of listOf(ssid['wifi-bands']) as string[])
    for (const radio of node.radios) if (band.startsWith(radio.band)) bands.push(radio.band)
  if (bands.length === 0)
    return without(`Can't find any suitable radio phy for SSID '${String(ssid.name ?? '(null)')}' settings`)
  // it reads a protocol from a missing value
  if (ssid.encryption === undefined) return { bands: [], warnings: [], broken: true }
  const warnings: string[] = []
  const proto = objectOf(ssid.encryption).proto
  if (ssid.roaming !== undefined && ssid.roaming !== false && tooOld.includes(proto as string))
    warnings.push('Roaming requires wpa2 or later')
  for (const band of bands) {
    const wrong =
      band === '6G' && !modern.includes(proto as string)
        ? 'Invalid encryption settings for 6G band '
        : isSecured(ssid)
          ? undefined
          : "Can't find any valid encryption settings"
    if (wrong !== undefined) return { bands: [], warnings: [...warnings, wrong], broken: true }
  }
  return { bands, warnings, broken: false }
}

function isSecured(ssid: LooseDocument): boolean {
  const { proto, key } = objectOf(ssid.encryption)
  if (proto === 'none' || proto === 'owe' || proto === 'owe-transition') return true
  if (keyed.includes(proto as string) && key) return true
  if (!served.includes(proto as string)) return false
  const radius = objectOf(ssid.radius)
  const { host, port, secret } = objectOf(radius.authentication)
  return Boolean(host && port && secret) || (radius.local !== undefined && ssid.certificates !== undefined)
}

/** The channel of a radio; 0: it searches automatically. */
export interface RadioSettings {
  channel: number
  width: number
  warnings: string[]
}

const newest = ['EHT', 'HE', 'VHT', 'HT']
const weight: Readonly<Record<string, number>> = { HT: 1, VHT: 10, HE: 100, EHT: 1000 }
/** Channels at 5 GHz that it accepts as the primary channel of a block. */
const mains: Readonly<Record<number, readonly number[]>> = {
  40: [36, 44, 52, 60, 100, 108, 116, 124, 132, 140, 149, 157, 165],
  80: [36, 52, 100, 116, 132, 149],
  160: [36, 100],
}

/** The result of an entry for a radio. */
export function settingsOf(node: NetNode, entry: LooseDocument): RadioSettings {
  const model = node.model.radios?.find(({ band }) => String(entry.band).startsWith(band))
  const band = typeof entry.band === 'string' ? entry.band : '(null)'
  if (!model)
    return {
      channel: 0,
      width: 0,
      warnings: [`Can't find any suitable radio phy for band ${band} radio settings`],
    }
  const phy = phyOf(model)
  const warnings: string[] = []
  const width = Number(entry['channel-width'] ?? 80)
  const mode = modeOf(phy, String(entry['channel-mode'] ?? 'HE'), width, entry['allow-dfs'] !== false)
  if (mode.instead !== undefined)
    warnings.push(`Selected radio does not support requested HT mode ${mode.asked}, falling back to ${mode.instead}`)
  // with another mode the channel is dropped
  const wanted = mode.instead === undefined && typeof entry.channel === 'number' ? entry.channel : 0
  const channel = channelOf(phy, wanted, width, warnings)
  return { channel, width: mode.instead === undefined ? width : Number(mode.instead.replace(/\D+/, '')), warnings }
}

/** The replacement for an unsupported mode: the best supported one that is not newer. */
function modeOf({ band, htmode }: Phy, mode: string, width: number, dfs: boolean): { asked: string; instead?: string } {
  const request = `${mode}${width === 8080 ? '80+80' : width}`
  const has = (one: string) => one !== 'VHT80' || !band.includes('2G')
  if (htmode.includes(request) && has(request)) return { asked: request }
  const worth = (one: string) => (weight[one.replace(/\d.*/, '')] ?? 0) * Number(one.replace(/\D+/, ''))
  const able = htmode.filter(has).sort((one, other) => worth(other) - worth(one))
  const older = newest.slice(newest.indexOf(mode))
  const instead = able.find(
    (one) => older.includes(one.replace(/\d.*/, '')) && (dfs || !band.includes('5G') || !one.endsWith('160')),
  )
  return { asked: request, instead: instead ?? able[0] ?? request }
}

function channelOf({ band, channels }: Phy, wanted: number, width: number, warnings: string[]): number {
  if (wanted === 0) return 0
  const says = (instead: string) =>
    warnings.push(`Selected radio does not support requested channel ${wanted}, falling back to ${instead}`)
  const fits = width === 20 || ((mains[width]?.includes(wanted) ?? false) && channels.includes(wanted))
  if (band.includes('5G') && !fits) {
    says('ACS')
    return 0
  }
  if (channels.includes(wanted)) return wanted
  const near = channels.filter((one) => (wanted <= 14 ? one <= 14 : one >= 32))
  const instead = near.findLast((one) => one < wanted) ?? near[0]
  if (instead === undefined) {
    const first = channels[0] ?? 0
    warnings.push(`Selected radio does not support any channel in the target frequency range, falling back to ${first}`)
    return first
  }
  says(String(instead))
  return instead
}
