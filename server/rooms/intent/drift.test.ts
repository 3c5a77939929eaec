import { intentErrors as errors } from '@belvedere/contract/rooms/intent/errors.ts'
import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandSubject, deviceConnected } from '../../devices/device-link.ts'
import { introduce } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { foundTeam } from '../account/api.ts'
import { type IntentCtx, commitEdits, compileDevices, saveRevisions, settle } from './api.ts'
import { watchDrift } from './watch-drift.job.ts'

const had = {
  unit: { name: 'old' },
  interfaces: [
    {
      name: 'WAN',
      role: 'upstream',
      ipv4: { addressing: 'dynamic' },
      ssids: [{ name: 'Shop', 'wifi-bands': ['2G'], encryption: { proto: 'psk2', key: 'rain-and-wind' } }],
    },
  ],
  'third-party': { acme: { kept: true } },
}

let server: TestServer
let token: string
let scene: number
let device: number
let at: IntentCtx
/** The running configuration of the test's device. */
let running: { uuid: number; config: Record<string, unknown> }

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  scene = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
  const { system } = server
  at = { db: system.db, access: system.access, system }
  running = { uuid: 77, config: { uuid: 77, ...had } }
  const identity = { verbs: ['configure', 'running'] as never, capabilities: { platform: 'ap' } }
  const { device_id } = await introduce(system, '0c6666aa0001', { identity, config_uuid: 77 })
  device = device_id
  system.bus.serve(commandSubject(device), async () => ({ result: 0, msg: '', data: running }))
  await server.call(token, 'POST device/add', { sn: '0c6666aa0001', scene_id: scene })
})
afterAll(() => server?.close())

const get = async (path: string, more: object = {}) =>
  (await server.call(token, `GET intent/${path}`, { device_id: device, ...more })).data
const post = (path: string, more: object = {}) =>
  server.call(token, `POST intent/${path}`, { device_id: device, ...more })
const entries = async () => {
  const { data } = await server.call(token, 'GET intent/effective', { level: 2, target_id: device })
  return Object.fromEntries(data.entries.map((one: any) => [`${one.kind}/${one.key}`, one]))
}
const hunks = async () => (await get('drift')).hunks
const edit = (kind: Edit['kind'], key: string, set: Edit['set'], level: Edit['level'] = 0): Edit => ({
  level,
  target_id: level === 0 ? scene : device,
  kind,
  key,
  set,
})

/** Sends the desired configuration, and the device applies it. */
async function push(change: (config: any) => unknown = (config) => config): Promise<void> {
  const compiled = (await compileDevices(at, [device])).get(device)
  if (!compiled?.document) throw new Error('nothing to send')
  const how = { source: 'change' as const, change_id: null, by: 'Li', now: server.system.now() }
  const kept = (
    await saveRevisions(
      at,
      [{ device_id: device, document: compiled.document, explanation: compiled.explanation }],
      how,
    )
  ).get(device)
  await settle(at, [{ id: kept?.id ?? 0, end: 'running' }], how.now)
  running = { uuid: kept?.uuid ?? 0, config: change(structuredClone(compiled.document)) as never }
}

test('the configuration of a claimed device is read and stored; the first one that is sent is the same, byte by byte', async () => {
  await expect.poll(async () => (await get('state')).base_at).toBeGreaterThan(0)
  expect(await get('state')).toMatchObject({ sync: 1, configurable: 1, readable: 1, reported_uuid: 77 })
  const compiled = (await compileDevices(at, [device])).get(device)
  expect(JSON.stringify(compiled?.document)).toBe(JSON.stringify(had))
  expect(compiled).toMatchObject({ changed: false, refusals: [], before: had })
})

test('every value has its source; secrets are not returned', async () => {
  await commitEdits(
    at,
    [edit('wireless', 'Shop', { hidden: 1, password: 'sunny-day' }), edit('wireless', 'Shop', { hidden: 0 }, 2)],
    { by: 'Li', now: 5 },
  )
  const { 'wireless/Shop': shop, 'system/': system } = await entries()
  expect(shop.fields.hidden.map(({ origin, value, by }: any) => [origin, value, by])).toEqual([
    ['base', 0, ''],
    ['scene', 1, 'Li'],
    ['device', 0, 'Li'],
  ])
  expect(shop.fields.password.map(({ value }: any) => value)).toEqual([true, true])
  expect(system.fields.name).toEqual([{ origin: 'base', value: 'old', by: '', at: 0 }])
  const { data } = await server.call(token, 'GET intent', { level: 0, target_id: scene })
  expect(data.list).toMatchObject([{ kind: 'wireless', key: 'Shop', fields: { hidden: 1, password: true }, rev: 1 }])
})

