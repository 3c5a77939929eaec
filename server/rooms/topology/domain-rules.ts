import { isInNetwork } from './graph-rules.ts'

/** A device on the path to the uplink. */
export interface Hop {
  id: number
  /** A router, firewall or soft router. */
  gateway: boolean
  /** Its addresses in the networks that it serves, with prefix length. */
  lans: readonly string[]
  /** Its own addresses, and the one from which it connects to the server. */
  own: readonly string[]
  dials: string
}

/**
 * The name of the network that contains an address: the one served by the nearest device on the path to the uplink. If
 * no managed device serves it, the address belongs to the site from which the uppermost device connects: behind address
 * translation that is its public address, and without it the networks of a scene share one address plan.
 */
export function domainOf(ip: string, way: readonly Hop[]): string {
  const serving = way.find(({ lans }) => lans.some((lan) => isInNetwork(ip, lan)))
  const root = way.at(-1)
  if (serving) return `served by ${serving.id}`
  if (!root) return ''
  if (root.gateway) return `behind ${root.id}`
  return root.own.includes(root.dials) ? 'site' : `from ${root.dials}`
}

/** A terminal that has an address. */
export interface AddressHolder {
  mac: string
  device_id: number
  domain: string
  /** Null: not reported. */
  vlan: number | null
}

/**
 * Which of the terminals with one address share a broadcast domain; terminals without a reported VLAN only when there
 * is a single one.
 */
export function conflictsAmong(holders: readonly AddressHolder[]): AddressHolder[][] {
  return [...Map.groupBy(holders, ({ domain }) => domain).values()].flatMap((list) => {
    const known = Map.groupBy(
      list.filter(({ vlan }) => vlan !== null),
      ({ vlan }) => vlan,
    )
    if (known.size <= 1) return list.length > 1 ? [list] : []
    return [...known.values()].filter((one) => one.length > 1)
  })
}
