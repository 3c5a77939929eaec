import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { packTar } from '../../engines/archive/test-tar.ts'
import { saveRevisions, settle } from '../intent/api.ts'
import { backupBefore } from './backup-before.ts'
import { saveReportedBases } from '../intent/config-store.ts'
import { saveDocuments } from '../intent/documents.ts'
import { thin } from './policy/thin.job.ts'
import { deviceOf, type Obey, sends } from './test-backups.ts'

let server: TestServer
let token: string
let scene: number

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  scene = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
})
afterAll(() => server?.close())

const device = (serial: string, verbs: string[], obey?: Obey) => deviceOf({ server, token, scene }, serial, verbs, obey)

const configOf = (ssid: string, key = 'a secret of ours') => ({
  uuid: Math.floor(Math.random() * 1e9),
  unit: { name: 'AP' },
  interfaces: [{ role: 'upstream', ssids: [{ name: ssid, encryption: { proto: 'psk2', key } }] }],
})
const runs =
  (config: () => object): Obey =>
  () => ({ result: 0, msg: '', data: { uuid: 7, config: config() } })

const ask = async (at: `${string} ${string}`, payload = {}) => (await server.call(token, at, payload)).data
const backUp = (ids: number[]) => ask('POST device/command/backup', { ids, wait: 20 })
const history = async (device_id: number) => (await ask('GET device/backup/list', { device_id })).list
const fleet = async (more = {}) => (await ask('GET device/backup/fleet', more)).list
const contents = async () =>
  (await server.system.db.one<{ n: number; stored: number }>(
    sql`select count(*)::int as n, coalesce(sum(stored), 0)::int as stored from device_content`,
  ))!

describe('a running configuration', () => {
  test('is stored once for all devices that run it, and nowhere in plain text', async () => {
    const before = (await contents()).n
    const ids = await Promise.all([
      device(
        '0c5555aa0001',
        ['running'],
        runs(() => configOf('Guest')),
      ),
      device(
        '0c5555aa0002',
        ['running'],
        runs(() => configOf('Guest')),
      ),
    ])
    const { results } = await backUp(ids)
    expect(results).toMatchObject([{ result: 0, data: { unchanged: false } }, { result: 0 }])
    expect((await contents()).n).toBe(before + 1)
    const rows = await server.system.db.rows<{ sealed: Buffer }>(sql`select sealed from device_content`)
    for (const { sealed } of rows) expect(sealed.includes('secret of ours')).toBe(false)
    const items = await ask('GET log/task/item', { limit: 10 })
    expect(JSON.stringify(items)).not.toContain('secret of ours')
  })

  test('is downloaded as a document without its number, named after the device', async () => {
    const id = await device(
      '0c5555aa0003',
      ['running'],
      runs(() => configOf('Back')),
    )
    await backUp([id])
    const [kept] = await history(id)
    expect(kept).toMatchObject({ complete: 1, unchanged: 0, format: 'document', diff_prev: null, source: 'manual' })
    const answer = await fetch(`${server.url}/api/v1/device/backup/download?id=${kept.id}`, {
      headers: { authorization: token },
    })
    expect(answer.headers.get('content-disposition')).toMatch(/0c5555aa0003-\d+T?\d+\.json/)
    const text = await answer.text()
    const { uuid: _, ...document } = configOf('Back')
    expect(JSON.parse(text)).toEqual(document)
    expect([Buffer.byteLength(text), createHash('sha256').update(text).digest('hex')]).toEqual([
      kept.bytes,
      kept.sha256,
    ])
  })

  test('counts its changed lines, and a new number is no change', async () => {
    let now = configOf('One')
    const id = await device(
      '0c5555aa0004',
      ['running'],
      runs(() => now),
    )
    await backUp([id])
    now = { ...configOf('One'), uuid: 99 }
    await backUp([id])
    now = configOf('Two', 'another secret')
    await backUp([id])
    expect((await history(id)).map(({ unchanged, diff_prev }: any) => [unchanged, diff_prev])).toEqual([
      [0, { add: 2, del: 2 }],
      [1, { add: 0, del: 0 }],
      [0, null],
    ])
  })

  test.each([
    ['nothing', {}],
    ['no document', 'text'],
    ['null', null],
  ])('is refused when it is %s', async (_, config) => {
    const id = await device(`0c5555ab00${Math.floor(Math.random() * 89 + 10)}`, ['running'], () => ({
      result: 0,
      msg: '',
      data: { uuid: 1, config },
    }))
    expect((await backUp([id])).results).toMatchObject([{ result: 1 }])
    expect(await history(id)).toEqual([])
  })
})

