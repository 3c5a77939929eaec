import type { RadioFact, SsidFact, TerminalFact } from '../../kit/facts.ts'
import {
  countOf,
  keysOf,
  listOf,
  macOf,
  numberOf,
  objectOf,
  textOf,
  wholeWithin,
  within,
  type Loose,
} from '../../kit/coerce.ts'
import type { AddressBook } from './address-book.ts'
import { vlanOfName } from './interfaces.ts'

type Band = RadioFact['band']

const MAX_RADIOS = 16
const MAX_SSIDS = 128
/** Most associations of one device; access points serve some hundreds. */
const MAX_STATIONS = 4096

/** From `2G`, `5G-lower`, `["6G"]` …; undefined for unsupported bands (HaLow, 60G). */
function bandOf(value: unknown): Band | undefined {
  const word = Array.isArray(value) ? value[0] : value
  if (word === '5G') return '5G'
  if (word === '2G') return '2.4G'
  if (typeof word !== 'string') return undefined
  if (/^5G/i.test(word)) return '5G'
  return /^2(\.4)?G/i.test(word) ? '2.4G' : /^6G/i.test(word) ? '6G' : undefined
}

export function bandOfMegahertz(value: unknown): Band | undefined {
  const mhz = numberOf(Array.isArray(value) ? value[0] : value)
  if (mhz === undefined || mhz < 2300 || mhz > 7200) return undefined
  return mhz < 3000 ? '2.4G' : mhz < 5925 ? '5G' : '6G'
}

export function radiosOf(state: Loose): RadioFact[] {
  const facts: RadioFact[] = []
  for (const one of listOf(state.radios, MAX_RADIOS)) {
    const fact = radioOf(objectOf(one))
    if (fact) facts.push(fact)
  }
  return facts
}

function radioOf(radio: Loose): RadioFact | undefined {
  const band = bandOf(radio.band) ?? bandOfMegahertz(radio.frequency)
  const channel = wholeWithin(radio.channel, 1, 233)
  if (band === undefined || channel === undefined) return undefined
  const survey = surveyOf(radio)
  return {
    band,
    channel,
    width_mhz: wholeWithin(radio.channel_width, 1, 320) ?? 20,
    tx_power_dbm: within(radio.tx_power, -20, 60),
    utilisation: busyOf(radio.chanUtil),
    air: airOf(survey),
    noise_dbm: within(survey.noise, -150, 0),
    temperature: within(Array.isArray(radio.temperature) ? radio.temperature[0] : radio.temperature, -60, 200),
  }
}

/** The survey of the frequency in use; devices list every scanned one. */
function surveyOf(radio: Loose): Loose {
  const used = numberOf(Array.isArray(radio.frequency) ? radio.frequency[0] : radio.frequency)
  const surveys = listOf(radio.survey, 64)
  for (const one of surveys) if (numberOf(objectOf(one).frequency) === used) return objectOf(one)
  return surveys.length === 1 ? objectOf(surveys[0]) : {}
}

/** Firmware writes 0 while it does not measure the channel: only higher values are measurements. */
function busyOf(value: unknown): number | undefined {
  return within(value, 0, 100) || undefined
}

function airOf(survey: Loose): RadioFact['air'] {
  const mhz = countOf(survey.frequency)
  const time_ms = countOf(survey.time ?? survey.active)
  const busy_ms = countOf(survey.busy)
  if (mhz === undefined || !time_ms || busy_ms === undefined || busy_ms > time_ms) return undefined
  return { mhz, time_ms, busy_ms }
}

/** SSIDs on the air with their associated terminals. */
export interface Wireless {
  ssids: SsidFact[]
  terminals: TerminalFact[]
  /** Names of the radio interfaces, to distinguish wired neighbours from wireless ones. */
  ifaces: Set<string>
}

type Found = Wireless & { places: Map<string, number> }

export function wirelessOf(interfaces: readonly unknown[], state: Loose, book: AddressBook): Wireless {
  const found: Found = { ssids: [], terminals: [], ifaces: new Set(), places: new Map() }
  for (const one of interfaces) {
    const { name, ssids } = objectOf(one)
    const vlan = vlanOfName(textOf(name, 32) ?? '') || undefined
    for (const ssid of listOf(ssids, MAX_SSIDS)) addSsid(found, objectOf(ssid), vlan, state, book)
  }
  return { ssids: found.ssids, terminals: found.terminals, ifaces: found.ifaces }
}

function addSsid(found: Found, item: Loose, vlan: number | undefined, state: Loose, book: AddressBook): void {
  const iface = textOf(item.iface, 32)
  if (iface !== undefined) found.ifaces.add(iface)
  const band = bandOf(item.band) ?? bandOfMegahertz(item.frequency) ?? bandOfRadio(item, state)
  const bssid = macOf(item.bssid)
  // station and mesh links connect to other equipment, not to terminals
  const serves = item.mode === undefined || item.mode === 'ap' || item.mode === 'wds-ap'
  if (band === undefined || bssid === undefined || !serves || found.ssids.length >= MAX_SSIDS) return
  const ssid = textOf(item.ssid, 32) ?? ''
  let terminals = 0
  for (const station of listOf(item.associations, MAX_STATIONS - found.terminals.length)) {
    const terminal = stationOf(objectOf(station), band, ssid, bssid, book)
    if (!terminal) continue
    terminals++
    place(found, terminal)
  }
  found.ssids.push({ ssid, bssid, band, vlan, iface, terminals })
}

/** A terminal that changed its band is listed on the old one for some time; the younger association is valid. */
function place(found: Found, terminal: TerminalFact): void {
  const at = found.places.get(terminal.mac)
  if (at === undefined) found.places.set(terminal.mac, found.terminals.push(terminal) - 1)
  else if ((terminal.connected_s ?? 0) < (found.terminals[at]?.connected_s ?? 0)) found.terminals[at] = terminal
}

/** `{"$ref": "#/radios/0"}` */
function bandOfRadio(item: Loose, state: Loose): Band | undefined {
  const ref = objectOf(item.radio).$ref
  if (typeof ref !== 'string' || !Array.isArray(state.radios)) return undefined
  const radio = objectOf(state.radios[Number(ref.slice(ref.lastIndexOf('/') + 1))])
  return bandOf(radio.band) ?? bandOfMegahertz(radio.frequency)
}

/** The access point counts from its own side: its received data is the terminal's upload. */
function stationOf(item: Loose, link: Band, ssid: string, bssid: string, book: AddressBook): TerminalFact | undefined {
  const mac = macOf(item.station)
  if (mac === undefined) return undefined
  const known = book.get(mac)
  const lease = item.ipaddr_v4
  return {
    mac,
    link,
    ip: textOf(typeof lease === 'string' ? lease : objectOf(lease).address, 15) ?? known?.ip,
    ipv6: known?.ipv6,
    hostname: textOf(objectOf(lease).hostname, 64) ?? known?.hostname,
    dhcp_class: known?.dhcp_class,
    ssid,
    bssid,
    vlan: wholeWithin(item.dynamic_vlan, 1, 4094),
    signal_dbm: within(item.rssi, -150, 0),
    up_kbps: countOf(objectOf(item.rx_rate).bitrate, 1e9),
    down_kbps: countOf(objectOf(item.tx_rate).bitrate, 1e9),
    up_bytes: countOf(item.rx_bytes),
    down_bytes: countOf(item.tx_bytes),
    connected_s: countOf(item.connected, 4_294_967_295),
  }
}

/** Whether the capabilities name a radio. */
export function hasRadios(capabilities: Loose): boolean {
  return keysOf(objectOf(capabilities.wifi), 1).length > 0
}
