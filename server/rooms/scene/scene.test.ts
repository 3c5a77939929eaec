import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { accountRole } from '@belvedere/contract/rooms/account/enums.ts'
import { sceneErrors as errors } from '@belvedere/contract/rooms/scene/errors.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { invalidateSessions, foundTeam } from '../account/api.ts'
import { letGuestIn } from './api.ts'

const password = 'Member-2026'

let server: TestServer
/** Owner of the first team, owner of another, viewer of the first. */
let admin: string
let stranger: { token: string; uid: number }
let viewer: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn()
  const start = { team: 'other', account: 'stranger', password, now: server.system.now() }
  const { uid } = await server.system.database.transaction((db) =>
    foundTeam({ db, access: server.system.access }, start),
  )
  stranger = { token: await server.signIn('stranger', password), uid }
  await server.call(admin, 'POST user/member', { account: 'viewer', password, role: accountRole.id.viewer })
  viewer = await server.signIn('viewer', password)
})
afterAll(() => server?.close())

let scenes = 0
async function addScene(details: object = {}, token = admin): Promise<{ id: number; name: string }> {
  const name = `Scene ${++scenes}`
  const { code, data, msg } = await server.call(token, 'POST scene', { name, ...details })
  expect(code, msg).toBe(0)
  return { id: data.id, name }
}

const rowOf = async (id: number, token = admin) => (await server.call(token, 'GET scene', { ids: [id] })).data.list[0]

async function share(scene_id: number, mode: 1 | 2 | 3): Promise<void> {
  await letGuestIn(server.system, scene_id, stranger.uid, mode, server.system.now())
  invalidateSessions(server.system, [stranger.uid])
}

/** A device as stored by the device room. */
async function addDevice(scene_id: number, serial: string): Promise<number> {
  const { code, data, msg } = await server.call(admin, 'POST device/add', {
    sn: serial,
    scene_id,
    name: `AP ${serial}`,
  })
  expect(code, msg).toBe(0)
  return data.id
}

test('a new scene is available immediately, for the whole team', async () => {
  // both have just read their rights
  await Promise.all([admin, viewer].map((token) => server.call(token, 'GET scene/option')))
  const { id, name } = await addScene({ province: '上海市', city: '上海市', lat: 31.2304, lng: 121.4737 })
  const row = await rowOf(id, viewer)
  expect(row).toMatchObject({
    id,
    rev: 1,
    name,
    mode: 0,
    owner: 'admin',
    province: '上海市',
    lat: 31.2304,
    lng: 121.4737,
    time_zone: 'Asia/Shanghai',
    main_device_id: null,
    groups: [],
    device_total: 0,
    device_online: 0,
    device_unknown: 0,
    terminal_cnt: 0,
    changed_by: 'admin',
  })
  expect(row.device.router).toEqual({ total: 0, online: 0 })
  expect(row.created_at).toBeGreaterThan(1_700_000_000)
})

test.each([
  ['no name', { name: '  ' }, commonErrors.badInput, 'name'],
  ['a long name', { name: 'x'.repeat(33) }, commonErrors.badInput, 'name'],
  ['half a place', { lat: 31 }, errors.halfPlace, 'lng'],
  ['a place off the earth', { lat: 91, lng: 0 }, commonErrors.badInput, 'lat'],
  ['an unknown time zone', { time_zone: 'Asia/Nowhere' }, errors.unknownTimeZone, 'time_zone'],
])('%s is refused with the field', async (_, wrong, error, field) => {
  const answer = await server.call(admin, 'POST scene', { name: 'Wrong', ...wrong })
  expect(answer.code).toBe(error.code)
  expect(answer.data.fields).toHaveProperty(field)
})

