import type { Words } from '@belvedere/contract/kit/text.ts'
import type { Effective, IntentFields } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { type Ipv4Block, overlap, parseBlock } from '@belvedere/pure/network/cidr.ts'
import { parseIpv4 } from '@belvedere/pure/network/ipv4.ts'
import { type Draft, isObject, type Json, objectsIn } from '../../../kit/compile/draft.ts'
import { intentsOf } from './intents.ts'

/** Intents with impossible addresses, by their address (`lan/guests/subnet`). */
export type RefusedSubnets = ReadonlyMap<string, Words>

/** A network of the device: its present subnets, and the desired one. */
interface Network {
  name: string
  intent: string
  isUplink: boolean
  /** Its subnets without the intent; several where the device reports them. */
  now: Ipv4Block[]
  wished: Ipv4Block | undefined
}

/** The block of an address with its prefix length; undefined: invalid, or chosen by the device itself. */
export const blockIn = (subnet: unknown): Ipv4Block | undefined =>
  typeof subnet === 'string' ? parseBlock(subnet) : undefined

const isSameBlock = (one: Ipv4Block, other: Ipv4Block) => one.network === other.network && one.length === other.length

/** A device address in a network that it serves: a host address, neither the first nor the last one. */
export function refusesLanAddress(subnet: string): Words | undefined {
  const block = blockIn(subnet)
  const address = parseIpv4(subnet.split('/')[0] ?? '')
  if (!block || address === undefined) return { zh: '不是有效的地址', en: 'Not a valid address' }
  if (block.length < 8 || block.length > 30)
    return { zh: '掩码长度应为 8 到 30', en: 'The prefix length must be between 8 and 30' }
  const first = address >>> 24
  if (first === 0 || first === 127 || first >= 224)
    return { zh: '该地址段不能用于局域网', en: 'This range cannot be used for a LAN' }
  if (address < block.first || address > block.last)
    return {
      zh: '这是网段的网络地址或广播地址，不能作为设备地址',
      en: 'This is the network or broadcast address of the subnet: no device can have it',
    }
  return undefined
}

/**
 * Intents that would give two networks of the device overlapping subnets, in which hosts would be unreachable. All intents are
 * checked together, so that networks may swap subnets. Networks that overlap already and are not moved stay as they are.
 * `upstream`: networks that the device reports at its uplinks.
 */
export function refusedSubnets(draft: Draft, effective: Effective, upstream: readonly string[]): RefusedSubnets {
  const networks = networksOf(draft, effective, upstream)
  const refused = new Map<string, Words>()
  for (let again = true; again; ) {
    again = false
    for (const one of networks) {
      const { wished } = one
      if (!wished || refused.has(one.intent)) continue
      const other = networks.find((candidate) => candidate !== one && collides(one, candidate, refused))
      if (!other) continue
      refused.set(one.intent, sharedWith(other))
      again = true
    }
  }
  return refused
}

/**
 * Of two overlapping intents, the one that moves nothing wins, then the one for an uplink, then the first. Uplinks may share a
 * subnet.
 */
function collides(one: Network, other: Network, refused: RefusedSubnets): boolean {
  const { wished } = one
  if (!wished || stays(one) || (one.isUplink && other.isUplink)) return false
  if (!other.wished || refused.has(other.intent)) return other.now.some((block) => overlap(wished, block))
  const goesFirst = other.isUplink || (!one.isUplink && other.intent < one.intent)
  return overlap(wished, other.wished) && (goesFirst || stays(other))
}

/** Its desired subnet is the present one. */
const stays = ({ wished, now }: Network) => wished !== undefined && now.some((block) => isSameBlock(block, wished))

const sharedWith = ({ name, isUplink }: Network): Words =>
  isUplink
    ? {
        zh: '与外网“' + name + '”的网段重叠，该网络将无法使用',
        en: `Overlaps the subnet of the WAN “${name}”: the network could not be reached`,
      }
    : {
        zh: '与网络“' + name + '”的网段重叠',
        en: `Overlaps the subnet of the network “${name}”`,
      }

function networksOf(draft: Draft, effective: Effective, upstream: readonly string[]): Network[] {
  const found: Network[] = []
  for (const { one } of objectsIn(draft.root['interfaces'])) {
    const { name, role } = one
    const isUplink = role === 'upstream'
    if (typeof name !== 'string' || (!isUplink && role !== 'downstream')) continue
    found.push({ name, intent: '', isUplink, now: blocksOf(one, isUplink ? upstream : []), wished: undefined })
  }
  for (const [key, wan] of intentsOf(effective, 'wan')) {
    const own = networkFor(found, key, true)
    if (wan.type === 'disabled') own.now = []
    else if (wan.subnet !== undefined && (wan.type ?? 'static') === 'static')
      Object.assign(own, { intent: `wan/${key}/subnet`, wished: blockIn(wan.subnet) })
  }
  for (const [key, lan] of intentsOf(effective, 'lan')) {
    if (lan.subnet === undefined) continue
    const name = nameInVlan(draft, key, lan) ?? key
    const own = networkFor(found, name, false)
    if (own.wished === undefined) Object.assign(own, { intent: `lan/${key}/subnet`, wished: blockIn(lan.subnet) })
  }
  return found
}

/** The network of an intent; an intent for an uplink with an unknown name takes the first uplink without an intent. */
function networkFor(found: Network[], key: string, isUplink: boolean): Network {
  const alike = found.filter((one) => one.isUplink === isUplink)
  const own =
    alike.find(({ name }) => name.toLowerCase() === key.toLowerCase()) ??
    (isUplink ? alike.find(({ wished }) => wished === undefined) : undefined)
  if (own) return own
  const made: Network = { name: key, intent: '', isUplink, now: [], wished: undefined }
  found.push(made)
  return made
}

function nameInVlan(draft: Draft, key: string, { vlan }: IntentFields<'lan'>): string | undefined {
  const lans = objectsIn(draft.root['interfaces']).filter(({ one }) => one['role'] === 'downstream')
  if (vlan === undefined || lans.some(({ one }) => String(one['name']).toLowerCase() === key.toLowerCase()))
    return undefined
  const name = lans.find(({ one }) => isObject(one['vlan']) && one['vlan']['id'] === vlan)?.one['name']
  return typeof name === 'string' ? name : undefined
}

function blocksOf({ ipv4 }: Json, reported: readonly string[]): Ipv4Block[] {
  if (!isObject(ipv4)) return []
  const own = ipv4['addressing'] === 'static' ? [ipv4['subnet']] : ipv4['addressing'] === 'dynamic' ? reported : []
  return own.flatMap((subnet) => blockIn(subnet) ?? [])
}

/** Reservations count from the start of the subnet and move with it, if it has room for them. */
export function reservationsFit(ipv4: Json, subnet: string): boolean {
  const block = blockIn(subnet)
  if (!block) return true
  return objectsIn(ipv4['dhcp-leases']).every(({ one }) => {
    const offset = one['static-lease-offset']
    return typeof offset !== 'number' || (offset >= 1 && offset <= block.hosts)
  })
}

/** A name server that was the device's own address in the network becomes its new address when the network moves. */
export function withOwnAddress(servers: unknown, from: unknown, to: string): string[] | undefined {
  const [was] = typeof from === 'string' ? from.split('/') : []
  const [own = ''] = to.split('/')
  if (was === undefined || was === own || !Array.isArray(servers) || !servers.includes(was)) return undefined
  return servers.map((server) => (server === was ? own : String(server)))
}
