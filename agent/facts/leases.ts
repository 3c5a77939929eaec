import { readlink } from 'node:fs/promises'
import { compact } from '../loose.ts'
import { listFolder, readText } from '../host/read-file.ts'

/** An address assigned by the DHCP server on this host. */
export interface DhcpLease {
  address: string
  /** Absent for DHCPv6, which identifies a client by its DUID. */
  mac?: string
  hostname?: string
  /** Unix seconds; absent: never. */
  expires?: number
  family: 4 | 6
  duid?: string
  /** Vendor class of the client (option 60), when the server logs it. */
  vendor_class?: string | undefined
}

const usual = ['/var/lib/misc/dnsmasq.leases', '/var/lib/dnsmasq/dnsmasq.leases', '/tmp/dhcp.leases']
const most = 16_384

/** Leases of every dnsmasq on this host. */
export async function readLeases(): Promise<DhcpLease[]> {
  const files = await leaseFiles()
  const tables = await Promise.all(files.map((file) => readText(file, 4 << 20)))
  const leases = tables.flatMap((table) => leasesOf(table ?? ''))
  return [...new Map(leases.map((lease) => [lease.address, lease])).values()].slice(0, most)
}

/** True when a dnsmasq lease file exists, even an empty one: the host assigns addresses. */
export async function hasLeaseFile(): Promise<boolean> {
  const found = await Promise.all((await leaseFiles()).map((file) => readText(file, 1)))
  return found.some((start) => start !== undefined)
}

/** dnsmasq: `expiry mac address name client-id`; after a `duid` line the entries are DHCPv6 with an IAID for the MAC. */
export function leasesOf(table: string): DhcpLease[] {
  const rows = table.split('\n').map((line) => line.trim().split(/\s+/))
  return rows.filter(([first = '', , address]) => /^\d+$/.test(first) && address).map(leaseOf)
}

function leaseOf([expiry, id = '', address = '', name, client]: string[]): DhcpLease {
  const family = address.includes(':') ? 6 : 4
  return compact({
    address,
    mac: family === 4 ? id.toLowerCase().replace(/^\d\d-/, '') : undefined,
    hostname: name && name !== '*' ? name.slice(0, 255) : undefined,
    expires: Number(expiry) || undefined,
    family: family as 4 | 6,
    duid: family === 6 ? client : undefined,
  })
}

let known: { at: number; files: string[] } | undefined

// The search walks /proc; the set of running servers changes rarely.
async function leaseFiles(): Promise<string[]> {
  if (known && Date.now() - known.at < 120_000) return known.files
  const found = await Promise.all([runningServers(), networkManagerFiles()])
  known = { at: Date.now(), files: [...new Set([...usual, ...found.flat()])] }
  return known.files
}

async function networkManagerFiles(): Promise<string[]> {
  const folder = '/var/lib/NetworkManager'
  const names = await listFolder(folder)
  return names.filter((name) => /^dnsmasq-.*\.leases$/.test(name)).map((name) => `${folder}/${name}`)
}

async function runningServers(): Promise<string[]> {
  const ids = (await listFolder('/proc')).filter((name) => /^\d+$/.test(name)).slice(0, 4096)
  const servers = await Promise.all(ids.map(serverOf))
  const files = await Promise.all(
    servers
      .filter((args) => args !== undefined)
      .slice(0, 64)
      .map(filesOfServer),
  )
  return files.flat()
}

/** The command line of a dnsmasq process in our network namespace; containers have their own. */
async function serverOf(id: string): Promise<string[] | undefined> {
  const line = (await readText(`/proc/${id}/cmdline`, 8192)) ?? ''
  if (!/^(\S*\/)?dnsmasq\0/.test(line)) return undefined
  const [own, theirs] = await Promise.all(
    ['self', id].map((who) => readlink(`/proc/${who}/ns/net`).catch(() => undefined)),
  )
  return theirs !== undefined && theirs !== own ? undefined : line.split('\0')
}

async function filesOfServer(args: string[]): Promise<string[]> {
  const named = [...optionOf(args, 'dhcp-leasefile'), ...optionOf(args, 'l', '-')]
  const configs = [...optionOf(args, 'conf-file'), ...optionOf(args, 'C', '-'), '/etc/dnsmasq.conf']
  const stated = await Promise.all(configs.slice(0, 8).map(async (file) => leaseFileIn((await readText(file)) ?? '')))
  return [...named, ...stated.flat()].filter((file) => file.startsWith('/'))
}

function optionOf(args: string[], name: string, dash = '--'): string[] {
  const flag = dash + name
  return args.flatMap((arg, i) =>
    arg === flag ? [args[i + 1] ?? ''] : arg.startsWith(`${flag}=`) ? [arg.slice(flag.length + 1)] : [],
  )
}

function leaseFileIn(config: string): string[] {
  const found = /^\s*dhcp-leasefile\s*=\s*(\S+)/m.exec(config)?.[1]
  return found ? [found] : []
}
