import { createSocket } from 'node:dgram'
import { type AddressInfo, createServer } from 'node:net'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parseSyslog } from '@belvedere/pure/protocol/syslog.ts'
import { localBus } from '../../base/bus/bus.ts'
import { gatewayPortSubject } from '../../devices/gateway.ts'
import { guardServer } from '../../base/edge/guard-socket.ts'
import { syslogNamesSubject } from '../../devices/syslog-link.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { forwardTo } from './forward.ts'
import { SyslogFrames } from './frames.ts'

const bounds = { message: 8192, counted: 65_536 }
const messages: string[] = []
const collector = guardServer(createServer())
let server: TestServer
beforeAll(async () => {
  collector.on('connection', (socket) => {
    const frames = new SyslogFrames(bounds)
    socket.on('data', (bytes: Buffer) => frames.push(bytes, (message) => void messages.push(message.toString())))
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  const forward = ['--syslog-forward', `tcp://127.0.0.1:${port}`]
  server = await startTestServer(['--syslog', '--syslog-port', '0', '--syslog-tls-port', '0', ...forward])
})
afterAll(async () => {
  await server?.close()
  collector.close()
})

test('stored lines are forwarded with the sender’s name and without its token', async () => {
  const token = await server.signIn()
  const scene_id = (await server.call(token, 'POST scene', { name: 'Plant' })).data.id
  const secret = (await server.call(token, 'POST log/syslog', { scene_id, name: 'x' })).data.token
  const port = await server.system.bus.request<number>(gatewayPortSubject('syslog'), {}, 5000)
  const socket = createSocket('udp4')
  socket.on('error', () => {})
  const said = `<28>1 - core switch-9 - - [belvedere@32473 token="${secret}"] 链路 down\u202e`
  await new Promise((sent) => socket.send(said, port, '127.0.0.1', sent))
  socket.close()
  await vi.waitFor(() => expect(messages).toHaveLength(1))
  expect(parseSyslog(messages[0] as string)).toMatchObject({
    severity: 4,
    host: 'core',
    program: 'switch-9',
    text: '链路 down',
  })
  expect(messages[0]).toContain(`[belvedere@32473 scene="${scene_id}" device="0"]`)
  expect(messages[0]).not.toContain(secret)
  expect(await server.system.db.rows(sql`select from device_log`)).toHaveLength(1)
})

test('an unreachable destination loses lines and has no other effect', async () => {
  const bus = localBus(() => {})
  bus.serve(syslogNamesSubject, async () => [[7, 'Core switch']])
  const forwarder = forwardTo('tcp://127.0.0.1:1', bus)
  const line = {
    at: 1_800_000_000,
    device_id: 7,
    scene_id: 1,
    type: 'sys',
    severity: 5,
    source: '',
    program: 'x',
    text: 'y',
  }
  forwarder.send([line, line])
  await vi.waitFor(() => expect(forwarder.counts).toEqual({ sent: 0, dropped: 2 }))
  forwarder.stop()
})
