import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import { commandSubject } from '../../devices/device-link.ts'
import type { System } from '../../kernel/implement.ts'
import type { Ingest } from '../../devices/ingest/ingest.ts'
import { setBases } from '../intent/config-store.ts'
import { facts, introduce, openIngest } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { drive } from '../change/engine/drive.ts'
import { measure, runTimers } from './run-timers.job.ts'

// A scheduled radio plan, from the night on which it is due to the measurement an hour later: the test sets the clock.

let server: TestServer
let ingest: Ingest
let token: string
let scene: number
const aps: number[] = []
/** Documents that they were sent. */
const runs = new Map<number, any>()
const bssid = (n: number) => `0c:97:97:aa:00:1${n}`
const times = { settle: 0, look: 0.02, answer: 1, configure: 1, probe: 0, back: 3, lease: 60, beat: 5 }

/** The same server at another time. */
const at = (moment: number): System => Object.assign(Object.create(server.system), { now: () => moment })

/** Number of reports: each is ten minutes after the previous one. */
let reported = 0
const hear = async (channels: readonly number[], utilisation: number) => {
  const moment = server.system.now() + 600 * reported++
  for (const [n, device_id] of aps.entries()) {
    const radios = [{ band: '2.4G' as const, channel: channels[n] ?? 1, width_mhz: 20, tx_power_dbm: 17, utilisation }]
    const ssids = [{ ssid: 'Hotel', bssid: bssid(n), band: '2.4G' as const, terminals: 0 }]
    ingest.push({ device_id, scene_id: scene, at: moment, facts: facts(0, 0, { radios, ssids }) })
  }
  await ingest.drain()
}

beforeAll(async () => {
  server = await startTestServer()
  ingest = await openIngest(server.system)
  token = await server.signIn()
  scene = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
  const capabilities = { wifi: { phy0: { band: ['2G'], channels: [1, 6, 11], htmode: ['HE20'] } }, country: 'CN' }
  for (let n = 0; n < 3; n++) {
    const sn = `0c9797aa000${n}`
    const verbs = ['configure' as const, 'listen' as const]
    const { device_id } = await introduce(server.system, sn, { identity: { capabilities, verbs } })
    await server.call(token, 'POST device/add', { sn, scene_id: scene, name: `AP ${n}` })
    aps.push(device_id)
    await setBases(server.system, [{ device_id, digest: null, uuid: 0 }], server.system.now())
    server.system.bus.serve(commandSubject(device_id), async ({ verb, args }: DeviceCommand) => {
      const others = [0, 1, 2].filter((one) => one !== n)
      const heard = others.map((one) => ({ bssid: bssid(one), ssid: 'Hotel', band: '2.4G', channel: 1, signal: -60 }))
      if (verb === 'listen') return { result: 0, msg: '', data: { heard } }
      if (verb !== 'configure') return { unsupported: true }
      runs.set(device_id, args['config'])
      // its next report contains the number
      const { db } = server.system
      await db.run(sql`update device_state set config_uuid = ${args['uuid']} where device_id = ${device_id}`)
      return { result: 0, msg: '', data: { uuid: args['uuid'], rejected: [] } }
    })
  }
  await hear([1, 1, 1], 30)
  // the test drives the set: the server's engine finds it locked
  await server.system.db.run(sql`
    create function taken() returns trigger language plpgsql as $$
    begin new.lease_by := 'test'; new.lease_until := 9999999999; new.options := new.options || '{"soak":0,"confirm":15}'; return new; end $$`)
  await server.system.db.run(sql`
    create trigger taken before update of state on change_set for each row when (old.state = 'draft') execute function taken()`)
})
afterAll(() => server?.close())

const plans = async () => (await server.call(token, 'GET scene/optimize/plan', { scene_id: scene })).data.list
const timer = async () => (await server.call(token, 'GET scene/optimize/timer', { scene_id: scene })).data

test('is applied at its time, watched to its end, and measured an hour later', async () => {
  const input = { scene_id: scene, on: 1, weekdays: ['2'], time: '03:30', threshold: 10, dfs: 0, width: 0, power: 0 }
  const { next_at } = (await server.confirmed(token, 'POST scene/optimize/timer', input)).data
  await runTimers.run({}, at(next_at - 1))
  expect((await timer()).next_at).toBe(next_at)
  await runTimers.run({}, at(next_at))
  expect((await timer()).next_at).toBe(next_at + 7 * 86_400)

  const plan = await vi.waitFor(
    async () => {
      const [row] = await plans()
      expect(row?.change_id).toBeGreaterThan(0)
      return row
    },
    { interval: 50 },
  )
  expect(plan).toMatchObject({ way: 'timer', moved_cnt: 2, before: 60, after: 0, measured_before: 30, said: '' })
  expect(plan.measured_after).toBeNull()
  await drive({ system: server.system, by: 'test', times }, plan.change_id)
  const set = (await server.call(token, 'GET change/detail', { id: plan.change_id })).data
  expect(set).toMatchObject({ state: 'done', done_cnt: 2, failed_cnt: 0 })

  // the devices were sent the plan: with the unchanged one, three channels without overlap
  const channels = aps.map((id) => {
    const radio = (runs.get(id)?.radios ?? []).find(({ band }: { band: string }) => band === '2G')
    return Number(radio?.channel ?? 1)
  })
  expect(channels.toSorted((a, b) => a - b)).toEqual([1, 6, 11])
  expect(runs.size).toBe(2)

  await hear(channels, 12)
  const { ended_at } = await server.system.db.one<{ ended_at: number }>(
    sql`select ended_at from change_set where id = ${plan.change_id}`,
  )
  await measure.run({}, at(ended_at + 3600))
  expect((await plans())[0].measured_after).toBeNull()
  await measure.run({}, at(ended_at + 3601))
  expect((await plans())[0]).toMatchObject({ measured_before: 30, measured_after: 12 })
  // later utilisation is not attributed to the plan
  await hear(channels, 80)
  await measure.run({}, at(ended_at + 7200))
  expect((await plans())[0].measured_after).toBe(12)

  // a week later no change is useful: nothing is changed
  await hear(channels, 12)
  await runTimers.run({}, at(next_at + 7 * 86_400))
  expect((await timer()).next_at).toBe(next_at + 14 * 86_400)
})
