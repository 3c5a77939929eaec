import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { introduce } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { foundTeam } from './api.ts'

let server: TestServer
const tokens = { home: '', tenant: '', other: '' }
const teams = { tenant: 0, other: 0 }
const scenes = { home: 0, tenant: 0, other: 0 }
type QuotaTester = keyof typeof tokens

beforeAll(async () => {
  server = await startTestServer()
  const { system } = server
  tokens.home = await server.signIn()
  for (const who of ['tenant', 'other'] as const) {
    const start = { team: who, account: who, password: 'Tenant-2026', now: system.now() }
    teams[who] = (await system.database.transaction((db) => foundTeam({ ...system, db }, start))).team_id
    tokens[who] = await server.signIn(who, 'Tenant-2026')
  }
  for (const who of ['home', 'tenant', 'other'] as const)
    scenes[who] = (await server.call(tokens[who], 'POST scene', { name: who })).data.id
})
afterAll(() => server?.close())

const set = (values: object[], team_id?: number, who: QuotaTester = 'home') =>
  server.call(tokens[who], 'POST user/quota', { ...(team_id && { team_id }), values })
const own = async (who: QuotaTester, key: string) =>
  (await server.call(tokens[who], 'GET user/quota')).data.quotas.find((one: { key: string }) => one.key === key)
const teamRow = async (id: number) =>
  (await server.call(tokens.home, 'GET user/quota/team', { limit: 100 })).data.list.find(
    (one: { id: number }) => one.id === id,
  )
let n = 0
const addThird = (who: QuotaTester) =>
  server.call(tokens[who], 'POST device/third/mod', {
    scene_id: scenes[who],
    name: `D${++n}`,
    kind: 'other',
    ip: '10.0.0.1',
    monitor: { type: 'none' },
  })

test('of many concurrent requests as many succeed as the limit allows', async () => {
  await set([{ key: 'devices', most: 10 }], teams.tenant)
  const ways = Array.from({ length: 40 }, () => addThird('tenant'))
  const codes = (await Promise.all(ways)).map(({ code }) => code)
  expect(codes.filter((code) => code === 0)).toHaveLength(10)
  expect(new Set(codes)).toEqual(new Set([0, 10170]))
  expect(await own('tenant', 'devices')).toMatchObject({ used: 10, most: 10, source: 'own' })
  const refused = await addThird('tenant')
  expect(refused).toMatchObject({ code: 10170, data: { quota: 'devices', used: 10, limit: 10 } })
  expect(refused.msg).toMatch(/设备|devices/)
  expect((await addThird('other')).code, 'another team is served').toBe(0)
  expect((await addThird('home')).code).toBe(0)
})

test('the same for requested devices; a repeated request does not count again', async () => {
  await set([{ key: 'claims', most: 5 }], teams.tenant)
  const ask = (at: number) =>
    server.call(tokens.tenant, 'POST device/add', {
      sn: `0c33${at.toString(16).padStart(8, '0')}`,
      scene_id: scenes.tenant,
    })
  const codes = (await Promise.all(Array.from({ length: 20 }, (_, at) => ask(at)))).map(({ code }) => code)
  expect(codes.filter((code) => code === 0)).toHaveLength(5)
  expect((await ask(codes.indexOf(0))).code).toBe(0)
  expect((await ask(codes.indexOf(10170))).code).toBe(10170)
})

test('an undo does not restore objects over the quota', async () => {
  const { list } = (await server.call(tokens.tenant, 'GET device/all', { scene_id: scenes.tenant, limit: 1 })).data
  const removed = await server.call(tokens.tenant, 'DELETE device', { ids: [list[0].id] })
  expect(removed).toMatchObject({ code: 0, data: { err_cnt: 0 } })
  const { list: log } = (await server.call(tokens.tenant, 'GET log/sys', { limit: 1 })).data
  expect((await addThird('tenant')).code).toBe(0)
  const undone = await server.call(tokens.tenant, 'POST log/undo', { id: log[0].id })
  expect(undone.code === 0 && undone.data.err_cnt === 0, JSON.stringify(undone)).toBe(false)
  expect(await own('tenant', 'devices')).toMatchObject({ used: 10 })
})

