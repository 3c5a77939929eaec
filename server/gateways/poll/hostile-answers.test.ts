import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import snmp from 'net-snmp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isDeviceDriver } from '@belvedere/drivers/kit/define-device-driver.ts'
import { chance } from '../../kernel/rules/test-chance.ts'
import { hostileAnswers } from '../../kernel/rules/test-hostile-answers.ts'
import type { PollMonitor } from '../../devices/poll-link.ts'
import { SharedSockets } from './shared-sockets.ts'
import { tryHttp } from './try-http.ts'
import { trySnmp } from './try-snmp.ts'

const monitor = { interval: 60, misses: 3, timeout: 40 }
const ip = '127.0.0.1'
const sockets = new SharedSockets()
const open: { close(): void }[] = [sockets]
const caught: unknown[] = []
const keep = (error: unknown) => caught.push(error)
process.on('uncaughtException', keep).on('unhandledRejection', keep)
afterAll(() => {
  process.off('uncaughtException', keep).off('unhandledRejection', keep)
  for (const one of open) one.close()
})
afterEach(() => {
  const [first] = caught.splice(0)
  if (first) throw new Error('an error went past its question', { cause: first })
})

async function bound(): Promise<Socket> {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, ip, resolve))
  return socket
}

let agentPort = 0
beforeAll(async () => {
  const free = await bound()
  agentPort = free.address().port
  await new Promise<void>((resolve) => free.close(resolve))
  const agent = snmp.createAgent({ port: agentPort, address: ip, disableAuthorization: true } as never, () => {})
  agent.getAuthorizer().addUser({
    name: 'watcher',
    level: snmp.SecurityLevel.authPriv,
    authProtocol: snmp.AuthProtocols.sha,
    authKey: 'authentication',
    privProtocol: snmp.PrivProtocols.aes,
    privKey: 'privacy-privacy',
  } as never)
  const scalar = { type: snmp.MibProviderType.Scalar, scalarType: snmp.ObjectType.OctetString, maxAccess: 2 }
  agent.registerProvider({ ...scalar, name: 'descr', oid: '1.3.6.1.2.1.1.1' } as never)
  agent.getMib().setScalarValue('descr', 'Depot switch' as never)
  open.push(agent as never)
})

/** A proxy in front of the real device, which passes on its responses with some bytes changed. */
async function liar(change: (bytes: Buffer) => Buffer): Promise<number> {
  const [front, back] = [await bound(), await bound()]
  let asker = 0
  front.on('message', (bytes, from) => {
    asker = from.port
    back.send(bytes, agentPort, ip)
  })
  back.on('message', (bytes) => front.send(change(Buffer.from(bytes)), asker, ip))
  open.push(front, back)
  return front.address().port
}

const v3 = { version: 'v3', user: 'watcher', auth: 'sha', priv: 'aes' } as const
const secrets = { community: 'public', auth_password: 'authentication', priv_password: 'privacy-privacy' }
// found as the server finds it
const found: object = await import(new URL('../../../drivers/device/snmp/driver.ts', import.meta.url).href)
const options = { drivers: Object.values(found).filter(isDeviceDriver), sockets }
const askBy = (port: number, more: object, timeout = monitor.timeout) =>
  trySnmp(
    {
      ip,
      secrets,
      monitor: { ...monitor, timeout, type: 'snmp', port, ...more } as PollMonitor,
    },
    options,
  )

test.each([
  ['v2c', { version: 'v2c' }],
  ['v3', v3],
])('any SNMP response %s makes at most the request fail', async (_, more) => {
  const { below, of, once: onceIn } = chance(18)
  const change = (bytes: Buffer) => {
    if (onceIn(8)) return Buffer.from(Array.from({ length: below(100) }, () => below(256)))
    if (onceIn(8)) return bytes.subarray(0, below(bytes.length))
    for (let n = below(4); n >= 0; n--)
      bytes[below(bytes.length)] = of([0, 1, 5, 0x30, 0x7f, 0x80, 0x84, 0xa8, 0xff, below(256)])
    return bytes
  }
  const ports = await Promise.all(Array.from({ length: 12 }, () => liar(change)))
  const outcomes = new Set<string>()
  let tried = 0
  await Promise.all(
    ports.map(async (port) => {
      for (let n = 0; n < 100; n++, tried++) {
        const { outcome, memory } = await askBy(port, more)
        outcomes.add(outcome.ok ? 'ok' : outcome.detail)
        memory?.asker.close()
      }
    }),
  )
  expect(tried).toBe(1200)
  expect(outcomes.size, 'ways to fail').toBeGreaterThan(10)
  const honest = await liar((bytes) => bytes)
  const { outcome, memory } = await askBy(honest, more, 2000)
  memory?.asker.close()
  expect(outcome).toMatchObject({ ok: true })
})

test('any response of a web page makes at most the request fail', async () => {
  const luck = chance(19)
  const next = hostileAnswers(luck)
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      const text = Buffer.from(next(), 'latin1')
      if (luck.once(10)) socket.write(text, () => socket.resetAndDestroy())
      else socket.end(text)
    })
  })
  server.listen(0, ip)
  await once(server, 'listening')
  open.push(server)
  const { port } = server.address() as AddressInfo
  const outcomes = new Map<string, number>()
  for (let round = 0; round < 60; round++) {
    const paths = ['/', '*', '/\u{1f600}', '/ x', '/\r\nx: y']
    const all = Array.from({ length: 16 }, () => {
      const request = {
        ...monitor,
        timeout: 3000,
        type: 'http',
        port,
        path: luck.once(4) ? luck.of(paths) : '/',
        text: 'x',
      }
      const told = tryHttp({ ip, monitor: request as PollMonitor })
      return told.then(
        (outcome) => (outcome.ok ? 'ok' : outcome.fault),
        () => 'refused before it was sent',
      )
    })
    for (const one of await Promise.all(all)) outcomes.set(one, (outcomes.get(one) ?? 0) + 1)
  }
  expect([...outcomes.values()].reduce((a, b) => a + b, 0)).toBe(960)
  expect(outcomes.size).toBeGreaterThan(2)
})
