import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { changeErrors as errors } from '@belvedere/contract/rooms/change/errors.ts'
import { intentErrors } from '@belvedere/contract/rooms/intent/errors.ts'
import { clockSet } from '../../kernel/live/clock-link.ts'
import { probeSubject } from '../../devices/device-link.ts'
import { storeSeconds } from '../../kernel/database/store-clock.ts'
import { introduce } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { backupUnkept } from '../backup/api.ts'
import { raiseAlarms } from '../alarm/store.ts'
import { setBases } from '../intent/config-store.ts'
import { saveDocuments } from '../intent/documents.ts'
import { drive } from './engine/drive.ts'
import { type Times, usualTimes } from './engine/run.ts'
import { type StubDevice, type StubOptions, stubDevice } from './test-devices.ts'

let server: TestServer
let token: string
let serial = 0xd000
let scenes = 0

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
})
afterAll(() => server?.close())

const times: Times = { settle: 0, look: 0.02, answer: 1, configure: 1, probe: 0.2, back: 3, lease: 2, beat: 0.1 }
const base = (name: string) => ({
  uuid: 1,
  unit: { name },
  interfaces: [{ name: 'WAN', role: 'upstream', ethernet: [] }],
})
const verbs = ['configure', 'running', 'arm', 'confirm'] as const

interface ChangeTestNetwork {
  scene: number
  devices: StubDevice[]
  edit(set: Record<string, unknown> | null): Promise<number>
  apply(set: number, options?: Record<string, unknown>, seconds?: number): Promise<void>
  state(set: number): Promise<Record<string, unknown>>
  intents(): Promise<number>
  close(): void
}

/** A scene with devices that were adopted with their own configuration. */
async function network(n: number, how: Partial<StubOptions> & { mute?: boolean } = {}): Promise<ChangeTestNetwork> {
  const { system } = server
  const scene = (await server.call(token, 'POST scene', { name: `Scene ${++scenes}` })).data.id
  const devices: StubDevice[] = []
  for (let at = 0; at < n; at++) {
    const sn = `0c22bb${(serial++).toString(16).padStart(6, '0')}`
    const { device_id } = await introduce(system, sn, {
      identity: { verbs: [...verbs].slice(0, how.mute ? 1 : how.arms === false ? 2 : 4) },
    })
    await system.db.run(sql`update device set scene_id = ${scene}, name = ${sn} where id = ${device_id}`)
    const [digest = ''] = await saveDocuments(system, system.db, [base(sn)], system.now())
    await setBases(system, [{ device_id, digest, uuid: 1 }], system.now())
    devices.push(stubDevice(system, device_id, { running: { uuid: 1, config: base(sn) }, ...how }))
  }
  return {
    scene,
    devices,
    async edit(set) {
      const edit = { level: 0, target_id: scene, kind: 'raw', key: 'place', set }
      const { code, msg, data } = await server.call(token, 'POST change/edit', { edits: [edit] })
      expect({ code, msg }).toMatchObject({ code: 0 })
      return data.id
    },
    async apply(id, options = {}, seconds = 1) {
      // the tests drive the sets themselves: the server's engine finds each locked
      await hold(id, 'test')
      const input = { id, soak: 0, confirm: 15, failures: 0, canary: 1, ...options }
      const { code, msg } = await server.call(token, 'POST change/apply', input)
      expect({ code, msg }).toMatchObject({ code: 0 })
      await system.db.run(
        sql`update change_set set options = options || ${JSON.stringify({ confirm: seconds })}::jsonb where id = ${id}`,
      )
    },
    state: async (id) => (await server.call(token, 'GET change/detail', { id })).data,
    intents: async () =>
      (await system.db.one<{ n: number }>(sql`select count(*)::int as n from intent where scene_id = ${scene}`)).n,
    close: () => devices.forEach((one) => one.stop()),
  }
}

const hold = (id: number, by: string) =>
  server.system.db.run(
    sql`update change_set set lease_by = ${by}, lease_until = ${server.system.now() + 3600} where id = ${id}`,
  )
async function driven(id: number, by: string, between?: (what: string) => void): Promise<void> {
  await hold(id, by)
  await drive(engine(by, between), id)
}
const engine = (by: string, between?: (what: string) => void) => ({ system: server.system, by, times, between })
const ssids = ({ runs }: StubDevice) => JSON.stringify(runs.config).includes('Lobby')
const guest = { document: { unit: { location: 'Lobby' } } }

