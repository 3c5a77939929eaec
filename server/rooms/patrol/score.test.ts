import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ingest } from '../../devices/ingest/ingest.ts'
import { facts, introduce, openIngest } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { foundTeam } from '../account/api.ts'
import { runTimers } from './run/run-timers.job.ts'

let server: TestServer
let ingest: Ingest
let token: string
let scene: number
let ap: number
let other: string

beforeAll(async () => {
  server = await startTestServer()
  ingest = await openIngest(server.system)
  token = await server.signIn()
  const team = { team: 'other', account: 'other', password: 'Testing-2026', now: server.system.now() }
  await foundTeam(server.system, team)
  other = await server.signIn('other', 'Testing-2026')
  scene = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
  const capabilities = { wifi: { phy0: { band: ['2G'], channels: [1, 6, 11], htmode: ['HE20', 'HE40'] } } }
  const verbs = ['reboot' as const, 'backup' as const, 'configure' as const]
  ap = (await introduce(server.system, '0c7777aa0001', { identity: { capabilities, verbs } })).device_id
  await server.call(token, 'POST device/add', { sn: '0c7777aa0001', scene_id: scene, name: 'Lobby' })
  const radios = [{ band: '2.4G' as const, channel: 3, width_mhz: 40, tx_power_dbm: 17 }]
  ingest.push({ device_id: ap, scene_id: scene, at: server.system.now(), facts: facts(0, 0, { radios }) })
  await ingest.drain()
})
afterAll(() => server?.close())

const score = async (more = {}, who = token) =>
  (await server.call(who, 'GET scene/score', { scene_id: scene, lang: 'en', ...more })).data
const codes = (answer: any) => answer.items.filter((one: any) => one.device_cnt > 0).map(({ code }: any) => code)

test('before the first patrol there is no score', async () => {
  expect(await score()).toMatchObject({ run_id: 0, score: null, items: [] })
})

test('a patrol finds the problems, in words, with devices and points', async () => {
  const made = await server.call(token, 'POST scene/score/run', { scene_id: scene })
  expect(made).toMatchObject({ code: 0, data: { run_id: expect.any(Number), score: expect.any(Number) } })
  const found = await score()
  expect(codes(found)).toEqual(expect.arrayContaining(['wifi_wide_24', 'wifi_channel_24', 'backup_never']))
  const wide = found.items.find((one: any) => one.code === 'wifi_wide_24')
  expect(wide).toMatchObject({ level: 2, fixable: 1, points: 8, of_cnt: 1, title: '40 MHz wide at 2.4 GHz' })
  expect(wide.devices).toMatchObject([{ device_id: ap, name: 'Lobby', evidence: 'Channel 3, 40 MHz', ignore_id: 0 }])
  const points = found.items.reduce((sum: number, one: any) => sum + one.points, 0)
  expect(found.score).toBe(Math.round(100 - points))
  expect(found.passed.length + found.unknown.length + found.items.length).toBeGreaterThan(30)
})

test('ignoring removes it from the score, undo restores it', async () => {
  const before = (await score()).score
  const done = await server.call(token, 'POST scene/score/ignore', {
    scene_id: scene,
    code: 'backup_never',
    device_ids: [ap],
    reason: 'spare',
  })
  expect(done.code).toBe(0)
  const less = await score()
  expect(less.score).toBe(before + 8)
  expect(codes(less)).not.toContain('backup_never')
  expect((await server.call(token, 'GET scene/score/run', { scene_id: scene })).data.list[0].score).toBe(before + 8)
  const { list } = (await server.call(token, 'GET log/sys', { limit: 5 })).data
  const operation = list.find((one: any) => one.object.startsWith('patrol-ignore:'))
  await server.call(token, 'POST log/undo', { id: operation.id })
  expect((await score()).score).toBe(before)
})

test('a temporarily ignored one counts again afterwards; immediately when it is no longer ignored', async () => {
  const until = server.system.now() + 100
  const { data } = await server.call(token, 'POST scene/score/ignore', {
    scene_id: scene,
    code: 'wifi_wide_24',
    reason: 'later',
    until,
  })
  expect(codes(await score())).not.toContain('wifi_wide_24')
  await server.system.db.run(sql`update patrol_ignore set until = 1`)
  expect(codes(await score())).toContain('wifi_wide_24')
  await server.call(token, 'POST scene/score/heed', { scene_id: scene, ids: data.ids })
  expect(await server.system.db.rows(sql`select 1 from patrol_ignore`)).toEqual([])
})

test('a fix is an edit in the draft', async () => {
  const { code, data } = await server.call(token, 'POST scene/score/fix', {
    scene_id: scene,
    code: 'wifi_wide_24',
    lang: 'en',
  })
  expect(code).toBe(0)
  expect(data).toMatchObject({ edit_cnt: 1, device_cnt: 1 })
  const draft = (await server.call(token, 'GET change/detail', { id: data.draft_id })).data
  expect(draft).toMatchObject({
    name: 'Fix: 40 MHz wide at 2.4 GHz',
    edits: [{ kind: 'radio', key: '2g', target_id: ap, set: { bandwidth: '20' } }],
  })
  expect((await server.call(token, 'POST scene/score/fix', { scene_id: scene, code: 'backup_never' })).code).toBe(12050)
  expect((await server.call(token, 'POST scene/score/fix', { scene_id: scene, code: 'wan_down' })).code).toBe(12051)
})

test('resolved and new findings are listed in comparison with the patrol before', async () => {
  const radios = [{ band: '2.4G' as const, channel: 6, width_mhz: 20, tx_power_dbm: 17, utilisation: 90 }]
  ingest.push({ device_id: ap, scene_id: scene, at: server.system.now() + 60, facts: facts(1, 1, { radios }) })
  await ingest.drain()
  await server.call(token, 'POST scene/score/run', { scene_id: scene })
  const found = await score()
  expect(found.gone.map((one: any) => one.code)).toEqual(expect.arrayContaining(['wifi_wide_24', 'wifi_channel_24']))
  expect(found.items.find((one: any) => one.code === 'wifi_busy').devices[0].change).toBe('new')
  expect(found.items.find((one: any) => one.code === 'backup_never').devices[0].change).toBe('same')
  expect(found.delta).toEqual(expect.any(Number))
})

test('by schedule, with the rights of the account that set it', async () => {
  const set = { scene_id: scene, on: 1, weekdays: ['1', '3'], time: '06:30' }
  expect((await server.call(token, 'POST scene/score/timer', set)).data.next_at).toBeGreaterThan(server.system.now())
  expect((await server.call(token, 'GET scene/score/timer', { scene_id: scene })).data).toMatchObject({
    on: 1,
    weekdays: ['1', '3'],
    time: '06:30',
  })
  await server.system.db.run(sql`update patrol_timer set next_at = 1`)
  await runTimers.run({}, server.system)
  expect(await score()).toMatchObject({ way: 'timer', by: 'admin' })
  const [timer] = await server.system.db.rows<{ next_at: number }>(sql`select next_at from patrol_timer`)
  expect(timer?.next_at).toBeGreaterThan(server.system.now())
})

test('not visible to another team', async () => {
  for (const at of ['GET scene/score', 'GET scene/score/run', 'GET scene/score/timer', 'POST scene/score/run'])
    expect((await server.call(other, at as 'GET scene', { scene_id: scene })).code, at).toBe(10023)
})
