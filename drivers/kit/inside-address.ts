import { BlockList, isIP } from 'node:net'

// two lists: one would hold every IPv4 address for inside, as those of ::ffff:0:0/96
const inside4 = new BlockList()
const inside6 = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inside4.addSubnet(net, bits)
for (const [net, bits] of [
  // unspecified, loopback and what carries an IPv4 address in its last bytes
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 32],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  inside6.addSubnet(net, bits, 'ipv6')

/** True for an IP address that exists only inside: loopback, private, link-local, shared, multicast, or IPv4 in IPv6 clothes. */
export function isInside(address: string): boolean {
  const family = isIP(address)
  return family === 0 || (family === 6 ? inside6.check(address, 'ipv6') : inside4.check(address, 'ipv4'))
}
