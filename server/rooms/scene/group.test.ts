import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { sceneErrors as errors } from '@belvedere/contract/rooms/scene/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { invalidateSessions, foundTeam } from '../account/api.ts'
import { letGuestIn } from './api.ts'

let server: TestServer
let admin: string
let stranger: { token: string; uid: number }
let scenes: number[]
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn()
  const start = { team: 'other', account: 'stranger', password: 'Member-2026', now: server.system.now() }
  const { uid } = await server.system.database.transaction((db) =>
    foundTeam({ db, access: server.system.access }, start),
  )
  stranger = { token: await server.signIn('stranger', 'Member-2026'), uid }
  scenes = []
  for (const name of ['A', 'B', 'C']) scenes.push((await server.call(admin, 'POST scene', { name })).data.id)
})
afterAll(() => server?.close())

async function addGroup(name: string, token = admin): Promise<number> {
  const { code, data, msg } = await server.call(token, 'POST scene/group', { name, color: 2 })
  expect(code, msg).toBe(0)
  return data.id
}
const join = (group_id: number, scene_ids: number[], token = admin) =>
  server.call(token, 'POST scene/group/join', { group_id, scene_ids })
const namesIn = async (group_id: number, joined: 0 | 1, token = admin) => {
  const { data } = await server.call(token, 'GET scene/group/scene', { group_id, joined, orderby: 'name asc' })
  return data.list.map(({ name }: { name: string }) => name)
}

test('scenes join and leave', async () => {
  const id = await addGroup('East')
  const [a = 0, b = 0] = scenes
  expect((await join(id, [a, b, a])).data).toEqual({ total_cnt: 2, err_cnt: 0 })
  expect((await join(id, [a])).data).toEqual({ total_cnt: 1, err_cnt: 0 })
  expect([await namesIn(id, 1), await namesIn(id, 0)]).toEqual([['A', 'B'], ['C']])
  const list = await server.call(admin, 'GET scene/group', { search: 'eas' })
  expect(list.data).toMatchObject({
    total: 1,
    list: [{ id, name: 'East', color: 2, scene_cnt: 2, device_cnt: 0, rev: 1, changed_by: 'admin' }],
  })
  const row = (await server.call(admin, 'GET scene', { group_id: id, orderby: 'name asc' })).data
  expect(row).toMatchObject({
    total: 2,
    list: [{ name: 'A', groups: [{ id, name: 'East', color: 2 }] }, { name: 'B' }],
  })
  await server.call(admin, 'POST scene/group/leave', { group_id: id, scene_ids: [a] })
  expect(await namesIn(id, 1)).toEqual(['B'])
})

test('devices of a group are counted', async () => {
  const id = await addGroup('Counted')
  const [a = 0, b = 0] = scenes
  await join(id, [a, b])
  await server.call(admin, 'POST device/add', { sn: '02aabbcc0101', scene_id: a })
  await server.call(admin, 'POST device/add', { sn: '02aabbcc0102', scene_id: b })
  expect((await server.call(admin, 'GET scene/group', { search: 'Counted' })).data.list[0]).toMatchObject({
    scene_cnt: 2,
    device_cnt: 2,
  })
  expect((await server.call(admin, 'GET scene/group/scene', { group_id: id })).data.list[0]).toMatchObject({
    device_total: 1,
    device_online: 0,
  })
  const refused = await server.call(admin, 'DELETE scene', { id: a })
  expect(refused).toMatchObject({ code: errors.holdsDevices.code, data: { devices: 1, groups: expect.any(Number) } })
  expect(refused.data.groups).toBeGreaterThan(0)
})

test('a group is changed and removed; its scenes stay', async () => {
  const id = await addGroup('West')
  await addGroup('North')
  await join(id, scenes)
  expect((await server.call(admin, 'PUT scene/group', { id, rev: 1, name: 'north' })).code).toBe(errors.nameTaken.code)
  expect(await server.call(admin, 'PUT scene/group', { id, rev: 1, name: 'South', color: 5 })).toMatchObject({
    code: 0,
    data: { rev: 2 },
  })
  const stale = await server.call(admin, 'PUT scene/group', { id, rev: 1, name: 'Late' })
  expect(stale).toMatchObject({
    code: commonErrors.changedMeanwhile.code,
    data: { current: { name: 'South', color: 5 } },
  })
  expect((await server.call(admin, 'DELETE scene/group', { id })).code).toBe(0)
  expect((await server.call(admin, 'GET scene/group', { search: 'South' })).data.total).toBe(0)
  expect((await server.call(admin, 'GET scene')).data.total).toBe(3)
  expect((await server.call(admin, 'DELETE scene/group', { id })).code).toBe(commonErrors.notFound.code)
})

test('groups of another team are not accessible', async () => {
  const { token } = stranger
  const id = await addGroup('Ours')
  expect((await server.call(token, 'GET scene/group')).data.total).toBe(0)
  const codes = [
    await server.call(token, 'PUT scene/group', { id, rev: 1, name: 'Mine' }),
    await server.call(token, 'DELETE scene/group', { id }),
    await server.call(token, 'GET scene/group/scene', { group_id: id }),
  ].map(({ code }) => code)
  expect(codes).toEqual(Array(3).fill(commonErrors.notFound.code))
  const theirs = await addGroup('Ours', token)
  const { data } = await join(theirs, scenes, token)
  expect(data).toMatchObject({ total_cnt: scenes.length, err_cnt: scenes.length })
  expect(data.rejected[0]).toEqual({ id: scenes[0], name: String(scenes[0]), reason: commonErrors.notFound.zh })
  expect(await namesIn(theirs, 1, token)).toEqual([])
})

test('a guest groups shared scenes in groups of its own', async () => {
  const [a = 0, b = 0, c = 0] = scenes
  await letGuestIn(server.system, a, stranger.uid, 1, server.system.now())
  await letGuestIn(server.system, b, stranger.uid, 3, server.system.now())
  invalidateSessions(server.system, [stranger.uid])
  const id = await addGroup('Shared', stranger.token)
  expect((await join(id, [a], stranger.token)).code).toBe(0)
  const { data } = await join(id, [a, b, c], stranger.token)
  expect(data).toEqual({
    total_cnt: 3,
    err_cnt: 2,
    rejected: [
      { id: b, name: 'B', reason: commonErrors.sceneReadOnly.zh },
      { id: c, name: String(c), reason: commonErrors.notFound.zh },
    ],
  })
  expect(await namesIn(id, 1, stranger.token)).toEqual(['A'])
  expect(await namesIn(id, 0, stranger.token)).toEqual(['B'])
  // the owner's view of the scene does not contain the groups of its guests
  const row = (await server.call(admin, 'GET scene', { ids: [a] })).data.list[0]
  expect(row.groups.map(({ name }: { name: string }) => name)).not.toContain('Shared')
})
