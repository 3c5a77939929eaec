import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcp } from 'node:net'
import snmp from 'net-snmp'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'

let server: TestServer
let token = ''
let scene_id = 0
const open: { close(): unknown }[] = []

beforeAll(async () => {
  server = await startTestServer(['--monitor-networks', '127.0.0.0/8'])
  token = await server.signIn()
  scene_id = (await server.call(token, 'POST scene', { name: 'Depot' })).data.id
})
afterAll(async () => {
  for (const one of open) one.close()
  await server?.close()
})

const until = async <T>(ask: () => Promise<T | undefined | false>): Promise<T> => (await vi.waitUntil(ask)) as T
const rowOf = async (id: number) => {
  const { data } = await server.call(token, 'GET device/other', { scene_id, ids: [id], limit: 10 })
  return data.list[0]
}
const add = (more: Record<string, unknown>) =>
  server.call(token, 'POST device/third/mod', { scene_id, name: 'Gate', kind: 'camera', ip: '127.0.0.1', ...more })

async function listening(make: () => Server | ReturnType<typeof createTcp>): Promise<number> {
  const peer = make()
  open.push(peer)
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve))
  return (peer.address() as AddressInfo).port
}

test('a device without an identity gets a number in the scheme for monitored devices, and is found by it', async () => {
  const { data } = await add({ monitor: { type: 'none' } })
  const row = await rowOf(data.id)
  expect(row.sn).toMatch(/^m-[a-z2-7]{12}$/)
  const [{ scheme }] = (await server.system.db.rows(sql`select scheme from device where id = ${data.id}`)) as [
    { scheme: string },
  ]
  expect(scheme).toBe('monitored')
  const request = { sn: row.sn.toUpperCase(), scene_id, page: 1, limit: 10 }
  expect((await server.call(token, 'GET device/all', request)).data.list).toMatchObject([{ id: data.id, sn: row.sn }])
})

describe('a port', () => {
  test('is polled from the moment it is added, and offline after the set number of failures', async () => {
    const peer = createTcp((socket) => socket.end())
    const port = await listening(() => peer)
    const { data } = await add({ mac: '00-0F-E2-10-20-01', monitor: { type: 'tcp', port, interval: 10, misses: 1 } })
    const up = await until(async () => {
      const row = await rowOf(data.id)
      return row?.online === 1 && row.third.checked_at > 0 && row
    })
    expect(up).toMatchObject({ type: 7, name: 'Gate', address: '127.0.0.1' })
    expect(up.third).toMatchObject({ kind: 'camera', monitor: 'tcp', port, fault: '', mac: '00:0f:e2:10:20:01' })
    expect(up.third.rtt_ms).toBeGreaterThan(0)
    expect(up.vendor).not.toBe('')
    await new Promise((resolve) => peer.close(resolve))
    // a change is polled immediately
    await server.call(token, 'POST device/third/mod', {
      id: data.id,
      name: 'Gate 2',
      kind: 'camera',
      ip: '127.0.0.1',
      monitor: { type: 'tcp', port, interval: 10, misses: 1 },
    })
    const down = await until(async () => {
      const row = await rowOf(data.id)
      return row?.online === 0 && row.third.fault === 'refused' && row
    })
    expect(down.name).toBe('Gate 2')
    expect(down.third.rtt_ms).toBeNull()
  })
})

describe('a web page', () => {
  test('by status and text', async () => {
    const port = await listening(() =>
      createServer((request, answer) => {
        answer.statusCode = request.url === '/broken' ? 503 : 200
        answer.end('<title>DS-2CD</title>')
      }),
    )
    const tryIt = async (more: object) =>
      (
        await server.call(token, 'POST device/third/test', {
          ip: '127.0.0.1',
          monitor: { type: 'http', port, ...more },
        })
      ).data
    expect(await tryIt({})).toMatchObject({ ok: 1, fault: '', detail: 'HTTP 200' })
    expect(await tryIt({ path: '/broken' })).toMatchObject({ ok: 0, fault: 'status', detail: 'HTTP 503' })
    expect(await tryIt({ path: '/broken', status: 503 })).toMatchObject({ ok: 1 })
    expect(await tryIt({ text: 'DS-2CD' })).toMatchObject({ ok: 1 })
    expect(await tryIt({ text: 'Something else' })).toMatchObject({ ok: 0, fault: 'text' })
    expect(await tryIt({ tls: 1 })).toMatchObject({ ok: 0, fault: 'tls' })
  })
})

test('an echo, or that none can be sent here', async () => {
  const { data } = await server.call(token, 'POST device/third/test', { ip: '127.0.0.1', monitor: { type: 'ping' } })
  expect(data.ok === 1 || data.fault === 'unavailable').toBe(true)
})

