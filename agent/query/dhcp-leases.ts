import { readLeases } from '../facts/leases.ts'
import { defineQuery } from './define-query.ts'

export const dhcpLeases = defineQuery('dhcp_leases', async () =>
  (await readLeases()).map(({ address, mac, hostname, expires, duid }) => ({ address, mac, hostname, expires, duid })),
)
