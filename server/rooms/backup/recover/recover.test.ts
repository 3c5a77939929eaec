import { gzipSync } from 'node:zlib'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'
import { introduce } from '../../../devices/test-devices.ts'
import { packTar } from '../../../engines/archive/test-tar.ts'
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
const history = async (device_id: number) => (await ask('GET device/backup/list', { device_id })).list
const backUp = (id: number) => ask('POST device/command/backup', { ids: [id], wait: 20 })
const recover = (id: number, backup_ids: number[], more = {}) =>
  ask('POST device/backup/recover', { ids: [id], backup_ids, wait: 60, ...more })
const refused = async (at: `${string} ${string}`, payload: object) =>
  (await server.call(token, at, payload as Record<string, unknown>)).code

const DOCUMENTS = ['running', 'configure']
const RETURNS = [...DOCUMENTS, 'arm', 'confirm']

/** An access point that applies configurations, and records its commands. */
function accessPoint(ssid: string) {
  const self = {
    uuid: 7,
    config: { unit: { name: ssid }, radios: [{ band: '5G' }] } as Record<string, unknown>,
    heard: [] as string[],
    takes: true,
    confirms: true,
  }
  const obey: Obey = ({ verb, args }: DeviceCommand) => {
    self.heard.push(verb)
    if (verb === 'running') return { result: 0, msg: '', data: { uuid: self.uuid, config: self.config } }
    if (verb === 'confirm' && !self.confirms) return { result: 1, msg: 'it runs another one' }
    if (verb === 'configure') {
      if (!self.takes) return { result: 1, msg: 'radios: no such band' }
      self.uuid = args['uuid'] as number
      self.config = args['config'] as Record<string, unknown>
    }
    return { result: 0, msg: '' }
  }
  return { self, obey }
}

async function changed(serial: string, verbs: string[]) {
  const { self, obey } = accessPoint('Before')
  const id = await deviceOf({ server, token, scene }, serial, verbs, obey)
  await backUp(id)
  self.config = { unit: { name: 'After' }, radios: [{ band: '5G' }] }
  self.heard.length = 0
  return { id, self, backup: (await history(id))[0].id as number }
}

describe('a document', () => {
  test('is compared with the running one, checked, backed up first and sent under a higher number', async () => {
    const { id, self, backup } = await changed('0c6666aa0001', RETURNS)
    const diff = await ask('GET device/backup/diff', { id: backup, running: 1 })
    expect(diff).toMatchObject({ add: 1, del: 1, a: { id: null }, b: { id: backup }, files: [{ state: 'changed' }] })
    expect(await ask('GET device/backup/check', { id: backup })).toMatchObject({ problems: [], returns: 'device' })
    self.heard.length = 0
    expect(await recover(id, [backup])).toMatchObject({ err_cnt: 0, results: [{ id, result: 0 }] })
    expect(self.heard).toEqual(['running', 'arm', 'configure', 'confirm'])
    expect(self.config).toEqual({ unit: { name: 'Before' }, radios: [{ band: '5G' }] })
    expect(self.uuid).toBeGreaterThan(1_700_000_000)
    const [saved] = await history(id)
    expect(saved).toMatchObject({ source: 'change', complete: 1, diff_prev: { add: 1, del: 1 } })
    const revision = await server.system.db.find(sql`select source, state from device_revision where device_id = ${id}`)
    expect(revision).toEqual({ source: 'restore', state: 1 })
    const { list } = await ask('GET log/task', { type: 'backup_recover' })
    expect(list[0]).toMatchObject({ type: 'backup_recover', result: 0 })
  })

  test('that the device refuses leaves it unchanged, with the reason', async () => {
    const { id, self, backup } = await changed('0c6666aa0002', RETURNS)
    self.takes = false
    expect(await recover(id, [backup])).toMatchObject({
      err_cnt: 1,
      results: [{ id, result: 1, msg: 'It failed: radios: no such band' }],
    })
    // its configuration may have been read more than once
    expect(self.heard.filter((verb) => verb !== 'running')).toEqual(['arm', 'configure'])
  })

  test('that the device rolled back by itself is reported as returned', async () => {
    const { id, self, backup } = await changed('0c6666aa0003', RETURNS)
    self.confirms = false
    const { results } = await recover(id, [backup])
    expect(results).toMatchObject([{ result: 1 }])
    expect(results[0].msg).toMatch(/rolled back/)
  })

  test('is verified by the running configuration where the device cannot roll back by itself', async () => {
    const { id, self, backup } = await changed('0c6666aa0004', DOCUMENTS)
    expect(await ask('GET device/backup/check', { id: backup })).toMatchObject({ returns: 'gateway' })
    expect(await recover(id, [backup])).toMatchObject({ results: [{ result: 0 }] })
    // its configuration may be read by other jobs too
    expect(self.heard.filter((verb) => verb !== 'running')).toEqual(['configure'])
    expect([self.heard[0], self.heard.at(-1)]).toEqual(['running', 'running'])
  })

  test('is not sent when the device cannot be backed up first', async () => {
    const { obey, self } = accessPoint('Before')
    let broken = false
    const id = await deviceOf({ server, token, scene }, '0c6666aa0005', DOCUMENTS, (command) =>
      broken ? { result: 1, msg: 'no flash left' } : obey(command),
    )
    await backUp(id)
    const [{ id: backup }] = await history(id)
    broken = true
    self.heard.length = 0
    const { results } = await recover(id, [backup])
    expect(results).toMatchObject([{ result: 1 }])
    expect(results[0].msg).toMatch(/nothing was changed.*no flash left/)
    expect(self.heard).toEqual([])
  })

  test('of another firmware can be forced, of another model it cannot', async () => {
    const { id, backup } = await changed('0c6666aa0006', RETURNS)
    await introduce(server.system, '0c6666aa0006', { identity: { verbs: RETURNS as never, firmware: '5.0' } })
    const { problems } = await ask('GET device/backup/check', { id: backup })
    expect(problems).toEqual([{ id: 'otherFirmware', may: 1, detail: '4.1.0 → 5.0' }])
    expect(await recover(id, [backup])).toMatchObject({ err_cnt: 1, rejected: [{ id, name: 'D 0c6666aa0006' }] })
    expect(await recover(id, [backup], { force: 1 })).toMatchObject({ err_cnt: 0, results: [{ id, result: 0 }] })
    await introduce(server.system, '0c6666aa0006', { identity: { verbs: RETURNS as never, model: 'CW-AX90' } })
    const { rejected } = await recover(id, [backup], { force: 1 })
    expect(rejected[0].reason).toBe('Another model; use Replace a device: CW-AX50 → CW-AX90')
  })
})

