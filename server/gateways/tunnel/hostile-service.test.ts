import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import { Proxies } from '../../base/edge/address.ts'
import { localBus } from '../../base/bus/bus.ts'
import { type CommandAnswer, commandSubject, streamSubject } from '../../devices/device-link.ts'
import { chance } from '../../kernel/rules/test-chance.ts'
import { hostileAnswers } from '../../kernel/rules/test-hostile-answers.ts'
import type { OpenTunnel } from '../../devices/tunnel-link.ts'
import { ServicePort } from './service-port.ts'

const DEVICE = 7
const AT_ONCE = 16
const bus = localBus((error) => caught.push(error))
const caught: unknown[] = []
const keep = (error: unknown) => caught.push(error)
process.on('uncaughtException', keep).on('unhandledRejection', keep)
afterAll(() => void process.off('uncaughtException', keep).off('unhandledRejection', keep))
afterEach(() => {
  const [first] = caught.splice(0)
  if (first) throw new Error('an error went past its connection', { cause: first })
})

/**
 * The response of the device behind the tunnel to the first bytes of a connection, piece by piece; then it closes, and continues
 * to send.
 */
let answers: () => readonly Buffer[] = () => []
const answered = new Set<string>()
/** Requests to the device, and a promise that it awaits before it reports a connection as open. */
const ops: string[] = []
let slow: Promise<void> | undefined
bus.serve(commandSubject(DEVICE), async ({ args }: DeviceCommand): Promise<CommandAnswer> => {
  const { op, session } = args as { op: string; session: string }
  ops.push(op)
  if (op === 'open') await slow
  if (op !== 'write' || answered.has(session)) return { result: 0, msg: '' }
  answered.add(session)
  const subject = streamSubject(DEVICE, session)
  setImmediate(() => {
    for (const piece of answers()) bus.publish(subject, { data: piece.toString('base64') })
    bus.publish(subject, { closed: true })
    bus.publish(subject, { data: 'bW9yZQ==' })
    bus.publish(subject, { closed: true })
  })
  return { result: 0, msg: '' }
})

