import { BlockList, isIP, isIPv4 } from 'node:net'
import type { IncomingMessage } from 'node:http'
import { compressIpv6, parseIpv6 } from '@belvedere/pure/network/ipv6.ts'

/** One spelling: without a zone, and IPv4 as IPv4 where a socket for both calls it `::ffff:192.0.2.1`. */
export function plainAddress(address: string): string {
  return address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
}

/** Where somebody comes from, to be counted: an IPv4 address; of IPv6 the /64, of which one line has all addresses. */
export function placeOf(address: string): string {
  const plain = plainAddress(address)
  const value = plain.includes(':') ? parseIpv6(plain) : undefined
  return value === undefined ? plain : `${compressIpv6((value >> 64n) << 64n)}/64`
}

/** Addresses and networks of a setting; throws what is none. */
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

/** Characters of `X-Forwarded-For` that are looked at, from its end. */
const MOST_SAID = 2000

/** The proxies before the console's port, by their addresses or by how many there are. */
export class Proxies {
  private readonly list: AddressList
  private readonly hops: number

  /** `--trust-proxy`: addresses and networks, or one number. */
  constructor(entries: readonly string[]) {
    const [first = ''] = entries
    this.hops = entries.length === 1 && isCount(first) ? Number(first) : 0
    this.list = new AddressList(this.hops > 0 ? [] : entries)
  }

  /** True when this peer tells truly whom it speaks for. */
  trusts(address: string, hop = 0): boolean {
    return hop < this.hops || this.list.has(address)
  }

  /** Who asks: the peer, or before trusted proxies the last one that is none of them. */
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

  /** True when nobody unknown stands between: then the peer is who asks. */
  isKnown({ socket, headers }: IncomingMessage): boolean {
    const passedOn = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined || headers.via
    return !passedOn || this.trusts(plainAddress(socket.remoteAddress ?? ''))
  }
}

export const isCount = (text: string) => /^[1-9]$/.test(text)