test('a name is unique in a team, ignoring case', async () => {
  const { id, name } = await addScene()
  const other = await addScene()
  const taken = await server.call(admin, 'POST scene', { name: name.toUpperCase(), lang: 'en' })
  expect(taken).toMatchObject({
    code: errors.nameTaken.code,
    data: { fields: { name: `The name “${name.toUpperCase()}” is taken` } },
  })
  expect((await server.call(admin, 'PUT scene', { id: other.id, rev: 1, name })).code).toBe(errors.nameTaken.code)
  expect((await server.call(stranger.token, 'POST scene', { name })).code).toBe(0)
  expect((await server.call(admin, 'PUT scene', { id, rev: 1, name: name.toUpperCase() })).code).toBe(0)
})

test('a change keeps missing fields, and may remove the coordinates', async () => {
  const { id } = await addScene({ city: 'Ulm', lat: 48.4, lng: 0, remark: 'old' })
  expect(await server.call(admin, 'PUT scene', { id, rev: 1, remark: '' })).toMatchObject({ code: 0, data: { rev: 2 } })
  expect(await rowOf(id)).toMatchObject({ city: 'Ulm', lat: 48.4, lng: 0, remark: '', rev: 2 })
  expect((await server.call(admin, 'PUT scene', { id, rev: 2, lat: null })).code).toBe(errors.halfPlace.code)
  expect((await server.call(admin, 'PUT scene', { id, rev: 2, lat: null, lng: null })).code).toBe(0)
  expect(await rowOf(id)).toMatchObject({ city: 'Ulm', lat: null, lng: null })
})

test('a stale rev is refused, with who changed it and the current row', async () => {
  const { id } = await addScene()
  await server.call(admin, 'PUT scene', { id, rev: 1, city: 'Ulm' })
  const stale = await server.call(admin, 'PUT scene', { id, rev: 1, city: 'Bonn', lang: 'en' })
  expect(stale).toMatchObject({
    code: commonErrors.changedMeanwhile.code,
    data: { current: { id, rev: 2, city: 'Ulm' } },
  })
  expect(stale.msg).toContain('admin')
})

test('of two concurrent changes one is refused', async () => {
  const { id } = await addScene()
  const answers = await Promise.all(
    ['Ulm', 'Bonn', 'Köln'].map((city) => server.call(admin, 'PUT scene', { id, rev: 1, city })),
  )
  expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([
    0,
    commonErrors.changedMeanwhile.code,
    commonErrors.changedMeanwhile.code,
  ])
})

test('browsers receive a change, and reconnect when there are new scenes', async () => {
  const { id } = await addScene()
  const signal = AbortSignal.timeout(10_000)
  const stream = await fetch(`${server.url}/api/v1/live`, { headers: { authorization: viewer }, signal })
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  const hear = async (wanted: RegExp) => {
    while (!wanted.test(heard)) {
      const { value, done } = await reader.read()
      if (done) return 'ended'
      heard += value
    }
    return 'heard'
  }
  expect(await hear(/: open/)).toBe('heard')
  await server.call(admin, 'PUT scene', { id, rev: 1, city: 'Ulm' })
  expect(await hear(new RegExp(`"topic":"scene","scene_id":${id},`))).toBe('heard')
  await addScene()
  expect(await hear(/never said/)).toBe('ended')
})

test('another team sees nothing and changes nothing', async () => {
  const { id, name } = await addScene()
  const { token } = stranger
  const list = (await server.call(token, 'GET scene', { limit: 500 })).data.list as { owner: string }[]
  expect(list.every(({ owner }) => owner === 'other')).toBe(true)
  expect(await rowOf(id, token)).toBeUndefined()
  const options = (await server.call(token, 'GET scene/option')).data.list as { id: number }[]
  expect(options.map((one) => one.id)).not.toContain(id)
  expect(
    (await server.call(token, 'GET scene/query', { search: name })).data.list.map((one: { id: number }) => one.id),
  ).not.toContain(id)
  const codes = [
    await server.call(token, 'PUT scene', { id, rev: 1, name: 'Mine' }),
    await server.call(token, 'DELETE scene', { id }),
    await server.call(token, 'GET scene/base', { scene_id: id }),
  ].map(({ code }) => code)
  expect(codes).toEqual(Array(3).fill(commonErrors.foreignScene.code))
})

