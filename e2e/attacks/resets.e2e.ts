import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { issueDeviceCertificates } from '@belvedere/fleet/client/certificates.ts'
import { unharmed } from '../kit/alive.ts'
import { makeHost } from '../kit/hosts/linux-host.ts'
import { type Product, startProduct } from '../kit/product.ts'
import { type Door, readReply, resetAll, type Stage, type Step } from '../kit/resets.ts'
import { holds } from '../kit/same.ts'
import type { Session } from '../kit/session.ts'
import { seconds, until } from '../kit/wait.ts'
import { type Credentials, frame } from '../kit/wire.ts'
import type { Proof } from '../proof.ts'

/** Connections that are reset, all stages of all ports together. */
const TOTAL = 1000
const WITHIN = 30_000

export const proof: Proof = {
  title: 'Connections that are reset at any stage of any port end themselves and nothing else',
  async run(say) {
    const product = await startProduct()
    const host = await makeHost()
    const page = await startPage()
    try {
      const { pid } = product
      const session = await product.signIn()
      const { id: scene_id } = await session.ask('POST scene', { name: 'Reset' })
      const { command } = await session.ask('POST device/enrol/token', { scene_id, name: 'Edge' })
      void host.paste(command)
      const device = async () => (await session.ask('GET device/all', { scene_id })).list[0]
      await until('the host is online', WITHIN, async () => (await device())?.online === 1)
      const { id, sn } = await device()
      const ear = await session.live()

      const doors = [
        consoleDoor(product, session, id),
        await deviceDoor(product),
        enrolDoor(product),
        fileDoor(product),
        await remoteDoor(session, id, page.port),
      ]
      const began = performance.now()
      const done = await resetAll(doors, TOTAL)
      const each = [...done].map(([name, count]) => `${name} ${count}`).join(', ')
      const stages = doors.reduce((sum, door) => sum + door.stages.length, 0)
      say(`${stages} stages reset in ${seconds(performance.now() - began)}: ${each}`)

      await unharmed(product, { pid, session, host, sn })
      const heard = ear.news.length
      await session.ask('PUT device', { id, name: 'Still heard' })
      await until('the live stream goes on', WITHIN, () =>
        ear.news.slice(heard).some(({ topic }) => topic === 'device'),
      )
    } catch (error) {
      throw new Error(`${(error as Error).stack}\nserver: ${product.heard.slice(-3000)}`, { cause: error })
    } finally {
      page.close()
      await host.close()
      await product.close()
    }
  },
}

