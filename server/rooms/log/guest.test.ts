import { afterAll, beforeAll, expect, test } from 'vitest'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { foundTeam } from '../account/api.ts'

/** Actions of a guest who manages a scene: the owner's log contains them, and the owner can undo them. */
let server: TestServer
let owner: string
let guest: string
let scene_id: number
let device: number

beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signIn()
  const start = { team: 'Visitors', account: 'guest', password: 'Member-2026', now: server.system.now() }
  await server.system.database.transaction((db) => foundTeam({ db, access: server.system.access }, start))
  guest = await server.signIn('guest', 'Member-2026')
  scene_id = (await server.call(owner, 'POST scene', { name: 'Hall' })).data.id
  device = (await server.call(owner, 'POST device/add', { sn: '0c1111aa0001', scene_id, name: 'Door' })).data.id
  await server.call(owner, 'POST scene/share/account', { scene_id, account: 'guest', permission: 1 })
  await server.call(guest, 'POST scene/share/handle', { share_id: scene_id, status: 1 })
})
afterAll(() => server?.close())

const logOf = async (token: string, more = {}) =>
  (await server.call(token, 'GET log/sys', { object: `device:${device}`, ...more })).data.list
const nameNow = async () => (await server.call(owner, 'GET device/detail', { id: device })).data.device.name

test('renaming is in both logs, marked for the owner, and the owner undoes it', async () => {
  const renamed = await server.call(guest, 'PUT device', { id: device, name: 'Mine' })
  expect(renamed.code, renamed.msg).toBe(0)
  const [seen] = await logOf(owner)
  expect(seen).toMatchObject({ account: 'guest', guest: 'Visitors', name: 'Mine', undo: { can: 1 } })
  expect((await logOf(owner, { operator: 'gues' })).map(({ id }: { id: number }) => id)).toEqual([seen.id])
  expect((await logOf(owner, { from: server.system.now() - 60 }))[0].id).toBe(seen.id)
  expect(await logOf(guest)).toMatchObject([{ id: seen.id, guest: null }])
  expect(await logOf(guest, { operator: 'gues' })).toMatchObject([{ id: seen.id }])

  const undone = await server.call(owner, 'POST log/undo', { id: seen.id })
  expect(undone, undone.msg).toMatchObject({ code: 0, data: { err_cnt: 0 } })
  expect(await nameNow()).toBe('Door')
})

test('a guest undoes its own operations, and none of the owner', async () => {
  await server.call(guest, 'PUT device', { id: device, name: 'Mine' })
  const [own] = await logOf(guest)
  expect(await server.call(guest, 'POST log/undo', { id: own.id })).toMatchObject({ code: 0, data: { err_cnt: 0 } })
  expect(await nameNow()).toBe('Door')
  await server.call(owner, 'PUT device', { id: device, name: 'Gate' })
  const [ofOwner] = await logOf(owner)
  expect((await logOf(guest)).map(({ id }: { id: number }) => id)).not.toContain(ofOwner.id)
  expect((await server.call(guest, 'POST log/undo', { id: ofOwner.id })).code).not.toBe(0)
  expect(await nameNow()).toBe('Gate')
})

test('decisions of the owner are refused with a sentence, and leave no trace', async () => {
  const mine = (await server.call(guest, 'POST scene', { name: 'Elsewhere' })).data.id
  const before = (await logOf(owner)).length
  const refused = await Promise.all([
    server.call(guest, 'DELETE device', { ids: [device] }),
    server.call(guest, 'PUT device', { id: device, scene_id: mine }),
    server.call(guest, 'POST device/add', { sn: '0c1111aa0002', scene_id }),
    server.call(guest, 'POST device/enrol/token', { scene_id }),
    server.call(guest, 'DELETE scene', { id: scene_id }),
    server.call(guest, 'POST scene/share/account', { scene_id, account: 'admin', permission: 1 }),
  ])
  expect(refused.map(({ code }) => code)).toEqual(Array(6).fill(commonErrors.ownerOnly.code))
  expect(await logOf(owner)).toHaveLength(before)
})

test('a guest neither stops nor removes a timer of the owner; the owner removes one of a guest', async () => {
  const timer = (name: string) => ({ name, scene_ids: [scene_id], weekdays: ['1'], time: '03:00' })
  const own = await server.call(owner, 'POST device/timer/reboot', timer('Nightly'))
  expect(own.code, own.msg).toBe(0)
  const theirs = await server.call(guest, 'POST device/timer/reboot', timer('Visitors’'))
  expect(theirs.code, theirs.msg).toBe(0)
  const ids = [own.data.id]
  expect((await server.call(guest, 'DELETE device/task/timer', { ids })).code).toBe(commonErrors.ownerOnly.code)
  expect((await server.call(guest, 'POST device/timer/pause', { ids, paused: 1 })).code).toBe(
    commonErrors.ownerOnly.code,
  )
  const [seen] = (await server.call(owner, 'GET log/sys', { object: `device-timer:${theirs.data.id}` })).data.list
  expect(seen).toMatchObject({ guest: 'Visitors' })
  expect(await server.call(owner, 'DELETE device/task/timer', { ids: [theirs.data.id] })).toMatchObject({
    code: 0,
    data: { err_cnt: 0 },
  })
})

test('a command over scenes of several teams is in the log of each owner, with its own scenes only', async () => {
  const mine = (await server.call(guest, 'POST scene', { name: 'Shed' })).data.id
  const own = (await server.call(guest, 'POST device/add', { sn: '0c1111aa0009', scene_id: mine })).data
  const { id: approve } = own.asked
  await server.call(owner, 'POST device/claim/approve', { ids: [approve] })
  const [hidden] = (await server.call(guest, 'GET device/all', { scene_id: mine })).data.list
  const told = await server.call(guest, 'POST device/command/reboot', { ids: [hidden.id, device] })
  expect(told.data, told.msg).toMatchObject({ accepted_cnt: 2 })
  const [seen] = (await server.call(owner, 'GET log/sys', { scene_id, operator: 'guest' })).data.list
  expect(seen).toMatchObject({ call: 'POST device/command/reboot', guest: 'Visitors', object: `device:${device}` })
  expect(JSON.stringify(seen)).not.toContain('0c1111aa0009')
  const [whole] = (await server.call(guest, 'GET log/sys', { object: `task:${told.data.task_id}` })).data.list
  expect(whole.after.ids).toEqual([hidden.id, device].sort((a, b) => a - b))
})
