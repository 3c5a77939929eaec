import { createHash } from 'node:crypto'
import { lstat, readFile, realpath } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { isRoot } from '../host/capabilities.ts'
import { readHost } from '../facts/host.ts'
import { listFolder } from '../host/read-file.ts'
import { runTool } from '../host/run-tool.ts'
import { packTar, type TarFile } from './tar.ts'
import { version } from '../version.ts'

/** Paths of the network configuration of a Linux host; restore writes nowhere else. */
export const configPlaces: readonly string[] = [
  '/etc/network',
  '/etc/netplan',
  '/etc/systemd/network',
  '/etc/NetworkManager/system-connections',
  '/etc/NetworkManager/conf.d',
  '/etc/config',
  '/etc/dnsmasq.conf',
  '/etc/dnsmasq.d',
  '/etc/hostapd',
  '/etc/nftables.conf',
  '/etc/nftables.d',
  '/etc/iptables',
  '/etc/wireguard',
  '/etc/iproute2',
  '/etc/lldpd.conf',
  '/etc/lldpd.d',
  '/etc/sysctl.conf',
  '/etc/sysctl.d',
  '/etc/hosts',
]

/** Commands whose output is added for readers of the archive; restore ignores it. */
const outputs: Readonly<Record<string, readonly string[]>> = {
  'ip-addr.json': ['ip', '-j', 'addr'],
  'ip-route-4.txt': ['ip', '-4', 'route', 'show', 'table', 'all'],
  'ip-route-6.txt': ['ip', '-6', 'route', 'show', 'table', 'all'],
  'ip-rule.txt': ['ip', 'rule', 'show'],
  'nft-ruleset.txt': ['nft', 'list', 'ruleset'],
}

const largestFile = 1 << 20
const largestArchive = 32 << 20
const mostFiles = 2000

interface Skipped {
  path: string
  reason: string
}

/** The configuration of the host as a .tar.gz: files under their paths, and `belvedere/` with a manifest and command outputs. */
export async function makeBackup(serial: string): Promise<Buffer> {
  const skipped: Skipped[] = []
  const paths = (await Promise.all(configPlaces.map((place) => filesBelow(place, skipped)))).flat()
  const files: TarFile[] = []
  let size = 0
  for (const path of paths) {
    const file = await readConfig(path, skipped)
    if (!file) continue
    size += file.content.length
    if (files.length >= mostFiles || size > largestArchive) skipped.push({ path, reason: 'too much' })
    else files.push(file)
  }
  return gzipSync(await packTar([await manifestOf(serial, files, skipped), ...(await readOutputs()), ...files]))
}

async function filesBelow(path: string, skipped: Skipped[], depth = 0): Promise<string[]> {
  const info = await lstat(path).catch(() => undefined)
  if (info?.isFile()) return [path]
  if (info?.isSymbolicLink()) skipped.push({ path, reason: 'link' })
  if (!info?.isDirectory() || depth > 4) return []
  const names = await listFolder(path)
  const below = await Promise.all(names.slice(0, 500).map((name) => filesBelow(`${path}/${name}`, skipped, depth + 1)))
  return below.flat()
}

async function readConfig(path: string, skipped: Skipped[]): Promise<TarFile | undefined> {
  try {
    const info = await lstat(path)
    if (info.size > largestFile) throw new Error('larger than 1 MB')
    const content = withoutKeys(path, await readFile(await realpath(path)))
    return { path: path.slice(1), content, mode: info.mode & 0o777, mtime: Math.floor(info.mtimeMs / 1000) }
  } catch (error) {
    skipped.push({ path, reason: ((error as NodeJS.ErrnoException).code ?? String(error)).slice(0, 100) })
    return undefined
  }
}

// A backup by root must include the private keys of tunnels; for other users private keys stay on the host.
function withoutKeys(path: string, content: Buffer): Buffer {
  if (isRoot() || !path.startsWith('/etc/wireguard/')) return content
  return Buffer.from(content.toString('utf8').replace(/^(\s*(?:PrivateKey|PresharedKey)\s*=).*$/gim, '$1 (removed)'))
}

async function readOutputs(): Promise<TarFile[]> {
  const files = await Promise.all(
    Object.entries(outputs).map(async ([name, [tool = '', ...args]]) => {
      const ran = await runTool(tool, args)
      return ran.ok ? textFile(`belvedere/${name}`, ran.out) : undefined
    }),
  )
  return files.filter((file) => file !== undefined)
}

async function manifestOf(serial: string, files: readonly TarFile[], skipped: readonly Skipped[]): Promise<TarFile> {
  const host = await readHost()
  const list = files.map((file) => ({
    path: `/${file.path}`,
    mode: file.mode.toString(8),
    sha256: sha256(file.content),
  }))
  const manifest = { version: 1, serial, ...host, agent: version, root: isRoot(), at: seconds(), files: list, skipped }
  return textFile('belvedere/manifest.json', `${JSON.stringify(manifest, null, 1)}\n`)
}

export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

function textFile(path: string, text: string): TarFile {
  return { path, content: Buffer.from(text), mode: 0o600, mtime: seconds() }
}

function seconds(): number {
  return Math.floor(Date.now() / 1000)
}
