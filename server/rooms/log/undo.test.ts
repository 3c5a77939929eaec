import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { logErrors as errors } from '@belvedere/contract/rooms/log/errors.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callOver, startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { expireSnapshots } from './undo.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  await make('POST user/member', { account: 'operator', role: 2, password: 'Operator-2026' })
})
afterAll(() => server?.close())

async function make(at: `${string} ${string}`, input: Record<string, unknown>, who = token): Promise<any> {
  const { code, msg, data } = await server.call(who, at, input)
  expect(code, `${at}: ${msg}`).toBe(0)
  return data
}
const newest = async (object: string) => (await make('GET log/sys', { object, limit: 1 })).list[0]
const undo = (id: number, who = token) => server.call(who, 'POST log/undo', { id })
async function undone(object: string): Promise<any> {
  const { id } = await newest(object)
  const { data } = await undo(id)
  return data.list[0]
}

describe('one operation', () => {
  test('is undone, recorded in the log, and redone', async () => {
    const { id } = await make('POST scene', { name: 'Harbour', city: 'A' })
    await make('PUT scene', { id, rev: 1, city: 'B' })
    const city = async () => (await make('GET scene', { ids: [id] })).list[0].city
    expect(await undone(`scene:${id}`)).toMatchObject({ ok: 1 })
    expect(await city()).toBe('A')
    const [undoing, change] = (await make('GET log/sys', { object: `scene:${id}`, lang: 'en' })).list
    expect(undoing).toMatchObject({ action: 'Undo: Change a scene', undoes: change.id, undo: { can: 1 } })
    expect(change).toMatchObject({ undone_by: undoing.id, undo: { can: 0, by: 'admin' } })
    expect((await undo(change.id)).data.list[0]).toMatchObject({ ok: 0, reason: expect.stringContaining('admin') })
    // redo, and undo once more
    expect(await undone(`scene:${id}`)).toMatchObject({ ok: 1 })
    expect(await city()).toBe('B')
    expect((await make('GET log/sys', { object: `scene:${id}` })).list[2]).toMatchObject({
      id: change.id,
      undo: { can: 1 },
    })
    expect((await undo(change.id)).data.list[0].ok).toBe(1)
    expect(await city()).toBe('A')
  })

  test('is not undone after a later change, which is named; unaffected fields do not matter', async () => {
    const { id } = await make('POST scene', { name: 'Tower', city: 'A' })
    await make('PUT scene', { id, rev: 1, city: 'B' })
    const first = await newest(`scene:${id}`)
    await make('PUT scene', { id, rev: 2, remark: 'high' })
    await make('PUT scene', { id, rev: 3, city: 'C' })
    const last = await newest(`scene:${id}`)
    expect((await undo(first.id)).data).toMatchObject({ err_cnt: 1, list: [{ ok: 0, later_id: last.id }] })
    expect((await undo(last.id)).data.err_cnt).toBe(0)
    expect((await undo(first.id)).data.err_cnt).toBe(0)
    expect((await make('GET scene', { ids: [id] })).list[0]).toMatchObject({ city: 'A', remark: 'high' })
  })

  test('a removed group is restored with its number and its members', async () => {
    const [a, b] = [await make('POST scene', { name: 'G1' }), await make('POST scene', { name: 'G2' })]
    const { id } = await make('POST scene/group', { name: 'Pair', color: 3 })
    await make('POST scene/group/join', { group_id: id, scene_ids: [a.id, b.id] })
    await make('DELETE scene/group', { id })
    expect(await undone(`scene-group:${id}`)).toMatchObject({ ok: 1 })
    expect((await make('GET scene/group', { search: 'Pair' })).list).toMatchObject([{ id, color: 3, scene_cnt: 2 }])
  })

  test('a removed scene is restored with its devices by the number of the request', async () => {
    const { id } = await make('POST scene', { name: 'Depot' })
    const device = await make('POST device/add', { sn: '02bb00000001', scene_id: id, name: 'Router' })
    const content = await server.system.db.one<{ id: number }>(sql`
      insert into device_content (digest, format, bytes, sha256, stored) values ('d', 'document', 1, '', 1) returning id`)
    await server.system.db.run(sql`
      insert into device_backup (device_id, content_id, sha256, complete, created_at) values (${device.id}, ${content.id}, '', true, 0)`)
    await make('DELETE scene', { id, force: 1, name: 'Depot' })
    expect((await server.call(token, 'GET device/detail', { id: device.id })).code).toBe(commonErrors.notFound.code)
    const { id: operation, request_cnt } = await newest(`scene:${id}`)
    expect(request_cnt).toBe(2)
    const preview = await make('POST log/undo', { id: operation, whole: 1, preview: 1 })
    expect(preview).toMatchObject({ total_cnt: 2, err_cnt: 0 })
    expect((await make('GET scene', { ids: [id] })).total).toBe(0)
    expect(await make('POST log/undo', { id: operation, whole: 1 })).toMatchObject({ total_cnt: 2, err_cnt: 0 })
    expect((await make('GET device/detail', { id: device.id })).device).toMatchObject({
      name: 'Router',
      scene_id: id,
      online: 0,
    })
    expect((await make('GET device/backup/list', { device_id: device.id })).total).toBe(1)
  })

  test('a released device that reconnected meanwhile is restored; a claimed one stays', async () => {
    const { id: scene_id } = await make('POST scene', { name: 'Yard' })
    const { id } = await make('POST device/add', { sn: '02bb00000002', scene_id, name: 'Gate' })
    const release = () => make('DELETE device', { ids: [id] })
    await release()
    const dialled = await server.system.db.one<{ id: number }>(
      sql`insert into device (serial, name) values ('02bb00000002', 'x') returning id`,
    )
    await server.system.db.run(sql`insert into device_state (device_id, online) values (${dialled.id}, true)`)
    expect(await undone(`device:${id}`)).toMatchObject({ ok: 1 })
    expect((await make('GET device/detail', { id })).device).toMatchObject({ name: 'Gate', online: 0 })
    await release()
    await make('POST device/add', { sn: '02bb00000002', scene_id })
    const { id: released } = await newest(`device:${id}`)
    expect((await undo(released)).data.list[0].ok).toBe(0)
  })

  test('a removal can be undone for a week, then its rows are deleted', async () => {
    const { id } = await make('POST scene/group', { name: 'Old' })
    await make('DELETE scene/group', { id })
    const operation = await newest(`scene-group:${id}`)
    expect(operation.undo.can).toBe(1)
    await server.system.db.run(
      sql`update deleted_snapshot set until = ${server.system.now() - 10} where audit_id = ${operation.id}`,
    )
    await expireSnapshots.run({}, server.system)
    expect((await newest(`scene-group:${id}`)).undo).toMatchObject({ can: 0, why: errors.tooLate.zh })
    expect((await undo(operation.id)).data.list[0].ok).toBe(0)
    const { left } = await server.system.db.one<{ left: number }>(
      sql`select count(*)::int as left from deleted_snapshot where audit_id = ${operation.id}`,
    )
    expect(left).toBe(0)
  })

  test('commands to a device are not undone, and the row states why', async () => {
    const signed = (await make('GET log/sys', { object: 'account', limit: 50 })).list.find(
      ({ call }: { call: string }) => call === 'POST user/login',
    )
    expect(signed.undo).toMatchObject({ can: 0, why: expect.stringContaining('登录') })
  })

  test('is offered by the answer of the call itself, to its caller', async () => {
    const operator = await server.signIn('operator', 'Operator-2026')
    const { id } = await make(
      'POST user/view',
      { list: 'x', name: 'Mine', state: { limit: 10, orderby: '', search: '', filters: {} } },
      operator,
    )
    const answer = await fetch(`${server.url}/api/v1/user/view/${id}`, {
      method: 'DELETE',
      headers: { authorization: operator },
    })
    const request_id = answer.headers.get('x-undo')
    expect(request_id).toMatch(/^[0-9a-f]{12}$/)
    const other = await server.call(token, 'POST log/undo', { request_id })
    expect(other.data.list[0]).toMatchObject({ ok: 0, reason: expect.stringContaining('operator') })
    expect((await server.call(operator, 'POST log/undo', { request_id })).data.err_cnt).toBe(0)
    expect((await make('GET user/view', {}, operator)).list).toMatchObject([{ id, name: 'Mine' }])
  })

  test('requires the permission of the undone call', async () => {
    const operator = await server.signIn('operator', 'Operator-2026')
    const { id } = await make('POST user/member', { account: 'third', role: 3, password: 'Testing-2026' })
    const operation = await newest(`account:${id}`)
    expect((await undo(operation.id, operator)).data.list[0]).toMatchObject({
      ok: 0,
      reason: expect.stringContaining('account'),
    })
    expect((await callOver(server.url, operator, 'POST log/undo/all', { from: 0, by: 1 })).code).toBe(
      commonErrors.noPermission.code,
    )
  })
})

