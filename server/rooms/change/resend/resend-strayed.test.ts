import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceConnected } from '../../../devices/device-link.ts'
import { introduce } from '../../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'
import { setBases } from '../../intent/config-store.ts'
import { saveDocuments } from '../../intent/documents.ts'
import { type StubDevice, stubDevice } from '../test-devices.ts'
import { resendStrayed } from './resend-strayed.job.ts'

let server: TestServer
let token: string
let serial = 0xe000
let scenes = 0

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
})
afterAll(() => server?.close())

const ask = async (at: `${'GET' | 'POST' | 'PUT'} ${string}`, payload: Record<string, unknown>) => {
  const { code, msg, data } = await server.call(token, at, payload)
  expect({ code, msg }).toMatchObject({ code: 0 })
  return data
}
const factory = { unit: { name: 'factory' }, interfaces: [{ name: 'WAN', role: 'upstream', ethernet: [] }] }
const lobby = { document: { unit: { location: 'Lobby' } } }
const patience = { timeout: 60_000, interval: 100 }

interface ResendTestNetwork {
  scene: number
  id: number
  device: () => StubDevice
  state(): Promise<Record<string, any>>
  /** It reconnects with the factory configuration, and accepts what `refuses` does not reject. */
  loses(refuses?: () => boolean): Promise<void>
}

/** A scene with an access point that runs the configuration that was sent. */
async function network(verbs = ['configure', 'running', 'arm', 'confirm']): Promise<ResendTestNetwork> {
  const { system } = server
  const sn = `0c44cc${(serial++).toString(16).padStart(6, '0')}`
  const scene = (await ask('POST scene', { name: `Hotel ${++scenes}` })).id as number
  const come = async (config_uuid: number) => {
    const met = await introduce(system, sn, { identity: { verbs: verbs as never }, config_uuid })
    const told = { ...met, serial: sn, at: system.now(), session: `session of ${sn}`, address: '192.0.2.7' }
    system.emit(deviceConnected, told)
    return met
  }
  const { device_id } = await come(1)
  await system.db.run(sql`update device set scene_id = ${scene}, name = ${sn} where id = ${device_id}`)
  const [digest = ''] = await saveDocuments(system, system.db, [factory], system.now())
  await setBases(system, [{ device_id, digest, uuid: 1 }], system.now())
  const silent = !verbs.includes('running')
  const reports = silent ? { reports: 20 } : {}
  let device = stubDevice(system, device_id, { running: { uuid: 1, config: factory }, silent, ...reports })
  const edit = { level: 2, target_id: device_id, kind: 'raw', key: 'place', set: lobby }
  const { id } = await ask('POST change/edit', { edits: [edit] })
  await ask('POST change/apply', { id, soak: 0 })
  await expect.poll(async () => (await ask('GET change/detail', { id })).state, patience).toBe('done')
  await come(device.runs.uuid)
  return {
    scene,
    id: device_id,
    device: () => device,
    state: () => ask('GET intent/state', { device_id }),
    async loses(refuses = () => false) {
      device.stop()
      device = stubDevice(system, device_id, { running: { uuid: 1, config: factory }, refuses, silent, ...reports })
      // some time after it was sent: a number from the same second may be older
      await system.db.run(sql`update device_revision set settled_at = settled_at - 10 where device_id = ${device_id}`)
      await come(1)
    },
  }
}

const runsLobby = ({ device }: ResendTestNetwork) => JSON.stringify(device().runs.config).includes('Lobby')

