import type {
  InterfaceFact,
  NeighbourFact,
  RadioFact,
  SsidFact,
  TerminalFact,
  WanFact,
} from '@belvedere/drivers/kit/facts.ts'
import { oncePerReport } from '../device-link.ts'

/**
 * A hash over the links of a device: ports and their state, addresses, lines, neighbours, wireless networks, channels, and the positions of
 * terminals. While it is unchanged, values derived from these need not be computed again. It has 32 bits: critical values must also be
 * computed periodically.
 */
export const shapeOf = oncePerReport(({ facts }): number => {
  let hash = HASH_START
  for (const one of facts.interfaces ?? []) hash = ofInterface(hash, one)
  for (const one of facts.wans ?? []) hash = ofWan(word(hash, 1), one)
  for (const one of facts.neighbours ?? []) hash = ofNeighbour(word(hash, 2), one)
  for (const one of facts.ssids ?? []) hash = ofSsid(word(hash, 3), one)
  for (const one of facts.radios ?? []) hash = ofRadio(word(hash, 5), one)
  for (const one of facts.terminals ?? []) hash = ofTerminal(word(hash, 4), one)
  return hash
})

/** A hash over these interfaces and their state. */
export function linksOf(interfaces: readonly InterfaceFact[]): number {
  let hash = HASH_START
  for (const { name, up } of interfaces) hash = word(textHash(hash, name), up ? 1 : 0)
  return hash
}

/** The initial value of the hash. */
export const HASH_START = 0x811c9dc5 | 0
const PRIME = 0x01000193

/** FNV-1a. */
export function textHash(hash: number, text: string | undefined): number {
  if (text === undefined) return word(hash, 0x1e)
  let now = hash
  for (let at = 0; at < text.length; at++) now = Math.imul(now ^ text.charCodeAt(at), PRIME)
  return word(now, 0x1f)
}

export const word = (hash: number, value: number): number => Math.imul(hash ^ value, PRIME)

function list(hash: number, texts: readonly string[] | undefined): number {
  let now = hash
  if (texts) for (const text of texts) now = textHash(now, text)
  return word(now, 0x1d)
}

function ofInterface(hash: number, { name, role, up, speed_mbps, mac, addresses }: InterfaceFact): number {
  const told = word(word(textHash(textHash(hash, name), role), up ? 1 : 0), speed_mbps ?? 0)
  return list(mac === undefined ? told : textHash(told, mac), addresses)
}

const ofWan = (hash: number, { name, up, type, gateway, addresses }: WanFact): number =>
  list(textHash(word(textHash(textHash(hash, name), type), up ? 1 : 0), gateway), addresses)

const ofNeighbour = (hash: number, one: NeighbourFact): number => {
  const who = textHash(textHash(textHash(hash, one.port), one.name), one.mac)
  return list(textHash(textHash(who, one.remote_port), one.description), one.capabilities)
}

const ofSsid = (hash: number, { ssid, bssid, vlan }: SsidFact): number =>
  word(textHash(textHash(hash, ssid), bssid), vlan ?? 0)

const ofRadio = (hash: number, { band, channel, width_mhz, tx_power_dbm }: RadioFact): number =>
  word(word(word(textHash(hash, band), channel), width_mhz), Math.round(tx_power_dbm ?? -1))

const ofTerminal = (hash: number, { mac, link, port, ssid }: TerminalFact): number =>
  textHash(textHash(textHash(textHash(hash, mac), link), port), ssid)