test('of a device that cannot report it is derived from its reports and what was sent, and marked so', async () => {
  const id = await device('0c5555af0001', ['configure'], () => ({ unsupported: true }))
  expect((await backUp([id])).results).toMatchObject([
    { result: 1, msg: expect.stringMatching(/^无法读取该设备的配置/) },
  ])
  const { system } = server
  const at = { db: system.db, access: system.access, system }
  const [reported] = await saveDocuments(system, system.db, [{ ethernet: [] }], system.now())
  await saveReportedBases(system, [{ device_id: id, digest: reported ?? '', uuid: 1, open: false }], system.now())
  expect((await backUp([id])).results).toMatchObject([{ result: 0 }])
  expect(await history(id)).toMatchObject([{ format: 'document', derived: 1 }])
  expect(await fleet({ ids: [id] })).toMatchObject([{ derived: 1 }])
  // it rolls back only where a change set would: the rest of the running configuration is not known
  const [kept] = await history(id)
  const check = () => ask('GET device/backup/check', { id: kept.id })
  expect((await check()).problems).toMatchObject([{ id: 'unknown', may: 0 }])
  expect(await ask('POST device/backup/recover', { ids: [id], wait: 20 })).toMatchObject({ err_cnt: 1 })
  const how = { source: 'change' as const, change_id: null, by: 'admin', now: system.now() }
  const sent = await saveRevisions(at, [{ device_id: id, document: { ethernet: [{ enabled: true }] } }], how)
  await settle(at, [{ id: sent.get(id)?.id ?? 0, end: 'running' }], system.now())
  expect((await backUp([id])).results).toMatchObject([{ result: 0 }])
  expect(await history(id)).toMatchObject([{ format: 'document', complete: 1, derived: 1 }, {}])
  expect(await check()).toMatchObject({ derived: 1, problems: [] })
  // it reconnected with another number: it does not run what was sent
  await system.db.run(sql`update device_config set sync = 3 where device_id = ${id}`)
  await system.db.run(sql`update device_state set config_uuid = 5 where device_id = ${id}`)
  expect((await backUp([id])).results).toMatchObject([{ result: 1 }])
})

