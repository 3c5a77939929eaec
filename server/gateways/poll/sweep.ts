import { readFile } from 'node:fs/promises'
import type { PollFound } from '../../devices/poll-link.ts'
import { limits } from './limits.ts'
import type { Pinger } from './try-ping.ts'

const WAIT = 1000

/** Hosts that reply to a ping on this gateway's own network, with the MAC address of neighbours. */
export async function sweep(addresses: readonly string[], pinger: Pinger): Promise<PollFound[]> {
  const request = addresses.slice(0, limits.sweep)
  const outcomes = await Promise.all(request.map((ip) => pinger.ping(ip, WAIT)))
  const macs = await neighbours()
  return request.flatMap((ip, at) => {
    const outcome = outcomes[at]
    const mac = macs.get(ip) ?? null
    // a host that drops pings still replies to ARP
    if (!outcome?.ok && !mac) return []
    return [{ ip, mac, rtt_us: outcome?.ok ? outcome.rtt_us : null }]
  })
}

/** Linux's neighbour table; on other systems only addresses are reported. */
async function neighbours(): Promise<Map<string, string>> {
  const text = await readFile('/proc/net/arp', 'utf8').catch(() => '')
  const found = new Map<string, string>()
  for (const line of text.split('\n').slice(1)) {
    const [ip = '', , flags, mac = ''] = line.split(/\s+/)
    if (flags === '0x2' && mac !== '00:00:00:00:00:00') found.set(ip, mac.toLowerCase())
  }
  return found
}
