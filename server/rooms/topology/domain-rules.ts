import { isInNetwork } from './graph-rules.ts'

/** What is known of a device on a way out. */
export interface Hop {
  id: number
  /** A router, firewall or soft router. */
  gateway: boolean
  /** Its addresses in the networks it serves, with prefix length. */
  lans: readonly string[]
  /** Its own addresses, and the one it dials us from. */
  own: readonly string[]
  dials: string
}

/**
 * The network an address belongs to, by name: that of the nearest device on the way out which serves it. Where none of ours does, the
 * address is one of the site that the uppermost device dials from: behind address translation that is the address seen from outside, and
 * without it the networks of a scene share one plan of addresses.
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
  /** Null: not told. */
  vlan: number | null
}

/** Which of the terminals with one address share a broadcast domain; of those whose VLAN is not told, only when there is one to be in. */
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
