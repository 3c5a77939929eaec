import { open } from 'node:fs/promises'
import { readText } from '../host/read-file.ts'
import { hasTool, runTool } from '../host/run-tool.ts'

/** Number of addresses that are remembered, and bytes of a log that are read at once. */
const mostAddresses = 20_000
const mostBytes = 1 << 20

/** The names for which addresses were resolved, from the query log of this host's name server. */
export class DnsNames {
  readonly #names = new Map<string, string>()
  /** The requested name and the last name of its CNAME chain: addresses of the last belong to the first. */
  #asked = ''
  #alias = ''

  get size(): number {
    return this.#names.size
  }

  nameOf(address: string): string | undefined {
    return this.#names.get(address)
  }

  /** Lines of dnsmasq with `log-queries`: `reply www.example.org is 192.0.2.7`, or `is <CNAME>` and the next name. */
  learn(log: string): void {
    for (const line of log.split('\n')) {
      const [, name, answer] = /(?:reply|cached) (\S+) is (\S+)\s*$/.exec(line) ?? []
      if (!name || !answer) continue
      // the next line continues a CNAME chain with any name; the addresses of the last name follow each other
      if (answer === '<CNAME>') this.#chain(name)
      else {
        if (this.#asked && !this.#alias) this.#alias = name
        if (name !== this.#alias) this.#asked = this.#alias = ''
        if (/^[0-9a-f.:]+$/i.test(answer)) this.#keep(answer.toLowerCase(), this.#asked || name)
      }
    }
  }

  #chain(name: string): void {
    if (!this.#asked || this.#alias) this.#asked = name
    this.#alias = ''
  }

  #keep(address: string, name: string): void {
    // the latest entries are at the end
    this.#names.delete(address)
    this.#names.set(address, name.toLowerCase())
    if (this.#names.size > mostAddresses) this.#names.delete(this.#names.keys().next().value as string)
  }
}

/** Continues after the last position; returns new text, at most a megabyte. */
export function follow(path: string): () => Promise<string> {
  let at = -1
  return async () => {
    const file = await open(path).catch(() => undefined)
    if (!file) return ''
    try {
      const { size } = await file.stat()
      // the first time the existing text is read, and a truncated log is read from the beginning
      if (at < 0 || size < at) at = at < 0 ? Math.max(0, size - mostBytes) : 0
      const buffer = Buffer.alloc(Math.min(mostBytes, size - at))
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at)
      // an incomplete line is read the next time
      const end = buffer.lastIndexOf(10, bytesRead) + 1
      at += end
      return buffer.toString('utf8', 0, end)
    } finally {
      await file.close()
    }
  }
}

/** Vendor classes of DHCP clients, by MAC address, from the log of dnsmasq with `log-dhcp`. */
export class DhcpClasses {
  readonly #classes = new Map<string, string>()
  /** By number of the DHCP transaction; a few run at a time. */
  #exchanges = new Map<string, string>()

  classOf(mac: string): string | undefined {
    return this.#classes.get(mac)
  }

  /** Lines `1870532893 vendor class: MSFT 5.0` and `1870532893 DHCPREQUEST(br0) 192.168.1.20 10:00:20:00:00:01`. */
  learn(log: string): void {
    for (const line of log.split('\n')) {
      const [, exchange = '', word = '', rest = ''] = /\b(\d+) (vendor class:|DHCP\w+\(\S+\)) (.*)$/.exec(line) ?? []
      if (word === 'vendor class:') this.#exchanges.set(exchange, rest.trim().slice(0, 64))
      const mac = /(?:[0-9a-f]{2}:){5}[0-9a-f]{2}/i.exec(rest)?.[0].toLowerCase()
      const name = this.#exchanges.get(exchange)
      if (mac && name) this.#classes.set(mac, name)
    }
    if (this.#exchanges.size > 1000) this.#exchanges = new Map()
    if (this.#classes.size > mostAddresses) this.#classes.clear()
  }
}

const configs = ['/etc/dnsmasq.conf', '/etc/dnsmasq.d/belvedere.conf']

/** New log lines of this host's dnsmasq: from the file that its configuration names, else from the journal. */
export function dnsmasqLog(): () => Promise<string> {
  let read: (() => Promise<string>) | undefined
  return async () => {
    read ??= await findLog()
    return read()
  }
}

async function findLog(): Promise<() => Promise<string>> {
  const texts = await Promise.all(configs.map((path) => readText(path)))
  const file = texts.map((text) => /^\s*log-facility\s*=\s*(\/\S+)/m.exec(text ?? '')?.[1]).find(Boolean)
  if (file) return follow(file)
  if (!hasTool('journalctl')) return async () => ''
  let since = Math.floor(Date.now() / 1000) - 300
  return async () => {
    const now = Math.floor(Date.now() / 1000)
    const { out } = await runTool(
      'journalctl',
      ['-t', 'dnsmasq', '-t', 'dnsmasq-dhcp', '-o', 'cat', '--no-pager', `--since=@${since}`],
      {
        timeout: 5000,
        max: mostBytes,
      },
    )
    since = now
    return out
  }
}
