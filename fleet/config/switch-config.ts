import type { NetNode } from '../model/network.ts'
import { listOf, type LooseDocument, objectOf } from './check-config.ts'

/**
 * A document as the device program of OpenLAN switches reads it: completely, or not at all. Not simulated: the switch chip (a
 * speed above that of the port is silently ignored), spanning tree, and SSH, which ends without `services.ssh.enable`; simulated
 * switches have no SSH.
 */
export interface SwitchConfig {
  /** Ports without an entry are not included: they are shut down. */
  ports: Map<string, { enabled: boolean; speed: number; power: boolean; reset: boolean }>
  vlans: Map<number, { members: Map<string, VlanTagging>; addressed: boolean }>
  ssh: boolean
}

export type VlanTagging = 'tagged' | 'un-tagged'

/** Why a document is refused, in the words of the device program, the innermost first; `crash`: the program crashes. */
export type Unread = { wrong: string[]; crash?: true }

class DocumentRefusal extends Error {}
class Crash extends Error {}

const refuse = (text: string): never => {
  throw new DocumentRefusal(text)
}

/** Supported speeds in Mbit/s; every other number counts as 10. */
const speeds = [10, 100, 1000, 2500, 5000, 10_000, 25_000, 100_000]
const LAST_VLAN = 4095

export function readSwitchConfig(node: NetNode, config: LooseDocument): SwitchConfig | Unread {
  const read: SwitchConfig = { ports: new Map(), vlans: new Map(), ssh: false }
  const steps: [string, () => void][] = [
    ['JSON config parse failed', () => shapes(config)],
    ["Failed parse 'ethernet', parse failed", () => listOf(config.ethernet).forEach((one) => port(node, one, read))],
    [
      "Failed parse 'interfaces', parse failed",
      () => listOf(config.interfaces).forEach((one) => network(node, one, read)),
    ],
    ['Failed parse switch config', () => bridging(objectOf(config.switch))],
    ["Failed parse 'services', parse failed", () => services(config.services, read)],
    ['Failed parse router', () => routes(config)],
  ]
  for (const [failed, step] of steps)
    try {
      step()
    } catch (error) {
      if (error instanceof Crash) return { wrong: [], crash: true }
      if (!(error instanceof DocumentRefusal)) throw error
      const inner = error.message ? [error.message] : []
      return { wrong: [...inner, failed, 'configure parse failed'] }
    }
  return read
}

const isObject = (value: unknown): value is LooseDocument =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function shapes({ ethernet, interfaces, services, metrics, unit }: LooseDocument): void {
  if (!Array.isArray(ethernet) || !Array.isArray(interfaces)) refuse('')
  for (const one of [services, metrics, unit]) if (one !== undefined && !isObject(one)) refuse('')
}

function port(node: NetNode, value: unknown, { ports }: SwitchConfig): void {
  const { enabled, duplex, speed, poe, 'select-ports': names } = objectOf(value)
  if (typeof duplex !== 'string' || typeof speed !== 'number' || speed === 0 || names === undefined)
    refuse("Ethernet obj doesn't hold duplex, speed or select-ports fields, parse failed")
  if (poe !== undefined && !isObject(poe)) refuse("Ethernet obj holds 'poe' object of wrongful type, parse failed")
  const power = objectOf(poe)
  for (const key of ['admin-mode', 'do-reset'])
    if (power[key] !== undefined && typeof power[key] !== 'boolean') refuse(`poe:${key} is invalid, bool expected`)
  if (power['power-limit'] !== undefined && typeof power['power-limit'] !== 'number')
    refuse('poe:power-limit is invalid, number expected')
  for (const name of selected(node, names))
    ports.set(name, {
      enabled: enabled === true,
      speed: speeds.includes(speed as number) ? (speed as number) : 10,
      power: power['admin-mode'] === true,
      reset: power['do-reset'] === true,
    })
}

/** `Ethernet*` and `eth*` mean every port; of other names the number counts. */
function selected(node: NetNode, names: unknown): string[] {
  const found = new Set<string>()
  const few = "'select-ports' obj doesn't hold enough ifaces or is empty, parse failed"
  for (const name of listOf(names)) {
    if (typeof name !== 'string') throw new Crash()
    if (name === 'Ethernet*' || name === 'eth*') return [...node.ports.keys()]
    const number = /^Ethernet(\d+)/.exec(name)?.[1]
    const own = `Ethernet${Number(number)}`
    if (number === undefined || !node.ports.has(own)) refuse(few)
    found.add(own)
  }
  return found.size > 0 ? [...found] : refuse(few)
}

