import sql from 'sql-template-tag'
import { connect } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { doorReason } from '@belvedere/contract/rooms/enrol/door/enums.ts'
import { type DoorRefusal, doorSubject } from '../../devices/door-link.ts'
import type { LiveNews } from '../../kernel/event.ts'
import { liveSubject } from '../../kernel/live/live.ts'
import { introduce } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { foundTeam } from '../account/api.ts'
import { purgeRefusals } from './door.ts'

let server: TestServer
let admin: string
let other: string
const MINE = '0c77d0000001'
let scene_id = 0
const news: LiveNews[] = []

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn()
  const start = { team: 'Other', account: 'other', password: 'Member-2026', now: server.system.now() }
  await server.system.database.transaction((db) => foundTeam({ db, access: server.system.access }, start))
  other = await server.signIn('other', 'Member-2026')
  scene_id = (await server.call(other, 'POST scene', { name: 'Shop' })).data.id
  const { device_id } = await introduce(server.system, MINE)
  await server.system.db.run(sql`update device set scene_id = ${scene_id}, name = 'Till' where id = ${device_id}`)
  server.system.bus.subscribe(liveSubject, (one: LiveNews) => one.topic === 'door' && void news.push(one))
})
afterAll(() => server?.close())

const refusal = (more: Partial<DoorRefusal> = {}): DoorRefusal => {
  const now = server.system.now()
  return {
    address: '192.0.2.9',
    place: '192.0.2.9',
    reason: 'unknown-issuer',
    subject: 'CN=printer',
    issuer: 'CN=Maker Issuing CA',
    serial: '',
    ends_at: now + 1000,
    detail: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    count: 1,
    first_at: now,
    last_at: now,
    ...more,
  }
}
const keep = (...refusals: DoorRefusal[]) => server.system.bus.request(doorSubject, { refusals }, 10_000)
const listed = async (token: string, more = {}) =>
  (await server.call(token, 'GET device/door', { limit: 500, ...more })).data as { total: number; list: any[] }

test('equal refusals are one row, for administrators of the installation', async () => {
  await keep(refusal(), refusal({ reason: 'plain-http', subject: '', issuer: '', ends_at: 0 }))
  await keep(refusal({ count: 4, last_at: server.system.now() + 5 }))
  const { total, list } = await listed(admin)
  expect(total).toBe(2)
  expect(list.find(({ subject }) => subject === 'CN=printer')).toMatchObject({
    address: '192.0.2.9',
    reason: doorReason.id['unknown-issuer'],
    count: 5,
    sn: '',
    device: null,
  })
  expect((await listed(admin, { search: 'maker issuing' })).total).toBe(1)
  expect((await listed(admin, { reason: doorReason.id['plain-http'] })).list[0]).toMatchObject({ ends_at: null })
  expect(news.at(-1)).toMatchObject({ topic: 'door', scene_id: 0 })
})

test('a team sees only those with the serial number of its own devices', async () => {
  await keep(
    refusal({ serial: MINE, subject: `CN=${MINE}` }),
    refusal({ serial: '0c77d00000ff', subject: 'CN=0c77d00000ff' }),
  )
  const { list } = await listed(other)
  expect(list.map(({ sn }) => sn)).toEqual([MINE])
  expect(list[0].device).toMatchObject({ name: 'Till', scene_name: 'Shop' })
  expect(news.map((one) => one.scene_id)).toContain(scene_id)
  // access limits apply to administrators too: the owner of the device is not displayed here
  expect((await listed(admin)).list.find(({ sn }) => sn === MINE)?.device).toBeNull()
})

test('records are removed when an administrator clears them, and with time', async () => {
  const { list } = await listed(other)
  expect((await server.call(other, 'DELETE device/door', { ids: [list[0].id] })).code).not.toBe(0)
  const [first] = (await listed(admin)).list
  expect((await server.call(admin, 'DELETE device/door', { ids: [first.id] })).data).toMatchObject({ err_cnt: 0 })
  const before = (await listed(admin)).total
  await keep(refusal({ subject: 'CN=old', last_at: server.system.now() - 15 * 86_400 }))
  expect((await listed(admin)).total).toBe(before + 1)
  await purgeRefusals.run({}, server.system)
  expect((await listed(admin)).total).toBe(before)
})

test('strangers fill neither the table nor the connections of devices', async () => {
  await keep(
    refusal({ address: '198.51.100.1', place: '198.51.100.1', subject: 'CN=0c77d00000aa', serial: '0c77d00000aa' }),
  )
  for (let turn = 0; turn < 12; turn++) {
    const bare = Array.from({ length: 100 }, (_, n) => {
      const address = `203.0.${turn}.${n}`
      return refusal({ address, place: address, reason: 'no-certificate', subject: '', issuer: '' })
    })
    const named = Array.from({ length: 100 }, (_, n) =>
      refusal({ subject: `CN=${turn}-${n}`, address: '203.0.113.5', place: '203.0.113.5' }),
    )
    await keep(...bare, ...named)
  }
  const { total, list } = await listed(admin)
  expect(total).toBeLessThanOrEqual(2000)
  expect((await listed(admin, { search: '203.0.113.5' })).total).toBe(64)
  expect((await listed(admin, { reason: doorReason.id['no-certificate'] })).total).toBeLessThanOrEqual(1000)
  expect(list.length).toBeLessThanOrEqual(500)
  expect((await listed(admin, { search: '0c77d00000aa' })).total).toBe(1)
})

test('what the gateway refuses on its socket is in the list within seconds, across both threads', async () => {
  const port = server.gateways.get('ucentral') as number
  await new Promise<void>((resolve) => {
    const tls = connect({ host: '127.0.0.1', port, rejectUnauthorized: false })
    tls
      .on('error', () => {})
      .on('close', () => resolve())
      .resume()
  })
  const seen = async () => (await listed(admin, { search: '127.0.0.1' })).list
  await expect.poll(seen).toMatchObject([{ reason: doorReason.id['no-certificate'], address: '127.0.0.1' }])
})

test('address, names and authorities are available to users who add devices', async () => {
  const { data } = await server.call(admin, 'GET device/door/way', {})
  expect(data).toMatchObject({ host: '127.0.0.1', local_only: 1, name_fits: 1, own_certificate: 0, authorities: [] })
  expect(data.port).toBe(server.gateways.get('ucentral'))
  expect(data.names).toEqual(expect.arrayContaining(['openwifi.wlan.local', '127.0.0.1', 'localhost']))
  expect(data.ca).toContain('BEGIN CERTIFICATE')
  expect(data.ca_fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
})