describe('the limit of a team', () => {
  test('is its own, else that for all, else the default; the team of the installation has none', async () => {
    expect(await own('other', 'reports')).toMatchObject({ most: 2000, source: 'usual' })
    await set([{ key: 'reports', most: 7 }])
    expect(await own('other', 'reports')).toMatchObject({ most: 7, source: 'usual' })
    await set([{ key: 'reports', most: 3 }], teams.other)
    expect(await own('other', 'reports')).toMatchObject({ most: 3, source: 'own' })
    expect(await own('home', 'reports')).toMatchObject({ most: null, source: 'home' })
    await set([{ key: 'reports' }], teams.other)
    expect(await own('other', 'reports')).toMatchObject({ most: 7, source: 'usual' })
    await set([{ key: 'reports', unlimited: 1 }], teams.other)
    expect(await own('other', 'reports')).toMatchObject({ most: null, source: 'own' })
    await set([{ key: 'reports' }])
    await set([{ key: 'reports' }], teams.other)
    expect((await server.call(tokens.home, 'GET user/quota/usual')).data.quotas).toContainEqual(
      expect.objectContaining({ key: 'reports', most: 2000, source: 'usual' }),
    )
  })

  test('is set and seen by the administrator; a team sees its own', async () => {
    expect((await set([{ key: 'devices', most: 1 }], teams.tenant, 'tenant')).code).toBe(10022)
    expect((await server.call(tokens.tenant, 'GET user/quota/team')).code).toBe(10022)
    expect((await server.call(tokens.tenant, 'GET user/quota/usual')).code).toBe(10022)
    expect((await set([{ key: 'nonsense', most: 1 }])).code).toBe(10171)
    expect((await set([{ key: 'devices', most: 1 }], 999_999)).code).toBe(10002)
    expect(await teamRow(teams.tenant)).toMatchObject({ name: 'tenant', home: 0, members: 1 })
  })

  test('is undone like any operation', async () => {
    await set([{ key: 'sms', most: 5 }], teams.other)
    await set([{ key: 'sms', most: 6 }], teams.other)
    const { list } = (await server.call(tokens.home, 'GET log/sys', { limit: 1 })).data
    expect(await server.call(tokens.home, 'POST log/undo', { id: list[0].id })).toMatchObject({ code: 0 })
    expect(await own('other', 'sms')).toMatchObject({ most: 5, source: 'own' })
  })
})

test('reports: the daily quota stays used after a removal, the stored quota does not', async () => {
  await set(
    [
      { key: 'reports', most: 4 },
      { key: 'reports-a-day', most: 6 },
    ],
    teams.other,
  )
  const more = await Promise.all(
    Array.from(
      { length: 3 },
      async (_, at) => (await server.call(tokens.other, 'POST scene', { name: `R${at}` })).data.id,
    ),
  )
  const ids = [scenes.other, ...more]
  const make = (scene_id: number) => server.call(tokens.other, 'POST scene/report', { scene_id })
  const made = await Promise.all(ids.flatMap((id) => [make(id), make(id), make(id)]))
  const codes = made.map(({ code }) => code)
  expect(
    codes.filter((code) => code === 0),
    codes.join(),
  ).toHaveLength(4)
  expect(codes).toContain(10170)
  expect(await own('other', 'reports')).toMatchObject({ used: 4, most: 4 })
  expect(await own('other', 'reports-a-day')).toMatchObject({ used: 4, most: 6 })
  for (const scene_id of ids) {
    const { list } = (await server.call(tokens.other, 'GET scene/report', { scene_id, limit: 10 })).data
    const gone = list.map(({ id }: { id: number }) => id)
    if (gone.length)
      expect((await server.call(tokens.other, 'POST scene/report/remove', { scene_id, ids: gone })).code).toBe(0)
  }
  const again = await Promise.all(ids.map((id) => make(id)))
  expect(again.filter(({ code }) => code === 0)).toHaveLength(2)
  expect(again.find(({ code }) => code !== 0)).toMatchObject({ code: 10170, data: { quota: 'reports-a-day' } })
})

test('pending backups count before they exist', async () => {
  const sn = '0c3333bb0001'
  const { device_id } = await introduce(server.system, sn, { identity: { verbs: ['backup'] } })
  await server.system.db.run(sql`update device set scene_id = ${scenes.other} where id = ${device_id}`)
  await set([{ key: 'backups', most: 0 }], teams.other)
  expect((await server.call(tokens.other, 'POST device/command/backup', { ids: [device_id] })).code).toBe(10170)
  await set([{ key: 'backups', most: 1 }], teams.other)
  expect((await server.call(tokens.other, 'POST device/command/backup', { ids: [device_id] })).code).toBe(0)
})
