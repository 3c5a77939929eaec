import { gzipSync } from 'node:zlib'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeviceCommand, DeviceFacts } from '@belvedere/drivers/kit/facts.ts'
import { commandSubject, type DeviceKey } from '../../../devices/device-link.ts'
import { introduce, openIngest } from '../../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'
import { packTar } from '../../../engines/archive/test-tar.ts'
import { invalidateSurroundings } from '../../topology/absence/surroundings.ts'
import { deviceOf, type Obey, sends, sha256, transfer } from '../test-backups.ts'

let server: TestServer
let token: string
let scene: number

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  scene = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
})
afterAll(() => server?.close())

const ask = async (at: `${string} ${string}`, payload = {}) =>
  (await server.call(token, at, { lang: 'en', ...payload })).data
const deviceOfId = async (id: number) => (await ask('GET device/all', { ids: [id] })).list[0]

const wifi = (...bands: string[]) =>
  Object.fromEntries(bands.map((band, n) => [`phy${n}`, { band: [band], channels: [1, 36] }]))
const two = { platform: 'ap', network: { wan: ['eth0'], lan: ['eth1'] }, wifi: wifi('2G', '5G') }
const three = { platform: 'ap', network: { wan: ['eth0'], lan: ['eth1', 'eth2'] }, wifi: wifi('2G', '5G', '6G') }
const verbs = ['running', 'configure', 'arm', 'confirm'] as never

/** An access point that applies configurations. */
async function accessPoint(
  serial: string,
  model: string,
  capabilities: Record<string, unknown>,
  config: object,
  type: 0 | 1 = 1,
) {
  const self = { config, takes: true }
  const identity = { verbs, model, capabilities, type }
  const { device_id } = await introduce(server.system, serial, { identity })
  await server.call(token, 'POST device/add', { sn: serial, scene_id: scene, name: `D ${serial}` })
  server.system.bus.serve(commandSubject(device_id), async ({ verb, args }: DeviceCommand) => {
    if (verb === 'running') return { result: 0, msg: '', data: { uuid: 3, config: self.config } }
    if (verb === 'configure' && !self.takes) return { result: 1, msg: 'no such channel' }
    if (verb === 'configure') self.config = args['config'] as object
    return { result: 0, msg: '' }
  })
  return { id: device_id, serial, self, identity }
}

const document = {
  radios: [
    { band: '2G', channel: 6 },
    { band: '5G', channel: 36 },
  ],
  interfaces: [
    { role: 'upstream', ethernet: [{ 'select-ports': ['WAN*'] }] },
    { role: 'downstream', ethernet: [{ 'select-ports': ['LAN'] }] },
  ],
}

async function pair(n: number, type: 0 | 1 = 1) {
  const old = await accessPoint(`0c7777aa00${n}1`, 'Two', two, document, type)
  await ask('POST device/command/backup', { ids: [old.id], wait: 20 })
  const [backup] = (await ask('GET device/backup/list', { device_id: old.id })).list
  const spare = await accessPoint(`0c7777aa00${n}2`, 'Three', three, { unit: { name: 'fresh' } }, type)
  return { old, spare, backup: backup.id as number }
}

const replace = (id: number, device_id: number, more = {}) =>
  ask('POST device/backup/replace', { id, device_id, old: 'spare', wait: 60, ...more })

