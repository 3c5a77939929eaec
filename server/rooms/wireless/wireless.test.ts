import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { introduce } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { setBases } from '../intent/config-store.ts'
import { saveDocuments } from '../intent/documents.ts'

let server: TestServer
let token = ''
let scene_id = 0
const ids: Record<'dual' | 'low' | 'wired', number> = { dual: 0, low: 0, wired: 0 }

const two = { band: ['2G'], channels: [1, 6, 11], htmode: ['HT20', 'HT40', 'HE20', 'HE40'] }
const five = {
  band: ['5G'],
  channels: [36, 40, 44, 48, 52, 56],
  dfs_channels: [52, 56],
  htmode: ['HT20', 'VHT80', 'HE80'],
}
const base = (name: string) => ({
  unit: { name },
  radios: [
    { band: '5G', channel: 36, 'channel-width': 80, country: 'US' },
    { band: '2G', channel: 'auto', country: 'US' },
  ],
  interfaces: [
    { name: 'WAN', role: 'upstream', ethernet: [{ 'select-ports': ['WAN*'] }], ipv4: { addressing: 'dynamic' } },
  ],
})

async function device(sn: string, wifi?: object): Promise<number> {
  const capabilities = { platform: 'ap', network: { wan: ['eth0'] }, country_codes: ['US', 'CN'], wifi }
  const { device_id } = await introduce(server.system, sn, {
    identity: { capabilities, verbs: ['configure', 'running'] },
  })
  await server.call(token, 'POST device/add', { sn, scene_id })
  const [digest = ''] = await saveDocuments(server.system, server.system.db, [base(sn)], server.system.now())
  await setBases(server.system, [{ device_id, digest, uuid: 1 }], server.system.now())
  return device_id
}

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  scene_id = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
  ids.dual = await device('0c1111ab0001', { a: five, b: two })
  ids.low = await device('0c1111ab0002', { b: two })
  ids.wired = await device('0c1111ab0003')
})
afterAll(() => server?.close())

const batch = (more: Record<string, unknown>) =>
  server.call(token, 'POST device/batch/wireless', { ids: Object.values(ids), ...more })
const guest = { key: 'Guest', security: 'WPA2PSK', password: 'rain-and-wind', bands: ['2g', '5g'] }
const draft = async () => (await server.call(token, 'GET change/open')).data.draft

test('the review shows each access point’s difference, its refusals, and excluded ones; nothing is stored', async () => {
  const radios = [{ band: '5g', region: 'US', channel: 149, bandwidth: '80', mode: 17 }]
  const { code, data } = await batch({ test: 1, networks: [guest], radios })
  expect(code).toBe(0)
  expect(data).toMatchObject({ total_cnt: 3, err_cnt: 1, changed_cnt: 2, draft_id: 0 })
  const of = (id: number) => data.list.find((one: { id: number }) => one.id === id)
  expect(data.list[0]).toMatchObject({ id: ids.wired, changed: 0 })
  expect(data.list[0].skipped).not.toBe('')
  const lines = JSON.stringify(of(ids.dual).hunks)
  expect(lines).toContain('Guest')
  expect(lines).not.toContain('rain-and-wind')
  expect(of(ids.dual).refusals, 'a channel it cannot is said, with what is used instead').toContainEqual(
    expect.objectContaining({ intent: 'radio/5g/channel', instead: 'auto' }),
  )
  expect(of(ids.low)).toMatchObject({ changed: 1, skipped: '' })
  expect(await draft()).toBeNull()
})

test('a device without any of the bands is excluded', async () => {
  const { data } = await batch({ test: 1, radios: [{ band: '5g', region: 'US', channel: 0 }] })
  const left = data.list.filter(({ skipped }: { skipped: string }) => skipped)
  expect(new Set(left.map(({ id }: { id: number }) => id))).toEqual(new Set([ids.low, ids.wired]))
})

test('invalid input is reported with its field', async () => {
  const radios = [{ band: '5g', region: 'CN', channel: 100 }]
  const answer = await batch({ test: 1, networks: [{ key: 'Guest', security: 'WPA2PSK' }], radios })
  expect(answer).toMatchObject({ code: 10395 })
  expect(Object.keys((answer.data as { fields: object }).fields).sort()).toEqual([
    'networks.0.password',
    'radios.0.channel',
  ])
  expect((await batch({ test: 1 })).code).toBe(10394)
})

test('saved, it is in the draft, for the participating devices; a second pass keeps the former fields', async () => {
  const { data } = await batch({ networks: [guest] })
  expect(data.draft_id).toBeGreaterThan(0)
  expect(await draft()).toMatchObject({ id: data.draft_id, edit_cnt: 2, device_cnt: 2 })
  const { data: review } = await server.call(token, 'GET change/review', { id: data.draft_id, limit: 10 })
  expect(review.summary).toMatchObject({ device_cnt: 2, changed_cnt: 2 })
  const detail = await server.call(token, 'GET change/detail', { id: data.draft_id })
  expect(detail.data.edits[0].set).toMatchObject({ security: 'WPA2PSK', password: true })
  expect(JSON.stringify(detail.data)).not.toContain('rain-and-wind')
})

test('existing fields stay where the input has none', async () => {
  const fields = JSON.stringify({ power: 17, channel: 36 })
  await server.system.db.run(sql`
    insert into intent (level, device_id, kind, key, fields, origins, changed_by, changed_at)
    values (2, ${ids.dual}, 'radio', '5g', ${fields}::jsonb, '{}', 'x', 1)`)
  const { data } = await batch({ ids: [ids.dual], radios: [{ band: '5g', channel: 44 }] })
  const { data: detail } = await server.call(token, 'GET change/detail', { id: data.draft_id })
  expect(detail.edits.find(({ kind }: { kind: string }) => kind === 'radio').set).toEqual({ power: 17, channel: 44 })
})

test('for a whole scene it is stored once', async () => {
  const { data } = await batch({ scene_id, networks: [{ key: 'Staff', security: 'Disable' }] })
  const { data: detail } = await server.call(token, 'GET change/detail', { id: data.draft_id })
  const staff = detail.edits.filter(({ key }: { key: string }) => key === 'Staff')
  expect(staff).toMatchObject([{ level: 0, target_id: scene_id }])
})
