import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Access } from '../../kernel/access.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { foundTeam } from '../account/api.ts'
import { introduce } from '../../devices/test-devices.ts'

let server: TestServer
let token: string
let other: string
let scene: number
let foreign: number

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  const now = server.system.now()
  await foundTeam(
    { db: server.system.db, access: Access.system },
    { team: 'other', account: 'other', password: 'Testing-2026', now },
  )
  other = await server.signIn('other', 'Testing-2026')
  scene = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
  foreign = (await server.call(other, 'POST scene', { name: 'Elsewhere' })).data.id
})
afterAll(() => server?.close())

const list = (who: string, more = {}) => server.call(who, 'GET device/all', more)

describe('claiming', () => {
  test('an unknown trusted device is unclaimed, visible to administrators of the installation only', async () => {
    await introduce(server.system, '0c1111aa0001')
    const unclaimed = await server.call(token, 'GET device/unclaimed')
    expect(unclaimed.data.list).toMatchObject([{ sn: '0c1111aa0001', model: 'CW-AX50', online: 1, type: 1 }])
    expect((await list(token)).data.total).toBe(0)
    expect((await server.call(other, 'GET device/unclaimed')).code).toBe(10022)
  })

  test('a serial number is accepted in any spelling', async () => {
    const added = await server.call(token, 'POST device/add', {
      sn: ' 0C:11:11-AA:00 01 ',
      scene_id: scene,
      name: 'Lobby',
    })
    expect(added).toMatchObject({ code: 0, data: { sn: '0c1111aa0001', online: 1 } })
    expect((await list(token)).data.list).toMatchObject([
      { name: 'Lobby', scene_name: 'Hotel', vendor: 'Cascade', online: 1, verbs: ['reboot', 'upgrade'] },
    ])
    expect((await server.call(token, 'GET device/unclaimed')).data.total).toBe(0)
  })

  test('a serial number claimed elsewhere becomes a request, without revealing the owner', async () => {
    const request = await server.call(other, 'POST device/add', { sn: '0c1111aa0001', scene_id: foreign })
    expect(request).toMatchObject({ code: 0, data: { id: 0, online: 0 } })
    expect(JSON.stringify(request)).not.toContain('Hotel')
    const again = await server.call(token, 'POST device/add', { sn: '0c1111aa0001', scene_id: scene })
    expect(again.code).toBe(10303)
  })

  test('a device registered in advance is in its scene with its first connection', async () => {
    await server.call(token, 'POST device/add', { sn: '0c1111aa0002', scene_id: scene })
    expect((await list(token, { search: '0c:11:11:aa:00:02' })).data.list).toMatchObject([
      { online: 0, name: '0c1111aa0002', model: '' },
    ])
    const { scene_id } = await introduce(server.system, '0c1111aa0002', { identity: { type: 2, model: 'SW-24P' } })
    expect(scene_id).toBe(scene)
    expect((await server.call(token, 'GET device/switch')).data.list).toMatchObject([
      { online: 1, name: 'SW-24P 0002', model: 'SW-24P' },
    ])
  })

  test('invalid text is not a serial number', async () => {
    const refused = await server.call(token, 'POST device/add', { sn: 'not a serial', scene_id: scene })
    expect(refused).toMatchObject({ code: 10301, data: { fields: { sn: expect.any(String) } } })
  })

  test('a blocked device is refused at the gateway until it is removed', async () => {
    const { device_id } = await introduce(server.system, '0c1111aa0666')
    await server.call(token, 'DELETE device/unclaimed', { ids: [device_id], block: 1 })
    expect(await introduce(server.system, '0c1111aa0666')).toMatchObject({ refused: 'blocked' })
    expect((await server.call(token, 'POST device/add', { sn: '0c1111aa0666', scene_id: scene })).code).toBe(10304)
    await server.call(token, 'DELETE device/unclaimed', { ids: [device_id], block: 0 })
    expect((await introduce(server.system, '0c1111aa0666')).refused).toBeUndefined()
  })
})