test('a guest sees the scene in its mode; mode 3 refuses every write', async () => {
  const { id, name } = await addScene()
  const { token } = stranger
  await share(id, 1)
  expect(await rowOf(id, token)).toMatchObject({ name, mode: 1, owner: 'admin' })
  expect((await server.call(token, 'PUT scene', { id, rev: 1, city: 'Ulm' })).code).toBe(0)
  expect((await server.call(token, 'DELETE scene', { id })).code).toBe(commonErrors.ownerOnly.code)
  await share(id, 3)
  expect(await rowOf(id, token)).toMatchObject({ mode: 3, city: 'Ulm' })
  expect((await server.call(token, 'GET scene', { mode: 3 })).data).toMatchObject({ total: 1, list: [{ id }] })
  expect(
    (await server.call(token, 'GET scene/option', { owner: 1 })).data.list.map((one: { id: number }) => one.id),
  ).not.toContain(id)
  const refused = [
    await server.call(token, 'PUT scene', { id, rev: 2, city: 'Bonn' }),
    await server.call(token, 'DELETE scene', { id }),
    await server.call(token, 'POST device/add', { scene_id: id, sn: '0200000000aa' }),
  ].map(({ code }) => code)
  expect(refused).toEqual(Array(3).fill(commonErrors.sceneReadOnly.code))
})

test('a viewer changes nothing', async () => {
  const { id } = await addScene()
  const refused = [
    await server.call(viewer, 'POST scene', { name: 'No' }),
    await server.call(viewer, 'PUT scene', { id, rev: 1, name: 'No' }),
    await server.call(viewer, 'DELETE scene', { id }),
  ].map(({ code }) => code)
  expect(refused).toEqual(Array(3).fill(commonErrors.noPermission.code))
})

test('lists can be searched, filtered, sorted and paged', async () => {
  const made = []
  for (const city of ['Ahlen', 'Celle', 'Bonn'])
    made.push(await addScene({ city, industry: 'paging', address: '50%_off' }))
  const cities = async (request: object) => {
    const { data } = await server.call(admin, 'GET scene', { industry: 'paging', ...request })
    return [data.total, ...data.list.map(({ city }: { city: string }) => city)]
  }
  expect(await cities({ orderby: 'city asc' })).toEqual([3, 'Ahlen', 'Bonn', 'Celle'])
  expect(await cities({ orderby: 'city desc', limit: 2 })).toEqual([3, 'Celle', 'Bonn'])
  expect(await cities({ orderby: 'city desc', limit: 2, page: 2 })).toEqual([3, 'Ahlen'])
  expect(await cities({ page: 9 })).toEqual([3])
  expect(await cities({ search: 'bonn' })).toEqual([1, 'Bonn'])
  expect(await cities({ search: '%_o', orderby: 'city asc' })).toEqual([3, 'Ahlen', 'Bonn', 'Celle'])
  expect(await cities({ search: 'o_f' })).toEqual([0])
  expect((await server.call(admin, 'GET scene', { orderby: 'team_id asc' })).code).toBe(commonErrors.badInput.code)
})

test('a scene is counted, found and described by its devices', async () => {
  const { id, name } = await addScene()
  const device_id = await addDevice(id, '02aabbcc0001')
  await server.system.db.run(sql`update device set type = 0 where id = ${device_id}`)
  await server.system.db.run(sql`update device_state set online = true where device_id = ${device_id}`)
  await addDevice(id, '02aabbcc0002')
  expect(await rowOf(id)).toMatchObject({
    device_total: 2,
    device_online: 1,
    device_unknown: 0,
    device: { router: { total: 1, online: 1 }, other: { total: 1, online: 0 } },
  })

  const found = await server.call(admin, 'GET scene/query', { search: '02:AA:BB:CC:00:02' })
  expect(found.data.list).toMatchObject([
    { id, name, mode: 0, device: { id: expect.any(Number), sn: '02aabbcc0002', name: 'AP 02aabbcc0002' } },
  ])
  expect((await server.call(stranger.token, 'GET scene/query', { search: '02aabbcc0002' })).data.list).toEqual([])
  expect((await server.call(admin, 'GET scene/query', { search: name })).data.list).toMatchObject([
    { id, name, mode: 0, device: null },
  ])

  const base = await server.call(viewer, 'GET scene/base', { scene_id: id })
  expect(base.data).toMatchObject({
    scene: { id, device_total: 2 },
    main_device: { id: device_id, sn: '02aabbcc0001', online: 1 },
  })
})

