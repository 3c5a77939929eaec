import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Access } from '../../kernel/access.ts'
import { introduce, openLogIntake } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { foundTeam } from '../account/api.ts'

let server: TestServer
let token: string
const scenes: number[] = []
const devices: number[] = []
let now = 0
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  now = server.system.now()
  for (const name of ['North', 'South']) scenes.push((await server.call(token, 'POST scene', { name })).data.id)
  for (const [at, serial] of ['0c1111aa0101', '0c1111aa0102'].entries()) {
    const { device_id } = await introduce(server.system, serial)
    devices.push(device_id)
    await server.system.db.run(
      sql`update device set scene_id = ${scenes[at]}, name = ${`Router ${at + 1}`} where id = ${device_id}`,
    )
  }
  const intake = await openLogIntake(server.system)
  const push = (at: number, scene: number, text: string, more = {}) =>
    intake.push({
      device_id: devices[scene] as number,
      scene_id: scenes[scene] as number,
      source: '',
      at: now,
      lines: [{ at, severity: 6, program: 'crond', text }],
      ...more,
    })
  for (let n = 0; n < 30; n++) push(now - 100 + n, n % 2, `tick ${n}, 100% of _it_`)
  push(now - 50, 0, 'x', {
    lines: [{ at: now - 50, severity: 4, program: 'sshd', text: 'Failed password for root from 192.0.2.7' }],
  })
  push(now - 40, 1, 'x', {
    device_id: 0,
    source: 'printer-3',
    lines: [{ at: now - 40, severity: 3, program: 'lpd', text: 'out of paper' }],
  })
  await intake.drain()
})
afterAll(() => server.close())

const list = async (request: object = {}, as = token) =>
  (await server.call(as, 'GET log/device', { page: 1, limit: 100, ...request })).data
const texts = async (request: object) => (await list(request)).list.map(({ text }: { text: string }) => text)

test('newest first, in pages, with names; oldest first on request', async () => {
  const all = await list()
  expect(all).toMatchObject({ total: 32, capped: 0, looked_from: null, kept_days: 14 })
  expect(all.list.map(({ at }: { at: number }) => at)).toEqual(
    all.list.map(({ at }: { at: number }) => at).sort((a: number, b: number) => b - a),
  )
  expect(all.list[0]).toMatchObject({
    device_id: 0,
    device_name: 'printer-3',
    scene_name: 'South',
    type: 'sys',
    severity: 3,
  })
  expect(all.list[1]).toMatchObject({ device_id: devices[0], device_name: 'Router 1', type: 'acc', program: 'sshd' })
  expect((await list({ page: 4, limit: 10 })).list).toHaveLength(2)
  expect((await list({ orderby: 'at asc', limit: 1 })).list[0].text).toBe('tick 0, 100% of _it_')
})

test('by device, type, severity, time and text, with literal wildcards', async () => {
  expect((await list({ device_id: devices[0] })).total).toBe(16)
  expect((await list({ device: 'router 2' })).total).toBe(15)
  expect(await texts({ device: 'PRINTER' })).toEqual(['out of paper'])
  expect((await list({ scene_id: scenes[1] })).total).toBe(16)
  expect(await texts({ types: ['acc', 'ddos'] })).toEqual(['Failed password for root from 192.0.2.7'])
  expect((await list({ severity: 4 })).total).toBe(2)
  expect(await texts({ search: 'sshd' })).toHaveLength(1)
  expect(await texts({ search: '0% of _it' })).toHaveLength(30)
  expect(await texts({ search: '0%it' })).toEqual([])
  expect(await texts({ from: now - 45, to: now - 30 })).toEqual(['out of paper'])
  expect(await texts({ device_id: devices[0], scene_id: scenes[1] })).toEqual([])
})

test('lines of a removed device stay, under its number', async () => {
  const { device_id } = await introduce(server.system, '0c1111aa0103')
  const intake = await openLogIntake(server.system)
  const line = { at: now, severity: 6, program: 'crond', text: 'last words' }
  intake.push({ device_id, scene_id: scenes[0] as number, source: '', at: now, lines: [line] })
  await intake.drain()
  await server.system.db.run(sql`delete from device where id = ${device_id}`)
  expect((await list({ search: 'last words' })).list).toMatchObject([{ device_id, device_name: `#${device_id}` }])
})

test('lines of another customer are not visible, and an invalid type is refused', async () => {
  await foundTeam(
    { db: server.system.db, access: Access.system },
    { team: 'other', account: 'other', password: 'Testing-2026', now },
  )
  const other = await server.signIn('other', 'Testing-2026')
  expect(await list({}, other)).toMatchObject({ total: 0, list: [] })
  expect(await list({ device_id: devices[0] }, other)).toMatchObject({ total: 0, list: [] })
  expect((await server.call(token, 'GET log/device', { types: ['kernel'] })).code).not.toBe(0)
})