/** A VLAN with its members, or an address on one port; anything else makes it refuse the document. */
function network(node: NetNode, value: unknown, { vlans }: SwitchConfig): void {
  const { vlan, ethernet, ipv4 } = objectOf(value)
  if (vlan === undefined) {
    if (listOf(ethernet).length !== 1 || selected(node, objectOf(listOf(ethernet)[0])['select-ports']).length !== 1)
      refuse("'select-ports' obj doesn't hold enough ifaces or is empty, parse failed")
    return
  }
  const { id } = objectOf(vlan)
  if (typeof id !== 'number' || id < 1 || id > LAST_VLAN)
    refuse(`found 'vlan', but 'id' (vlan-id) seems to be invalud (${Number(id) || 0}), parse failed`)
  const own = vlans.get(id as number) ?? { members: new Map<string, VlanTagging>(), addressed: false }
  for (const one of listOf(ethernet)) {
    const { 'select-ports': names, 'vlan-tag': tag } = objectOf(one)
    const ports = selected(node, names)
    // it compares a missing text
    if (typeof tag !== 'string') throw new Crash()
    if (tag !== 'tagged' && tag !== 'un-tagged') refuse("Ethernet doesn't hold 'vlan-tag' field, parse failed")
    for (const name of ports) own.members.set(name, tag as VlanTagging)
  }
  const { subnet, dhcp } = objectOf(ipv4)
  // a subnet that is not a list is ignored
  const { prefix } = objectOf(listOf(subnet)[0])
  if (typeof prefix === 'string' && !/^[\d.]+(\/\d{1,2})?$/.test(prefix)) refuse('Subnet parsing failed')
  own.addressed = typeof prefix === 'string'
  if (dhcp !== undefined && !(objectOf(dhcp)['relay-server'] && objectOf(dhcp)['circuit-id-format']))
    refuse("DHCP-relay cfg is incomplete or missing: 'relay-server' and 'circuit-id-format' strings required")
  vlans.set(id as number, own)
}

function bridging(root: LooseDocument): void {
  const { protocol, instances } = objectOf(root['loop-detection'])
  if (protocol !== undefined && !['none', 'rpvstp'].includes(protocol as string)) refuse('Unsupported STP mode.')
  const seen = listOf(instances).map((one) => objectOf(one).id ?? 0)
  if (seen.some((id) => typeof id !== 'number' || id < 0 || id > LAST_VLAN)) refuse('')
  if (new Set(seen).size < seen.length) refuse('STP instance: duplicate config occured')
  const isolation = root['port-isolation']
  if (isolation === undefined) return
  const failed = 'port-isolation config parse failed'
  if (!Array.isArray(objectOf(isolation).sessions)) refuse(failed)
  const ids = new Set<unknown>()
  for (const one of listOf(objectOf(isolation).sessions)) {
    const { id, uplink, downlink } = objectOf(one)
    const filled = [uplink, downlink].every((side) => listOf(objectOf(side)['interface-list']).length > 0)
    if (typeof id !== 'number' || ids.has(id) || !filled) refuse(failed)
    ids.add(id)
  }
}

function services(value: unknown, read: SwitchConfig): void {
  const root = objectOf(value)
  for (const name of ['ssh', 'telnet', 'http']) {
    if (root[name] === undefined) continue
    if (!isObject(root[name])) refuse(`Unexpected type of services:${name}: Object expected`)
    const { enable } = objectOf(root[name])
    if (enable !== undefined && typeof enable !== 'boolean')
      refuse(`Unexpected type of services:${name}:enable: Boolean expected`)
  }
  const { port, proto, host } = objectOf(root.log)
  if (root.log !== undefined) {
    if (!isObject(root.log)) refuse('services.log must be an object')
    if (typeof port !== 'number') refuse('')
    if (proto !== undefined && proto !== 'udp' && proto !== 'tcp') refuse('')
    if (host !== undefined && typeof host !== 'string') refuse('')
  }
  read.ssh = objectOf(root.ssh).enable === true
}

/** A gateway is a list of routes. */
function routes({ interfaces }: LooseDocument): void {
  for (const one of listOf(interfaces))
    for (const route of listOf(objectOf(objectOf(one).ipv4).gateway)) {
      const { prefix, nexthop } = objectOf(route)
      if (typeof prefix !== 'string' || !/^\d+\.\d+\.\d+\.\d+$/.test(String(nexthop))) refuse('')
    }
}

/** A port is an untagged member of one VLAN at most: a second one is refused when the document is applied. */
function isTwice(vlans: NetNode['vlans']): boolean {
  const seen = new Set<string>()
  for (const members of vlans.values())
    for (const [name, tagging] of members) {
      if (tagging === 'tagged') continue
      if (seen.has(name)) return true
      seen.add(name)
    }
  return false
}

/** The resulting VLANs: those not listed are deleted except the first, which then stays unchanged. */
export function vlansAfter(node: NetNode, { vlans }: SwitchConfig): NetNode['vlans'] | undefined {
  const first = node.vlans.get(1) ?? new Map<string, VlanTagging>()
  const after: NetNode['vlans'] = new Map([
    [1, first],
    ...[...vlans].map(([id, { members }]) => [id, members] as const),
  ])
  return isTwice(after) ? undefined : after
}