describe('lists', () => {
  beforeAll(async () => {
    for (const n of [3, 4, 5, 6]) {
      const serial = `0c1111aa000${n}`
      await introduce(server.system, serial, {
        identity: { type: n % 2 ? 0 : 4, model: `R${n}`, firmware: n < 5 ? '1.0' : '2.0' },
      })
      await server.call(token, 'POST device/add', { sn: serial, scene_id: scene, name: `Site ${n}%` })
    }
  })

  test('each type has its own', async () => {
    expect((await server.call(token, 'GET device/router')).data.list.map(({ name }: { name: string }) => name)).toEqual(
      ['Site 3%', 'Site 5%'],
    )
    expect((await server.call(token, 'GET device/soft')).data.total).toBe(2)
    expect((await server.call(token, 'GET device/firewall')).data.total).toBe(0)
  })

  test('accept the request of a table of devices: a serial number, the main device, a content of JSON', async () => {
    const request = async (at: 'router' | 'soft' | 'all', input: object) => {
      const { code, data } = await server.call(token, `GET device/${at}`, { scene_id: scene, ...input })
      return code === 0 ? data.list.map(({ name }: { name: string }) => name) : code
    }
    expect(await request('soft', { sn: '0C:11:11:AA:00:04' })).toEqual(['Site 4%'])
    expect(await request('router', { sn: '0C:11:11:AA:00:04' })).toEqual([])
    expect(await request('all', { sn: 'nonsense' })).toBe(10301)
    expect(await request('all', { is_main: 1 })).toEqual(['Site 3%'])
    expect(await request('soft', { is_main: 1 })).toEqual([])
    const content = JSON.stringify({ page: 2, limit: 1, search: 'site', orderby: 'name desc' })
    expect(await request('router', { content })).toEqual(['Site 3%'])
    expect(await request('router', { content: '{' })).toBe(10314)
    expect(await request('router', { content: JSON.stringify({ limit: 5000 }) })).toBe(10001)
    expect(await request('router', { content: JSON.stringify({ orderby: 'rev asc' }) })).toBe(10001)
  })

  test('sorted, paged and counted', async () => {
    const page = await list(token, { orderby: 'name desc', limit: 2, page: 2 })
    expect(page.data.total).toBe(6)
    expect(page.data.list.map(({ name }: { name: string }) => name)).toEqual(['Site 4%', 'Site 3%'])
    expect((await list(token, { page: 99 })).data).toEqual({ total: 6, list: [] })
    for (const orderby of ['scene_name asc', 'cpu desc', 'online desc', 'address asc']) {
      expect((await list(token, { orderby })).data.list, orderby).toHaveLength(6)
    }
    expect((await list(token, { orderby: 'rev; drop table device asc' })).code).toBe(10001)
  })

  test('filtered and searched', async () => {
    const count = async (filter: object) => (await list(token, filter)).data.total
    expect(await count({ version: '2.0' })).toBe(2)
    expect(await count({ model: 'R4' })).toBe(1)
    expect(await count({ type: 0, online: 1 })).toBe(2)
    expect(await count({ search: 'site' })).toBe(4)
    expect(await count({ search: '%' })).toBe(4)
    expect(await count({ search: '192.0.2' })).toBe(6)
    expect(await count({ search: 'AA:00:05' })).toBe(1)
  })

  test('options and models', async () => {
    expect((await server.call(token, 'GET device/option', { type: 0 })).data.list).toHaveLength(2)
    const { data } = await server.call(token, 'GET device/model/detail', { model: 'R3' })
    expect(data).toMatchObject({
      vendor: 'Cascade',
      total: 1,
      online: 1,
      versions: [{ version: '1.0', total: 1, online: 1 }],
    })
    expect((await server.call(other, 'GET device/model/option')).data.list).toEqual([])
  })

  test('devices of another team are not visible', async () => {
    expect((await list(other)).data.total).toBe(0)
    const id = (await list(token)).data.list[0].id
    expect((await server.call(other, 'GET device/detail', { id })).code).toBe(10002)
    expect((await server.call(other, 'GET device/all', { scene_id: scene })).code).toBe(10023)
  })
})

describe('changes', () => {
  const one = async (sn: string) => (await list(token, { search: sn })).data.list[0]

  test('rename and correct the type, with before and after in the operation log', async () => {
    const { id, rev } = await one('0c1111aa0001')
    const changed = await server.call(token, 'PUT device', { id, rev, name: 'Reception', type: 7 })
    expect(changed.data.device).toMatchObject({ name: 'Reception', type: 7, rev: rev + 1 })
    await introduce(server.system, '0c1111aa0001', { identity: { firmware: '4.2.0' } })
    expect(await one('0c1111aa0001')).toMatchObject({ name: 'Reception', type: 7, firmware: '4.2.0' })
    const { data } = await server.call(token, 'GET log/sys', { object: `device:${id}` })
    expect(data.list[0]).toMatchObject({
      call: 'PUT device',
      action: '修改设备',
      name: 'Reception',
      account: 'admin',
      before: { name: 'Lobby', type: 1 },
      after: { name: 'Reception', type: 7 },
    })
    expect((await server.call(other, 'GET log/sys', { object: 'device' })).data.total).toBe(0)
  })

  test('a stale revision is refused with the current row', async () => {
    const { id, rev } = await one('0c1111aa0001')
    const refused = await server.call(token, 'PUT device', { id, rev: rev - 1, name: 'Late' })
    expect(refused).toMatchObject({ code: 10008, data: { current: { name: 'Reception' } } })
  })

  test('a device moves within its team, not into another one', async () => {
    const second = (await server.call(token, 'POST scene', { name: 'Annex' })).data.id
    const { id } = await one('0c1111aa0001')
    expect((await server.call(token, 'PUT device', { id, scene_id: second })).data.device.scene_name).toBe('Annex')
    expect((await server.call(token, 'PUT device', { id, scene_id: foreign })).code).toBe(10023)
    expect((await server.call(other, 'PUT device', { id, name: 'Mine' })).code).toBe(10002)
  })

  test('a released device is removed and returns unclaimed under a new id', async () => {
    const { id } = await one('0c1111aa0001')
    const gone = await server.call(token, 'DELETE device', { ids: [id, 999_999] })
    expect(gone.data).toMatchObject({ total_cnt: 2, err_cnt: 1, rejected: [{ id: 999_999 }] })
    expect(await one('0c1111aa0001')).toBeUndefined()
    const back = await introduce(server.system, '0c1111aa0001')
    expect(back).toMatchObject({ scene_id: 0 })
    expect(back.device_id).not.toBe(id)
  })
})
