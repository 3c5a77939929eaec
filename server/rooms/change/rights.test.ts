import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashToken, newToken } from '../../kernel/session.ts'
import { introduce } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { addSession } from '../account/store.ts'
import { foundTeam } from '../account/api.ts'
import { setBases } from '../intent/config-store.ts'
import { saveDocuments } from '../intent/documents.ts'
import { drive } from './engine/drive.ts'
import type { Times } from './engine/run.ts'
import { type StubDevice, stubDevice } from './test-devices.ts'

const times: Times = { settle: 0, look: 0.02, answer: 1, configure: 1, probe: 0, back: 3, lease: 2, beat: 0.05 }
const verbs = ['configure', 'running', 'arm', 'confirm'] as const
const base = { uuid: 1, unit: { name: 'one' }, interfaces: [] }
let server: TestServer
let n = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

/** A customer's first account, signed in. */
async function customer(account: string) {
  const { system } = server
  const start = { team: account, account, password: 'Member-2026', now: system.now() }
  const { uid } = await foundTeam(system, start)
  const token = newToken()
  await addSession(system, {
    token_hash: hashToken(token),
    uid,
    ip: '',
    agent: '',
    now: system.now(),
    proved_at: system.now(),
  })
  return { uid, token, account }
}
type Customer = Awaited<ReturnType<typeof customer>>

interface RightsFixture {
  owner: Customer
  guest: Customer
  scene_id: number
  share_id: number
  devices: StubDevice[]
}

/** A scene of one customer that another one manages by a share, with adopted devices. */
async function ground(count: number): Promise<RightsFixture> {
  const { system } = server
  const [owner, guest] = [await customer(`owner-${++n}`), await customer(`guest-${n}`)]
  const scene_id = (await server.call(owner.token, 'POST scene', { name: `Site ${n}` })).data.id
  const offer = { scene_id, account: guest.account, permission: 1 }
  const share_id = (await server.call(owner.token, 'POST scene/share/account', offer)).data.id
  await server.call(guest.token, 'POST scene/share/handle', { share_id: scene_id, status: 1 })
  const devices: StubDevice[] = []
  for (let at = 0; at < count; at++) {
    const sn = `0c33${String(n).padStart(4, '0')}${String(at).padStart(4, '0')}`
    const { device_id } = await introduce(system, sn, { identity: { verbs: [...verbs] } })
    await system.db.run(sql`update device set scene_id = ${scene_id}, name = ${sn} where id = ${device_id}`)
    const [digest = ''] = await saveDocuments(system, system.db, [base], system.now())
    await setBases(system, [{ device_id, digest, uuid: 1 }], system.now())
    devices.push(stubDevice(system, device_id, { running: { uuid: 1, config: base } }))
  }
  return { owner, guest, scene_id, share_id, devices }
}

/** The guest's set, running on an engine of the test. */
async function begun({ guest, scene_id }: RightsFixture, options: object = {}): Promise<number> {
  const edit = {
    level: 0,
    target_id: scene_id,
    kind: 'raw',
    key: 'place',
    set: { document: { unit: { location: 'X' } } },
  }
  const { data, msg } = await server.call(guest.token, 'POST change/edit', { edits: [edit] })
  expect(data.id, msg).toBeGreaterThan(0)
  await take(data.id)
  const input = { id: data.id, soak: 0, confirm: 15, canary: 1, failures: 0, ...options }
  expect(await server.call(guest.token, 'POST change/apply', input)).toMatchObject({ code: 0 })
  return data.id
}
const take = (id: number) =>
  server.system.db.run(
    sql`update change_set set lease_by = 'test', lease_until = ${server.system.now() + 3600} where id = ${id}`,
  )
const driven = (id: number, between?: (what: string) => void) =>
  drive({ system: server.system, by: 'test', times, between }, id)
const detail = async ({ token }: Customer, id: number) => (await server.call(token, 'GET change/detail', { id })).data
const setOf = (id: number) =>
  server.system.db.one<{ state: string; reason: string | null }>(
    sql`select state, reason from change_set where id = ${id}`,
  )
const locks = async () => (await server.system.db.one<{ n: number }>(sql`select count(*)::int as n from config_lock`)).n
const changed = ({ runs }: StubDevice) => JSON.stringify(runs.config).includes('location')