test('a device that runs what was sent is in sync; one that was changed manually shows where', async () => {
  await push()
  expect((await post('read')).data).toEqual({ sync: 1, differences: 0 })
  await push((config) => {
    config.unit.name = 'by hand'
    config.interfaces[0].ssids[0].encryption.key = 'changed-too'
    config.interfaces[0].ssids[0]['hidden-ssid'] = true
    config.interfaces[0].ssids.push({ name: 'Extra' })
    return config
  })
  await introduce(server.system, '0c6666aa0001', {
    identity: { verbs: ['configure', 'running'] as never, capabilities: { platform: 'ap' } },
    config_uuid: 4711,
  })
  await watchDrift.run(undefined, server.system)
  expect(await get('state')).toMatchObject({ sync: 3 })
  const listed = async (sync: number) =>
    (await server.call(token, 'GET device/ap', { scene_id: scene, sync, orderby: 'sync desc' })).data
  expect(await listed(3)).toMatchObject({ total: 1, list: [{ id: device, sync: 3 }] })
  expect(await listed(1)).toMatchObject({ total: 0 })
  // the next configuration that is sent corrects it, and it returns to the one that was found
  const compiled = (await compileDevices(at, [device])).get(device) as any
  expect(compiled).toMatchObject({ changed: true, before_revision: null, before: { unit: { name: 'by hand' } } })
  const found = await hunks()
  expect(JSON.stringify(found)).not.toMatch(/changed-too|sunny/)
  expect(found.map(({ place, intents }: any) => [place, intents])).toEqual([
    ['/unit/name', []],
    ['/interfaces/name=WAN/ssids/name=Shop/encryption/key', ['wireless/Shop/password']],
    ['/interfaces/name=WAN/ssids/name=Shop/hidden-ssid', ['wireless/Shop/hidden']],
    ['/interfaces/name=WAN/ssids/name=Extra', []],
  ])
})

test('differences are adopted into the device’s intents or its base, or ignored', async () => {
  const [name, key, hidden, extra] = (await hunks()).map(({ place }: any) => place)
  expect((await post('drift/adopt', { places: [name, hidden, extra] })).data).toEqual({ adopted: 3, left: 1 })
  const { 'wireless/Shop': shop } = await entries()
  expect(shop.fields.hidden.at(-1)).toMatchObject({ origin: 'device', value: 1 })
  expect((await get('state')).sync).toBe(3)
  expect((await post('drift/ignore', { places: [key] })).data).toEqual({ left: 0 })
  expect((await get('state')).sync).toBe(1)
  const compiled = (await compileDevices(at, [device])).get(device) as any
  expect(compiled.document.unit.name).toBe('by hand')
  expect(compiled.document.interfaces[0].ssids).toMatchObject([
    { 'hidden-ssid': true, encryption: { key: 'sunny-day' } },
    { name: 'Extra' },
  ])
  const [rule] = (await get('drift')).ignored
  expect(rule).toMatchObject({ place: key })
  expect((await post('drift/heed', { ids: [rule.id] })).data).toEqual({ left: 1 })
  const undone = async () => {
    const [newest] = (await server.call(token, 'GET log/sys', { object: `drift:${device}`, limit: 1 })).data.list
    return (await server.call(token, 'POST log/undo', { id: newest.id })).data.err_cnt
  }
  expect([await undone(), (await get('state')).sync], 'ignored again').toEqual([0, 1])
  expect([await undone(), (await get('drift')).ignored], 'and heeded again').toEqual([0, []])
})

test('a manual change under the same number is detected within ten minutes, and when the device reconnects', async () => {
  const looked = (ago: number) =>
    server.system.db.run(
      sql`update device_config set running_at = ${server.system.now() - ago}, sync = 1 where device_id = ${device}`,
    )
  await push((config) => ({ ...config, unit: { name: 'tampered' } }))
  await server.system.db.run(sql`update device_state set config_uuid = ${running.uuid} where device_id = ${device}`)
  await looked(500)
  await watchDrift.run(undefined, server.system)
  expect(await get('state'), 'read a while ago').toMatchObject({ sync: 1 })
  await looked(601)
  await watchDrift.run(undefined, server.system)
  expect(await get('state'), 'read ten minutes ago').toMatchObject({ sync: 3 })
  await looked(-66 * 60)
  await watchDrift.run(undefined, server.system)
  expect(await get('state'), 'read before the clock was set back').toMatchObject({ sync: 3 })
  await looked(0)
  const link = { device_id: device, scene_id: scene, serial: '0c6666aa0001', at: server.system.now(), session: 's' }
  server.system.emit(deviceConnected, { ...link, address: '192.0.2.1' })
  await expect.poll(async () => (await get('state')).sync).toBe(3)
  await push()
  expect((await post('read')).data).toEqual({ sync: 1, differences: 0 })
})

