import { createSocket } from 'node:dgram'
import { connect, isIPv6, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { LRUCache } from 'lru-cache'
import type { Bus } from '../../base/bus/bus.ts'
import type { StoredLine } from '../../devices/device-link.ts'
import { guardSocket } from '../../base/edge/guard-socket.ts'
import { syslogNamesSubject } from '../../devices/syslog-link.ts'

export interface Forwarder {
  send(lines: readonly StoredLine[]): void
  stop(): void
  readonly counts: { sent: number; dropped: number }
}

/** Send buffer in bytes above which no more lines are sent. */
const UNREAD = 8 << 20
/** ms until the next connection attempt, first and at most; and timeout of an attempt. */
const AGAIN = { first: 1000, most: 60_000 }
const CONNECT = 15_000
/** Device names that are cached, and for how long, ms. */
const NAMES = { max: 50_000, ttl: 300_000 }
const ASK = 5000
/** Facility of forwarded lines: user-level. */
const FACILITY = 1

/**
 * Forwards lines by syslog: RFC 5424, over TCP and TLS with octet counting. Forwarding is best effort: lines that cannot be sent
 * are counted and dropped.
 */
export function forwardTo(url: string, bus: Bus): Forwarder {
  const { protocol, hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const counts = { sent: 0, dropped: 0 }
  const names = new LRUCache<number, string>(NAMES)
  const line = protocol === 'udp:' ? datagrams(host, Number(port)) : stream(host, Number(port), protocol === 'tls:')
  const forward = async (lines: readonly StoredLine[]) => {
    const unknown = [...new Set(lines.map(({ device_id }) => device_id))].filter((id) => id && !names.has(id))
    if (unknown.length) {
      const found = await bus.request<[number, string][]>(syslogNamesSubject, unknown, ASK).catch(() => [])
      for (const [id, name] of found) names.set(id, name)
    }
    for (const one of lines) {
      if (line.write(messageOf(one, one.device_id ? (names.get(one.device_id) ?? '') : one.source))) counts.sent++
      else counts.dropped++
    }
  }
  return {
    counts,
    send: (lines) => void forward(lines),
    stop: () => line.stop(),
  }
}

/** Header fields are printable ASCII without spaces. */
const word = (text: string, most: number) => text.replace(/[^\x21-\x7e]+/g, '_').slice(0, most) || '-'

function messageOf({ at, severity, type, program, text, device_id, scene_id }: StoredLine, name: string): string {
  const head = `<${FACILITY * 8 + severity}>1 ${new Date(at * 1000).toISOString()}`
  const data = `[belvedere@32473 scene="${scene_id}" device="${device_id}"]`
  return `${head} ${word(name, 255)} ${word(program, 48)} - ${word(type, 32)} ${data} ${text}`
}

interface SyslogOutlet {
  /** False: it was not sent. */
  write(message: string): boolean
  stop(): void
}

function datagrams(host: string, port: number): SyslogOutlet {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4')
  // an unreachable destination must not end the process
  socket.on('error', () => {})
  socket.unref()
  return {
    write(message) {
      socket.send(message, port, host, () => {})
      return true
    },
    stop: () => socket.close(),
  }
}

function stream(host: string, port: number, secure: boolean): SyslogOutlet {
  let socket: Socket | undefined
  let open = false
  let wait = AGAIN.first
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const dial = () => {
    const made = guardSocket(
      secure ? connectTls({ host, port, servername: isIPv6(host) ? undefined : host }) : connect({ host, port }),
    )
    socket = made
    made.setTimeout(CONNECT, () => open || made.destroy())
    made.once(secure ? 'secureConnect' : 'connect', () => {
      open = true
      wait = AGAIN.first
    })
    // data from the destination is ignored
    made.resume()
    made.once('close', () => {
      open = false
      if (stopped) return
      timer = setTimeout(dial, wait).unref()
      wait = Math.min(AGAIN.most, wait * 2)
    })
  }
  dial()
  return {
    write(message) {
      if (!socket || !open || socket.writableLength > UNREAD) return false
      const bytes = Buffer.from(message)
      socket.write(`${bytes.length} `)
      socket.write(bytes)
      return true
    },
    stop() {
      stopped = true
      clearTimeout(timer)
      socket?.end()
      socket?.destroySoon()
    },
  }
}