test('a text that a shell of the device would run is refused with its field, in the language of the caller', async () => {
  const { scene } = await network(0)
  const put = async (kind: string, set: object, lang: string) => {
    const edit = { level: 0, target_id: scene, kind, key: kind === 'raw' ? 'place' : '', set }
    return server.call(token, 'POST change/edit', { edits: [edit], lang })
  }
  const says = intentErrors.unsafePassword
  for (const password of ['Secret;reboot', '$(reboot)1', '-n12345678', 'a b c d e', '密码密码密码密码']) {
    const { code, msg, data } = await put('system', { password }, 'en')
    expect({ password, code, msg, fields: data.fields }).toEqual({
      password,
      code: says.code,
      msg: says.en,
      fields: { password: says.en },
    })
  }
  const pages = { interfaces: [{ ssids: [{ captive: { 'web-root-url': 'http://a.example/x;reboot' } }] }] }
  const { code, msg, data } = await put('raw', { document: pages }, 'zh')
  const said = intentErrors.unsafeText.zh.replace('{place}', '/interfaces/0/ssids/0/captive/web-root-url')
  expect({ code, msg, fields: data.fields }).toEqual({
    code: intentErrors.unsafeText.code,
    msg: said,
    fields: { document: said },
  })
  const kept = await put('system', { password: 'Secret-1234' }, 'en')
  expect(kept.code).toBe(0)
  await server.call(token, 'POST change/discard', { id: kept.data.id })
})

