import { readlink } from 'node:fs/promises'
import { listFolder, readText } from '../host/read-file.ts'

/** Leases of the DHCP clients of this host. */
export interface DhcpHeld {
  /** Interfaces that a client manages by name. */
  interfaces: ReadonlySet<string>
  /** `interface address`, or the address alone where the client does not report the interface. */
  leases: ReadonlySet<string>
}

const mostProcesses = 4096
const mostFiles = 64
const mostText = 1 << 20

/** Whether an IPv4 address was assigned by DHCP, although the kernel has no lifetime for it. */
export const isHeld = ({ interfaces, leases }: DhcpHeld, name: string, address: string): boolean =>
  interfaces.has(name) || leases.has(`${name} ${address}`) || leases.has(address)

/**
 * Leases of the usual clients: dhclient, udhcpc and dhcpcd by their processes and lease files, systemd-networkd and
 * NetworkManager by their state files. A file alone may be old: it counts only for exactly this address. `root`: the root
 * directory.
 */
export async function readHeld(root = ''): Promise<DhcpHeld> {
  const [interfaces, ...leases] = await Promise.all([
    clients(),
    within(root, '/run/systemd/netif/leases', /^\d+$/, (text) => assigned(text)),
    within(root, '/var/lib/NetworkManager', /\.lease$/, (text, file) =>
      file.startsWith('internal-') ? assigned(text, /-([^-]+)\.lease$/.exec(file)?.[1]) : leasesIn(text),
    ),
    within(root, '/var/lib/dhcp', /\.leases?$/, leasesIn),
    within(root, '/var/lib/dhclient', /\.leases?$/, leasesIn),
  ])
  return { interfaces: new Set(interfaces), leases: new Set(leases.flat()) }
}

async function within(
  root: string,
  folder: string,
  form: RegExp,
  read: (text: string, file: string) => string[],
): Promise<string[]> {
  const files = (await listFolder(root + folder)).filter((file) => form.test(file)).slice(0, mostFiles)
  const texts = await Promise.all(
    files.map(async (file) => read((await readText(`${root}${folder}/${file}`, mostText)) ?? '', file)),
  )
  return texts.flat()
}

/** `ADDRESS=192.0.2.7` */
function assigned(text: string, name?: string): string[] {
  const address = /^ADDRESS=(\S+)$/m.exec(text)?.[1]
  if (!address) return []
  return [name === undefined ? address : `${name} ${address}`]
}

/** `lease { interface "eth0"; fixed-address 192.0.2.7; … }`: the last lease of dhclient for each interface. */
export function leasesIn(text: string): string[] {
  const last = new Map<string, string>()
  for (const [, body = ''] of text.matchAll(/^\s*lease\s*\{([^}]*)\}/gm)) {
    const name = /\binterface\s+"([^"]{1,32})"/.exec(body)?.[1]
    const address = /\bfixed-address\s+([\d.]+)\s*;/.exec(body)?.[1]
    if (name && address) last.set(name, address)
  }
  return [...last].map((lease) => lease.join(' '))
}

/** Interfaces named by running clients in our network namespace; containers have their own. */
async function clients(): Promise<string[]> {
  const ids = (await listFolder('/proc')).filter((name) => /^\d+$/.test(name)).slice(0, mostProcesses)
  const named = await Promise.all(
    ids.map(async (id) => {
      const names = interfacesOf((await readText(`/proc/${id}/cmdline`, 8192)) ?? '')
      return names.length > 0 && (await networkOf(id)) === (await networkOf('self')) ? names : []
    }),
  )
  return named.flat()
}

const networkOf = (id: string) => readlink(`/proc/${id}/ns/net`).catch(() => undefined)

/** Words of a DHCP client's command line that may be interfaces; none for other processes, or for IPv6. */
export function interfacesOf(line: string): string[] {
  const [program = '', ...words] = line.split('\0').filter((word) => word !== '')
  const client = program.endsWith('busybox') ? words.shift() : program
  if (!/(^|\/)(dhclient|udhcpc|dhcpcd):?$/.test(client ?? '') || words.includes('-6')) return []
  return words.filter((word) => /^[A-Za-z][\w.@-]{0,14}$/.test(word))
}