test('objects created by others are removed by users who may remove them', async () => {
  const operator = await server.signIn('operator', 'Operator-2026')
  const { id } = await make('POST scene', { name: 'Pier' })
  const { id: added } = await newest(`scene:${id}`)
  expect((await server.call(operator, 'DELETE scene', { id })).code).toBe(commonErrors.noPermission.code)
  expect((await undo(added, operator)).data.list[0]).toMatchObject({
    ok: 0,
    reason: expect.stringContaining('scene.remove'),
  })
  expect((await make('GET scene', { ids: [id] })).total).toBe(1)
  const own = await make('POST scene', { name: 'Mistake' }, operator)
  expect((await undo((await newest(`scene:${own.id}`)).id, operator)).data.err_cnt).toBe(0)
  expect((await undo(added)).data.err_cnt).toBe(0)
})

describe('all operations of an account since a given time', () => {
  test('a preview reports what would happen and changes nothing', async () => {
    const operator = await server.signIn('operator', 'Operator-2026')
    const { id } = await make('POST scene', { name: 'Mill' }, operator)
    await make('PUT scene', { id, rev: 1, name: 'Old mill' }, operator)
    const { uid: by } = await newest(`scene:${id}`)
    await make('PUT scene', { id, rev: 2, remark: 'by another' })
    const ask = { from: 0, by, scene_id: id }
    const preview = await make('POST log/undo/all', { ...ask, preview: 1 })
    expect(preview).toMatchObject({ total_cnt: 2, err_cnt: 1, more: 0, list: [{ ok: 1 }, { ok: 0 }] })
    expect((await make('GET scene', { ids: [id] })).list[0].name).toBe('Old mill')
    expect(await make('POST log/undo/all', ask)).toMatchObject({ total_cnt: 2, err_cnt: 1 })
    expect((await make('GET scene', { ids: [id] })).list[0]).toMatchObject({ name: 'Mill', remark: 'by another' })
  })

  test('a scene is restored to a given time, for changes of all users', async () => {
    const { id } = await make('POST scene', { name: 'Quay', city: 'A' })
    await server.system.db.run(sql`update audit_log set at = at - 100 where scene_id = ${id}`)
    const operator = await server.signIn('operator', 'Operator-2026')
    await make('PUT scene', { id, rev: 1, city: 'B' }, operator)
    await make('PUT scene', { id, rev: 2, city: 'C' })
    await make('POST log/undo/all', { scene_id: id, from: server.system.now() - 50 })
    expect((await make('GET scene', { ids: [id] })).list[0].city).toBe('A')
  })
})