const causes: [string, string, (one: RightsFixture) => Promise<unknown>][] = [
  [
    'whose share ended',
    'share_ended',
    ({ owner, share_id }) => server.call(owner.token, 'POST scene/share/unbind', { ids: [share_id] }),
  ],
  [
    'who may only look now',
    'share_narrowed',
    ({ owner, share_id }) => server.call(owner.token, 'PUT scene/share', { id: share_id, permission: 2 }),
  ],
  [
    'whose share expired',
    'share_ended',
    ({ guest }) =>
      server.system.db.run(
        sql`update scene_guest set expires_at = ${server.system.now() - 1} where uid = ${guest.uid}`,
      ),
  ],
  [
    'whose account is gone',
    'account_gone',
    ({ guest }) => server.system.db.run(sql`update account set cancel_at = 1 where id = ${guest.uid}`),
  ],
]

test.each(causes)('a set of an account %s stops, rolls back its changes and reports why', async (_, why, act) => {
  const one = await ground(3)
  const id = await begun(one)
  expect(await locks()).toBe(3)
  let acted: Promise<unknown> | undefined
  // after the canary, before the other waves
  await driven(id, (what) => {
    if (what === 'row done') acted ??= act(one)
  })
  await acted
  if ((await setOf(id)).state === 'running') await driven(id)
  expect(await setOf(id)).toEqual({ state: 'returned', reason: why })
  expect(one.devices.map(changed)).toEqual([false, false, false])
  expect(await locks(), 'nobody is locked out').toBe(0)
  for (const device of one.devices) device.stop()
})

test.each(causes)('a set that waits for offline devices of an account %s ends', async (_, why, act) => {
  const one = await ground(1)
  const [device] = one.devices
  await server.system.db.run(sql`update device_state set online = false where device_id = ${device?.id}`)
  const id = await begun(one, { offline: 'wait', canary: 0 })
  const running = driven(id)
  await expect
    .poll(
      async () =>
        (await server.system.db.one<{ phase: string }>(sql`select phase from change_set where id = ${id}`)).phase,
    )
    .toBe('offline')
  await act(one)
  await running
  expect(await setOf(id)).toEqual({ state: 'returned', reason: why })
  expect(device?.told).toBe(0)
  device?.stop()
})

test('a device that was moved away meanwhile no longer belongs to the set', async () => {
  const one = await ground(2)
  const other = (await server.call(one.owner.token, 'POST scene', { name: `Elsewhere ${n}` })).data.id
  const id = await begun(one)
  const [, away] = one.devices
  await server.system.db.run(sql`update device set scene_id = ${other} where id = ${away?.id}`)
  await driven(id)
  const items = (await server.call(one.guest.token, 'GET change/item', { id })).data.list
  expect(items.find((item: { id: number }) => item.id === away?.id)).toMatchObject({ state: 'skipped', reason: 'gone' })
  expect([away?.told, (await setOf(id)).state]).toEqual([0, 'done'])
  for (const device of one.devices) device.stop()
})

const strangerSees = async (id: number) => {
  const stranger = await customer(`stranger-${++n}`)
  return (await server.call(stranger.token, 'GET change/detail', { id })).code
}