describe('a change set', () => {
  test('is drafted, reviewed, applied canary first, becomes intents, and is undone', async () => {
    const net = await network(4)
    const id = await net.edit(guest)
    expect((await server.call(token, 'GET change/open')).data.draft).toMatchObject({ id, edit_cnt: 1, device_cnt: 4 })
    const review = (await server.call(token, 'GET change/review', { id })).data
    expect(review.summary).toMatchObject({ device_cnt: 4, changed_cnt: 4, no_return_cnt: 0, offline_cnt: 0 })
    expect(JSON.stringify(review.list[0].hunks)).toContain('Lobby')
    const only = async (what: object) => (await server.call(token, 'GET change/review', { id, ...what })).data.total
    expect(await only({ only: 'changed' })).toBe(4)
    expect(await only({ only: 'offline' })).toBe(0)
    expect(await only({ only: 'changed', search: review.list[0].sn.toUpperCase() })).toBe(1)
    expect(await only({ search: 'nobody' })).toBe(0)
    await net.apply(id, { rev: review.rev })
    expect(await net.intents()).toBe(0)
    await driven(id, 'one')
    expect(await net.state(id)).toMatchObject({ state: 'done', done_cnt: 4, failed_cnt: 0 })
    expect(net.devices.every(ssids)).toBe(true)
    expect(net.devices.some(({ armed }) => armed)).toBe(false)
    expect(await net.intents()).toBe(1)
    const kept = await backups(net)
    expect(kept).toMatchObject(
      net.devices.map(({ id: device_id }) => ({ device_id, source: 'change', complete: true })),
    )
    const { list: trail } = (await server.call(token, 'GET change/trail', { id })).data
    const told = trail.filter(({ what }: { what: string }) => what === 'backup')
    expect(told[0]?.data).toEqual({ kept: 1, failed: 0 })
    expect(told.reduce((sum: number, { data }: { data: { kept: number } }) => sum + data.kept, 0)).toBe(4)
    const undo = (await server.call(token, 'POST change/undo', { id })).data.id
    await net.apply(undo)
    await driven(undo, 'two')
    expect(net.devices.some(ssids)).toBe(false)
    expect(await net.intents()).toBe(0)
    expect(await net.state(id)).toMatchObject({ undone_by: undo })
    const { data } = await server.call(token, 'GET log/sys', { object: `change:${id}` })
    expect(data.list.map(({ after }: { after: { state?: string } }) => after?.state)).toContain('done')
    net.close()
  })

  test('that disconnects its canary affects no other device and rolls back by itself', async () => {
    const net = await network(6, { cutBy: (config) => JSON.stringify(config).includes('Lobby') })
    const id = await net.edit(guest)
    await net.apply(id, { canary: 2 })
    await driven(id, 'one')
    expect(await net.state(id)).toMatchObject({ state: 'returned', reason: 'share', failed_cnt: 2, done_cnt: 0 })
    expect(net.devices.filter(({ told }) => told > 0)).toHaveLength(2)
    expect(net.devices.every(({ runs }) => runs.uuid === 1)).toBe(true)
    expect(await net.intents()).toBe(0)
    const { data } = await server.call(token, 'GET log/sys', { object: `change:${id}` })
    expect(data.list.filter(({ after }: { after: { state?: string } }) => after?.state === 'returned')).toHaveLength(1)
    net.close()
  })

  test.each([false, true])('of devices that cannot arm sends the former configuration back; mute: %s', async (mute) => {
    const net = await network(3, { arms: false, mute, ...(mute ? { reports: 50 } : {}) })
    const bad = net.devices[2] as StubDevice
    const id = await net.edit(guest)
    bad.stop()
    await net.apply(id, { offline: 'wait', canary_ids: [net.devices[0]?.id] })
    await server.system.db.run(sql`update device_state set online = false where device_id = ${bad.id}`)
    const end = driven(id, 'one')
    await until(async () => (await net.state(id))['phase'] === 'offline')
    expect(await net.state(id)).toMatchObject({ done_cnt: 2 })
    await server.call(token, 'POST change/cancel', { id })
    await end
    expect(await net.state(id)).toMatchObject({ state: 'returned', reason: 'cancelled' })
    expect(net.devices.some(ssids)).toBe(false)
    net.close()
  })

  test('refuses a stale review, a device of another set, and what is not a draft', async () => {
    const net = await network(1)
    const id = await net.edit(guest)
    expect((await server.call(token, 'POST change/apply', { id, rev: 99 })).code).toBe(errors.changedSince.code)
    await net.apply(id)
    expect((await server.call(token, 'POST change/apply', { id })).code).toBe(errors.notDraft.code)
    const other = await net.edit({ document: { unit: { location: 'Roof' } } })
    expect((await server.call(token, 'POST change/apply', { id: other })).code).toBe(errors.deviceBusy.code)
    expect((await server.call(token, 'POST change/undo', { id })).code).toBe(errors.notDone.code)
    expect((await server.call(token, 'POST change/discard', { id: other })).code).toBe(0)
    const undone = async () => {
      const [newest] = (await server.call(token, 'GET log/sys', { object: `change:${other}`, limit: 1 })).data.list
      return (await server.call(token, 'POST log/undo', { id: newest.id })).data
    }
    expect(await undone(), 'a discarded draft comes back').toMatchObject({ err_cnt: 0 })
    expect((await server.call(token, 'GET change/open')).data.draft).toMatchObject({ id: other, edit_cnt: 1 })
    await server.call(token, 'PUT change', { id: other, name: 'Called otherwise' })
    expect((await undone()).err_cnt).toBe(0)
    expect((await net.state(other))['name']).not.toBe('Called otherwise')
    expect((await server.call(token, 'POST change/discard', { id: other })).code).toBe(0)
    const later = await net.edit({ document: { unit: { location: 'Cellar' } } })
    expect(await undone(), 'but not beside another').toMatchObject({ err_cnt: 1 })
    expect((await server.call(token, 'POST change/discard', { id: later })).code).toBe(0)
    await driven(id, 'one')
    expect((await server.call(token, 'POST change/cancel', { id })).code).toBe(errors.notRunning.code)
    net.close()
  })
})

const until = (is: () => Promise<boolean>) => vi.waitUntil(is)

const backups = ({ devices }: ChangeTestNetwork) =>
  server.system.db.rows<{ device_id: number; source: string; complete: boolean }>(sql`
    select device_id, source, complete from device_backup where device_id = any(${devices.map(({ id }) => id)}::int[]) order by device_id, id`)

test('a device that runs what was sent, with a backup since, is not backed up again', async () => {
  const net = await network(3)
  const ids = net.devices.map(({ id }) => id)
  const how = { operator: '', note: '', timeout: 1000 }
  expect(await backupUnkept(server.system, ids, how)).toEqual({ kept: 3, failed: 0 })
  // their running configurations are not known yet
  expect(await backupUnkept(server.system, ids, how)).toEqual({ kept: 3, failed: 0 })
  await server.system.db.run(sql`update device_state set config_uuid = 1 where device_id = any(${ids}::int[])`)
  expect(await backupUnkept(server.system, ids, how)).toEqual({ kept: 0, failed: 0 })
  await server.system.db.run(sql`update device_state set config_uuid = 9 where device_id = ${ids[0]}`)
  net.devices[0]?.stop()
  expect(await backupUnkept(server.system, ids, how)).toEqual({ kept: 0, failed: 1 })
  net.close()
})