async function open(more: Partial<OpenTunnel> = {}) {
  const ticket = createHash('sha256').update('ticket').digest('base64')
  const requested = {
    session: 's',
    team_id: 1,
    device_id: DEVICE,
    connection: '',
    scheme: 'http' as const,
    host: '10.0.0.1',
    port: 80,
    seconds: 60,
    grounds: { uid: 1, session_id: 1 },
  }
  const way = new ServicePort({ ...requested, ticket, ...more }, bus, {
    proxies: new Proxies([]),
    secure: false,
    originOf: () => '',
  })
  const port = await way.listen(0, '127.0.0.1')
  const entered = await fetch(`http://127.0.0.1:${port}/__open/ticket`, { redirect: 'manual' })
  return { way, port, cookie: (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? '' }
}

/** All data received until the connection ends. */
async function say(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.on('data', (bytes) => (heard += bytes.toString('latin1')))
  socket.on('error', () => {})
  socket.write(request, 'latin1')
  const ended = once(socket, 'close').catch(() => {})
  await ended
  return heard
}

const get = (cookie: string, path = '/', more = '') =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nConnection: close\r\n${more}\r\n`
const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eA==\r\n'

test.each([
  ['HTTP/1.1 099 x\r\ncontent-length: 0\r\n\r\n', 502],
  ['HTTP/1.1 000 x\r\ncontent-length: 0\r\n\r\n', 502],
  ['HTTP/1.1 999 x\r\ncontent-length: 0\r\n\r\n', 502],
  ['HTTP/1.1 101 x\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n', 502],
  ['no HTTP', 502],
  ['HTTP/1.1 200 x\r\ncontent-length: 4\r\n\r\nfine', 200],
])('the service responds with %j', async (answer, status) => {
  const { way, port, cookie } = await open()
  answers = () => [Buffer.from(answer)]
  expect(await say(port, get(cookie))).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  way.close()
})

test('no response of a service breaks the tunnel', async () => {
  const luck = chance(15)
  const { below, once: onceIn } = luck
  const next = hostileAnswers(luck)
  answers = () => {
    const text = next()
    const cut = onceIn(2) ? 0 : below(text.length)
    return [text.slice(0, cut), text.slice(cut)].filter(Boolean).map((part) => Buffer.from(part, 'latin1'))
  }
  const ways = [await open(), await open({ scheme: 'https' })]
  let heard = 0
  for (let round = 0; round < 150; round++) {
    const { port, cookie } = onceIn(20) ? (ways[1] as (typeof ways)[number]) : (ways[0] as (typeof ways)[number])
    const said = await Promise.all(
      Array.from({ length: AT_ONCE }, () => say(port, get(cookie, '/', onceIn(5) ? upgrade : ''))),
    )
    heard += said.filter((text) => text.startsWith('HTTP/1.1 ')).length
  }
  expect(heard).toBeGreaterThan(150)
  answers = () => [Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nfine')]
  expect(await say(ways[0]?.port ?? 0, get(ways[0]?.cookie ?? ''))).toContain('fine')
  for (const { way } of ways) way.close()
})

test('no request of a browser breaks the tunnel', async () => {
  const { below, of, once: onceIn, list } = chance(16)
  const noise = () => Buffer.from(list(0, 30, () => below(256))).toString('latin1')
  const { way, port, cookie } = await open()
  answers = () => [Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nfine')]
  const method = () =>
    onceIn(9) ? noise() : of(['GET', 'POST', 'CONNECT', 'TRACE', 'PRI', 'M-SEARCH', 'HEAD', 'OPTIONS'])
  const path = () =>
    onceIn(4)
      ? `/${noise()}`
      : of(['/', '*', '//', 'http://999.1.1.1/', 'x:1', '/__open/', '/__open/ticket?to=//x', '/%', '/\x80', '/?#'])
  const header = () =>
    of([
      'Referer: http://[',
      'Referer: \x80',
      'Origin: null',
      'Origin: \x01',
      `Cookie: ${noise()}`,
      'Expect: 100-continue',
      'Content-Length: 4',
      'Transfer-Encoding: chunked',
      'Upgrade: websocket',
      upgrade.trim(),
      `X: ${noise()}`,
    ])
  for (let round = 0; round < 60; round++) {
    await Promise.all(
      Array.from({ length: AT_ONCE }, () =>
        say(
          port,
          `${method()} ${path()} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nConnection: close\r\n${list(0, 4, header).join('\r\n')}\r\n\r\n4\r\nbody\r\n0\r\n\r\n`,
        ),
      ),
    )
  }
  expect(await say(port, get(cookie))).toContain('fine')
  way.close()
})

test.each(['999.1.1.1', '1', '[', '::1', 'a b', 'xn--0', '%', '', '\0', 'x'.repeat(5000), 'fe80::1%eth0', '10.0.0.1/'])(
  'a service at %j',
  async (host) => {
    answers = () => [Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nfine')]
    for (const scheme of ['http', 'https', 'tcp'] as const) {
      for (const port of [1, 80, 65_535]) {
        const { way, port: own, cookie } = await open({ scheme, host, port })
        const text = await say(own, get(cookie, '/', onceUpgrade(port)))
        expect(text).toMatch(/^(HTTP\/1.1 \d{3} |$)/)
        way.close()
      }
    }
  },
)

const onceUpgrade = (port: number) => (port === 80 ? upgrade : '')

test('a connection that opens after the tunnel was closed is also closed on the device', async () => {
  const { way, port, cookie } = await open()
  let go = () => {}
  slow = new Promise<void>((resolve) => (go = resolve))
  ops.length = 0
  const said = say(port, get(cookie))
  await expect.poll(() => ops).toEqual(['open'])
  way.close()
  go()
  await said
  await expect.poll(() => ops).toEqual(['open', 'close'])
  slow = undefined
})
