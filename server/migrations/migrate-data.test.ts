import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../kernel/database/test-database.ts'
import { startTestServer, type TestServer } from '../kernel/test-server.ts'
import { ageOf, type Dump, reads, restore, shifted } from './test-data/dump.ts'

let database: TestDatabase
let server: TestServer
let token: string
let dump: Dump
let by: number
let data: string

/** A database of an earlier release, with the vault of its secrets; this release starts on it. */
beforeAll(async () => {
  const file = await readFile(join(import.meta.dirname, 'test-data/before-renames.json.gz'))
  dump = JSON.parse(gunzipSync(file).toString()) as Dump
  by = ageOf(dump)
  database = await testDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('drop schema public cascade; create schema public')
  await restore(client, dump, by).finally(() => client.end())
  data = await mkdtemp(join(tmpdir(), 'belvedere-test-'))
  await writeFile(join(data, 'vault-key'), Buffer.from(dump.vault, 'base64'), { mode: 0o600 })
  server = await startTestServer(['--database-url', database.url, '--data', data])
  token = await server.signIn()
})
afterAll(async () => {
  await server?.close()
  await database?.drop()
  await rm(data, { recursive: true, force: true })
})

/** Values measured or counted at the time of the call, and texts of the release. */
const momentary = new Set([
  'action',
  'cpu',
  'device_online',
  'device_unknown',
  'generated_at',
  'load',
  'mark',
  'online',
  'online_cnt',
  'rx_bps',
  'status',
  'text',
  'title',
  'tx_bps',
  'unknown_since',
  'uptime',
  'why',
])

/** Fields of answers that were renamed since. */
const renamed: Readonly<Record<string, string>> = {
  alone: 'standalone',
  but: 'override_level',
  judged_at: 'acknowledged_at',
  outside: 'outside_hours',
}

function lasting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lasting)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => (momentary.has(key) ? [] : [[renamed[key] ?? key, lasting(part)]])),
  )
}

test.each(reads.map(({ at, payload }, index) => ({ at, payload, index })))('$at answers as before', async (read) => {
  const { code, msg, data } = await server.call(token, read.at, read.payload)
  expect(code, msg).toBe(0)
  expect(lasting(data)).toEqual(lasting(shifted(dump.answers[read.index], dump.at, by)))
})

test('a monitored device keeps its serial number, in the scheme of those', async () => {
  const schemes = await server.system.db.rows<{ scheme: string; monitored: boolean }>(sql`
    select d.scheme, t.device_id is not null as monitored
    from device d left join monitored_device t on t.device_id = d.id`)
  expect(schemes).toContainEqual({ scheme: 'monitored', monitored: true })
  expect(schemes).toContainEqual({ scheme: 'mac', monitored: false })
  expect(schemes.every(({ scheme, monitored }) => (scheme === 'monitored') === monitored)).toBe(true)
})

test('earlier changes are undone', async () => {
  const { data } = await server.call(token, 'GET log/sys', { page: 1, limit: 100 })
  const changed = (data.list as { id: number; call: string }[]).filter(({ call }) =>
    ['POST device/alone', 'PUT alarm/user', 'POST alarm/config'].includes(call),
  )
  expect(changed).toHaveLength(4)
  // the settings of a removed scene
  const undoable = changed.slice(1)
  for (const { id, call } of undoable) {
    const { code, msg, data } = await server.call(token, 'POST log/undo', { id })
    expect({ call, code, msg, data }).toMatchObject({ code: 0, data: { err_cnt: 0 } })
  }
  const users = (await server.call(token, 'GET alarm/user', { page: 1, limit: 10, search: 'NOC' })).data.list
  expect(users).toMatchObject([{ level: 1, override_level: 0, outside_hours: 0 }])
  const devices = (await server.call(token, 'GET device/all', { page: 1, limit: 10, search: 'spare' })).data.list
  expect(devices).toMatchObject([{ standalone: 0 }])
})

test('earlier deletions are restored, with dependent rows', async () => {
  const { data } = await server.call(token, 'GET log/sys', { page: 1, limit: 100 })
  const deleted = (data.list as { id: number; call: string }[]).filter(({ call }) => call.startsWith('DELETE '))
  expect(deleted.map(({ call }) => call)).toEqual(['DELETE scene', 'DELETE alarm/user', 'DELETE device'])
  for (const { id, call } of deleted) {
    const { code, msg } = await server.call(token, 'POST log/undo', { id })
    expect({ call, code, msg }).toMatchObject({ code: 0 })
  }
  const found = async (at: `GET ${string}`, more: Record<string, unknown>) =>
    (await server.call(token, at, { page: 1, limit: 10, ...more })).data.list as Record<string, unknown>[]
  expect(await found('GET scene', { search: 'Office' })).toHaveLength(1)
  expect(await found('GET alarm/silence', {})).toMatchObject([{}, { name: 'Known', scene_name: 'Office' }])
  expect(await found('GET alarm/user', { search: 'Old' })).toMatchObject([{ masked: 'ol***@example.com', scope: 0 }])
  const [office] = await found('GET scene', { search: 'Office' })
  const { list } = (await server.call(token, 'GET alarm/config', { scene_id: office?.['id'] as number })).data
  const quiet = (list as { type: string; quiet: unknown }[]).find(({ type }) => type === 'dev_offline')?.quiet
  expect(quiet).toEqual([{ weekdays: [], minute_from: 1320, minute_to: 420, override_level: 1 }])
  const [device] = await found('GET device/all', { search: 'leaving' })
  const device_id = device?.['id']
  expect(await found('GET alarm/log', { device_id })).toMatchObject([{ type: 'dev_reboot', note: '' }])
  expect(await found('GET device/backup/list', { device_id })).toMatchObject([{ note: 'of the leaving one' }])
  expect(await found('GET scene/share/send', { scene_id: office?.['id'] as number })).toMatchObject([{ way: 1 }])
  const of = (text: string) => server.system.database.pool.query(text, [device_id]).then(({ rows }) => rows)
  expect(await of('select networks from radio_neighbor_scan where device_id = $1')).toEqual([{ networks: [] }])
  expect(
    await of('select distinct n.content from notification n join alarm a on a.id = n.alarm_id where a.device_id = $1'),
  ).toEqual([{ content: { scene_name: 'Hotel' } }])
})

test('stored names are the current names of tables and columns', async () => {
  const one = async (text: string) => (await server.system.database.pool.query(text)).rows[0]
  expect(await one(`select networks from radio_neighbor_scan where networks <> '[]'`)).toMatchObject({
    networks: [{ ssid: 'next door' }],
  })
  expect(await one('select distinct channel from audit_log order by 1 limit 1')).toEqual({ channel: 'console' })
  expect(await one('select distinct method from sign_in_log')).toEqual({ method: 'password' })
  expect((await one('select count(*)::int as n from device_properties_interval')).n).toBeGreaterThan(0)
})