test('the main device must belong to the scene', async () => {
  const [here, there] = [await addScene(), await addScene()]
  const [mine, other] = [await addDevice(here.id, '02aabbcc0011'), await addDevice(there.id, '02aabbcc0012')]
  const choose = (rev: number, main_device_id: number | null) =>
    server.call(admin, 'PUT scene', { id: here.id, rev, main_device_id })
  expect((await choose(1, other)).code).toBe(errors.foreignDevice.code)
  expect((await choose(1, mine)).code).toBe(0)
  expect((await server.call(admin, 'GET scene/base', { scene_id: here.id })).data.main_device).toMatchObject({
    id: mine,
  })
  expect((await choose(2, null)).code).toBe(0)
  expect(await rowOf(here.id)).toMatchObject({ main_device_id: null })
})

test('an empty scene is removed immediately, and from every session', async () => {
  const { id } = await addScene()
  await share(id, 1)
  expect(await rowOf(id, stranger.token)).toBeDefined()
  expect((await server.call(admin, 'DELETE scene', { id })).code).toBe(0)
  expect(await rowOf(id, stranger.token)).toBeUndefined()
  expect((await server.call(admin, 'GET scene/base', { scene_id: id })).code).toBe(commonErrors.foreignScene.code)
  expect((await server.call(admin, 'DELETE scene', { id })).code).toBe(commonErrors.foreignScene.code)
})

test('removing a scene with devices reports what would be lost, and requires the name', async () => {
  const { id, name } = await addScene()
  await addDevice(id, '02aabbcc0021')
  await addDevice(id, '02aabbcc0022')
  await share(id, 3)
  const remove = (request: object = {}) => server.call(admin, 'DELETE scene', { id, ...request })
  const refused = await remove()
  expect(refused).toMatchObject({
    code: errors.holdsDevices.code,
    data: { devices: 2, online: 0, terminals: 0, groups: 0, guests: 1 },
  })
  expect(refused.msg).toContain('2')
  expect((await remove({ force: 1 })).code).toBe(errors.nameDiffers.code)
  expect((await remove({ force: 1, name: 'Other' })).code).toBe(errors.nameDiffers.code)
  expect(await rowOf(id)).toMatchObject({ device_total: 2 })
  expect((await remove({ force: 1, name })).code).toBe(0)
  expect(await server.system.db.rows(sql`select from device where serial in ('02aabbcc0021', '02aabbcc0022')`)).toEqual(
    [],
  )
  // can be claimed again
  const next = await addScene({}, stranger.token)
  expect((await server.call(stranger.token, 'POST device/add', { sn: '02aabbcc0021', scene_id: next.id })).code).toBe(0)
})

test('the operation log contains who did what', async () => {
  const { id, name } = await addScene({ city: 'Ulm' })
  await server.call(admin, 'PUT scene', { id, rev: 1, city: 'Bonn' })
  const { data } = await server.call(admin, 'GET log/sys', { object: `scene:${id}`, orderby: 'id asc' })
  expect(data.list).toMatchObject([
    { call: 'POST scene', account: 'admin', name, after: { city: 'Ulm' } },
    { call: 'PUT scene', before: { city: 'Ulm' }, after: { city: 'Bonn' } },
  ])
})
