import { blockOf, blocksBetween, type Ipv4Block, lengthForHosts } from './cidr.ts'

export interface BlockShare extends Ipv4Block {
  /** Requested hosts. */
  count: number
  /** Host addresses that were not requested. */
  waste: number
}

export type Division =
  | {
      fits: true
      base: Ipv4Block
      /** One share for each need, in the order of the needs. */
      shares: BlockShare[]
      /** Free blocks, as few as possible, from the front. */
      free: Ipv4Block[]
      /** Addresses in shares, and host addresses in them that were not requested. */
      used: number
      waste: number
    }
  | {
      fits: false
      base: Ipv4Block /** Number of addresses that all shares need. */
      needed: number /** Number of missing addresses. */
      short: number
    }

/**
 * Divides the block at `address` into shares for the given numbers of hosts (VLSM). The largest share is placed first, so that no
 * gaps arise; the result keeps the order of the needs. Every share has a network and a broadcast address, so the smallest is a
 * /30.
 */
export function divideBlock(address: number, length: number, counts: readonly number[]): Division {
  const base = blockOf(address, length)
  const sizes = counts.map((count) => 2 ** (32 - (lengthForHosts(count) ?? -1)))
  const needed = sizes.reduce((sum, size) => sum + size, 0)
  if (needed > base.size) return { fits: false, base, needed, short: needed - base.size }
  const starts = startsOf(base.network, sizes)
  const shares = counts.map((count, at) => shareAt(starts[at] as number, sizes[at] as number, count))
  const waste = shares.reduce((sum, share) => sum + share.waste, 0)
  const free = blocksBetween(base.network + needed, base.network + base.size - 1)
  return { fits: true, base, shares, free, used: needed, waste }
}

/** Start addresses by size when the largest are placed first; equal sizes keep their order. */
function startsOf(network: number, sizes: readonly number[]): number[] {
  const starts: number[] = []
  let next = network
  const largestFirst = sizes.map((size, at) => ({ size, at })).sort((a, b) => b.size - a.size)
  for (const { size, at } of largestFirst) {
    starts[at] = next
    next += size
  }
  return starts
}

function shareAt(network: number, size: number, count: number): BlockShare {
  const block = blockOf(network, 32 - Math.log2(size))
  return { ...block, count, waste: block.hosts - count }
}