test('new hardware with more ports gets the configuration, and the place, name and history of the old', async () => {
  const { old, spare, backup } = await pair(1)
  await ask('PUT device', { id: old.id, name: 'Lobby', rev: (await deviceOfId(old.id)).rev })
  const map = await ask('GET device/backup/map', { id: backup, device_id: spare.id })
  expect(map).toMatchObject({
    problems: [],
    spare_radios: ['6G'],
    spare_ports: ['LAN2'],
    adjusted: ['/radios/0/channel'],
  })
  expect(map.ports).toContainEqual({ from: 'LAN', to: 'LAN1', role: 'lan', used: true })
  expect(map.files).toMatchObject([{ state: 'changed' }])

  expect(await replace(backup, spare.id)).toMatchObject({
    err_cnt: 0,
    results: [{ result: 0, data: { device_id: old.id } }],
  })
  expect(spare.self.config).toMatchObject({
    radios: [
      { band: '2G', channel: 'auto' },
      { band: '5G', channel: 36 },
    ],
    interfaces: [{}, { ethernet: [{ 'select-ports': ['LAN1'] }] }],
  })
  expect(await deviceOfId(old.id)).toMatchObject({ sn: spare.serial, name: 'Lobby', model: 'Three', online: 0 })
  expect(await deviceOfId(spare.id)).toMatchObject({
    sn: old.serial,
    name: `Lobby (${old.serial.slice(-4)})`,
    model: 'Two',
  })
  expect((await ask('GET device/backup/list', { device_id: old.id })).list.at(-1).id).toBe(backup)
  const came = await introduce(server.system, spare.serial, { identity: spare.identity, session: 'again' })
  expect(came).toMatchObject({ device_id: old.id, scene_id: scene })
  expect(await deviceOfId(old.id)).toMatchObject({ online: 1 })
})

test('hardware that interrupts a scene during the replacement is confirmed by its name', async () => {
  const ingest = await openIngest(server.system)
  const hotel = scene
  scene = (await server.call(token, 'POST scene', { name: 'Office' })).data.id
  const { old, spare, backup } = await pair(7, 0)
  const below = await accessPoint('0c7777aa0073', 'Two', two, {})
  const tell = (device_id: number, told: DeviceFacts) =>
    ingest.push({ device_id, scene_id: scene, at: server.system.now(), facts: told })
  const line = { name: 'WAN', up: true, addresses: ['203.0.113.10/24'] }
  tell(spare.id, {
    interfaces: [{ ...line, role: 'wan' }],
    wans: [{ ...line, type: 'static' }],
    neighbours: [below, old].map(({ serial }) => ({
      port: 'LAN1',
      mac: serial.replace(/(..)(?=.)/g, '$1:'),
      capabilities: ['Bridge'],
    })),
  })
  for (const { id } of [below, old]) tell(id, { interfaces: [] })
  await ingest.drain()
  // its first commands were sent before the network was known
  invalidateSurroundings(server.system)
  scene = hotel
  const order = { id: backup, device_id: spare.id, old: 'spare', wait: 60 }
  expect(await server.call(token, 'POST device/backup/replace', order)).toMatchObject({
    code: 11_400,
    data: { blast: { device_cnt: 2, scene_cnt: 1 }, confirm: { text: `D ${spare.serial}` } },
  })
  expect(spare.self.config).toEqual({ unit: { name: 'fresh' } })
  const done = await server.confirmed(token, 'POST device/backup/replace', order)
  expect(done.data).toMatchObject({ results: [{ result: 0, data: { device_id: old.id } }] })
})

test('a released one is removed with its data', async () => {
  const { old, spare, backup } = await pair(2)
  expect(await replace(backup, spare.id, { old: 'release' })).toMatchObject({ err_cnt: 0 })
  expect(await deviceOfId(spare.id)).toBeUndefined()
  expect(await deviceOfId(old.id)).toMatchObject({ sn: spare.serial })
  expect(await introduce(server.system, old.serial)).toMatchObject({ scene_id: 0 })
})

test('keys move with their hardware: the new one is admitted, a released host is not', async () => {
  const { old, spare, backup } = await pair(8)
  const ends_at = server.system.now() + 9 * 86_400
  const keyOf = (name: string): DeviceKey => ({
    fingerprint: name.repeat(64),
    issuer: 'own',
    certificate: name,
    ends_at,
  })
  const dial = ({ serial, identity }: typeof old, name: string) =>
    introduce(server.system, serial, { identity, key: keyOf(name), session: name })
  await dial(old, 'a')
  await dial(spare, 'b')
  expect(await replace(backup, spare.id, { old: 'release' })).toMatchObject({ err_cnt: 0 })
  expect(await dial(old, 'a')).toMatchObject({ refused: 'revoked' })
  expect(await dial(spare, 'a')).toMatchObject({ refused: 'other-key' })
  expect(await dial(spare, 'b')).toMatchObject({ device_id: old.id, scene_id: scene })
})

