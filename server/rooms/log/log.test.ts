import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Access } from '../../kernel/access.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { endItems, insertTask } from '../task/api.ts'
import { foundTeam } from '../account/api.ts'
import { jsonForLog } from './json-for-log.ts'
import { wordsOf } from '../task/rules.ts'

let server: TestServer
let token: string
let other: string
let scene: number

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
})
afterAll(() => server?.close())

describe('the operation log', () => {
  const list = async (filter = {}, who = token) =>
    (await server.call(who, 'GET log/sys', { limit: 50, ...filter })).data

  test('contains who did what to which object, in the reader’s language', async () => {
    const zh = await list({ object: `scene:${scene}` })
    expect(zh.list).toMatchObject([
      {
        account: 'admin',
        way: 'console',
        call: 'POST scene',
        action: '添加场景',
        name: 'Hotel',
        scene_id: scene,
        scene_name: 'Hotel',
        before: null,
      },
    ])
    expect(zh.list[0].after).toMatchObject({ name: 'Hotel' })
    expect((await list({ object: 'scene', lang: 'en' })).list[0].action).toBe('Add a scene')
  })

  test('names the objects that an operation refers to by number, for users who may see them', async () => {
    const group = (await server.call(token, 'POST scene/group', { name: 'South' })).data.id
    await server.call(token, 'POST scene/group/join', { group_id: group, scene_ids: [scene] })
    const [joined] = (await list({ object: `scene-group:${group}` })).list
    expect(joined.names).toEqual({ [`scene:${scene}`]: 'Hotel' })
  })

  test('lists the newest ten thousand and reports that there are more', async () => {
    const { capped, list: few } = await list({ search: 'crowd' })
    expect({ capped, few }).toEqual({ capped: 0, few: [] })
    const crowd = (n: number) =>
      server.system.db.run(sql`
        insert into audit_log (at, uid, account, team_id, channel, ip, request_id, call, object, name)
        select at, uid, account, team_id, channel, ip, request_id, call, object, 'crowd' from audit_log, generate_series(1, ${n}::int)
        where object = ${`scene:${scene}`}`)
    await crowd(10_000)
    expect(await list({ search: 'crowd', limit: 1 })).toMatchObject({ total: 10_000, capped: 0 })
    await crowd(1)
    expect(await list({ search: 'crowd', limit: 1 })).toMatchObject({ total: 10_000, capped: 1 })
    await server.system.db.run(sql`delete from audit_log where name = 'crowd'`)
  })

  test('is filtered by operator, period, scene and text', async () => {
    const now = server.system.now()
    const { total } = await list()
    expect((await list({ operator: 'ADM' })).total).toBe(total)
    expect((await list({ operator: 'nobody' })).total).toBe(0)
    expect((await list({ from: now + 60 })).total).toBe(0)
    expect((await list({ to: now + 60, scene_id: scene })).total).toBeGreaterThan(0)
    expect((await list({ search: 'hote' })).total).toBe(1)
    expect((await list({ way: 'timer' })).total).toBe(0)
  })

  test('is limited to the team', async () => {
    expect((await list({}, other)).list.filter(({ account }: { account: string }) => account === 'admin')).toEqual([])
    expect((await server.call(other, 'GET log/sys', { scene_id: scene })).code).toBe(10023)
  })

  test('is written with the change or not at all', async () => {
    const before = (await list()).total
    expect((await server.call(token, 'POST scene', { name: 'Hotel' })).code).not.toBe(0)
    expect((await list()).total).toBe(before)
  })
})