test('while the canary is watched the others are backed up, and not again in their wave', async () => {
  const net = await network(4)
  const [first] = net.devices
  const id = await net.edit(guest)
  await net.apply(id, { soak: 1, canary_ids: [first?.id] })
  const end = driven(id, 'one')
  await until(async () => (await net.state(id))['phase'] === 'soak')
  await until(async () => (await backups(net)).length === 4)
  expect(net.devices.filter(({ told }) => told > 0)).toHaveLength(1)
  await end
  expect(await net.state(id)).toMatchObject({ state: 'done', done_cnt: 4 })
  expect(await backups(net)).toHaveLength(4)
  net.close()
})

test('a canary with a new alarm leaves all others unchanged', async () => {
  const net = await network(3)
  const [first] = net.devices
  const id = await net.edit(guest)
  await net.apply(id, { soak: 1, canary_ids: [first?.id] })
  const end = driven(id, 'one')
  await until(async () => (await net.state(id))['phase'] === 'soak')
  const where = { device_id: first?.id ?? 0, scene_id: net.scene, key: 'WAN' }
  const at = server.system.now()
  await raiseAlarms(server.system.db, [{ ...where, type: 'dev_wan_disconnect', level: 1, at, params: {} }])
  await end
  expect(await net.state(id)).toMatchObject({ state: 'returned', reason: 'alarms' })
  expect(net.devices.filter(({ told }) => told > 0)).toHaveLength(1)
  expect(net.devices.some(ssids)).toBe(false)
  net.close()
})

test('a silent canary is probed before the others follow', async () => {
  const net = await network(3)
  const [first] = net.devices
  const id = await net.edit(guest)
  await net.apply(id, { soak: 1, canary_ids: [first?.id] })
  const request: number[][] = []
  const forget = server.system.bus.subscribe(probeSubject, ({ device_ids }: { device_ids: number[] }) => {
    request.push(device_ids)
    void server.system.db.run(sql`update device_state set online = false where device_id = ${first?.id}`)
  })
  await driven(id, 'one')
  forget()
  expect(request).toEqual([[first?.id]])
  expect(await net.state(id)).toMatchObject({ reason: 'unhealthy' })
  expect(net.devices.filter(({ told }) => told > 0)).toHaveLength(1)
  net.close()
})

test('a canary reports unreachable peers before the others follow', async () => {
  const { db } = server.system
  const net = await network(3, {
    refreshed: () => db.run(sql`update terminal set online = false where device_id = ${net.devices[0]?.id ?? 0}`),
  })
  const [first] = net.devices
  await db.run(sql`
    insert into terminal (scene_id, mac, device_id, link, rank, online, since, first_seen, last_seen)
    select scene_id, '02:00:00:00:07:01', id, 0, 1, true, 0, 0, 0 from device where id = ${first?.id}`)
  const id = await net.edit(guest)
  await net.apply(id, { soak: 1, canary_ids: [first?.id] })
  await driven(id, 'one')
  expect(await net.state(id)).toMatchObject({ reason: 'terminals' })
  expect(net.devices.filter(({ told }) => told > 0)).toHaveLength(1)
  net.close()
})

test('a device that was disconnected and runs the former configuration has rolled back, not failed', async () => {
  const net = await network(2, { blinks: true })
  const id = await net.edit(guest)
  await net.apply(id, { canary: 0, failures: 100 })
  await driven(id, 'one')
  const { list } = (await server.call(token, 'GET change/item', { id })).data
  expect(list).toMatchObject([
    { state: 'returned', reason: 'cut' },
    { state: 'returned', reason: 'cut' },
  ])
  net.close()
})

test('an intent that could not be sent is reported with the device and counted for the set', async () => {
  const net = await network(2)
  const id = await net.edit(guest)
  const [first] = net.devices
  const input = { level: 2, target_id: first?.id, kind: 'wireless', key: 'Lab', set: { ssid: 'Lab', bands: ['6g'] } }
  const { code, msg } = await server.call(token, 'POST change/edit', { edits: [input] })
  expect({ code, msg }).toMatchObject({ code: 0 })
  const { summary, list } = (await server.call(token, 'GET change/review', { id, only: 'refused' })).data
  expect([summary.refused_cnt, list.length]).toEqual([1, 1])
  await net.apply(id)
  await driven(id, 'one')
  expect(await net.state(id)).toMatchObject({ state: 'done', done_cnt: 2, refused_cnt: 1 })
  const items = (await server.call(token, 'GET change/item', { id, orderby: 'id asc' })).data.list
  expect(items).toMatchObject([{ state: 'done', lines: [], refusals: list[0].refusals }, { refusals: [] }])
  expect(list[0].refusals).toMatchObject([{ intent: expect.stringMatching(/^wireless\/Lab/) }])
  net.close()
})