test('a configuration read before another one was sent is no drift', async () => {
  expect((await post('read')).data).toEqual({ sync: 1, differences: 0 })
  await commitEdits(at, [edit('wireless', 'Shop', { max_clients: 9 }, 2)], { by: 'Li', now: 5 })
  await push()
  expect(await get('state')).toMatchObject({ sync: 1 })
  expect(await hunks()).toEqual([])
  expect((await post('read')).data).toEqual({ sync: 1, differences: 0 })
})

test('revisions are listed and compared, with the base and with the running configuration', async () => {
  const { list } = await get('revision')
  expect(list[0]).toMatchObject({ source: 'change', current: 1, state: 1 })
  const { diff, explanation } = await get('revision/diff', { from: 'base', to: String(list.at(-1).id) })
  expect(
    diff.hunks
      .flatMap(({ lines }: any) => lines)
      .filter(({ mark }: any) => mark === '+')
      .map(({ text }: any) => text.trim()),
  ).toContain('"key": "•••••• #2"')
  expect(explanation['/interfaces/0/ssids/0/encryption/key']).toEqual(['wireless/Shop/password'])
  expect((await get('revision/diff', { from: String(list[0].id), to: 'running' })).diff.hunks).toEqual([])
  const refused = await server.call(token, 'GET intent/revision/diff', {
    device_id: device,
    from: '999999',
    to: 'base',
  })
  expect(refused.code).toBe(errors.noRevision.code)
})

test('an earlier revision is restored as intents of the device, in the draft', async () => {
  const { list } = await get('revision')
  const first = list.at(-1).id
  await commitEdits(
    at,
    [
      edit('wireless', 'Shop', { hidden: 1, max_clients: 7 }, 2),
      edit('system', '', { name: 'newer' }),
      edit('wireless', 'More', {}),
    ],
    { by: 'Li', now: 6 },
  )
  const { data } = await server.call(token, 'POST change/restore', { device_id: device, revision_id: first })
  expect(data.edit_cnt).toBeGreaterThan(0)
  const { draft } = (await server.call(token, 'GET change/open')).data
  const { edits } = (await server.call(token, 'GET change/detail', { id: draft.id })).data
  expect(JSON.stringify(edits)).not.toContain('sunny')
  expect(edits.map(({ kind, key, set }: any) => [kind, key, set.enable ?? set.name ?? set.hidden])).toEqual(
    expect.arrayContaining([
      ['system', '', 'old'],
      ['wireless', 'More', 0],
    ]),
  )
  const { list: reviewed } = (await server.call(token, 'GET change/review', { id: draft.id })).data
  expect(reviewed).toHaveLength(1)
  expect((await server.call(token, 'POST change/restore', { device_id: device, revision_id: 999_999 })).code).toBe(
    errors.noRevision.code,
  )
})

test('another team sees and changes nothing of it', async () => {
  const { db, access } = server.system
  await foundTeam({ db, access }, { team: 'other', account: 'other', password: 'Testing-2026', now: 1 })
  const other = await server.signIn('other', 'Testing-2026')
  const target = { level: 2, target_id: device }
  const code = async (call: string, payload: object) =>
    (await server.call(other, call as 'GET intent', payload as Record<string, unknown>)).code
  expect((await server.call(other, 'GET intent', target)).data.list).toEqual([])
  expect(await code('GET intent/effective', target)).toBe(errors.badTarget.code)
  for (const call of ['GET intent/state', 'GET intent/drift', 'POST intent/read'])
    expect(await code(call, { device_id: device }), call).toBe(errors.badTarget.code)
  expect(await code('POST intent/drift/ignore', { device_id: device, places: ['/unit'] })).toBe(errors.badTarget.code)
  expect((await server.call(other, 'GET intent/revision', { device_id: device })).data.total).toBe(0)
})