describe('SNMP', () => {
  const user = {
    name: 'watcher',
    level: snmp.SecurityLevel.authPriv,
    authProtocol: snmp.AuthProtocols.sha,
    authKey: 'authentic-pass-1',
    privProtocol: snmp.PrivProtocols.aes,
    privKey: 'private-pass-12',
  }
  let port = 0

  beforeAll(async () => {
    port = await freeUdpPort()
    const agent = snmp.createAgent(
      { port, address: '127.0.0.1', accessControlModelType: snmp.AccessControlModelType.None } as never,
      () => {},
    )
    open.push(agent as never)
    agent.getAuthorizer().addCommunity('depot-community')
    agent.getAuthorizer().addUser(user as never)
    const scalar = (name: string, oid: string, type: number, value: unknown) => {
      agent.registerProvider({ name, type: snmp.MibProviderType.Scalar, oid, scalarType: type, maxAccess: 2 } as never)
      agent.getMib().setScalarValue(name, value as never)
    }
    scalar('sysDescr', '1.3.6.1.2.1.1.1', snmp.ObjectType.OctetString, 'Depot switch, version 2.4.1')
    scalar('sysObjectID', '1.3.6.1.2.1.1.2', snmp.ObjectType.OID, '1.3.6.1.4.1.4881.1')
    scalar('sysUpTime', '1.3.6.1.2.1.1.3', snmp.ObjectType.TimeTicks, 360_000)
    scalar('sysName', '1.3.6.1.2.1.1.5', snmp.ObjectType.OctetString, 'depot-1')
    scalar('upsBatteryStatus', '1.3.6.1.2.1.33.1.2.1', snmp.ObjectType.Integer, 2)
    scalar('upsCharge', '1.3.6.1.2.1.33.1.2.4', snmp.ObjectType.Integer, 87)
  })

  const v3 = {
    type: 'snmp',
    version: 'v3',
    user: 'watcher',
    auth: 'sha',
    priv: 'aes',
    auth_password: 'authentic-pass-1',
    priv_password: 'private-pass-12',
    timeout: 1000,
  }

  test('v2c: its identity and values are on the device page', async () => {
    const monitor = { type: 'snmp', port, community: 'depot-community', interval: 10 }
    const { data } = await add({ name: 'Core', kind: 'switch', monitor })
    const row = await until(async () => {
      const one = await rowOf(data.id)
      return one?.uptime && one
    })
    expect(row).toMatchObject({ online: 1, vendor: expect.any(String), firmware: '2.4.1', uptime: 3600, name: 'Core' })
    expect(row.model).toBe('Depot switch')
    const { data: detail } = await server.call(token, 'GET device/detail', { id: data.id })
    expect(detail.facts.ups).toMatchObject({ charge: 87, battery_low: false })
    expect(detail.capabilities).toMatchObject({ name: 'depot-1' })
  })

  test('v3 with authentication and encryption, and the error for a wrong key', async () => {
    const tryIt = async (more: object) =>
      (await server.call(token, 'POST device/third/test', { ip: '127.0.0.1', monitor: { ...v3, port, ...more } })).data
    expect(await tryIt({})).toMatchObject({ ok: 1, identity: { name: 'depot-1', firmware: '2.4.1' } })
    expect((await tryIt({ auth_password: 'something-else', timeout: 300 })).ok).toBe(0)
  })

  test('secrets are sealed, never returned, and stay when a change omits them', async () => {
    const { data } = await add({ name: 'V3', kind: 'switch', monitor: { ...v3, port } })
    const { data: told } = await server.call(token, 'GET device/third', { id: data.id })
    expect(told.monitor).toMatchObject({ user: 'watcher', auth_password: 1, priv_password: 1, community: 0 })
    const stored = await server.system.db.one<object>(sql`select * from monitored_device where device_id = ${data.id}`)
    expect(JSON.stringify(stored)).not.toMatch(/authentic-pass|private-pass/)
    const { auth_password: _, priv_password: __, ...rest } = v3
    const change = { id: data.id, name: 'V3', kind: 'switch', ip: '127.0.0.1', monitor: { ...rest, port } }
    expect(await server.call(token, 'POST device/third/mod', change)).toMatchObject({ code: 0 })
    const test = { id: data.id, ip: '127.0.0.1', monitor: { ...rest, port } }
    expect((await server.call(token, 'POST device/third/test', test)).data).toMatchObject({ ok: 1 })
    const elsewhere = await server.call(token, 'POST device/third/test', { ...test, ip: '127.0.0.2' })
    expect(elsewhere, 'secrets never go to another address').toMatchObject({ code: 10382 })
    for (const [what, part] of Object.entries({
      address: { ip: '127.0.0.2' },
      port: { monitor: { ...rest, port: port + 1 } },
    })) {
      const moved = await server.call(token, 'POST device/third/mod', { ...change, ...part, lang: 'en' })
      expect(moved, what).toMatchObject({ code: 10382 })
      expect(Object.keys(moved.data.fields), what).toEqual(['monitor.auth_password', 'monitor.priv_password'])
      expect(moved.data.fields['monitor.auth_password'], what).toMatch(/enter it again/)
      expect(await server.call(token, 'POST device/third/test', { ...test, ...part }), what).toMatchObject({
        code: 10382,
      })
    }
    const entered = { ...change, ip: '127.0.0.2', monitor: { ...v3, port } }
    expect(await server.call(token, 'POST device/third/mod', entered)).toMatchObject({ code: 0 })
    const log = await server.call(token, 'GET log/sys', { limit: 50 })
    expect(JSON.stringify(log.data)).not.toMatch(/authentic-pass|private-pass|depot-community/)
  })
})

