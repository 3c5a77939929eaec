import { randomBytes } from 'node:crypto'
import { request } from 'node:https'
import type { Socket } from 'node:net'
import { deflateSync } from 'node:zlib'
import { type Credentials, dialTcp, dialTls, dialWebSocket, frame, pour } from './wire.ts'
import { pause } from './wait.ts'

/** What an attack has at hand. */
export interface Arms {
  readonly devicePort: number
  readonly enrolPort: number
  /** Certificates the gateway trusts, each of another device. */
  readonly trusted: readonly (Credentials & { readonly serial: string })[]
  /** Of an unknown authority. */
  readonly foreign: Credentials
  /** Trusted, with a name that is no serial number. */
  readonly nameless: Credentials
  /** Serial number of the device that must not suffer. */
  readonly victim: string
  /** True when the attack is over. */
  over(): boolean
}

export interface Attack {
  readonly name: string
  /** Keeps at it until it is over; returns what it opened, to be closed. */
  run(arms: Arms): Promise<readonly (Socket | undefined)[]>
}

const many = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))
const rpc = (method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', method, params })
const hello = (serial: string) =>
  frame(
    rpc('connect', { serial, uuid: 1, firmware: 'x', capabilities: { platform: 'ap', model: 'x', compatible: 'x' } }),
  )
const noise = randomBytes(1 << 16)
/** Half a megabyte of text that inflates to half a gigabyte. */
const bomb = deflateSync(Buffer.alloc(256 << 20), { level: 9 })
  .toString('base64')
  .slice(0, 400_000)

/** A device that got in, and said who it is. */
async function intrude({ devicePort, trusted }: Arms, n: number): Promise<Socket | undefined> {
  const own = trusted[n % trusted.length]
  const socket = own && (await dialWebSocket(devicePort, own))
  socket?.write(hello(own?.serial ?? ''))
  socket?.resume()
  return socket
}

/** Dials again whenever it is cut off, with so much time between. */
async function insist(
  arms: Arms,
  dial: () => Promise<Socket | undefined>,
  act: (socket: Socket | undefined) => Promise<unknown>,
) {
  const opened: (Socket | undefined)[] = []
  while (!arms.over()) {
    const socket = await dial()
    opened.push(socket)
    await act(socket)
    await pause(100)
  }
  return opened
}

/** Sends the same again and again on connections of its own, as fast as they are read. */
const flood = (name: string, from: number, connections: number, piece: (arms: Arms) => Buffer): Attack => ({
  name,
  async run(arms) {
    const one = (n: number) =>
      insist(
        arms,
        () => intrude(arms, from + n),
        (socket) => pour(socket, () => piece(arms), arms.over),
      )
    return (await many(connections, one)).flat()
  },
})

export const attacks: readonly Attack[] = [
  {
    name: 'noise instead of TLS',
    run: (arms) =>
      insist(
        arms,
        () => dialTcp(arms.devicePort),
        async (socket) => socket?.end(noise.subarray(0, 500 + Math.floor(Math.random() * 5000))),
      ),
  },
  {
    name: 'connections that say nothing, and handshakes that stop half way',
    async run({ devicePort, enrolPort }) {
      const silent = await many(150, () => dialTcp(devicePort))
      const half = await many(150, () => dialTcp(devicePort))
      for (const socket of half) socket.write(Buffer.from('16030100c8010000c40303', 'hex'))
      return [...silent, ...half, ...(await many(50, () => dialTcp(enrolPort)))]
    },
  },
  {
    name: 'headers and bodies letter by letter',
    async run(arms) {
      const sockets = [
        ...(await many(20, (n) => dialTls(arms.devicePort, arms.trusted[n]))),
        ...(await many(20, () => dialTls(arms.enrolPort))),
      ]
      const start = ['GET / HTTP/1.1\r\n', 'POST /enrol HTTP/1.1\r\ncontent-length: 9999\r\n\r\n']
      sockets.forEach((socket, n) => socket?.write(start[n < 20 ? 0 : 1] ?? ''))
      while (!arms.over()) {
        for (const socket of sockets) socket?.write('x')
        await pause(200)
      }
      return sockets
    },
  },
  {
    name: 'no certificate, one of a stranger, one without a serial number',
    run: (arms) =>
      insist(
        arms,
        async () => {
          const refused = [await dialTls(arms.devicePort), await dialWebSocket(arms.devicePort, arms.foreign)]
          for (const socket of refused) socket?.destroy()
          return dialWebSocket(arms.devicePort, arms.nameless)
        },
        async () => {},
      ),
  },
  {
    name: 'one certificate on many connections',
    run: async (arms) =>
      (
        await many(8, () =>
          insist(
            arms,
            () => intrude(arms, 1),
            () => pause(20),
          ),
        )
      ).flat(),
  },
  {
    name: "the victim's serial number in connect",
    run: (arms) =>
      insist(
        arms,
        async () => {
          const socket = await dialWebSocket(arms.devicePort, arms.trusted[2] as Credentials)
          socket?.write(hello(arms.victim))
          return socket
        },
        () => pause(50),
      ),
  },
  flood("states in the victim's name", 3, 2, ({ victim }) =>
    frame(
      rpc('state', { serial: victim, uuid: 1, state: { unit: { load: [99, 99, 99], uptime: 1 }, interfaces: [] } }),
    ),
  ),
  flood('noise in frames', 5, 3, () => frame(noise.subarray(0, 3000), { kind: 'binary' })),
  flood('brackets', 8, 2, () => frame(Math.random() < 0.5 ? '['.repeat(400_000) : '{"a":['.repeat(65_000))),
  flood('messages ten times too large', 10, 3, () => frame(Buffer.alloc(5_000_000, 97))),
  flood('a message announced without end', 13, 2, () => frame(noise, { announce: Number.MAX_SAFE_INTEGER })),
  flood('messages in endless pieces', 15, 3, () => frame('x', { kind: 'continuation', more: true })),
  flood('pings', 18, 3, () => frame(noise.subarray(0, 125), { kind: 'ping' })),
  flood('texts that inflate to a thousand times their size', 21, 3, () =>
    frame(rpc('state', { compress_64: bomb, compress_sz: 1 })),
  ),
  flood('answers nobody asked for', 24, 2, () =>
    frame(JSON.stringify({ jsonrpc: '2.0', id: 7, result: { status: { error: 0 } } })),
  ),
  {
    name: 'much and wrong at the enrolment port',
    async run({ enrolPort, over }) {
      const body = Buffer.alloc(1 << 20, 123)
      const post = () =>
        new Promise<void>((resolve) => {
          const sent = request({
            method: 'POST',
            path: '/enrol',
            host: '127.0.0.1',
            port: enrolPort,
            rejectUnauthorized: false,
          })
          sent.on('response', (answer) => answer.resume()).on('error', () => {})
          sent.once('close', () => resolve())
          sent.end(body)
        })
      while (!over()) {
        await many(5, post)
        await pause(50)
      }
      return []
    },
  },
]
