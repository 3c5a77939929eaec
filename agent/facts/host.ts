import { hostname, release } from 'node:os'
import { listFolder, readLine, readText } from '../host/read-file.ts'

export interface HostFacts {
  hostname: string
  /** `Debian GNU/Linux 12 (bookworm)` */
  system: string
  kernel: string
  architecture: string
  /** The vendor's product name, or the type of machine. */
  model: string
  vendor: string
}

export async function readHost(): Promise<HostFacts> {
  const [release_, product, maker, tree] = await Promise.all([
    readText('/etc/os-release', 65_536),
    readLine('/sys/class/dmi/id/product_name'),
    readLine('/sys/class/dmi/id/sys_vendor'),
    readLine('/proc/device-tree/model'),
  ])
  const architecture = process.arch === 'x64' ? 'x86_64' : process.arch
  const board = tree?.replaceAll('\0', '')
  return {
    hostname: hostname().slice(0, 255),
    system: systemOf(release_ ?? ''),
    kernel: release(),
    architecture,
    model: (named(product) ?? named(board) ?? `Linux ${architecture}`).slice(0, 64),
    vendor: (named(maker) ?? board?.split(' ')[0] ?? 'Linux').slice(0, 64),
  }
}

export function systemOf(file: string): string {
  const name = /^PRETTY_NAME="?([^"\n]*)"?$/m.exec(file)?.[1]
  return (name || 'Linux').slice(0, 128)
}

// Boards with the default text of the BIOS vendor in this field.
function named(value: string | undefined): string | undefined {
  return value && !/^(to be filled|default string|system product name|not applicable|none|o\.e\.m)/i.test(value)
    ? value
    : undefined
}

/** The lowest MAC address of the physical interfaces; undefined when the host has none. */
export async function hardwareMac(): Promise<string | undefined> {
  const names = await listFolder('/sys/class/net')
  const macs = await Promise.all(names.map(physicalMac))
  return macs.filter((mac) => mac !== undefined).sort()[0]
}

async function physicalMac(name: string): Promise<string | undefined> {
  if (!(await listFolder(`/sys/class/net/${name}`)).includes('device')) return undefined
  const mac = (await readLine(`/sys/class/net/${name}/address`))?.toLowerCase()
  return mac && /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/.test(mac) && mac !== '00:00:00:00:00:00' ? mac : undefined
}

/** Changes with every boot of the kernel; distinguishes a reboot of the host from a restart of the agent. */
export async function bootId(): Promise<string> {
  return (await readLine('/proc/sys/kernel/random/boot_id')) ?? ''
}
