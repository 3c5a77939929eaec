import { request } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { issueDeviceCertificates } from '@belvedere/fleet/client/certificates.ts'
import { type Product, startProduct } from '../kit/product.ts'
import { holds, same } from '../kit/same.ts'
import { seconds, until } from '../kit/wait.ts'
import { type Credentials, dialTcp, dialTls, dialWebSocket } from '../kit/wire.ts'
import type { Proof } from '../proof.ts'

const SILENT = 2200
const HERE = '127.0.0.1'
const ELSEWHERE = '127.0.0.2'
/** How long a device may take to get in; it tries again as devices do. */
const IN_MS = 12_000
/** Connections that one certificate keeps. */
const OF_ONE = 4

/** The first bytes of a handshake, and never the rest. */
const half = Buffer.from('16030100c8010000c40303', 'hex')

export const proof: Proof = {
  title: 'Thousands of silent sockets keep no device, host or person out, of whichever address',
  async run(say) {
    const product = await startProduct()
    const opened: (Socket | undefined)[] = []
    try {
      const own = await certificatesOf(product, 4)
      for (const [kind, first] of [
        ['that say nothing', undefined],
        ['that stop half way', half],
      ] as const) {
        const sockets = await Promise.all(Array.from({ length: SILENT }, () => dialTcp(product.devicePort)))
        opened.push(...sockets)
        if (first) for (const socket of sockets) socket.write(first)
        const [elsewhere, here] = await Promise.all([
          getIn(product, own[first ? 2 : 0] as Credentials, ELSEWHERE),
          getIn(product, own[first ? 3 : 1] as Credentials, HERE),
        ])
        say(
          `beside ${SILENT} sockets ${kind}: a device of another address is in after ${seconds(elsewhere)}, one of the same after ${seconds(here)}`,
        )
        for (const socket of sockets) socket.destroy()
      }
      await oneCertificate(product, own[0] as Credentials, say)
      await enrolmentPort(product, opened, say)
      await filePortOf(product, opened, say)
      await consolePort(product, opened, say)
    } finally {
      for (const socket of opened) socket?.destroy()
      await product.close()
    }
  },
}

async function certificatesOf({ data }: Product, count: number): Promise<Credentials[]> {
  const serials = Array.from({ length: count }, (_, n) => `0c66aa${n.toString(16).padStart(6, '0')}`)
  const { key, certificates } = await issueDeviceCertificates(join(data, 'pki'), serials)
  return serials.map((serial) => ({ key, cert: certificates.get(serial) ?? '' }))
}

/** Milliseconds until the gateway has taken the device's WebSocket. */
async function getIn({ devicePort }: Product, own: Credentials, from: string): Promise<number> {
  const began = performance.now()
  const socket = await until(`a device from ${from} gets in`, IN_MS, () => dialWebSocket(devicePort, own, from))
  socket.destroy()
  return performance.now() - began
}

/** Who holds one valid key does not get the whole door either. */
async function oneCertificate({ devicePort }: Product, own: Credentials, say: (line: string) => void): Promise<void> {
  const sockets: (Socket | undefined)[] = []
  for (let n = 0; n < 40; n++) sockets.push(await dialWebSocket(devicePort, own))
  const open = () => sockets.filter((socket) => socket && !socket.destroyed).length
  for (const socket of sockets) socket?.resume()
  await until(`${OF_ONE} connections of one certificate are left`, 5000, () => open() <= OF_ONE)
  say(`${sockets.length} connections with one certificate: ${open()} stay open`)
  for (const socket of sockets) socket?.destroy()
}

async function enrolmentPort(
  { enrolPort }: Product,
  opened: (Socket | undefined)[],
  say: (line: string) => void,
): Promise<void> {
  opened.push(...(await Promise.all(Array.from({ length: 1200 }, () => dialTcp(enrolPort)))))
  for (const from of [ELSEWHERE, HERE]) {
    const socket = await dialTls(enrolPort, undefined, from)
    holds(`a host from ${from} reaches the enrolment port`, socket !== undefined)
    socket?.destroy()
  }
  say('beside 1200 silent sockets at the enrolment port, hosts of both addresses reach it at once')
}

async function filePortOf(
  { filePort }: Product,
  opened: (Socket | undefined)[],
  say: (line: string) => void,
): Promise<void> {
  opened.push(...(await Promise.all(Array.from({ length: 1200 }, () => dialTcp(filePort)))))
  for (const from of [ELSEWHERE, HERE])
    same(`a device from ${from} reaches the port of files`, await askStatus(filePort, from, '/transfer/here'), 200)
  say('beside 1200 silent sockets at the port of files, devices of both addresses reach it')
}

async function consolePort(
  { port }: Product,
  opened: (Socket | undefined)[],
  say: (line: string) => void,
): Promise<void> {
  opened.push(...(await Promise.all(Array.from({ length: 3000 }, () => dialTcp(port)))))
  for (const from of [ELSEWHERE, HERE]) same(`the console from ${from}`, await askStatus(port, from, '/healthz'), 200)
  say('beside 3000 silent sockets at the port of the console, people of both addresses reach it')
}

function askStatus(port: number, localAddress: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const how = { host: '127.0.0.1', port, localAddress, path, agent: false as const, timeout: 10_000 }
    const asked = request(how, (answer) => resolve(answer.resume().statusCode))
    asked
      .on('error', reject)
      .on('timeout', () => asked.destroy(new Error('no answer')))
      .end()
  })
}
