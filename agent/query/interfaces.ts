import type { InterfaceAddress } from '../facts/links.ts'
import { readInterfaces } from '../facts/snapshot.ts'
import { defineQuery } from './define-query.ts'

export const interfaces = defineQuery('interfaces', async () =>
  (await readInterfaces()).map((link) => {
    const { multicast: _, collisions: __, ...counters } = link.counters
    return {
      name: link.name,
      role: link.role,
      state: link.enabled && link.carrier ? 'up' : 'down',
      kind: link.kind,
      mac: link.mac,
      ipv4: listed(link.addresses, 4),
      ipv6: listed(link.addresses, 6),
      master: link.master,
      vlan: link.vlan,
      mtu: link.mtu,
      speed_mbps: link.speed_mbps,
      duplex: link.duplex,
      ...counters,
    }
  }),
)

function listed(addresses: readonly InterfaceAddress[], family: 4 | 6): string {
  const own = addresses.filter((address) => address.family === family)
  return own.map(({ address, prefix }) => `${address}/${prefix}`).join(', ')
}