test('a device that refused all of it has no running timer', async () => {
  const net = await network(1, { refuses: (config) => JSON.stringify(config).includes('Lobby') })
  const id = await net.edit(guest)
  await net.apply(id)
  await driven(id, 'one')
  const { list } = (await server.call(token, 'GET change/item', { id })).data
  expect(list).toMatchObject([{ state: 'failed', reason: 'refused', armed: 0 }])
  // the set is rolled back: the intent equals the running configuration
  const [device] = net.devices as [StubDevice]
  const state = await server.call(token, 'GET intent/state', { device_id: device.id })
  expect(state.data).toMatchObject({ sync: 1 })
  net.close()
})

describe('a device with an unknown configuration', () => {
  const forget = (id: number | undefined) =>
    server.system.db.run(sql`delete from device_config where device_id = ${id}`)
  const items = async (id: number) => (await server.call(token, 'GET change/item', { id, orderby: 'id asc' })).data.list

  test('is skipped, and displayed so before and after', async () => {
    const net = await network(2)
    const [blank, known] = net.devices as [StubDevice, StubDevice]
    await forget(blank.id)
    const id = await net.edit(guest)
    const { summary, list } = (await server.call(token, 'GET change/review', { id, only: 'unread' })).data
    expect([summary.unread_cnt, list.map((row: { id: number }) => row.id), list[0].known]).toEqual([1, [blank.id], 0])
    await net.apply(id)
    await driven(id, 'one')
    expect(await net.state(id)).toMatchObject({ state: 'done', done_cnt: 1 })
    expect(await items(id)).toMatchObject([{ state: 'skipped', reason: 'unread' }, { state: 'done' }])
    expect([blank.told, known.told]).toEqual([0, 1])
    net.close()
  })

  test('is skipped, unless its complete replacement is confirmed', async () => {
    const net = await network(1)
    await forget(net.devices[0]?.id)
    const id = await net.edit(guest)
    expect((await server.call(token, 'POST change/apply', { id })).code).toBe(errors.unread.code)
    expect(net.devices[0]?.told).toBe(0)
    const [one] = net.devices as [StubDevice]
    const { name } = (await server.call(token, 'GET change/review', { id, only: 'unread' })).data.list[0]
    const agreed = await server.call(token, 'POST intent/base/agree', { device_id: one.id, name })
    expect(agreed).toMatchObject({ code: 0 })
    await net.apply(id)
    await driven(id, 'one')
    expect(await net.state(id)).toMatchObject({ state: 'done', done_cnt: 1 })
    net.close()
  })
})

describe('a device that accepts only a part', () => {
  const said = "[W] (In /unit) no room for 'Lobby'"
  const words = { zh: '放不下', en: 'no room' }
  const remarks = (config: object) =>
    JSON.stringify(config).includes('Lobby') ? [{ text: said, words, level: 'warning' as const, place: '/unit' }] : []
  const items = async (id: number) => (await server.call(token, 'GET change/item', { id })).data.list

  test('rolls back, and the line names the intent', async () => {
    const net = await network(3, { remarks })
    const id = await net.edit(guest)
    await net.apply(id)
    await driven(id, 'one')
    expect(await net.state(id)).toMatchObject({ state: 'returned', reason: 'partial', done_cnt: 0 })
    const [first] = (await items(id)).filter(({ state }: { state: string }) => state === 'returned')
    expect(first).toMatchObject({ reason: 'partial', lines: [{ text: '放不下', said, rejected: 1 }] })
    expect(first.lines[0].wishes).toEqual([expect.stringMatching(/^raw\/place/)])
    expect(net.devices.some(ssids)).toBe(false)
    expect(await net.intents()).toBe(0)
    net.close()
  })

  test('keeps it where the set allows it, and the next set does not roll back for accepted parts', async () => {
    const net = await network(2, { remarks })
    const id = await net.edit(guest)
    await net.apply(id, { keep_partial: 1 })
    await driven(id, 'one')
    expect(await net.state(id)).toMatchObject({
      state: 'done',
      done_cnt: 2,
      partly_cnt: 2,
      options: { keep_partial: 1 },
    })
    expect(await items(id)).toMatchObject([{ state: 'partly' }, { state: 'partly' }])
    expect(net.devices.every(ssids)).toBe(true)
    const next = await net.edit({ document: { unit: { location: 'Lobby', name: 'Another' } } })
    await net.apply(next)
    await driven(next, 'two')
    expect(await net.state(next)).toMatchObject({ state: 'done', partly_cnt: 2 })
    net.close()
  })

  test('of a setting without an intent is done, with a line about it', async () => {
    const net = await network(1, {
      remarks: () => [{ text: '[W] (In /interfaces/0) odd', words, level: 'warning', place: '/interfaces/0' }],
    })
    const id = await net.edit(guest)
    await net.apply(id)
    await driven(id, 'one')
    expect(await items(id)).toMatchObject([{ state: 'done', lines: [{ rejected: 0, wishes: [] }] }])
    net.close()
  })
})