describe('an archive', () => {
  const archive = (hosts: string, at = 0) =>
    gzipSync(packTar({ 'belvedere/manifest.json': `{"at":${at}}`, 'etc/hosts': hosts }))

  test('is stored once while its content is the same, independent of its time', async () => {
    let [hosts, at] = ['127.0.0.1 localhost\n', 1]
    const id = await device(
      '0c5555ac0001',
      ['backup'],
      sends(() => archive(hosts, at)),
    )
    await backUp([id])
    const { n } = await contents()
    at = 2
    await backUp([id])
    expect((await contents()).n).toBe(n)
    hosts += '10.0.0.1 gateway\n'
    await backUp([id])
    const list = await history(id)
    expect(list.map(({ unchanged, diff_prev }: any) => [unchanged, diff_prev])).toEqual([
      [0, { add: 1, del: 0 }],
      [1, { add: 0, del: 0 }],
      [0, null],
    ])
    const answer = await fetch(`${server.url}/api/v1/device/backup/download?id=${list[0].id}`, {
      headers: { authorization: token },
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.length).toBe(list[0].bytes)
    expect(gunzipSync(bytes).toString()).toContain('10.0.0.1 gateway')
  })

  test('that differs from the one the device reported as sent stays incomplete', async () => {
    const id = await device(
      '0c5555ac0002',
      ['backup'],
      sends(
        () => archive('x'),
        () => 'f'.repeat(64),
      ),
    )
    expect((await backUp([id])).results).toMatchObject([{ result: 1 }])
    expect(await history(id)).toMatchObject([{ complete: 0 }])
    expect(await fleet({ ids: [id] })).toMatchObject([{ id, state: 'incomplete', total: 1 }])
  })

  test('that is hostile is stored unchanged and breaks nothing', async () => {
    const bomb = gzipSync(Buffer.alloc(90 << 20))
    let bytes = archive('first')
    const id = await device(
      '0c5555ac0003',
      ['backup'],
      sends(() => bytes),
    )
    await backUp([id])
    for (const hostile of [bomb, Buffer.from('no archive'), gzipSync(packTar({ '../../etc/passwd': 'root' }))]) {
      bytes = hostile
      expect((await backUp([id])).results).toMatchObject([{ result: 0 }])
    }
    expect((await history(id)).map(({ complete }: any) => complete)).toEqual([1, 1, 1, 1])
  })
})

describe('the list of all devices', () => {
  const counts = () => ask('GET device/backup/count')

  test('shows which are covered, overdue, without a backup, or not supported', async () => {
    const was = await counts()
    const [good, old, none] = await Promise.all([
      device(
        '0c5555ad0001',
        ['running'],
        runs(() => configOf('Good')),
      ),
      device(
        '0c5555ad0002',
        ['running'],
        runs(() => configOf('Old')),
      ),
      device('0c5555ad0003', ['running']),
      device('0c5555ad0004', ['reboot']),
    ])
    await backUp([good, old])
    await server.system.db.run(
      sql`update device_backup set created_at = created_at - 8 * 86400 where device_id = ${old}`,
    )
    const now = await counts()
    const gained = Object.fromEntries(Object.keys(was).map((key) => [key, now[key] - was[key]]))
    expect(gained).toMatchObject({ covered: 1, overdue: 1, none: 1, unable: 1, incomplete: 0 })
    const ids = [good, old, none]
    expect((await fleet({ ids, orderby: 'state asc' })).map(({ id, state }: any) => [id, state])).toEqual([
      [none, 'none'],
      [old, 'overdue'],
      [good, 'covered'],
    ])
    expect(await fleet({ ids, state: 'overdue' })).toMatchObject([{ id: old, sn: '0c5555ad0002', total: 1, keep: 0 }])
    await ask('PUT device/backup/policy', { newest: 1, daily: 0, weekly: 0, overdue_days: 30 })
    expect((await fleet({ ids: [old] }))[0].state).toBe('covered')
  })

  test('shows the newest remaining backup after one was deleted, and releases its content', async () => {
    let ssid = 'First'
    const id = await device(
      '0c5555ad0005',
      ['running'],
      runs(() => configOf(ssid)),
    )
    await backUp([id])
    ssid = 'Second'
    await backUp([id])
    const [second, first] = await history(id)
    const { n } = await contents()
    await ask('DELETE device/backup', { ids: [second.id] })
    expect(await fleet({ ids: [id] })).toMatchObject([{ backup_id: first.id, total: 1 }])
    // the week for undoing the deletion passes
    await server.system.db.run(sql`update deleted_snapshot set until = 0`)
    for (const job of ['log.drop-snapshots', 'device.drop-contents'])
      await server.house.jobs.find(({ name }) => name === job)?.run({}, server.system)
    expect((await contents()).n).toBe(n - 1)
  })

  test('is thinned by the policies, except for marked backups', async () => {
    let n = 0
    const id = await device(
      '0c5555ad0006',
      ['running'],
      runs(() => configOf(`Round ${n++}`)),
    )
    for (let round = 0; round < 4; round++) await backUp([id])
    const list = await history(id)
    await ask('PUT device/backup', { id: list[2].id, keep: 1, note: 'before the fair' })
    await ask('PUT device/backup/policy', { newest: 1, daily: 0, weekly: 0, overdue_days: 7 })
    await thin.run({}, server.system)
    expect((await history(id)).map(({ id, note }: any) => [id, note])).toEqual([
      [list[0].id, ''],
      [list[2].id, 'before the fair'],
    ])
  })
})

test('devices are backed up before a change, and failures are reported', async () => {
  const [good, gone, cannot, unsent] = await Promise.all([
    device(
      '0c5555ae0001',
      ['running'],
      runs(() => configOf('Before')),
    ),
    device('0c5555ae0002', ['running']),
    device('0c5555ae0003', ['reboot']),
    device('0c5555ae0004', ['configure'], () => ({ unsupported: true })),
  ])
  const found = await backupBefore(server.system, [good, gone, cannot, unsent], { note: 'change 7' })
  expect(found.get(good)).toEqual({ backup_id: expect.any(Number) })
  expect(found.get(gone)).toMatchObject({ failed: { reason: 'offline' }, able: true })
  for (const id of [cannot, unsent]) expect(found.get(id)).toMatchObject({ able: false })
  expect(await history(good)).toMatchObject([{ source: 'change', note: 'change 7', complete: 1 }])
})