/** A page with a large file, and a WebSocket that says hello. */
async function startPage() {
  // more than a browser takes at once, and little beside what a device may send before it is slowed
  const content = Buffer.alloc(512 << 10, 'belvedere ')
  const server = createServer((request, reply) => {
    if (request.method === 'POST') return void request.resume().on('error', () => {})
    reply.end(request.url === '/large' ? content : 'page')
  })
  server.on('upgrade', (_request, socket) => {
    socket.on('error', () => {})
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhello')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => (server.closeAllConnections(), server.close())
  return { port: (server.address() as AddressInfo).port, close }
}

const upgrade = (path: string, more = '') =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
  `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n${more}\r\n`

/** Of any port that speaks HTTP. */
const http: readonly Stage[] = [
  { name: 'connected', steps: [] },
  { name: 'half a request line', steps: ['GET /api/v1/us'] },
  { name: 'half a head', steps: ['GET / HTTP/1.1\r\nHost: x\r\nAuthoriz'] },
  { name: 'a head', steps: ['GET / HTTP/1.1\r\nHost: x\r\n\r\n'] },
  { name: 'an answer', steps: ['GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n', readReply] },
  { name: 'no HTTP', steps: ['\0\x01\x02\r\n\r\n'] },
  { name: 'a method that makes a tunnel', steps: ['CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'] },
  {
    name: 'permission for a body',
    steps: ['POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n'],
  },
  { name: 'an upgrade nobody takes', steps: [upgrade('/x')] },
  { name: 'an upgrade and what follows it', steps: [upgrade('/x'), 'more'] },
  { name: 'an upgrade that was answered', steps: [upgrade('/x'), readReply] },
]

const over = (tls: Credentials | true, stages: readonly Stage[]) => stages.map((stage) => ({ ...stage, tls }))

/** Of any port that speaks TLS. */
const hello: readonly Stage[] = [
  { name: 'TCP', steps: [] },
  { name: 'half a TLS hello', steps: [Buffer.from('16030100c8010000c40303', 'hex')] },
  { name: 'noise instead of TLS', steps: ['GET / HTTP/1.1\r\n\r\n'] },
]

const part = (name: string, type: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="x.bin"\r\nContent-Type: ${type}\r\n\r\n`
const post = (path: string, head: string) => `POST /api/v1/${path} HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n`
const form = 'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000'
const bytes = Buffer.alloc(70_000)

function consoleDoor({ port }: Product, { token, ask }: Session, id: number): Door {
  const signed = `Authorization: ${token}`
  const get = (path: string) => `GET /api/v1/${path} HTTP/1.1\r\nHost: x\r\n${signed}\r\n\r\n`
  const shell = async (): Promise<readonly Step[]> => {
    // a device that serves the tunnel is busy now and then
    const opened = await until(
      'a shell',
      WITHIN,
      () => ask('POST device/command/remote', { id, cols: 80, rows: 24 }),
      200,
    )
    return [upgrade(`/api/v1/device/remote/${opened.session}?ticket=${opened.ticket}`), readReply]
  }
  return {
    name: 'console',
    port,
    stages: [
      ...http,
      {
        name: 'half a body',
        steps: [post('user/login', 'Content-Type: application/json\r\nContent-Length: 99'), '{"a'],
      },
      { name: 'half a part of a stranger', steps: [post('user/login', form), part('file', 'image/png'), bytes] },
      { name: 'half a picture', steps: [post('user/avatar', `${signed}\r\n${form}`), part('file', 'image/png'), 'x'] },
      { name: 'half an image', steps: [post('firmware/upload', `${signed}\r\n${form}`), part('file', 'x/x'), bytes] },
      { name: 'a call', steps: [get('device/all?page=1')] },
      { name: 'many calls at once', steps: [get('openapi.json').repeat(20), readReply], most: 10 },
      { name: 'a live stream', steps: [get('live'), readReply] },
      { name: 'a live stream that begins', steps: [get('live')] },
      { name: 'a shell with a wrong ticket', steps: [upgrade('/api/v1/device/remote/x?ticket=y')] },
      { name: 'a shell', steps: shell, most: 6 },
      {
        name: 'half a frame to a shell',
        steps: async (): Promise<readonly Step[]> => [...(await shell()), frame('x'.repeat(99)).subarray(0, 20)],
        most: 6,
      },
    ],
  }
}

const introduction = (serial: string) =>
  frame(
    JSON.stringify({
      jsonrpc: '2.0',
      method: 'connect',
      params: { serial, uuid: 1, firmware: 'x', capabilities: { platform: 'ap', model: 'x', compatible: 'x' } },
    }),
  )

async function deviceDoor({ devicePort, data }: Product): Promise<Door> {
  const serial = '0c6600000099'
  const { key, certificates } = await issueDeviceCertificates(join(data, 'pki'), [serial])
  const own = { key, cert: certificates.get(serial) ?? '' }
  const opened: readonly Step[] = [upgrade('/'), readReply]
  const inside: readonly Stage[] = [
    { name: 'half an upgrade', steps: [upgrade('/').slice(0, 70)] },
    { name: 'an upgrade', steps: [upgrade('/')] },
    { name: 'an open WebSocket', steps: opened },
    { name: 'half a frame', steps: [...opened, introduction(serial).subarray(0, 30)] },
    { name: 'a frame of another protocol', steps: [...opened, Buffer.from([0xff, 0xff, 0, 0])] },
    { name: 'an introduction', steps: [...opened, introduction(serial)] },
    {
      name: 'an introduction and half a message',
      steps: [...opened, introduction(serial), frame('[', { announce: 99_999 })],
    },
    { name: 'a ping', steps: [...opened, frame('x', { kind: 'ping' })] },
  ]
  return {
    name: 'devices',
    port: devicePort,
    stages: [
      ...hello,
      { name: 'TLS without a certificate', tls: true, steps: [] },
      { name: 'TLS', tls: own, steps: [] },
      ...over(own, http.slice(1)),
      ...over(own, inside),
    ],
  }
}

const enrolDoor = ({ enrolPort }: Product): Door => ({
  name: 'enrolment',
  port: enrolPort,
  stages: [
    ...hello,
    ...over(true, http),
    ...over(true, [
      { name: 'half an enrolment', steps: ['POST /enrol HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n{"token":'] },
      { name: 'half an upload', steps: ['PUT /upload/x HTTP/1.1\r\nHost: x\r\nContent-Length: 90000\r\n\r\n', bytes] },
      { name: 'a package', steps: ['GET /package/x HTTP/1.1\r\nHost: x\r\n\r\n'] },
      {
        name: 'agents, of which a piece was read',
        steps: ['GET /agent.mjs HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(4), readReply],
      },
    ]),
  ],
})

const fileDoor = ({ filePort }: Product): Door => ({
  name: 'files',
  port: filePort,
  stages: [
    ...http,
    { name: 'an image', steps: ['GET /transfer/image/x/y.bin HTTP/1.1\r\nHost: x\r\n\r\n'] },
    {
      name: 'half a body',
      steps: ['POST /transfer/image/x HTTP/1.1\r\nHost: x\r\nContent-Length: 90000\r\n\r\n', bytes],
    },
    {
      name: 'answers, of which a piece was read',
      steps: ['GET /transfer/here HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(4), readReply],
    },
  ],
})

/** The port of one page behind the device, entered. */
async function remoteDoor({ ask }: Session, id: number, pagePort: number): Promise<Door> {
  const way = await ask('POST device/command/remote/custom', { id, port: pagePort, minutes: 5 })
  const entered = await fetch(`http://127.0.0.1:${way.port}${way.path}`, { redirect: 'manual' })
  const cookie = `Cookie: ${(entered.headers.get('set-cookie') ?? '').split(';')[0]}\r\n`
  holds('the page is entered', entered.status === 302)
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n${cookie}\r\n`
  return {
    name: 'remote',
    port: way.port,
    stages: [
      ...http,
      { name: 'a page', steps: [get('/')] },
      { name: 'a page that comes', steps: [get('/large'), readReply], most: 6 },
      {
        name: 'half a body',
        steps: [`POST / HTTP/1.1\r\nHost: x\r\n${cookie}Content-Length: 90000\r\n\r\n`, bytes],
        most: 20,
      },
      { name: 'a WebSocket', steps: [upgrade('/socket', cookie)], most: 20 },
      {
        name: 'a WebSocket that is open',
        steps: [upgrade('/socket', cookie), readReply, frame('x').subarray(0, 5)],
        most: 20,
      },
    ],
  }
}
