import { toolErrors } from '@belvedere/contract/rooms/tool/errors.ts'
import { blockOf } from '@belvedere/pure/network/cidr.ts'
import { divideBlock } from '@belvedere/pure/network/divide-block.ts'
import { formatIpv4 } from '@belvedere/pure/network/ipv4.ts'
import { refuse } from '../../kernel/refuse.ts'

interface SubnetNeed {
  index: number
  count: number
}

/** The requirements in the fields `ip_count_{i}`, by index. */
export function needsOf(fields: Readonly<Record<string, number | undefined>>): SubnetNeed[] {
  return Object.entries(fields)
    .map(([key, count = 0]) => ({ index: Number(/^ip_count_(\d+)$/.exec(key)?.[1] ?? Number.NaN), count }))
    .filter(({ index, count }) => Number.isInteger(index) && count > 0)
    .sort((a, b) => a.index - b.index)
}

/** A subnet for each requirement, its keys with the index as suffix; refuses with the number of missing addresses. */
export function division(address: number, length: number, needs: readonly SubnetNeed[]): Record<string, string> {
  const divided = divideBlock(
    address,
    length,
    needs.map(({ count }) => count),
  )
  const { base } = divided
  if (!divided.fits) {
    const { needed, short } = divided
    throw refuse(
      toolErrors.noRoom,
      { needed, short, have: base.size, base: `${formatIpv4(base.network)}/${length}` },
      { needed, short },
    )
  }
  const parts = divided.shares.map((share, at) => {
    const index = needs[at]?.index ?? at
    return {
      [`subnet_${index}`]: `${formatIpv4(share.network)}/${share.length}`,
      [`subnet_start_${index}`]: formatIpv4(share.first),
      [`subnet_end_${index}`]: formatIpv4(share.last),
    }
  })
  return Object.assign({}, ...parts) as Record<string, string>
}

export function calculation(address: number, length: number): Record<string, string | number> {
  const { network, broadcast, mask, hosts, first, last } = blockOf(address, length)
  return {
    network_ip: formatIpv4(network),
    broadcast_ip: broadcast === undefined ? '' : formatIpv4(broadcast),
    mask: formatIpv4(mask),
    ip_count: hosts,
    first_ip: formatIpv4(first),
    last_ip: formatIpv4(last),
  }
}
