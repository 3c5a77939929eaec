import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashToken, newToken } from '../../kernel/session.ts'
import { introduce } from '../../kernel/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { addSession } from '../account/store.ts'
import { foundTeam } from '../account/api.ts'
import { setBases } from '../intent/config-store.ts'
import { keepDocuments } from '../intent/documents.ts'
import { drive } from './engine/drive.ts'
import type { Times } from './engine/run.ts'
import { type StubDevice, stubDevice } from './test-devices.ts'

const times: Times = { settle: 0, look: 0.02, answer: 1, configure: 1, back: 3, lease: 2, beat: 0.05 }
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

interface Ground {
  owner: Customer
  guest: Customer
  scene_id: number
  share_id: number
  devices: StubDevice[]
}

/** A scene of one customer that another one manages by a share, with devices that are adopted. */
async function ground(count: number): Promise<Ground> {
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
    const [digest = ''] = await keepDocuments(system, system.db, [base], system.now())
    await setBases(system, [{ device_id, digest, uuid: 1 }], system.now())
    devices.push(stubDevice(system, device_id, { running: { uuid: 1, config: base } }))
  }
  return { owner, guest, scene_id, share_id, devices }
}

/** The guest's set, under way for an engine of the test. */
async function begun({ guest, scene_id }: Ground, options: object = {}): Promise<number> {
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
  const wish = { id: data.id, soak: 0, confirm: 15, canary: 1, failures: 0, ...options }
  expect(await server.call(guest.token, 'POST change/apply', wish)).toMatchObject({ code: 0 })
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
const locks = async () => (await server.system.db.one<{ n: number }>(sql`select count(*)::int as n from config_hold`)).n
const changed = ({ runs }: StubDevice) => JSON.stringify(runs.config).includes('location')

const causes: [string, string, (one: Ground) => Promise<unknown>][] = [
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

test.each(causes)('a set of somebody %s goes no further, returns what it changed and says why', async (_, why, act) => {
  const one = await ground(3)
  const id = await begun(one)
  expect(await locks()).toBe(3)
  let acted: Promise<unknown> | undefined
  // once the canary is done, before the others have their turn
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

test.each(causes)('a set that waits for offline devices of somebody %s ends', async (_, why, act) => {
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

test('a device that was moved away meanwhile is not the set’s any more', async () => {
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