test('hardware that refuses the configuration replaces nothing', async () => {
  const { old, spare, backup } = await pair(3)
  spare.self.takes = false
  expect(await replace(backup, spare.id)).toMatchObject({ err_cnt: 1, results: [{ result: 1 }] })
  expect([(await deviceOfId(old.id)).sn, (await deviceOfId(spare.id)).sn]).toEqual([old.serial, spare.serial])
})

test('hardware with fewer ports has to be forced; the device itself is refused', async () => {
  const rich = await accessPoint('0c7777aa0041', 'Three', three, {
    radios: [{ band: '6G', channel: 1 }],
    interfaces: [],
  })
  await ask('POST device/command/backup', { ids: [rich.id], wait: 20 })
  const [{ id }] = (await ask('GET device/backup/list', { device_id: rich.id })).list
  const poor = await accessPoint('0c7777aa0042', 'Two', two, { unit: {} })
  const { problems } = await ask('GET device/backup/map', { id, device_id: poor.id })
  expect(problems).toEqual([{ id: 'unmapped', may: 1, detail: '6G' }])
  expect((await replace(id, poor.id)).rejected[0].reason).toMatch(/no place.*6G/)
  expect((await replace(id, rich.id, { force: 1 })).rejected[0].reason).toMatch(/same device/)
  expect(await replace(id, poor.id, { force: 1 })).toMatchObject({ err_cnt: 0, results: [{ result: 0 }] })
})

test('a host gets the archive of another, with its place; missing interfaces have to be forced', async () => {
  const archive = gzipSync(packTar({ 'etc/hostname': 'edge', 'etc/network/interfaces': 'auto eth0' }))
  const verbs = ['backup', 'restore', 'reboot']
  const host = (serial: string, obey: Obey) => deviceOf({ server, token, scene }, serial, verbs, obey)
  const got: Buffer[] = []
  const old = await host(
    '0c7777aa0051',
    sends(() => archive),
  )
  const spare = await host('0c7777aa0052', async (command) => {
    if (command.verb === 'backup') return sends(() => gzipSync(packTar({ 'etc/hostname': 'spare' })))(command)
    const { bytes } = await transfer('GET', String(command.args['uri']))
    got.push(bytes)
    return { result: sha256(bytes) === command.args['sha256'] ? 0 : 1, msg: '' }
  })
  const tells = (id: number, ...names: string[]) =>
    server.system.db.run(sql`
      insert into device_detail (device_id, at, facts) values (${id}, 1, ${JSON.stringify({
        interfaces: [
          { name: 'lo', role: 'other', up: true },
          ...names.map((name) => ({ name, role: 'port', up: true })),
        ],
      })}::jsonb) on conflict (device_id) do update set facts = excluded.facts`)
  await tells(old, 'eth0', 'eth1')
  await tells(spare, 'eth0')
  await ask('POST device/command/backup', { ids: [old], wait: 20 })
  const [{ id }] = (await ask('GET device/backup/list', { device_id: old })).list
  expect(await ask('GET device/backup/map', { id, device_id: spare })).toMatchObject({
    problems: [{ id: 'unmapped', may: 1, detail: 'eth1' }],
    ports: [
      { from: 'eth0', to: 'eth0' },
      { from: 'eth1', to: null },
    ],
  })
  expect((await replace(id, spare)).rejected[0].reason).toMatch(/eth1/)
  expect(got).toEqual([])
  expect(await replace(id, spare, { force: 1 })).toMatchObject({ err_cnt: 0, results: [{ result: 0 }] })
  expect(got.map((bytes) => sha256(bytes))).toEqual([sha256(archive)])
  expect(await deviceOfId(old)).toMatchObject({ sn: '0c7777aa0052', online: 0 })
  expect(await deviceOfId(spare)).toMatchObject({ sn: '0c7777aa0051' })
})
