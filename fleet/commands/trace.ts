import { randomUUID } from 'node:crypto'
import { type IncomingMessage, request as plain } from 'node:http'
import { request as tls } from 'node:https'
import { rootCertificates } from 'node:tls'
import type { CommandedDevice } from '../device/commanded-device.ts'
import { seconds } from '../world.ts'
import type { PendingCommand } from './command.ts'

/** Packets per second on a simulated interface, and octets of each that the program keeps by default. */
const rate = 40
const whole = 262_144
const stall = 30_000

/**
 * Behaviour of the access point's firmware: it captures for a time, or a number of packets (not both), reports the upload, and
 * posts the file as a form. Its downloader trusts only the system's store. Not simulated: a long capture that fills the memory,
 * and a filter that the real program would reject.
 */
export function trace({ device, params, answer }: PendingCommand): void {
  const fail = (resultText: string) => answer(1, 'Failed', { resultCode: 1, resultText })
  const name = String(params.interface || params.network || '')
  if (!netdevsOf(device).includes(name)) return fail('Invalid network device specified')
  const duration = Number(params.duration) || 0
  const packets = Number(params.packets) || 0
  // an option instead of a filter would be executed
  if (/(^|\s)-/.test(String(params.filter ?? ''))) return fail('tcpdump command exited with non-zero code')
  const count = duration > 0 ? duration * rate : packets
  if (count <= 0) return
  device.later(duration > 0 ? duration : packets / rate, () => {
    if (!device.isConnected) return
    const file = captureFile(count, Math.min(Number(params.snaplen) || whole, whole))
    answer(0, 'Success', { resultCode: 0, resultText: 'Uploading file' })
    void post(device, String(params.uri), file).then((done) =>
      device.log(done ? 'upload complete' : 'failed to upload file', done ? 6 : 3),
    )
  })
}

function netdevsOf({ node }: CommandedDevice): string[] {
  const { wan, lan, radios = [] } = node.model
  const wired = [...wan, ...lan].map((_, i) => `eth${i}`)
  const air = radios.flatMap((_, r) => node.ssids.map((__, s) => `wlan${r}${s === 0 ? '' : `-${s}`}`))
  return ['any', ...wired, ...air]
}

/**
 * A file in the format of tcpdump: its header, and UDP packets between two documentation addresses, truncated to `most` octets.
 */
function captureFile(count: number, most: number): Buffer {
  const head = Buffer.alloc(24)
  head.writeUInt32LE(0xa1b2c3d4, 0)
  head.writeUInt16LE(2, 4)
  head.writeUInt16LE(4, 6)
  head.writeUInt32LE(most, 16)
  head.writeUInt32LE(1, 20)
  const packet = udpPacket()
  const kept = packet.subarray(0, most)
  const start = seconds() - count / rate
  const records = Array.from({ length: count }, (_, i) => {
    const record = Buffer.alloc(16)
    const at = start + i / rate
    record.writeUInt32LE(Math.floor(at), 0)
    record.writeUInt32LE(Math.floor((at % 1) * 1e6), 4)
    record.writeUInt32LE(kept.length, 8)
    record.writeUInt32LE(packet.length, 12)
    return Buffer.concat([record, kept])
  })
  return Buffer.concat([head, ...records])
}

function udpPacket(): Buffer {
  const payload = Buffer.alloc(200, 'simulated ')
  const ethernet = Buffer.from('0200000000010200000000020800', 'hex')
  const ip = Buffer.from('450000000000000040110000c0000201c6336402', 'hex')
  ip.writeUInt16BE(20 + 8 + payload.length, 2)
  let sum = 0
  for (let at = 0; at < 20; at += 2) sum += ip.readUInt16BE(at)
  sum = (sum & 0xffff) + (sum >>> 16)
  ip.writeUInt16BE(~(sum + (sum >>> 16)) & 0xffff, 10)
  const udp = Buffer.alloc(8)
  udp.writeUInt16BE(40_000, 0)
  udp.writeUInt16BE(53, 2)
  udp.writeUInt16BE(8 + payload.length, 4)
  return Buffer.concat([ethernet, ip, udp, payload])
}

/** Like `curl -F name=… -F data=@…`: the program ignores the status. */
function post({ serial, world: { lookup } }: CommandedDevice, uri: string, file: Buffer): Promise<boolean> {
  if (!URL.canParse(uri)) return Promise.resolve(false)
  const url = new URL(uri)
  const boundary = `------------------------${randomUUID().slice(0, 16)}`
  const part = (head: string, body: Buffer | string) =>
    Buffer.concat([Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`), Buffer.from(body)])
  const end = Buffer.from('\r\n')
  const named = `name="data"; filename="pcap-${serial}-${Math.floor(seconds())}"\r\nContent-Type: application/octet-stream`
  const body = Buffer.concat([
    part('name="name"', serial),
    end,
    part(named, file),
    end,
    Buffer.from(`--${boundary}--\r\n`),
  ])
  const options = {
    method: 'POST',
    agent: false as const,
    lookup,
    headers: {
      'user-agent': 'curl',
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': body.length,
    },
  }
  return new Promise((resolve) => {
    const taken = (answer: IncomingMessage) => answer.resume().on('end', () => resolve(true))
    const requested =
      url.protocol === 'http:' ? plain(url, options, taken) : tls(url, { ...options, ca: [...rootCertificates] }, taken)
    requested.setTimeout(stall, () => requested.destroy())
    requested.on('error', () => resolve(false))
    requested.end(body)
  })
}
