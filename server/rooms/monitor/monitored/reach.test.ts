import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'
import { foundTeam } from '../../account/api.ts'

// 127.0.0.2 is allowed to the team of the installation, as tests allow loopback; 127.0.0.1 stays forbidden
let server: TestServer
const tokens = { home: '', tenant: '' }
const scenes = { home: 0, tenant: 0 }
const open: ReturnType<typeof createServer>[] = []
let knocks = 0
let port = 0

beforeAll(async () => {
  server = await startTestServer(['--monitor-networks', '127.0.0.2/32'])
  const { system } = server
  const start = { team: 'Tenant', account: 'tenant', password: 'Tenant-2026', now: system.now() }
  await system.database.transaction((db) => foundTeam({ ...system, db }, start))
  tokens.home = await server.signIn()
  tokens.tenant = await server.signIn('tenant', 'Tenant-2026')
  for (const who of ['home', 'tenant'] as const)
    scenes[who] = (await server.call(tokens[who], 'POST scene', { name: who })).data.id
  const peer = createServer((socket) => {
    knocks++
    socket.end()
  })
  open.push(peer)
  await new Promise<void>((resolve) => peer.listen(0, '0.0.0.0', resolve))
  port = (peer.address() as AddressInfo).port
})
afterAll(async () => {
  for (const one of open) one.close()
  await server?.close()
})

type ReachTester = keyof typeof tokens
const tcp = () => ({ type: 'tcp', port, interval: 10, misses: 1, timeout: 500 })
const add = (who: ReachTester, ip: string) =>
  server.call(tokens[who], 'POST device/third/mod', {
    scene_id: scenes[who],
    name: ip,
    kind: 'other',
    ip,
    monitor: tcp(),
  })
const test_ = (who: ReachTester, ip: string) =>
  server.call(tokens[who], 'POST device/third/test', { ip, monitor: tcp() })
const allow = (networks: object[], who: ReachTester = 'home') =>
  server.call(tokens[who], 'POST device/third/networks', { networks })
const rowOf = async (who: ReachTester, id: number) =>
  (await server.call(tokens[who], 'GET device/other', { scene_id: scenes[who], ids: [id], limit: 10 })).data.list[0]
const until = async <T>(ask: () => Promise<T | undefined | false>): Promise<T> => (await vi.waitUntil(ask)) as T

const hostile = [
  ['127.0.0.1', 10381],
  ['::1', 10381],
  ['::ffff:127.0.0.1', 10381],
  ['64:ff9b::7f00:1', 10381],
  ['169.254.169.254', 10381],
  ['::ffff:169.254.169.254', 10381],
  ['fd00:ec2::254', 10381],
  ['100.100.100.200', 10381],
  ['0.0.0.0', 10380],
  ['0.0.0.1', 10381],
  ['224.0.0.1', 10380],
  ['fe80::1', 10381],
  ['0177.0.0.1', 10380],
  ['2130706433', 10380],
  ['localhost', 10380],
] as const

test.each(hostile)('%s is refused to all, for tests and for storing', async (ip, code) => {
  const before = knocks
  for (const who of ['home', 'tenant'] as const) {
    expect((await test_(who, ip)).code, `${who} tries`).toBe(code)
    expect((await add(who, ip)).code, `${who} adds`).toBe(code)
  }
  expect(knocks).toBe(before)
})

test('a team reaches nothing in the networks of the server, and nothing of the internet through it', async () => {
  for (const ip of ['10.0.0.1', '192.168.1.1', '172.16.0.1', '100.64.0.1', 'fd00::1', '203.0.113.7'])
    expect((await add('tenant', ip)).code, ip).toBe(10333)
  expect((await add('home', '10.0.0.1')).code, 'whoever runs the installation watches as ever').toBe(0)
})

test('networks listed by the administrator may be monitored, until they are removed from the list', async () => {
  expect((await add('tenant', '198.51.100.7')).code).toBe(10333)
  const both = [
    { network: '127.0.0.0/8', note: '' },
    { network: '198.51.100.0/24', note: 'shared probes' },
  ]
  expect((await allow(both)).code, 'loopback is never listed here').toBe(10334)
  expect((await allow(both.slice(1))).code).toBe(0)
  const { data } = await add('tenant', '198.51.100.7')
  const fault = async () => (await rowOf('tenant', data.id))?.third.fault
  await until(async () => ['timeout', 'unreachable', 'refused'].includes(await fault()))
  expect((await allow([])).code).toBe(0)
  await until(async () => (await fault()) === 'not-allowed')
  expect((await test_('tenant', '198.51.100.7')).code).toBe(10333)
})

test('loopback only where the operator of the machine allows it', async () => {
  const { data } = await add('tenant', '127.0.0.2')
  await until(async () => (await rowOf('tenant', data.id))?.online === 1)
  expect((await test_('tenant', '127.0.0.3')).code).toBe(10381)
})

test('the list belongs to the administrator', async () => {
  expect((await allow([], 'tenant')).code).toBe(10022)
  expect((await server.call(tokens.tenant, 'GET device/third/networks')).code).toBe(10022)
  expect((await server.call(tokens.home, 'GET device/third/networks')).data).toEqual({
    networks: [],
    trusted: ['127.0.0.2/32'],
  })
})

test('a guest in a scene of the installation’s team may not monitor more from it than elsewhere', async () => {
  const offer = { scene_id: scenes.home, account: 'tenant', permission: 1 }
  expect(await server.call(tokens.home, 'POST scene/share/account', offer)).toMatchObject({ code: 0 })
  const handle = { share_id: scenes.home, status: 1 }
  expect(await server.call(tokens.tenant, 'POST scene/share/handle', handle)).toMatchObject({ code: 0 })
  const input = { scene_id: scenes.home, name: 'x', kind: 'other', ip: '10.0.0.1', monitor: tcp() }
  expect((await server.call(tokens.tenant, 'POST device/third/mod', input)).code).not.toBe(0)
})

test('setting the list is an operation and can be undone', async () => {
  expect((await allow([{ network: '198.51.100.0/24', note: 'a' }])).code).toBe(0)
  expect((await allow([])).code).toBe(0)
  const newest = (await server.call(tokens.home, 'GET log/sys', { limit: 1 })).data.list[0]
  expect(await server.call(tokens.home, 'POST log/undo', { id: newest.id })).toMatchObject({ code: 0 })
  expect((await server.call(tokens.home, 'GET device/third/networks')).data.networks).toEqual([
    { network: '198.51.100.0/24', note: 'a' },
  ])
})

test('an address without a monitor may be in the list', async () => {
  const input = { scene_id: scenes.tenant, name: 'x', kind: 'other', ip: '10.0.0.1', monitor: { type: 'none' } }
  const { code, data } = await server.call(tokens.tenant, 'POST device/third/mod', input)
  expect(code).toBe(0)
  const watched = { ...input, id: data.id, monitor: tcp() }
  expect((await server.call(tokens.tenant, 'POST device/third/mod', watched)).code).toBe(10333)
})
