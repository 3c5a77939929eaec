import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import { commandSubject } from '../../devices/device-link.ts'
import type { Ingest } from '../../devices/ingest/ingest.ts'
import { facts, introduce, openIngest } from '../../devices/test-devices.ts'
import { setBases } from '../intent/config-store.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { foundTeam } from '../account/api.ts'
import { runTimers } from './run-timers.job.ts'

let server: TestServer
let ingest: Ingest
let token: string
let other: string
let scene: number
const aps: number[] = []
const bssid = (n: number) => `0c:99:99:aa:00:1${n}`

beforeAll(async () => {
  server = await startTestServer()
  ingest = await openIngest(server.system)
  token = await server.signIn()
  const team = { team: 'other', account: 'other', password: 'Testing-2026', now: server.system.now() }
  await foundTeam(server.system, team)
  other = await server.signIn('other', 'Testing-2026')
  scene = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
  const capabilities = {
    wifi: { phy0: { band: ['2G'], channels: [1, 6, 11], htmode: ['HE20', 'HE40'] } },
    country: 'CN',
  }
  for (let n = 0; n < 3; n++) {
    const sn = `0c9999aa000${n}`
    const verbs = ['configure' as const, 'listen' as const]
    const { device_id } = await introduce(server.system, sn, { identity: { capabilities, verbs } })
    await server.call(token, 'POST device/add', { sn, scene_id: scene, name: `AP ${n}` })
    aps.push(device_id)
    await setBases(server.system, [{ device_id, digest: null, uuid: 0 }], server.system.now())
    const radios = [{ band: '2.4G' as const, channel: 1, width_mhz: 20, tx_power_dbm: 17, utilisation: 30 }]
    const ssids = [{ ssid: 'Hotel', bssid: bssid(n), band: '2.4G' as const, terminals: 0 }]
    ingest.push({ device_id, scene_id: scene, at: server.system.now(), facts: facts(0, 0, { radios, ssids }) })
    // like the gateway: each receives the two others
    server.system.bus.serve(commandSubject(device_id), async ({ verb }: DeviceCommand) => {
      const others = [0, 1, 2].filter((one) => one !== n)
      const heard = others.map((one) => ({ bssid: bssid(one), ssid: 'Hotel', band: '2.4G', channel: 1, signal: -60 }))
      return verb === 'listen' ? { result: 0, msg: '', data: { heard } } : { result: 1, msg: 'no' }
    })
  }
  await ingest.drain()
})
afterAll(() => server?.close())

const call = (at: 'POST scene/optimize', more: Record<string, unknown>, who = token) =>
  server.call(who, at, { scene_id: scene, ...more })
const state = async () => (await server.call(token, 'GET scene/optimize', { scene_id: scene })).data
const preview = async (more = {}) => (await call('POST scene/optimize', { mode: 'preview', ...more })).data

test('before the first scan the interference is not known', async () => {
  expect(await state()).toEqual({ ap_cnt: 3, able_cnt: 3, heard_cnt: 0, heard_at: null, listening: null })
  expect(await preview()).toMatchObject({ before: 0, moved_cnt: 0, items: [{ own_cnt: null }, {}, {}] })
})

test('access points scan, and the results make a plan', async () => {
  expect((await server.call(token, 'POST scene/optimize/listen', { scene_id: scene })).data).toEqual({ total: 3 })
  for (let tries = 0; tries < 300 && (await state()).heard_cnt < 3; tries++)
    await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await state()).toMatchObject({ heard_cnt: 3, heard_at: expect.any(Number) })
  const plan = await preview()
  expect(plan).toMatchObject({ before: 60, after: 0, moved_cnt: 2, change_id: 0 })
  expect(plan.items.map(({ after }: any) => after.channel).toSorted((a: number, b: number) => a - b)).toEqual([
    1, 6, 11,
  ])
  expect(plan.items[0]).toMatchObject({ own_cnt: 2, stranger_cnt: 0, utilisation: 30, fixed: 0 })
  expect((await preview({ threshold: 50 })).moved_cnt).toBe(2)
  expect((await preview({ bands: ['5g'] })).items).toEqual([])
})

