import { createHash } from 'node:crypto'
import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { gunzipSync, gzipSync } from 'node:zlib'
import { agentServerName } from '@belvedere/contract/kit/agent-server-name.ts'
import { interfacesOf } from '../documents/linux-tables.ts'
import { addressIn, type Subnet } from '../model/network.ts'
import type { SimulatedDevice } from '../simulated-device.ts'
import { seconds } from '../world.ts'
import type { Asked } from './answer-command.ts'

const mostBytes = 64 << 20
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** Packs the configuration and puts it to the address given; the answer tells its size and digest. */
export async function backup({ device, params, answer }: Asked): Promise<void> {
  const archive = gzipSync(packTar(configurationOf(device)))
  try {
    await transfer(device, params.uri, archive)
    answer(0, '', {}, { data: { size: archive.length, sha256: sha256(archive) } })
  } catch (problem) {
    answer(1, `Upload failed: ${(problem as Error).message}`)
  }
}

/** Fetches an archive, compares its digest and takes the host name out of it. */
export async function restore({ device, params, answer }: Asked): Promise<void> {
  try {
    const archive = await transfer(device, params.uri)
    if (sha256(archive) !== String(params.sha256).toLowerCase())
      return answer(2, 'The backup does not have the announced SHA-256')
    const files = unpackTar(gunzipSync(archive, { maxOutputLength: mostBytes }))
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

function configurationOf({ node, firmware, serial }: SimulatedDevice): Record<string, string> {
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

const block = 512

/** A ustar archive of small texts. */
function packTar(files: Record<string, string>): Buffer {
  const parts = Object.entries(files).flatMap(([path, text]) => {
    const content = Buffer.from(text, 'utf8')
    return [headerOf(path, content.length), content, Buffer.alloc((block - (content.length % block)) % block)]
  })
  return Buffer.concat([...parts, Buffer.alloc(2 * block)])
}

function headerOf(path: string, size: number): Buffer {
  const header = Buffer.alloc(block)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  header.write(path, 0)
  header.write(`${octal(0o600, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100)
  header.write(`${octal(size, 11)}\0${octal(Math.floor(seconds()), 11)}\0${' '.repeat(8)}0`, 124)
  header.write('ustar\x0000root', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)}\0 `, 148)
  return header
}

function unpackTar(archive: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  for (let at = 0; at + block <= archive.length && archive[at] !== 0 && files.size < 1000; ) {
    const field = (from: number, length: number) =>
      archive.toString('utf8', at + from, at + from + length).replace(/\0[\s\S]*$/, '')
    const size = Number.parseInt(field(124, 12), 8)
    if (!Number.isInteger(size)) throw new Error('the archive is damaged')
    if (field(156, 1) === '0' || field(156, 1) === '')
      files.set(field(0, 100), archive.toString('utf8', at + block, at + block + size))
    at += block + Math.ceil(size / block) * block
  }
  return files
}

/** PUT with a body, GET without, over TLS with the device's own certificate and the authority it knows. */
function transfer(device: SimulatedDevice, uri: unknown, body?: Buffer): Promise<Buffer> {
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
