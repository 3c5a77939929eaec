import { BlockList, isIP, isIPv4 } from 'node:net'
import type { IncomingMessage } from 'node:http'
import { compressIpv6, parseIpv6 } from '@belvedere/pure/network/ipv6.ts'

/** Normalised: without a zone, and IPv4-mapped addresses (`::ffff:192.0.2.1`) as IPv4. */
export function plainAddress(address: string): string {
  return address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
}

/** The key by which clients are counted: an IPv4 address; of IPv6 the /64, because one line has all its addresses. */
export function placeOf(address: string): string {
  const plain = plainAddress(address)
  const value = plain.includes(':') ? parseIpv6(plain) : undefined
  return value === undefined ? plain : `${compressIpv6((value >> 64n) << 64n)}/64`
}

/** Addresses and networks of a setting; throws if one is invalid. */
export class AddressList {
  private readonly blocks = new BlockList()
  readonly empty: boolean

  constructor(entries: readonly string[]) {
    this.empty = entries.length === 0
    for (const entry of entries) this.add(entry)
  }

  has(address: string): boolean {
    if (this.empty) return false
    const plain = plainAddress(address)
    return isIP(plain) !== 0 && this.blocks.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')
  }

  private add(entry: string): void {
    const [address = '', length] = entry.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    const most = family === 'ipv4' ? 32 : 128
    const prefix = length === undefined ? most : Number(length)
    if (!isIP(address) || !/^\d+$/.test(length ?? '0') || prefix > most) throw new Error(entry)
    this.blocks.addSubnet(address, prefix, family)
  }
}

/** Characters of `X-Forwarded-For` that are read, from its end. */
const MOST_SAID = 2000

/** The proxies before the console's port, by addresses or by number. */
export class Proxies {
  private readonly list: AddressList
  private readonly hops: number

  /** `--trust-proxy`: addresses and networks, or one number. */
  constructor(entries: readonly string[]) {
    const [first = ''] = entries
    this.hops = entries.length === 1 && isCount(first) ? Number(first) : 0
    this.list = new AddressList(this.hops > 0 ? [] : entries)
  }

  /** Whether this peer is a trusted proxy. */
  trusts(address: string, hop = 0): boolean {
    return hop < this.hops || this.list.has(address)
  }

  /** The client: the peer, or the last address before the trusted proxies. */
  clientOf({ socket, headers }: IncomingMessage): string {
    let address = plainAddress(socket.remoteAddress ?? '')
    const said = String(headers['x-forwarded-for'] ?? '')
      .slice(-MOST_SAID)
      .split(',')
    for (let hop = 0; this.trusts(address, hop); hop++) {
      const next = plainAddress(said.pop()?.trim() ?? '')
      if (!isIP(next)) break
      address = next
    }
    return address
  }

  /** Whether no unknown proxy is between: then the peer is the client. */
  isKnown({ socket, headers }: IncomingMessage): boolean {
    const passedOn = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined || headers.via
    return !passedOn || this.trusts(plainAddress(socket.remoteAddress ?? ''))
  }
}

export const isCount = (text: string) => /^[1-9]$/.test(text)
