import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { deviceErrors as errors } from '@belvedere/contract/rooms/device/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { foundTeam } from '../account/api.ts'

let server: TestServer
let token: string
let other: string
let scene: number
let ids: number[]

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  const { db, access } = server.system
  await foundTeam({ db, access }, { team: 'other', account: 'other', password: 'Testing-2026', now: 1 })
  other = await server.signIn('other', 'Testing-2026')
  scene = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
  ids = []
  for (const sn of ['0c4444aa0001', '0c4444aa0002', '0c4444aa0003'])
    ids.push((await server.call(token, 'POST device/add', { sn, scene_id: scene })).data.id)
})
afterAll(() => server?.close())

const addGroup = async (name: string, who = token): Promise<number> =>
  (await server.call(who, 'POST device/group', { name })).data.id
const join = (group_id: number, members: number[], who = token) =>
  server.call(who, 'POST device/group/join', { group_id, ids: members })
const devices = async (filter: object): Promise<number[]> => {
  const { total, list } = (await server.call(token, 'GET device/all', { orderby: 'id asc', ...filter })).data
  expect(list).toHaveLength(total)
  return list.map(({ id }: { id: number }) => id)
}
const groups = async (who = token) => (await server.call(who, 'GET device/group', { orderby: 'name asc' })).data.list

test('devices join a group, leave the former one, and leave it', async () => {
  const [a = 0, b = 0, c = 0] = ids
  const [lobby, roof] = [await addGroup('Lobby'), await addGroup('Roof')]
  expect((await join(lobby, [a, b, b])).data).toEqual({ total_cnt: 2, err_cnt: 0 })
  expect((await join(roof, [b])).code).toBe(0)
  expect(await devices({ group_id: lobby })).toEqual([a])
  expect(await devices({ group_id: roof })).toEqual([b])
  expect(await devices({ group_id: 0 })).toEqual([c])
  expect(await devices({ not_group_id: roof })).toEqual([a, c])
  expect(await groups()).toMatchObject([
    { name: 'Lobby', device_cnt: 1, online_cnt: 0, types: [{ type: 7, total: 1 }] },
    { name: 'Roof', device_cnt: 1 },
  ])
  const left = await server.call(token, 'POST device/group/leave', { group_id: roof, ids: [a, b] })
  expect(left.data).toMatchObject({ total_cnt: 2, err_cnt: 1, rejected: [{ id: a }] })
  expect(await devices({ group_id: 0 })).toEqual([b, c])
  expect(await groups()).toMatchObject([{ device_cnt: 1 }, { device_cnt: 0, types: [] }])
})

test('a name is unique in a team, also for renaming; a stale change is refused', async () => {
  const id = await addGroup('Pool')
  expect((await server.call(token, 'POST device/group', { name: ' pool ' })).code).toBe(errors.groupNameTaken.code)
  expect((await server.call(other, 'POST device/group', { name: 'Pool' })).code).toBe(0)
  const rename = (name: string, rev: number) => server.call(token, 'PUT device/group', { id, rev, name })
  expect((await rename('LOBBY', 1)).code).toBe(errors.groupNameTaken.code)
  expect((await rename('Sauna', 1)).data).toEqual({ rev: 2 })
  expect((await rename('Steam', 1)).code).toBe(commonErrors.changedMeanwhile.code)
})

test('groups and devices of another team are not accessible', async () => {
  const [a = 0] = ids
  const mine = await addGroup('Mine')
  const theirs = await addGroup('Theirs', other)
  const options = (await server.call(other, 'GET device/group/option')).data.list
  expect(options).toContainEqual({ id: theirs, name: 'Theirs' })
  expect(options).not.toContainEqual({ id: mine, name: 'Mine' })
  expect((await groups(other)).map(({ name }: { name: string }) => name)).not.toContain('Mine')
  for (const [at, payload] of [
    ['PUT device/group', { id: mine, rev: 1, name: 'X' }],
    ['DELETE device/group', { id: mine }],
    ['POST device/group/join', { group_id: mine, ids: [a] }],
    ['POST device/group/leave', { group_id: mine, ids: [a] }],
  ] as const)
    expect((await server.call(other, at, payload)).code, at).toBe(commonErrors.notFound.code)
  expect((await join(theirs, [a], other)).data).toMatchObject({ err_cnt: 1 })
  expect(await devices({ group_id: mine })).toEqual([])
})

test('devices of a removed group stay, without a group', async () => {
  const [a = 0] = ids
  const id = await addGroup('Short')
  await join(id, [a])
  expect((await server.call(token, 'DELETE device/group', { id })).code).toBe(0)
  expect(await devices({ group_id: 0, ids: [a] })).toEqual([a])
  expect((await groups()).map(({ name }: { name: string }) => name)).not.toContain('Short')
})
