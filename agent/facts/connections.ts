import { readText } from '../host/read-file.ts'
import { runTool } from '../host/run-tool.ts'

export interface TrackedConnection {
  protocol: string
  state?: string
  source: string
  source_port?: number
  destination: string
  destination_port?: number
  /** The address the source was translated to, with port. */
  nat?: string
  /** Both directions; the kernel counts only when nf_conntrack_acct is on. */
  bytes?: number
  expires_s?: number
  seen_in: 'conntrack' | 'socket'
}

// A busy router tracks hundreds of thousands of connections; a table for people needs fewer.
const mostBytes = 16 << 20

/** The connection table; where the kernel has none, or it is empty, the sockets of the host. */
export async function readConnections(): Promise<TrackedConnection[]> {
  const tracked = trackedOf(await readTracking())
  return tracked.length > 0 ? tracked : readSockets()
}

/** The kernel's connection table as text; empty where there is none. */
export async function readTracking(): Promise<string> {
  const file = await readText('/proc/net/nf_conntrack', mostBytes)
  if (file !== undefined) return file
  return (await runTool('conntrack', ['-L', '-o', 'extended'], { max: mostBytes })).out
}

/**
 * `ipv4 2 tcp 6 431999 ESTABLISHED src=… dst=… sport=… dport=… … src=… dst=… …`: the original direction, then the reply
 * direction.
 */
export function trackedOf(table: string): TrackedConnection[] {
  return table.split('\n').flatMap((line) => {
    const [family, , protocol, number, rest] = line.trim().split(/\s+/, 5)
    if (!family?.startsWith('ipv') || !protocol) return []
    const out = wayOf(line, 0)
    const back = wayOf(line, 1)
    if (!out.src || !out.dst) return []
    return [
      {
        protocol: protocol === 'unknown' ? `ip ${number}` : protocol,
        state: /\s([A-Z][A-Z_]{2,})\s/.exec(line)?.[1] ?? (line.includes('[UNREPLIED]') ? 'UNREPLIED' : undefined),
        source: out.src,
        source_port: portOf(out.sport),
        destination: out.dst,
        destination_port: portOf(out.dport),
        nat: back.dst && back.dst !== out.src ? [back.dst, back.dport].filter(Boolean).join(':') : undefined,
        bytes: out.bytes === undefined ? undefined : Number(out.bytes) + Number(back.bytes ?? 0),
        expires_s: portOf(rest),
        seen_in: 'conntrack' as const,
      },
    ]
  })
}

function wayOf(line: string, nth: 0 | 1): Record<string, string | undefined> {
  const way: Record<string, string> = {}
  const seen = new Map<string, number>()
  for (const [, key = '', value = ''] of line.matchAll(/\b(src|dst|sport|dport|bytes)=(\S+)/g)) {
    const count = seen.get(key) ?? 0
    seen.set(key, count + 1)
    if (count === nth) way[key] = value
  }
  return way
}

function portOf(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,10}$/.test(value) ? Number(value) : undefined
}

const tcpStates =
  'ESTABLISHED SYN_SENT SYN_RECV FIN_WAIT1 FIN_WAIT2 TIME_WAIT CLOSE CLOSE_WAIT LAST_ACK LISTEN CLOSING'.split(' ')

async function readSockets(): Promise<TrackedConnection[]> {
  const tables = await Promise.all(
    ['tcp', 'tcp6', 'udp', 'udp6'].map(async (protocol) => ({
      protocol,
      table: (await readText(`/proc/net/${protocol}`, mostBytes)) ?? '',
    })),
  )
  return tables.flatMap(({ protocol, table }) => socketsOf(protocol, table))
}

/** /proc/net/tcp and similar: `sl local remote state …`, addresses hexadecimal in host byte order. */
export function socketsOf(protocol: string, table: string): TrackedConnection[] {
  const rows = table
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
  return rows
    .filter((row) => row.length > 4)
    .map(([, local = '', remote = '', state = '']) => {
      const [source, source_port] = endOf(local)
      const [destination, destination_port] = endOf(remote)
      const name = protocol.startsWith('tcp') ? tcpStates[Number.parseInt(state, 16) - 1] : undefined
      return {
        protocol: protocol.replace('6', ''),
        state: name,
        source,
        source_port,
        destination,
        destination_port,
        seen_in: 'socket' as const,
      }
    })
}

function endOf(end: string): [string, number] {
  const [hex = '', port = '0'] = end.split(':')
  const words = (hex.match(/.{8}/g) ?? []).map((word) => (word.match(/../g) ?? []).reverse().join(''))
  return [words.length === 1 ? ipv4(words[0] ?? '') : ipv6(words.join('')), Number.parseInt(port, 16)]
}

function ipv4(hex: string): string {
  return (hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)).join('.')
}

function ipv6(hex: string): string {
  if (hex.startsWith('00000000000000000000ffff')) return ipv4(hex.slice(24))
  const groups = (hex.match(/.{4}/g) ?? []).map((group) => Number.parseInt(group, 16).toString(16)).join(':')
  return groups.replace(/(^|:)0(:0)+(:|$)/, '::')
}
