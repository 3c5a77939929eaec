import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import { commandSubject, deviceDisconnected, streamSubject } from '../../../devices/device-link.ts'
import { introduce } from '../../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'

let server: TestServer
let token: string
let scene: number
let id: number
const heard: Record<string, unknown>[] = []

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  scene = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
  id = (await introduce(server.system, '0c3333aa0001')).device_id
  await server.call(token, 'POST device/add', { sn: '0c3333aa0001', scene_id: scene })
  const { bus } = server.system
  // echoes the input, like a terminal
  bus.serve(commandSubject(id), async ({ args }: DeviceCommand) => {
    heard.push(args)
    const { op, session, data } = args as { op: string; session: string; data?: string }
    if (op === 'open') bus.publish(streamSubject(id, session), { data: Buffer.from('$ ').toString('base64') })
    if (op === 'write') bus.publish(streamSubject(id, session), { data })
    return { result: 0, msg: '' }
  })
})
afterAll(() => server?.close())

const open = async () => (await server.call(token, 'POST device/command/remote', { id, cols: 100, rows: 30 })).data

function attach(session: string, ticket: string, origin?: string) {
  const url = `${server.url.replace('http', 'ws')}/api/v1/device/remote/${session}?ticket=${ticket}`
  const socket = new WebSocket(url, { origin })
  const seen = { bytes: '', texts: [] as string[], closed: false, status: 0 }
  socket.on('message', (data: Buffer, binary) => (binary ? (seen.bytes += data) : seen.texts.push(String(data))))
  socket.on('close', () => (seen.closed = true))
  socket.on('unexpected-response', (_, response) => (seen.status = response.statusCode ?? 0))
  socket.on('error', () => {})
  return { socket, seen }
}

test('a shell is opened, connected to once, used, resized and closed with its device', async () => {
  const { session, ticket, task_id } = await open()
  const { socket, seen } = attach(session, ticket)
  await expect.poll(() => seen.bytes, { message: 'output from before the browser came' }).toBe('$ ')
  for (const key of 'id\n') socket.send(Buffer.from(key))
  await expect.poll(() => seen.bytes).toBe('$ id\n')
  socket.send(JSON.stringify({ resize: { cols: 120, rows: 40 } }))
  socket.send('not JSON')
  await expect.poll(() => heard.at(-1)).toEqual({ op: 'resize', session, cols: 120, rows: 40 })
  const again = attach(session, ticket)
  await expect.poll(() => again.seen.status, { message: 'a ticket works once' }).toBe(403)
  server.system.bus.publish(streamSubject(id, session), { closed: true, exit: 3 })
  await expect.poll(() => seen.closed).toBe(true)
  expect(seen.texts).toEqual([JSON.stringify({ closed: true, exit: 3, why: '' })])
  const { data } = await server.call(token, 'GET log/task/item', { task_id })
  expect(data.list).toMatchObject([{ type: 'remote', result: 0, msg: 'exit 3' }])
})

test('a page of another site cannot connect, even with the ticket', async () => {
  const { session, ticket } = await open()
  const foreign = attach(session, ticket, 'https://elsewhere.example')
  await expect.poll(() => foreign.seen.status).toBe(403)
  const own = attach(session, ticket, server.url)
  await expect.poll(() => own.seen.bytes).toBe('$ ')
  own.socket.close()
})

test('another device that knows the session neither writes to a shell nor ends it', async () => {
  const { device_id: other } = await introduce(server.system, '0c3333aa00ff')
  const { session, ticket } = await open()
  const { socket, seen } = attach(session, ticket)
  await expect.poll(() => seen.bytes).toBe('$ ')
  server.system.bus.publish(streamSubject(other, session), { data: Buffer.from('forged').toString('base64') })
  server.system.bus.publish(streamSubject(other, session), { closed: true, exit: 0 })
  socket.send(Buffer.from('x'))
  await expect.poll(() => seen.bytes).toBe('$ x')
  expect(seen.closed).toBe(false)
  socket.close()
})