describe('refused input', () => {
  test.each([
    ['no address', { ip: 'nas.local' }, 10380],
    ['everybody', { ip: '224.0.0.1' }, 10380],
    ['a port without one', { monitor: { type: 'tcp' } }, 10382],
    ['v3 without a user', { monitor: { type: 'snmp', version: 'v3' } }, 10382],
    ['v2c without a community', { monitor: { type: 'snmp' } }, 10382],
    ['encryption without authentication', { monitor: { type: 'snmp', version: 'v3', user: 'x', priv: 'aes' } }, 10382],
    ['a wrong MAC', { mac: 'zz', monitor: { type: 'none' } }, 10001],
    ['a picture of nobody', { logo_id: 99, monitor: { type: 'none' } }, 10002],
  ])('%s', async (_, more, code) => {
    expect((await add({ monitor: { type: 'ping' }, ...more })).code).toBe(code)
  })
})

test('one without a monitor is neither online nor late', async () => {
  const port = await listening(() => createTcp((socket) => socket.end()))
  const { data } = await add({ monitor: { type: 'tcp', port } })
  await until(async () => (await rowOf(data.id))?.online === 1)
  const change = { id: data.id, name: 'Gate', kind: 'camera', ip: '127.0.0.1', monitor: { type: 'none' } }
  expect((await server.call(token, 'POST device/third/mod', change)).code).toBe(0)
  expect(await rowOf(data.id)).toMatchObject({ online: 0, third: { monitor: 'none', rtt_ms: null, fault: '' } })
})

async function freeUdpPort(): Promise<number> {
  const { createSocket } = await import('node:dgram')
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address()
  await new Promise<void>((resolve) => socket.close(() => resolve()))
  return port
}

test('an operation on one is undone like any other; its secrets stay', async () => {
  const monitor = { type: 'snmp', community: 'depot-community', port: 9161, interval: 86_400 }
  const { data } = await add({ name: 'Undone', mac: '44-19-b6-00-11-22', monitor })
  const { community: _, ...rest } = monitor
  const other = { ...rest, misses: 7 }
  const change = { id: data.id, name: 'Changed', kind: 'ups', ip: '127.0.0.1', mac: '', monitor: other }
  expect((await server.call(token, 'POST device/third/mod', change)).code).toBe(0)
  const newest = (await server.call(token, 'GET log/sys', { limit: 1 })).data.list[0]
  const undone = await server.call(token, 'POST log/undo', { id: newest.id })
  expect(undone, JSON.stringify([undone, newest])).toMatchObject({ code: 0, data: { err_cnt: 0 } })
  expect((await server.call(token, 'GET device/third', { id: data.id })).data).toMatchObject({
    name: 'Undone',
    kind: 'camera',
    ip: '127.0.0.1',
    mac: '44:19:b6:00:11:22',
    monitor: { type: 'snmp', community: 1, port: 9161, misses: 3, interval: 86_400 },
  })
  // an undo does not send a secret to another address than the one it was entered for either
  const moved = { ...change, monitor: { ...monitor, port: 9162 } }
  expect((await server.call(token, 'POST device/third/mod', moved)).code).toBe(0)
  const [move] = (await server.call(token, 'GET log/sys', { limit: 1 })).data.list
  expect((await server.call(token, 'POST log/undo', { id: move.id })).data).toMatchObject({ err_cnt: 1 })
  const kept = (await server.call(token, 'GET device/third', { id: data.id })).data
  expect(kept.monitor).toMatchObject({ community: 1, port: 9162 })
})
