import { createHash } from 'node:crypto'
import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { gunzipSync, gzipSync } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { agentServerName } from '@belvedere/contract/kit/agent-server-name.ts'
import { interfacesOf } from '../documents/linux-tables.ts'
import { addressIn, type Subnet } from '../model/network.ts'
import type { CommandedDevice } from '../device/commanded-device.ts'
import { seconds } from '../world.ts'
import type { PendingCommand } from './command.ts'

const mostBytes = 64 << 20
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** Packs the configuration and uploads it to the given address; the answer contains its size and digest. */
export async function backup({ device, params, answer }: PendingCommand): Promise<void> {
  const archive = gzipSync(await packTar(configurationOf(device)))
  try {
    await transfer(device, params.uri, archive)
    answer(0, '', {}, { data: { size: archive.length, sha256: sha256(archive) } })
  } catch (problem) {
    answer(1, `Upload failed: ${(problem as Error).message}`)
  }
}

/** Downloads an archive, compares its digest and applies the host name in it. */
export async function restore({ device, params, answer }: PendingCommand): Promise<void> {
  try {
    const archive = await transfer(device, params.uri)
    if (sha256(archive) !== String(params.sha256).toLowerCase())
      return answer(2, 'The backup does not have the announced SHA-256')
    const files = await unpackTar(gunzipSync(archive, { maxOutputLength: mostBytes }))
    const hostname = files.get('etc/hostname')?.trim()
    if (hostname) device.node.hostname = hostname.slice(0, 63)
    answer(
      0,
      'Written back; it takes effect when the host or its services restart',
      {},
      { data: { files: [...files.keys()].map((path) => `/${path}`) } },
    )
  } catch (problem) {
    answer(1, `Download failed: ${(problem as Error).message}`)
  }
}

function configurationOf({ node, firmware, serial }: CommandedDevice): Record<string, string> {
  const subnet = node.subnet as Subnet
  const lan = [...node.ports.values()].find(({ shared }) => shared)?.name ?? node.model.lan[0]
  return {
    'belvedere/manifest.json': `${JSON.stringify({ version: 1, serial, hostname: node.hostname, firmware, simulated: true, at: Math.floor(seconds()) }, null, 1)}\n`,
    'etc/hostname': `${node.hostname}\n`,
    'etc/network/interfaces': interfacesOf(node)
      .map(
        ({ name, role, addresses }) =>
          `auto ${name}\niface ${name} inet ${role === 'lan' && addresses[0] ? `static\n  address ${addresses[0]}` : role === 'other' ? 'loopback' : 'dhcp'}\n`,
      )
      .join('\n'),
    'etc/dnsmasq.d/lan.conf': `interface=${lan}\ndhcp-range=${addressIn(subnet, 50)},${addressIn(subnet, 250)},12h\n`,
    'etc/nftables.conf': `table inet nat {\n  chain postrouting {\n    type nat hook postrouting priority srcnat;\n    oifname "${node.uplink?.name ?? 'enp1s0'}" masquerade\n  }\n}\n`,
  }
}

/** A tar archive of small texts. */
async function packTar(files: Record<string, string>): Promise<Buffer> {
  const archive = pack()
  const mtime = new Date(seconds() * 1000)
  for (const [name, text] of Object.entries(files)) archive.entry({ name, mode: 0o600, mtime }, text)
  archive.finalize()
  return bytesOf(archive)
}

async function unpackTar(bytes: Buffer): Promise<Map<string, string>> {
  const archive = extract()
  archive.end(bytes)
  const files = new Map<string, string>()
  for await (const entry of archive) {
    const content = await bytesOf(entry)
    if (entry.header.type === 'file' && files.size < 1000) files.set(entry.header.name, content.toString('utf8'))
  }
  return files
}

async function bytesOf(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of stream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/** PUT with a body, GET without, over TLS with the device's own certificate and its trusted authority. */
function transfer(device: CommandedDevice, uri: unknown, body?: Buffer): Promise<Buffer> {
  const { certificates } = device.world
  const url = new URL(String(uri))
  const identity = { key: certificates.key, cert: certificates.certificates.get(device.serial), ca: certificates.ca }
  const checks = {
    rejectUnauthorized: certificates.ca !== undefined,
    servername: agentServerName,
    checkServerIdentity: () => undefined,
    agent: false,
  }
  const headers = body ? { 'content-type': 'application/gzip', 'content-length': body.length } : {}
  const options = { method: body ? 'PUT' : 'GET', headers, timeout: 60_000, ...identity, ...checks }
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? tlsRequest : plainRequest)(url, options, (answer) => {
      const chunks: Buffer[] = []
      let size = 0
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > mostBytes) request.destroy(new Error('too large'))
        else chunks.push(chunk)
      })
      answer.on('end', () => {
        const { statusCode = 0 } = answer
        if (statusCode >= 200 && statusCode < 300) resolve(Buffer.concat(chunks))
        else reject(new Error(`HTTP ${statusCode}`))
      })
    })
    request.on('timeout', () => request.destroy(new Error('no answer in time')))
    request.on('error', reject)
    request.end(body)
  })
}