test('a device without queries has to report its number: if it accepts and does not report, the former configuration is sent', async () => {
  const net = await network(1, { arms: false, mute: true })
  const [one] = net.devices as [StubDevice]
  const id = await net.edit(guest)
  await net.apply(id)
  const end = driven(id, 'one')
  await until(async () => one.told === 1)
  // waits as long as the interval of its checks
  const { system } = server
  const item = () =>
    system.db.one<{ state: string; until: number }>(sql`select state, until from change_item where set_id = ${id}`)
  await until(async () => (await item()).state === 'sent')
  expect((await item()).until).toBeGreaterThan(system.now() + 100)
  await server.call(token, 'POST change/cancel', { id })
  await end
  expect(await net.state(id)).toMatchObject({ state: 'returned', done_cnt: 0 })
  expect([one.told, ssids(one)]).toEqual([2, false])
  net.close()
})

class Killed extends Error {}

/** Stops the engine permanently at the n-th point between a write and an action. */
function killAt(n: number): (what: string) => void {
  let count = 0
  return () => {
    count++
    if (count >= n) throw new Killed()
  }
}

async function killedAndResumed(net: ChangeTestNetwork, id: number, n: number): Promise<boolean> {
  const killed = await driven(id, `first of ${id}`, killAt(n)).then(
    () => false,
    (error: unknown) => {
      if (!(error instanceof Killed)) throw error
      return true
    },
  )
  await driven(id, `second of ${id}`)
  return killed
}

describe('an engine that dies at any point', () => {
  test.each([
    ['of a set that goes well', {}, 'done'],
    [
      'of a set that cuts devices off',
      { cutBy: (config: object) => JSON.stringify(config).includes('Lobby') },
      'returned',
    ],
    [
      'of a set whose devices refuse',
      { refuses: (config: object) => JSON.stringify(config).includes('Lobby') },
      'returned',
    ],
  ] as const)(
    '%s: the next one finishes or rolls back completely',
    async (_, how, want) => {
      let some = true
      for (let from = 1; some && from < 200; from += 24) {
        const nets = await Promise.all(Array.from({ length: 8 }, () => network(3, how)))
        const sets: number[] = []
        for (const net of nets) {
          const id = await net.edit(guest)
          await net.apply(id)
          sets.push(id)
        }
        const killed = await Promise.all(nets.map((net, at) => killedAndResumed(net, sets[at] ?? 0, from + at)))
        for (const [at, net] of nets.entries()) {
          expect(await net.state(sets[at] ?? 0)).toMatchObject({ state: want })
          expect(net.devices.every((one) => ssids(one) === (want === 'done'))).toBe(true)
          expect(await net.intents()).toBe(want === 'done' ? 1 : 0)
          net.close()
        }
        some = killed.some(Boolean)
      }
      expect(some).toBe(false)
    },
    120_000,
  )
})

test('a clock that was set back does not block a set whose engine died before', async () => {
  const { db } = server.system
  const { id } = await db.one<{ id: number }>(sql`
    insert into change_set (team_id, uid, operator, name, state, created_at, lease_by, lease_until)
    select team_id, id, account, 'left', 'running', 0, 'dead', ${server.system.now() + 3960} from account limit 1 returning id`)
  const left = async () =>
    (await db.one<{ n: number }>(sql`select lease_until - ${storeSeconds} as n from change_set where id = ${id}`)).n
  expect(await left()).toBeGreaterThan(3600)
  server.system.emit(clockSet, { seconds: -3960 })
  await expect.poll(left).toBeLessThanOrEqual(usualTimes.lease)
  await db.run(sql`delete from change_set where id = ${id}`)
})
