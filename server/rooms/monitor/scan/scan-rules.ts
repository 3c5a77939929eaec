import { blockOf } from '@belvedere/pure/network/cidr.ts'
import { deviceShell } from '@belvedere/pure/device/device-shell.ts'
import { formatIpv4, parseIpv4 } from '@belvedere/pure/network/ipv4.ts'

/** Maximum number of addresses of one scan. */
export const mostAddresses = 1024

export interface ScanNetwork {
  /** `192.168.1.0/24`. */
  subnet: string
  first: number
  count: number
}

/** A network by any of its addresses with the prefix length; undefined for invalid text. */
export function networkOf(text: string): ScanNetwork | undefined {
  const [address = '', length = ''] = text.split('/')
  const value = parseIpv4(address)
  if (value === undefined || !/^\d{1,2}$/.test(length) || Number(length) > 32 || Number(length) < 8) return undefined
  const bits = Number(length)
  const { network } = blockOf(value, bits)
  return { subnet: `${formatIpv4(network)}/${bits}`, first: network, count: 2 ** (32 - bits) }
}

/** Hosts of a network: without its own address and the broadcast address. */
export function hostsOf({ first, count }: ScanNetwork): string[] {
  if (count <= 2) return Array.from({ length: count }, (_, n) => formatIpv4(first + n))
  return Array.from({ length: count - 2 }, (_, n) => formatIpv4(first + n + 1))
}

/** Private networks that are small enough, from addresses with their prefix length; each once. */
export function insideOf(addresses: readonly string[]): ScanNetwork[] {
  const found = new Map<string, ScanNetwork>()
  for (const address of addresses) {
    const network = networkOf(address)
    if (!network || network.count > mostAddresses || network.count < 4 || !isInside(network.first)) continue
    found.set(network.subnet, network)
  }
  return [...found.values()]
}

const isInside = (value: number) =>
  value >>> 24 === 10 || value >>> 20 === 0xac1 || value >>> 16 === 0xc0a8 || value >>> 22 === 0x191

/**
 * The script that runs on a device: pings all addresses, sixty-four at a time, then prints its neighbours. It uses only
 * common shell features.
 */
export function scanScript(networks: readonly ScanNetwork[]): string {
  const hosts = networks.flatMap(hostsOf).join(' ')
  return deviceShell`#!/bin/sh
n=0
for ip in ${hosts}; do
  ( ping -c 1 -W 1 "$ip" >/dev/null 2>&1 && echo "up $ip" ) &
  n=$((n + 1))
  [ $((n % 64)) -ne 0 ] || wait
done
wait
ip -4 neigh show 2>/dev/null || cat /proc/net/arp
exit 0
`
}

export interface FoundHost {
  ip: string
  mac: string | null
  rtt_ms: number | null
}

/** Parses lines of `up`, of `ip neigh` and of `/proc/net/arp`; only requested addresses. */
export function foundIn(text: string, networks: readonly ScanNetwork[]): FoundHost[] {
  const macs = new Map<string, string>()
  const up = new Set<string>()
  for (const line of text.split('\n').slice(0, 20_000)) {
    const ip = /^(?:up )?((?:\d{1,3}\.){3}\d{1,3})\b/.exec(line)?.[1]
    if (!ip || !isAsked(ip, networks)) continue
    if (line.startsWith('up ')) up.add(ip)
    const mac = /\b([0-9a-f]{2}(?::[0-9a-f]{2}){5})\b/i.exec(line)?.[1]?.toLowerCase()
    if (mac && mac !== '00:00:00:00:00:00' && !/\b(FAILED|INCOMPLETE)\b/.test(line)) macs.set(ip, mac)
  }
  const all = [...new Set([...up, ...macs.keys()])]
  return all
    .map((ip) => ({ ip, mac: macs.get(ip) ?? null, rtt_ms: null }))
    .sort((a, b) => numberOf(a.ip) - numberOf(b.ip))
}

const numberOf = (ip: string) => parseIpv4(ip) ?? 0

function isAsked(ip: string, networks: readonly ScanNetwork[]): boolean {
  const value = parseIpv4(ip)
  return value !== undefined && networks.some(({ first, count }) => value >= first && value < first + count)
}

export interface ScanOrigin {
  id: number
  name: string
  ip: string | null
  lan_ip: string | null
  wan_ip: string | null
  mac: string | null
}

/** The device of the scene for each found one, by its hardware address, else by its address. */
export function knownAmong(
  places: readonly ScanOrigin[],
): (found: Pick<FoundHost, 'ip' | 'mac'>) => { id: number; name: string } | null {
  const byMac = new Map<string, ScanOrigin>()
  const byIp = new Map<string, ScanOrigin>()
  for (const place of places) {
    if (place.mac) byMac.set(place.mac.replaceAll(':', ''), place)
    for (const ip of [place.wan_ip, place.lan_ip, place.ip]) if (ip) byIp.set(ip, place)
  }
  return ({ ip, mac }) => {
    const found = (mac && byMac.get(mac.replaceAll(':', ''))) || byIp.get(ip)
    return found ? { id: found.id, name: found.name } : null
  }
}
