import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceErrors } from '@belvedere/contract/rooms/device/errors.ts'
import { intentErrors } from '@belvedere/contract/rooms/intent/errors.ts'
import { taskReason } from '@belvedere/contract/rooms/task/reason/enums.ts'
import { introduce } from '../../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'
import { loseTasks } from '../../task/store.ts'
import { setBases } from '../../intent/config-store.ts'
import { saveDocuments } from '../../intent/documents.ts'
import { type StubDevice, type StubOptions, stubDevice } from '../test-devices.ts'
import { endOf } from './end-task.ts'

let server: TestServer
let token: string
let scene: number
let serial = 0xf000

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  scene = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
})
afterAll(() => server?.close())

const SECRET = 'Quiet-Harbour.27'
const patience = { timeout: 60_000, interval: 100 }
const ask = async (at: `${'GET' | 'POST' | 'PUT'} ${string}`, payload: Record<string, unknown>) => {
  const { code, msg, data } = await server.call(token, at, { lang: 'en', ...payload })
  expect({ at, code, msg }).toMatchObject({ code: 0 })
  return data
}
const change = (ids: number[], password = SECRET) => ask('POST device/command/password', { ids, password })
const task = async (task_id: number) => (await ask('GET log/task', { task_id })).list[0]
const items = async (task_id: number) => (await ask('GET log/task/item', { task_id, orderby: 'name asc' })).list
const unitOf = ({ runs }: StubDevice) => runs.config['unit'] as Record<string, unknown>

/** A device that was adopted with its own configuration. */
async function adopted(options: Partial<StubOptions> = {}, family = 'ucentral-ap'): Promise<StubDevice> {
  const { system } = server
  const sn = `0c55bb${(serial++).toString(16).padStart(6, '0')}`
  const verbs = ['configure', 'running', 'arm', 'confirm'] as never
  const { device_id } = await introduce(system, sn, { family, identity: { verbs } })
  await system.db.run(sql`update device set scene_id = ${scene}, name = ${sn} where id = ${device_id}`)
  const config = {
    unit: { name: sn, location: 'Lobby' },
    interfaces: [{ name: 'WAN', role: 'upstream', ethernet: [] }],
  }
  const [digest = ''] = await saveDocuments(system, system.db, [config], system.now())
  await setBases(system, [{ device_id, digest, uuid: 1 }], system.now())
  return stubDevice(system, device_id, { running: { uuid: 1, config }, ...options })
}

test('a new password is sent to devices that support it, and its task ends with the set', {
  timeout: 180_000,
}, async () => {
  const [one, two] = [await adopted(), await adopted()]
  const host = await adopted({}, 'linux-agent')
  // other settings of the device stay, and a draft stays unchanged
  const name = { level: 2, target_id: one.id, kind: 'system', key: '', set: { name: 'Reception' } }
  const draft = (await ask('POST change/edit', { edits: [name] })).id
  await ask('POST change/apply', { id: draft, soak: 0 })
  await expect.poll(async () => (await ask('GET change/detail', { id: draft })).state, patience).toBe('done')
  const place = {
    level: 2,
    target_id: two.id,
    kind: 'raw',
    key: 'place',
    set: { document: { unit: { location: 'Roof' } } },
  }
  const open = (await ask('POST change/edit', { edits: [place] })).id

  const out = await change([one.id, two.id, host.id, 4711])
  expect(out).toMatchObject({ total_cnt: 4, err_cnt: 2, accepted_cnt: 2 })
  expect(out.rejected).toMatchObject([{ id: host.id, reason: deviceErrors.notSupported.en }, { id: 4711 }])
  await server.system.db.run(
    sql`update change_set set options = options || '{"soak": 0}'::jsonb where id = ${out.change_id}`,
  )
  // a starting process does not abandon it
  await loseTasks(server.system, server.system.now(), Number.MAX_SAFE_INTEGER)
  expect(await task(out.task_id)).toMatchObject({ type: 'password', result: 3, total_cnt: 2, repeatable: 0 })

  await expect.poll(async () => (await task(out.task_id)).result, patience).toBe(0)
  expect(await items(out.task_id)).toMatchObject([{ result: 0 }, { result: 0 }])
  for (const device of [one, two]) expect(unitOf(device)).toMatchObject({ 'system-password': SECRET })
  expect(unitOf(one)).toMatchObject({ name: 'Reception' })
  expect(unitOf(two)).toMatchObject({ location: 'Lobby' })
  expect((await ask('GET change/open', {})).draft).toMatchObject({ id: open })
  await ask('POST change/discard', { id: open })

  // write-only
  const told = await Promise.all([
    ask('GET log/sys', { limit: 100 }),
    task(out.task_id),
    items(out.task_id),
    ask('GET change/detail', { id: out.change_id }),
    ask('GET change/trail', { id: out.change_id }),
    ask('GET intent', { level: 2, target_id: one.id }),
    server.system.db.rows(sql`select fields from change_edit union all select fields from intent`),
    server.system.db.rows(sql`select to_jsonb(o) from audit_log o`),
    server.system.db.rows(sql`select to_jsonb(t) from task t`),
  ])
  expect(JSON.stringify(told)).not.toContain(SECRET)

  // the same password again requires no command
  const sent = two.told
  const again = await change([two.id])
  await expect.poll(async () => (await task(again.task_id)).result, patience).toBe(0)
  expect(two.told).toBe(sent)

  const { id } = await ask('POST change/undo', { id: out.change_id })
  await ask('POST change/apply', { id, soak: 0 })
  await expect.poll(async () => (await ask('GET change/detail', { id })).state, patience).toBe('done')
  expect(unitOf(one)).not.toHaveProperty('system-password')
})