test('the scan depends on the power at that time: with less power, they are received accordingly', async () => {
  const { db } = server.system
  const tell = (power: number) =>
    db.run(
      sql`update device_detail set facts = jsonb_set(facts::jsonb, '{radios,0,tx_power_dbm}', ${String(power)}::jsonb)::json where device_id = ${aps[1]}`,
    )
  await tell(1)
  // 16 dB less of a signal of -60: half of it
  expect((await preview({ threshold: 50 })).before).toBe(50)
  await tell(17)
  expect((await preview({ threshold: 50 })).before).toBe(60)
})

test('an invalid plan is refused', async () => {
  const apply = (item: object) =>
    call('POST scene/optimize', {
      mode: 'apply',
      items: [{ device_id: aps[0], band: '2g', channel: 6, width: 20, ...item }],
    })
  expect((await apply({ channel: 3 })).code).toBe(12_054)
  expect((await apply({ width: 40 })).code).toBe(12_054)
  expect((await apply({ power: 30 })).code).toBe(12_054)
  expect((await apply({ device_id: 999_999 })).code).toBe(12_054)
  expect((await apply({ channel: 1 })).code).toBe(12_053)
})

test('applied it is a running change set, and a row of the history', async () => {
  const items = (await preview()).items
    .filter(({ moved }: any) => moved === 1)
    .map(({ device_id, band, after }: any) => ({ device_id, band, channel: after.channel, width: after.width }))
  await server.call(token, 'POST change/edit', {
    edits: [{ level: 2, target_id: aps[0], kind: 'radio', key: '2g', set: { power: 12 } }],
  })
  expect((await call('POST scene/optimize', { mode: 'apply', items })).code).toBe(11_105)
  const draft = (await server.call(token, 'GET change/open')).data.draft.id
  await server.call(token, 'POST change/discard', { id: draft })
  // the whole scene, with no device that rolls back by itself
  const all = aps.map((device_id) => ({ device_id, band: '2g', channel: 6, width: 20 }))
  expect(await call('POST scene/optimize', { mode: 'apply', items: all })).toMatchObject({
    code: 11_400,
    data: { blast: { unnamed_cnt: 3 }, confirm: { text: '3' } },
  })
  const { code, data } = await call('POST scene/optimize', { mode: 'apply', items })
  expect([code, data.moved_cnt, data.before, data.after]).toEqual([0, 2, 60, 0])
  const set = (await server.call(token, 'GET change/detail', { id: data.change_id })).data
  expect(set.state).not.toBe('draft')
  expect(set.edits).toHaveLength(2)
  for (const { kind, key, set: fields } of set.edits)
    expect([kind, key, Object.keys(fields)]).toEqual(['radio', '2g', ['channel']])
  const { list } = (await server.call(token, 'GET scene/optimize/plan', { scene_id: scene })).data
  expect(list).toMatchObject([
    { way: 'manual', by: 'admin', moved_cnt: 2, before: 60, after: 0, measured_before: 30, change_id: data.change_id },
  ])
})

test('by schedule it scans, plans and applies, or records why not', async () => {
  const set = { scene_id: scene, on: 1, weekdays: ['2'], time: '03:30', threshold: 10, dfs: 0, width: 1, power: 0 }
  const request = await server.call(token, 'POST scene/optimize/timer', set)
  expect(request).toMatchObject({ code: 11_400, data: { confirm: { text: '3' } } })
  expect((await server.call(token, 'GET scene/optimize/timer', { scene_id: scene })).data.on).toBe(0)
  const kept = await server.confirmed(token, 'POST scene/optimize/timer', set)
  expect(kept.data.next_at).toBeGreaterThan(server.system.now())
  await server.call(token, 'POST change/edit', {
    edits: [{ level: 2, target_id: aps[0], kind: 'radio', key: '2g', set: { power: 12 } }],
  })
  await server.system.db.run(sql`update radio_timer set next_at = 1`)
  await runTimers.run({}, server.system)
  let row: any
  for (let tries = 0; tries < 100 && row?.way !== 'timer'; tries++) {
    row = (await server.call(token, 'GET scene/optimize/plan', { scene_id: scene })).data.list[0]
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  expect(row).toMatchObject({ way: 'timer', change_id: null, moved_cnt: 2, said: expect.stringMatching(/草稿|draft/) })
})

test('not for another team', async () => {
  expect((await call('POST scene/optimize', { mode: 'preview' }, other)).code).toBe(10_023)
  expect((await server.call(other, 'GET scene/optimize', { scene_id: scene })).code).toBe(10_023)
})
