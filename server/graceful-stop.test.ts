import { Server } from 'node:http'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type TestDevice, dial } from './gateways/ucentral/conformance/test-device.ts'
import { recorded } from './gateways/ucentral/conformance/rig.ts'
import { readConfig } from './base/settings/config.ts'
import { commandSubject } from './devices/device-link.ts'
import { openLog } from './base/process/log.ts'
import { testDatabase } from './kernel/database/test-database.ts'
import { introduce } from './devices/test-devices.ts'
import { ADMIN_PASSWORD, callOver } from './kernel/test-server.ts'
import { type RunningServer, startServer } from './start-server.ts'

const DEVICES = 20
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const publicPem = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }) as string
const key = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string

const serialOf = (number: number) => `0c7777aa${number.toString(16).padStart(4, '0')}`

async function comes({ system: { pki }, gateways }: RunningServer, serial: string): Promise<TestDevice> {
  const cert = await pki.signDevice(publicPem, serial)
  const device = await dial(gateways.get('ucentral') ?? 0, { credentials: { cert, key }, ca: pki.ca })
  device.send(recorded('ucentral-ap', 'connect', serial))
  return device
}

const takenBy = async ({ url }: RunningServer) =>
  Number(/^\S*ingest_taken_total(?:\{.*\})? (\d+)/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1] ?? 0)

test('a stopping server answers running calls, stores what it accepted, and releases all connections', async () => {
  vi.stubEnv('BELVEDERE_ADMIN_PASSWORD', ADMIN_PASSWORD)
  const data = await mkdtemp(join(tmpdir(), 'belvedere-stop-'))
  const database = await testDatabase()
  const store = new pg.Client({ connectionString: database.url })
  await store.connect()
  const ports = ['--port', '0', '--device-port', '0', '--enrol-port', '0', '--file-port', '0', '--shell-port', '0']
  const flags = ['--data', data, '--database-url', database.url, '--no-demo', '--log-level', 'fatal', ...ports]
  const server = await startServer(readConfig(flags, {}), openLog('fatal'))
  const ask = async (token: string, at: string, payload: object) =>
    (await callOver(server.url, token, at, payload as Record<string, unknown>)).data
  const { token } = await ask('', 'POST user/login', { account: 'admin', password: ADMIN_PASSWORD })
  const { id: scene_id } = await ask(token, 'POST scene', { name: 'Hotel' })

  // a slow call: the device answers late
  const { device_id } = await introduce(server.system, serialOf(999))
  await ask(token, 'POST device/add', { sn: serialOf(999), scene_id })
  let finish = () => {}
  let request = false
  server.system.bus.serve(commandSubject(device_id), ({ verb }: { verb: string }) => {
    if (verb !== 'reboot') return Promise.resolve({ result: 0, msg: '' })
    request = true
    return new Promise((resolve) => (finish = () => resolve({ result: 0, msg: 'told in time' })))
  })

  // a terminal and a live stream, neither of which ends by itself
  const { session, ticket } = await ask(token, 'POST device/command/remote', { id: device_id })
  const shell = new WebSocket(`${server.url.replace('http', 'ws')}/api/v1/device/remote/${session}?ticket=${ticket}`)
  await new Promise((resolve, reject) => shell.once('open', resolve).once('error', reject))
  const shellEnds = new Promise((resolve) => shell.once('close', resolve))
  const live = await fetch(`${server.url}/api/v1/live`, { headers: { authorization: token } })
  const liveEnds = live.text()

  // reports that cannot be stored yet
  const devices = await Promise.all(Array.from({ length: DEVICES }, (_, number) => comes(server, serialOf(number))))
  for (let number = 0; number < DEVICES; number++)
    await ask(token, 'POST device/add', { sn: serialOf(number), scene_id })
  const before = await takenBy(server)
  await store.query('begin; lock table telemetry_sample in share row exclusive mode')
  devices.forEach((device, number) => device.send(recorded('ucentral-ap', 'state', serialOf(number))))
  await expect.poll(() => takenBy(server)).toBe(before + DEVICES)

  const slow = callOver(server.url, token, 'POST device/command/reboot', { ids: [device_id], wait: 30 })
  await expect.poll(() => request).toBe(true)
  const cut = vi.spyOn(Server.prototype, 'closeAllConnections')
  const stopped = server.stop()
  await new Promise((resolve) => setTimeout(resolve, 300))
  await expect(fetch(`${server.url}/healthz`), 'nothing new is taken').rejects.toThrow()
  finish()
  expect((await slow).data.results).toMatchObject([{ result: 0, msg: 'told in time' }])
  await store.query('commit')
  await stopped
  expect(cut, 'no connection had to be cut: those with nothing to send were closed').not.toHaveBeenCalled()
  cut.mockRestore()
  await Promise.all([shellEnds, liveEnds, ...devices.map(({ closed }) => closed)])
  const { rows } = await store.query(
    `select count(distinct serial)::int as kept from telemetry_sample join device on device.id = device_id where serial <> $1`,
    [serialOf(999)],
  )
  expect(rows).toEqual([{ kept: DEVICES }])
  const { rows: left } = await store.query('select task_id from task_item where result = 3')
  expect(left, 'no order runs on for ever').toEqual([])
  await store.end()
  await database.drop()
  await rm(data, { recursive: true, force: true })
  vi.unstubAllEnvs()
})