test('a late disconnection of an older connection ends no shell, one of its own does', async () => {
  const { connection } = await server.system.db.one<{ connection: string }>(
    sql`select session as connection from device_state where device_id = ${id}`,
  )
  const { session, ticket } = await open()
  const { socket, seen } = attach(session, ticket)
  await expect.poll(() => seen.bytes).toBe('$ ')
  const left = { device_id: id, scene_id: scene, serial: '0c3333aa0001', at: 1, reason: 'closed' }
  server.system.emit(deviceDisconnected, { ...left, session: 'older' })
  socket.send(Buffer.from('x'))
  await expect.poll(() => seen.bytes).toBe('$ x')
  expect(seen.closed).toBe(false)
  server.system.emit(deviceDisconnected, { ...left, session: connection })
  await expect.poll(() => seen.closed).toBe(true)
})

test('the shell on the device ends when the browser disconnects', async () => {
  const { session, ticket } = await open()
  const { socket, seen } = attach(session, ticket)
  await expect.poll(() => seen.bytes).toBe('$ ')
  socket.close()
  await expect.poll(() => heard.at(-1)).toEqual({ op: 'close', session })
})

test('an offline device is reported as offline, and too many shells are refused', async () => {
  const { device_id } = await introduce(server.system, '0c3333aa0002')
  await server.call(token, 'POST device/add', { sn: '0c3333aa0002', scene_id: scene })
  expect((await server.call(token, 'POST device/command/remote', { id: device_id })).code).toBe(10306)
  const sessions = []
  for (let n = 0; n < 10; n++) sessions.push(await open())
  expect((await server.call(token, 'POST device/command/remote', { id })).code).toBe(10312)
  const sockets = sessions.map(({ session, ticket }) => attach(session, ticket))
  await expect.poll(() => sockets.every(({ seen }) => seen.bytes === '$ ')).toBe(true)
  for (const { socket } of sockets) socket.close()
  await expect.poll(async () => (await open()).session).toBeTruthy()
})

test('a session is recorded, sealed, listed and replayed', async () => {
  const { id: remote_id, session, ticket, task_id } = await open()
  const { socket, seen } = attach(session, ticket)
  await expect.poll(() => seen.bytes).toBe('$ ')
  socket.send(Buffer.from('uptime\r'))
  await expect.poll(() => seen.bytes).toBe('$ uptime\r')
  server.system.bus.publish(streamSubject(id, session), { data: Buffer.from('\r\nPassword: ').toString('base64') })
  await expect.poll(() => seen.bytes).toContain('Password: ')
  const before = heard.length
  socket.send(Buffer.from('hunter2'))
  await expect.poll(() => heard.length).toBe(before + 1)
  expect((await server.call(token, 'POST device/command/remote/close', { id: remote_id })).code).toBe(0)
  await expect.poll(() => seen.closed).toBe(true)
  const list = async () => (await server.call(token, 'GET device/remote/session', { task_id })).data.list
  await expect.poll(async () => (await list())[0]?.recorded).toBe(1)
  const [row] = await list()
  expect(row).not.toHaveProperty('session')
  expect(row).toMatchObject({ id: remote_id, kind: 'shell', device_id: id, operator: 'admin', truncated: 0 })
  const { data } = await server.call(token, 'GET device/remote/replay', { id: row.id })
  const of = (kind: string) => data.events.filter((one: any) => one[1] === kind).map((one: any) => one[2])
  expect(of('i').join('')).toBe('uptime\r•••••••')
  expect(of('o').join(''), 'all that was shown').toBe('$ uptime\r\r\nPassword: hunter2')
  const { rows } = await server.system.database.pool.query('select file from device_remote where id = $1', [row.id])
  const kept = await server.system.files.read(rows[0].file)
  expect(kept.includes('uptime')).toBe(false)
  expect((await server.call(token, 'POST device/command/remote/close', { id: remote_id })).code, 'over').toBe(10002)
})