describe('of a device', () => {
  test('without a chosen one the newest complete backup is used', async () => {
    const { id, self, backup } = await changed('0c6666ac0001', RETURNS)
    expect(await ask('POST device/backup/recover', { ids: [id], wait: 60 })).toMatchObject({
      results: [{ id, result: 0 }],
    })
    expect(self.config).toMatchObject({ unit: { name: 'Before' } })
    expect((await history(id)).length).toBeGreaterThan(1)
    expect(await recover(id, [backup])).toMatchObject({ results: [{ id, result: 0 }] })
  })

  test('a backup of another device or two of one are refused with the id of the device', async () => {
    const { id } = await changed('0c6666ac0002', RETURNS)
    const other = await changed('0c6666ac0003', RETURNS)
    expect(await recover(id, [other.backup])).toMatchObject({ accepted_cnt: 0, rejected: [{ id, name: String(id) }] })
    await backUp(id)
    const both = (await history(id)).map((backup: { id: number }) => backup.id)
    expect(both).toHaveLength(2)
    expect(await recover(id, both)).toMatchObject({ accepted_cnt: 0, rejected: [{ id, name: 'D 0c6666ac0002' }] })
    expect(other.self.heard).not.toContain('configure')
  })
})

describe('an archive', () => {
  const archive = (hosts: string) => gzipSync(packTar({ 'belvedere/manifest.json': '{}', 'etc/hosts': hosts }))

  test('is sent to the host with the announced digest', async () => {
    let now = archive('one')
    const got: string[] = []
    const obey: Obey = async (command) => {
      if (command.verb !== 'restore') return sends(() => now)(command)
      const { bytes } = await transfer('GET', String(command.args['uri']))
      got.push(sha256(bytes))
      return sha256(bytes) === command.args['sha256'] ? { result: 0, msg: '' } : { result: 1, msg: 'wrong digest' }
    }
    const id = await deviceOf({ server, token, scene }, '0c6666ab0001', ['backup', 'restore'], obey)
    await backUp(id)
    const [{ id: backup, sha256: kept }] = await history(id)
    now = archive('two')
    expect(await recover(id, [backup])).toMatchObject({ err_cnt: 0, results: [{ result: 0 }] })
    expect(got).toEqual([kept])
    const [saved] = await history(id)
    expect(await ask('GET device/backup/diff', { id: saved.id })).toMatchObject({
      files: [{ path: 'etc/hosts', state: 'changed', rows: [{ kind: 'change', old: 'one', new: 'two' }] }],
    })
    expect(await refused('GET device/backup/diff', { id: backup })).toBe(10343)
    expect(await refused('GET device/backup/diff', { id: backup, running: 1 })).toBe(10342)
  })

  test('that a device made hostile is not sent to it', async () => {
    const hostile = gzipSync(packTar({ 'etc/../root/.ssh/authorized_keys': 'ssh-rsa x' }))
    const id = await deviceOf(
      { server, token, scene },
      '0c6666ab0002',
      ['backup', 'restore'],
      sends(() => hostile),
    )
    await backUp(id)
    const [{ id: backup }] = await history(id)
    const { problems } = await ask('GET device/backup/check', { id: backup })
    expect(problems).toEqual([{ id: 'hostile', may: 0, detail: '' }])
    expect(await recover(id, [backup], { force: 1 })).toMatchObject({ err_cnt: 1, accepted_cnt: 0 })
  })
})

test('secrets are masked in a comparison, and a changed one is visibly different', async () => {
  let key = 'first secret'
  const config = () => ({ interfaces: [{ ssids: [{ name: 'Guest', encryption: { proto: 'psk2', key } }] }] })
  const id = await deviceOf({ server, token, scene }, '0c6666ac0001', DOCUMENTS, () => ({
    result: 0,
    msg: '',
    data: { uuid: 1, config: config() },
  }))
  await backUp(id)
  key = 'second secret'
  await backUp(id)
  const [{ id: backup }] = await history(id)
  const diff = await ask('GET device/backup/diff', { id: backup })
  expect(diff).toMatchObject({ add: 1, del: 1 })
  expect(JSON.stringify(diff)).not.toMatch(/first secret|second secret/)
})