test('a device that refuses keeps the former password, and its item reports that', { timeout: 90_000 }, async () => {
  const device = await adopted({ refuses: ({ unit }) => 'system-password' in (unit as object) })
  const { task_id } = await change([device.id])
  await expect.poll(async () => (await task(task_id)).result, patience).toBe(1)
  const [item] = await items(task_id)
  expect(item).toMatchObject({ result: 1 })
  expect(item.msg).toContain(taskReason.label('refused', 'en'))
  const wanted = sql`select 1 from intent where device_id = ${device.id} and kind = 'system'`
  expect(await server.system.db.rows(wanted)).toEqual([])
})

test('a password that a shell would interpret, or too short, is refused', async () => {
  const { id } = await adopted()
  const put = (password: string) => server.call(token, 'POST device/command/password', { ids: [id], password })
  expect((await put('Secret;reboot')).code).toBe(intentErrors.unsafePassword.code)
  expect((await put('short')).code).not.toBe(0)
  const host = await adopted({}, 'linux-agent')
  const none = await change([host.id])
  expect(none).toMatchObject({ total_cnt: 1, err_cnt: 1, accepted_cnt: 0 })
  expect(none.task_id).toBeUndefined()
})

test.each([
  [undefined, null, { result: 0 }],
  [{ state: 'done' as const }, null, { result: 0 }],
  [{ state: 'partly' as const }, null, { result: 2, reason: 'partial' }],
  [{ state: 'skipped' as const, reason: 'offline' as const }, null, { result: 1, reason: 'unsent_offline' }],
  [{ state: 'failed' as const, reason: 'silent' as const }, null, { result: 1, reason: 'silent' }],
  [{ state: 'failed' as const, reason: 'internal' as const }, null, { result: 1, reason: 'failed' }],
  [{ state: 'returned' as const }, 'share' as const, { result: 1, reason: 'share' }],
  [{ state: 'returned' as const }, 'unknown' as const, { result: 1, reason: 'returned' }],
  [{ state: 'returned' as const }, 'cancelled' as const, { result: 4, reason: 'returned' }],
  [
    { state: 'skipped' as const, reason: 'terminals' as const },
    'terminals' as const,
    { result: 1, reason: 'terminals' },
  ],
  [{ state: 'waiting' as const }, 'cancelled' as const, { result: 4, reason: 'cancelled' }],
  [{ state: 'waiting' as const }, 'share' as const, { result: 1, reason: 'share' }],
  [{ state: 'waiting' as const }, null, { result: 1, reason: 'not_begun' }],
  [{ state: 'lost' as const, reason: 'unknown' as const }, 'share' as const, { result: 1, reason: 'silent' }],
])('%j of a set that was rolled back for %s', (item, reason, end) => {
  expect(endOf(item && { reason: null, msg: '', ...item }, { reason })).toMatchObject(end)
})