test('the owner of a scene sees a guest’s set in it, sees what reserves a device, and can end it', async () => {
  const one = await ground(2)
  const { owner, guest, scene_id } = one
  // the guest's own site is not visible to the owner
  const home = (await server.call(guest.token, 'POST scene', { name: 'Home of the guest' })).data.id
  const edit = { level: 0, target_id: home, kind: 'raw', key: 'place', set: { document: { unit: { location: 'H' } } } }
  const draft = (await server.call(guest.token, 'POST change/edit', { edits: [edit] })).data.id
  expect((await server.call(owner.token, 'GET change/detail', { id: draft })).code, 'a draft is its author’s').toBe(
    10002,
  )
  expect(await locks(), 'and locks nothing').toBe(0)
  await server.system.db.run(
    sql`update device_state set online = false where device_id = any(${one.devices.map(({ id }) => id)}::int[])`,
  )
  const id = await begun(one, { offline: 'wait', canary: 0 })
  expect(await locks()).toBe(2)

  const { list } = (await server.call(owner.token, 'GET change')).data
  expect(list).toMatchObject([{ id, state: 'running', operator: guest.account }])
  const shown = await detail(owner, id)
  expect([shown.guest, (await detail(guest, id)).guest]).toEqual([1, 0])
  expect(shown.edits.map(({ target_id }: { target_id: number }) => target_id)).toEqual([scene_id])
  expect((await detail(guest, id)).edits).toHaveLength(2)
  expect((await server.call(owner.token, 'GET change/item', { id })).data.total).toBe(2)
  expect(await strangerSees(id)).toBe(10002)

  const mine = {
    level: 0,
    target_id: scene_id,
    kind: 'raw',
    key: 'other',
    set: { document: { unit: { location: 'M' } } },
  }
  const own = (await server.call(owner.token, 'POST change/edit', { edits: [mine] })).data.id
  const refused = await server.call(owner.token, 'POST change/apply', { id: own, lang: 'en' })
  expect(refused).toMatchObject({ code: 11102 })
  expect(refused.msg).toContain(guest.account)
  expect((await server.call(owner.token, 'PUT change', { id, name: 'mine now' })).code).toBe(10002)
  expect((await server.call(owner.token, 'POST change/cancel', { id })).code).toBe(0)
  await driven(id)
  expect(await setOf(id)).toEqual({ state: 'returned', reason: 'cancelled' })
  expect(await locks()).toBe(0)
  const trail = (await server.call(guest.token, 'GET change/trail', { id })).data.list
  expect(trail.find(({ what }: { what: string }) => what === 'cancelled')).toMatchObject({ by: owner.account })
  await take(own)
  expect((await server.call(owner.token, 'POST change/apply', { id: own })).code).toBe(0)
  for (const device of one.devices) device.stop()
})

test('the owner of a scene sees and stops campaigns of guests, and cannot resume them', async () => {
  const one = await ground(1)
  const { db, now } = server.system
  const { id } = await db.one<{ id: number }>(sql`
    insert into campaign (team_id, uid, operator, name, firmware_ids, versions, options, waves, task_id, created_at, driver, lease_until, scene_ids)
    select a.team_id, a.id, a.account, 'of a guest', '{}', '{}', '{}', 1, 0, ${now()}, 'test', ${now() + 3600}, ${[one.scene_id]}::int[]
    from account a where a.id = ${one.guest.uid} returning id`)
  const { list } = (await server.call(one.owner.token, 'GET firmware/campaign')).data
  expect(list).toMatchObject([{ id, operator: one.guest.account, state: 'running' }])
  const order = async (who: Customer, what: string) =>
    (await server.call(who.token, `POST firmware/campaign/${what}`, { id })).code
  expect(await order(await customer(`other-${++n}`), 'stop')).toBe(10002)
  expect(await order(one.owner, 'pause')).toBe(0)
  expect(await order(one.owner, 'resume')).not.toBe(0)
  expect(await order(one.owner, 'stop')).toBe(0)
  for (const device of one.devices) device.stop()
})

test('the owner of a scene can remove it from a guest’s timer that runs elsewhere too', async () => {
  const one = await ground(1)
  const { owner, guest, scene_id } = one
  const home = (await server.call(guest.token, 'POST scene', { name: 'Guest’s own' })).data.id
  const request = { name: 'nightly', scene_ids: [scene_id, home], weekdays: ['1'], time: '03:00' }
  const made = await server.call(guest.token, 'POST device/timer/reboot', request)
  expect(made.code, made.msg).toBe(0)
  const seen = async ({ token }: Customer) => (await server.call(token, 'GET device/task/timer')).data.list
  expect(await seen(owner)).toMatchObject([{ id: made.data.id, operator: guest.account, scenes: [{ scene_id }] }])
  expect(await server.call(owner.token, 'DELETE device/task/timer', { ids: [made.data.id] })).toMatchObject({
    code: 0,
    data: { err_cnt: 0 },
  })
  expect(await seen(owner)).toEqual([])
  expect(await seen(guest)).toMatchObject([{ id: made.data.id, scenes: [{ scene_id: home }] }])
  for (const device of one.devices) device.stop()
})