describe('tasks', () => {
  const items = [1, 2, 3].map((n) => ({ device_id: n, sn: `0c666600000${n}`, name: `D${n}`, scene_id: 0 }))
  const taskOf = (uid: number) => ({
    type: 'reboot' as const,
    team_id: 1,
    uid,
    operator: 'admin',
    at: server.system.now(),
    within: 60,
    items: items.map((one) => ({ ...one, scene_id: scene })),
  })
  const start = () => insertTask(server.system, taskOf(1))
  const task = async (task_id: number, who = token) =>
    (await server.call(who, 'GET log/task', { task_id })).data.list[0]
  const end = (id: number, device_id: number, result: 0 | 1 | 2) =>
    endItems(server.system, id, server.system.now(), [{ device_id, result }])

  test.each([
    ['all succeeded', [0, 0, 0], 0],
    ['some failed', [0, 1, 0], 2],
    ['all failed', [1, 2, 1], 1],
  ] as const)('%s', async (_, results, result) => {
    const id = await start()
    const ended: boolean[] = []
    for (const [n, one] of results.entries()) ended.push(await end(id, n + 1, one))
    expect(ended).toEqual([false, false, true])
    expect(await task(id)).toMatchObject({ result, done_cnt: 3, total_cnt: 3, objects: ['D1', 'D2', 'D3'] })
  })

  test('an item ends once', async () => {
    const id = await start()
    await end(id, 1, 1)
    await end(id, 1, 0)
    expect(await task(id)).toMatchObject({ done_cnt: 1, err_cnt: 1, result: 3, progress: 33 })
    const { data } = await server.call(token, 'GET log/task/item', { task_id: id, result: 1 })
    expect(data.list).toMatchObject([{ device_id: 1, operator: 'admin', type: 'reboot' }])
  })

  test('any text of a device can be stored', async () => {
    const id = await start()
    const data = { text: 'a\u0000b\u001f湖', nested: ['\\u0000'] }
    await endItems(server.system, id, server.system.now(), [
      { device_id: 1, result: 1, reason: 'failed', msg: 'x\u0000\u001fy', data },
    ])
    const row = await server.system.db.one(sql`select msg, data from task_item where task_id = ${id} and device_id = 1`)
    expect(row).toEqual({ msg: 'xy', data: { text: 'ab\u001f湖', nested: ['\\u0000'] } })
  })

  test('are visible to users who see one of their scenes', async () => {
    const id = await start()
    expect(await task(id, other)).toBeUndefined()
    expect((await server.call(other, 'GET log/task/item', { task_id: id })).data.total).toBe(0)
    expect(
      (
        await server.call(token, 'GET log/task', {
          search: 'd2',
          type: 'reboot',
          result: 3,
          operator: 'admin',
          scene_id: scene,
        })
      ).data.total,
    ).toBeGreaterThan(0)
  })

  test('are found by any of several kinds', async () => {
    const id = await start()
    const total = async (types: string[]) =>
      (await server.call(token, 'GET log/task', { task_id: id, types })).data.total
    expect(await total(['backup', 'reboot'])).toBe(1)
    expect(await total(['reboot'])).toBe(1)
    expect(await total(['backup', 'upgrade'])).toBe(0)
  })

  test('the caller’s own are distinguished from those of others in the same team', async () => {
    const own = await start()
    const foreign = await insertTask(server.system, taskOf(2))
    const mine = (await server.call(token, 'GET log/task', { mine: 1, limit: 500 })).data.list
    expect(mine.map(({ id }: { id: number }) => id)).toContain(own)
    expect(mine.map(({ id }: { id: number }) => id)).not.toContain(foreign)
    expect(await task(foreign)).toBeDefined()
  })

  test('a single process at its start closes the tasks of the former process', async () => {
    const id = await start()
    await server.system.db.run(sql`update task set until = until + 3600 where id = ${id}`)
    const { loseAtStart } = await import('../task/task.ts')
    await loseAtStart.run(server.system)
    expect(await task(id)).toMatchObject({ result: 2, err_cnt: 3, done_cnt: 3 })
  })
})

describe('words', () => {
  test.each([
    [{ reason: null, msg: 'ok' }, 'ok'],
    [{ reason: 'offline', msg: '' }, 'The device is offline'],
    [{ reason: 'failed', msg: 'busy' }, 'It failed: busy'],
    [{ reason: 'of a later version', msg: '' }, 'of a later version'],
  ])('%j', (item, text) => {
    expect(wordsOf(item, 'en')).toBe(text)
  })

  test('a value too large to store is replaced by its size', () => {
    expect(jsonForLog({ a: 1 })).toBe('{"a":1}')
    expect(jsonForLog(undefined)).toBeNull()
    expect(JSON.parse(jsonForLog('x'.repeat(100_000)) ?? '')).toEqual({ too_large: 100_002 })
  })
})