describe('a device that reconnects with another configuration', { timeout: 180_000 }, () => {
  test('is drifted immediately, and sent again by a person unless the policy differs', async () => {
    const net = await network()
    expect(await net.state()).toMatchObject({ sync: 1 })
    await net.loses()
    await expect.poll(async () => (await net.state()).sync, patience).toBe(3)
    await resendStrayed.run({}, server.system)
    expect(net.device().told).toBe(0)
    // the problem is resolved in the draft: the same engine sends it
    expect(await ask('POST change/resend', { ids: [net.id] })).toMatchObject({ edit_cnt: 1, device_cnt: 1 })
    const { draft } = await ask('GET change/open', {})
    await ask('POST change/apply', { id: draft.id, soak: 0 })
    await expect.poll(() => runsLobby(net), patience).toBe(true)
  })

  test('is sent its own again by the policy of its scene, independent of a draft, each time', async () => {
    const net = await network()
    await ask('PUT intent/policy', { scene_id: net.scene, on_return: 'resend' })
    const other = { level: 0, target_id: net.scene, kind: 'raw', key: 'other', set: lobby }
    const { id: draft } = await ask('POST change/edit', { edits: [other] })
    await net.loses()
    await expect.poll(() => runsLobby(net), patience).toBe(true)
    await expect.poll(async () => (await net.state()).sync, patience).toBe(1)
    expect((await ask('GET change/open', {})).draft).toMatchObject({ id: draft, edit_cnt: 1 })
    const { list: log } = await ask('GET log/sys', { object: 'change', limit: 10 })
    expect(log.map(({ way }: { way: string }) => way)).toContain('timer')
    // it loses it again with the same number: that is detected, and after hours it is sent again
    await server.system.db.run(sql`update device_config set resent_at = 1 where device_id = ${net.id}`)
    await net.loses()
    await expect.poll(() => runsLobby(net), patience).toBe(true)
    await ask('POST change/discard', { id: draft })
  })

  test('is drifted and sent its own again when its configuration cannot be read', async () => {
    const net = await network(['configure'])
    await net.loses()
    await expect.poll(async () => (await net.state()).sync, patience).toBe(3)
    await ask('PUT intent/policy', { scene_id: net.scene, on_return: 'resend' })
    await resendStrayed.run({}, server.system)
    await expect.poll(() => runsLobby(net), patience).toBe(true)
    await expect.poll(async () => (await net.state()).sync, patience).toBe(1)
  })

  test('that lost it again within hours, or refused it, is not sent again by the policy', async () => {
    const net = await network()
    await ask('PUT intent/policy', { scene_id: 0, on_return: 'resend' })
    await net.loses(() => true)
    await expect.poll(async () => (await net.state()).sync, patience).toBe(4)
    await server.system.db.run(sql`update device_config set resent_at = 1 where device_id = ${net.id}`)
    for (let time = 0; time < 3; time++) {
      await net.loses()
      await resendStrayed.run({}, server.system)
    }
    expect(net.device().told).toBe(0)
    const soon = await network()
    await soon.loses()
    await expect.poll(() => runsLobby(soon), patience).toBe(true)
    await expect.poll(async () => (await soon.state()).sync, patience).toBe(1)
    await soon.loses()
    await expect.poll(async () => (await soon.state()).sync, patience).toBe(3)
    await resendStrayed.run({}, server.system)
    expect(soon.device().told).toBe(0)
    await ask('PUT intent/policy', { scene_id: 0 })
  })
})

test('the policy belongs to the scene, else to the team, and has its own undo', async () => {
  const scene = (await ask('POST scene', { name: 'Policy' })).id
  const policy = () => ask('GET intent/policy', { scene_id: scene })
  expect(await policy()).toEqual({ scene: null, team: 'ask' })
  await ask('PUT intent/policy', { scene_id: 0, on_return: 'resend' })
  await ask('PUT intent/policy', { scene_id: scene, on_return: 'ask' })
  expect(await policy()).toEqual({ scene: 'ask', team: 'resend' })
  const [newest] = (await ask('GET log/sys', { object: `config-policy:${scene}`, limit: 1 })).list
  expect(await ask('POST log/undo', { id: newest.id })).toMatchObject({ err_cnt: 0 })
  expect(await policy()).toEqual({ scene: null, team: 'resend' })
  await ask('PUT intent/policy', { scene_id: 0 })
  expect(await policy()).toEqual({ scene: null, team: 'ask' })
})
