import { blockOf } from '@belvedere/pure/network/cidr.ts'
import { parseIpv4 } from '@belvedere/pure/network/ipv4.ts'
import type { ViewDevice } from '../view/scene-view.ts'

/** Addresses that a device assigns in one of its networks. */
export interface Pool {
  name: string
  /** The first of them as a number, their number, and the last address of the network that could be assigned. */
  first: number
  size: number
  last: number
}

export function poolsOf({ runs }: Pick<ViewDevice, 'runs'>): Pool[] {
  return Object.entries(runs?.lan ?? {}).flatMap(([name, { dhcp, subnet = '', dhcp_first, dhcp_count }]) => {
    const [address = '', length = ''] = subnet.split('/')
    const value = parseIpv4(address)
    const bits = Number(length)
    if (dhcp !== 1 || !dhcp_first || !dhcp_count || value === undefined || !(bits >= 8 && bits <= 30)) return []
    const { network } = blockOf(value, bits)
    return [{ name, first: network + dhcp_first, size: dhcp_count, last: network + 2 ** (32 - bits) - 2 }]
  })
}

/** The number of given addresses in the pool; an address counts once. */
export function usedOf({ first, size }: Pool, addresses: readonly number[]): number {
  return new Set(addresses.filter((one) => one >= first && one < first + size)).size
}

/** The number of addresses that the pool could have in its network. */
export const roomOf = ({ first, last }: Pool): number => last - first + 1
