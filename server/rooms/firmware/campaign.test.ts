import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firmwareErrors as errors } from '@belvedere/contract/rooms/firmware/errors.ts'
import type { DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import { versionIn } from '@belvedere/pure/device/version-order.ts'
import { clockSet } from '../../kernel/live/clock-link.ts'
import { commandSubject, departSubject, type Departure } from '../../devices/device-link.ts'
import { introduce } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { CampaignDriver, LEASE } from './campaign/driver.ts'
import { withTrailer } from './test-images.ts'

let server: TestServer
let token: string
let scene: number

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  scene = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
})
afterAll(() => server?.close())

type UpgradeBehaviour = 'good' | 'brick' | 'refuses' | 'stubborn'

interface UpgradeTestDevice {
  id: number
  serial: string
  model: string
  firmware: string
  nature: UpgradeBehaviour
  /** How often it was commanded to upgrade. */
  told: number
}

const devices = new Map<number, UpgradeTestDevice>()
/** Devices that are restarting, and their version after it. */
const dark: { device: UpgradeTestDevice; firmware: string }[] = []

async function appear(device: UpgradeTestDevice): Promise<void> {
  const { serial, model, firmware } = device
  await introduce(server.system, serial, {
    identity: { model, firmware, vendor: 'Skylark', verbs: ['reboot', 'upgrade'] },
  })
}

async function leave({ id, serial }: UpgradeTestDevice): Promise<void> {
  const gone: Departure = { device_id: id, scene_id: scene, session: `session of ${serial}` }
  await server.system.bus.request(departSubject, gone, 5000)
}

/** The behaviour of an access point: it answers, disconnects, and returns with the version in the file name. */
async function obey(device: UpgradeTestDevice, { args }: DeviceCommand): Promise<{ result: 0 | 1; msg: string }> {
  device.told++
  if (device.nature === 'refuses') return { result: 1, msg: 'image check failed' }
  await leave(device)
  const version = versionIn(String(args['uri']).split('/').pop() ?? '') ?? ''
  if (device.nature !== 'brick')
    dark.push({ device, firmware: device.nature === 'good' ? `sky-${version}` : device.firmware })
  return { result: 0, msg: '' }
}

let numbered = 0
async function add(
  count: number,
  model: string,
  nature: (at: number) => UpgradeBehaviour = () => 'good',
): Promise<UpgradeTestDevice[]> {
  const made: UpgradeTestDevice[] = []
  for (let at = 0; at < count; at++) {
    const serial = `0c8888${(++numbered).toString(16).padStart(6, '0')}`
    const device: UpgradeTestDevice = { id: 0, serial, model, firmware: 'sky-1.0.0', nature: nature(at), told: 0 }
    await server.call(token, 'POST device/add', { sn: serial, scene_id: scene, name: `AP ${numbered}` })
    await appear(device)
    const { data } = await server.call(token, 'GET device/all', { search: serial })
    device.id = data.list[0].id
    devices.set(device.id, device)
    server.system.bus.serve(commandSubject(device.id), (command: DeviceCommand) => obey(device, command))
    made.push(device)
  }
  return made
}

async function upload(model: string, version: string): Promise<number> {
  const form = new FormData()
  const bytes = withTrailer(Buffer.from(`${model} ${version}`), { supported_devices: [model], version: { version } })
  form.append('file', new Blob([new Uint8Array(bytes)]), `sky-${version}.bin`)
  const answer = await fetch(`${server.url}/api/v1/firmware`, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  })
  const { data } = (await answer.json()) as { data: { firmware: { id: number } } }
  return data.firmware.id
}

const FAR = 4_000_000_000

/** A campaign scheduled for a distant day, and drivers whose clock shows that day: no other driver touches it. */
async function campaign(firmware_ids: number[], list: readonly UpgradeTestDevice[], more: object = {}) {
  const { data, code, msg } = await server.call(token, 'POST plat/task/upgrade', {
    firmware_ids,
    ids: list.map(({ id }) => id),
    backup: 0,
    start_at: FAR,
    name: 'Test',
    ...more,
  })
  expect(msg && code).toBe(0)
  return follow(data.campaign_id as number, data.task_id as number)
}

/** A campaign that begins immediately is created with a lease: otherwise the worker would drive it by its own clock. */
async function heldFromBirth<T>(make: () => Promise<T>): Promise<T> {
  const { pool } = server.system.database
  await pool.query(`alter table campaign alter driver set default 'first', alter lease_until set default ${FAR * 2}`)
  return make().finally(() =>
    pool.query('alter table campaign alter driver drop default, alter lease_until set default 0'),
  )
}

/** Drives an existing campaign. */
async function follow(id: number, task_id = 0) {
  let now = FAR
  const take = async (me: string) => {
    await server.system.db.run(sql`update campaign set driver = ${me}, lease_until = ${FAR * 2} where id = ${id}`)
    return new CampaignDriver(server.system, id, { me, now: () => now })
  }
  let driver = await take('first')
  return {
    id,
    task_id,
    detail: async () => (await server.call(token, 'GET firmware/campaign/detail', { id })).data,
    pass: (seconds: number) => (now += seconds),
    now: () => now,
    tick: () => driver.tick(),
    /** The process dies: its pending answers are lost, another one takes over the rows. */
    async kill() {
      driver = await take(`after ${now} ${Math.random()}`)
    },
    settled: () => driver.settled(),
    /** Steps the driver, the devices and the time, until nothing more happens. */
    async run(until: (state: string) => boolean = (state) => state !== 'running', most = 120) {
      for (let at = 0; at < most; at++) {
        const outcome = await driver.tick()
        await driver.settled()
        for (const { device, firmware } of dark.splice(0)) {
          device.firmware = firmware
          await appear(device)
        }
        const { data: now } = await server.call(token, 'GET firmware/campaign/detail', { id })
        if (outcome === 'over' || until(now.campaign.state)) return now
        this.pass(65)
      }
      return (await server.call(token, 'GET firmware/campaign/detail', { id })).data
    },
  }
}

describe('a campaign', () => {
  test('runs in waves, verifies the version of each device, and is a task with its results', async () => {
    const list = await add(12, 'Sky A')
    const firmware = await upload('sky_a', '2.0.0')
    const preview = await server.call(token, 'POST firmware/campaign/preview', {
      firmware_ids: [firmware],
      scene_id: scene,
    })
    expect(preview.data).toMatchObject({ total: 12, offline: 0, left: [], unplaced: 12 })
    expect(
      preview.data.waves.map((wave: { kind: string; devices: unknown[] }) => [wave.kind, wave.devices.length]),
    ).toEqual([
      ['canary', 1],
      ['rest', 3],
      ['rest', 3],
      ['rest', 3],
      ['rest', 2],
    ])
    // for a whole scene the devices are not named individually
    const whole = await server.call(token, 'POST plat/task/upgrade', { firmware_ids: [firmware], scene_id: scene })
    expect(whole).toMatchObject({ code: 11_400, data: { confirm: { text: '12' } } })
    expect((await server.call(token, 'GET firmware/campaign', {})).data.total).toBe(0)
    const one = await campaign([firmware], list)
    expect(
      (await server.call(token, 'POST plat/task/upgrade', { firmware_ids: [firmware], ids: [list[0]?.id] })).code,
    ).toBe(errors.nothingToDo.code)
    expect((await server.call(token, 'POST firmware/delete', { ids: [firmware] })).data).toMatchObject({ err_cnt: 1 })
    const { campaign: end, devices: rows } = await one.run()
    expect(end).toMatchObject({
      state: 'done',
      counts: { total: 12, done: 12, failed: 0, lost: 0 },
      versions: ['2.0.0'],
    })
    expect(
      rows.every((row: { from_version: string; step: string }) => row.from_version === '1.0.0' && row.step === 'done'),
    ).toBe(true)
    expect(list.every(({ told, firmware: runs }) => told === 1 && runs === 'sky-2.0.0')).toBe(true)
    const task = await server.call(token, 'GET log/task', { task_id: one.task_id })
    expect(task.data.list).toMatchObject([{ type: 'upgrade', result: 0, done_cnt: 12, err_cnt: 0 }])

    // rollback: the former version is in the library now
    await upload('sky_a', '1.0.0')
    const request = await server.call(token, 'POST firmware/campaign/rollback', { id: one.id })
    expect(request).toMatchObject({ code: 11_400, data: { blast: { unnamed_cnt: 12 }, confirm: { text: '12' } } })
    const back = await heldFromBirth(() => server.confirmed(token, 'POST firmware/campaign/rollback', { id: one.id }))
    expect(back.data.campaign).toMatchObject({ undoes: one.id, versions: ['1.0.0'], counts: { total: 12 } })
    const { campaign: returned } = await (await follow(back.data.campaign.id)).run()
    expect(returned).toMatchObject({ state: 'done', counts: { done: 12, failed: 0, lost: 0 } })
    expect(list.every(({ told, firmware: runs }) => told === 2 && runs === 'sky-1.0.0')).toBe(true)
    const { data: again } = await server.call(token, 'GET firmware/campaign/detail', { id: one.id })
    expect(again.campaign).toMatchObject({ state: 'done', counts: { done: 12 } })
  })

  test('a rollback is watched like an upgrade: a missing device stops it', async () => {
    const list = await add(6, 'Sky G')
    const one = await campaign([await upload('sky_g', '2.0.0')], list)
    await one.run()
    await upload('sky_g', '1.0.0')
    for (const device of list) device.nature = 'brick'
    const back = await heldFromBirth(() => server.call(token, 'POST firmware/campaign/rollback', { id: one.id }))
    const { campaign: end } = await (await follow(back.data.campaign.id)).run()
    expect(end).toMatchObject({ state: 'paused', reason: 'device_lost' })
    expect(list.filter(({ told }) => told > 1)).toHaveLength(1)
    await server.call(token, 'POST firmware/campaign/stop', { id: end.id })
    for (const device of list) devices.delete(device.id)
  })

  test('an image that breaks some stops it before many are affected', async () => {
    const list = await add(60, 'Sky B', (at) => (at % 33 === 20 ? 'brick' : 'good'))
    const one = await campaign([await upload('sky_b', '2.0.0')], list)
    const { campaign: end } = await one.run()
    expect(end).toMatchObject({ state: 'paused', reason: 'device_lost' })
    const bricked = list.filter(({ nature, told }) => nature === 'brick' && told > 0)
    expect(bricked).toHaveLength(1)
    expect(end.counts.waiting).toBeGreaterThan(0)
    // no device begins while it is paused
    const told = list.map((device) => device.told)
    for (let at = 0; at < 5; at++) {
      one.pass(600)
      await one.tick()
      await one.settled()
    }
    expect(list.map((device) => device.told)).toEqual(told)
    expect((await server.call(token, 'POST firmware/campaign/stop', { id: one.id })).code).toBe(0)
    expect((await one.run(() => false, 3)).campaign).toMatchObject({ state: 'stopped', phase: 'ended' })
    expect((await server.call(token, 'POST firmware/campaign/resume', { id: one.id })).code).toBe(
      errors.wrongState.code,
    )
  })

  test.each<[UpgradeBehaviour, string, string]>([
    ['brick', 'device_lost', 'lost'],
    ['refuses', 'canary_failed', 'failed'],
    ['stubborn', 'canary_failed', 'failed'],
  ])('a first device that %s leaves all others unchanged', async (nature, reason, step) => {
    const model = `Sky ${nature}`
    const list = await add(5, model, () => nature)
    const one = await campaign([await upload(model, '2.0.0')], list)
    const { campaign: end, devices: rows } = await one.run()
    expect(end).toMatchObject({ state: 'paused', reason })
    expect(list.filter(({ told }) => told > 0)).toHaveLength(1)
    expect(rows.filter((row: { step: string }) => row.step === step)).toHaveLength(1)
    await server.call(token, 'POST firmware/campaign/stop', { id: one.id })
    await one.run(() => false, 3)
    for (const device of list) devices.delete(device.id)
  })

  test('an offline device is upgraded when it reconnects', async () => {
    const list = await add(4, 'Sky C')
    const away = list[3] as UpgradeTestDevice
    await leave(away)
    const one = await campaign([await upload('sky_c', '2.0.0')], list)
    const waits = await one.run(() => false, 30)
    expect(waits.campaign).toMatchObject({ state: 'running', phase: 'offline', counts: { done: 3, offline: 1 } })
    await appear(away)
    expect((await one.run()).campaign).toMatchObject({ state: 'done', counts: { done: 4 } })
  })

  test('intermediate versions are installed first', async () => {
    const list = await add(2, 'Sky D')
    await upload('sky_d', '1.5.0')
    const target = await upload('sky_d', '3.0.0')
    const { rev } = (await server.call(token, 'GET firmware', { ids: [target] })).data.list[0]
    await server.call(token, 'PUT firmware', { id: target, rev, min_version: '1.5.0' })
    const one = await campaign([target], list, { soak: 0 })
    expect((await one.run()).campaign).toMatchObject({ state: 'done', counts: { done: 2 } })
    expect(list.map(({ told, firmware }) => [told, firmware])).toEqual([
      [2, 'sky-3.0.0'],
      [2, 'sky-3.0.0'],
    ])
  })

  test('killed at any step it ends with the same result', async () => {
    const list = await add(6, 'Sky E')
    const one = await campaign([await upload('sky_e', '2.0.0')], list, { soak: 1 })
    for (let at = 0; at < 200; at++) {
      const outcome = await one.tick()
      // every other time the process dies while devices are being commanded, else after their answers
      if (at % 3 === 0) await one.kill()
      await one.settled()
      await new Promise((resolve) => setImmediate(resolve))
      if (at % 3 === 1) await one.kill()
      for (const { device, firmware } of dark.splice(0)) {
        device.firmware = firmware
        await appear(device)
      }
      // devices change presence in real time: there are several steps within the bound
      one.pass(35)
      if (outcome === 'over') break
    }
    const { campaign: end } = await one.detail()
    expect(end).toMatchObject({ state: 'done', counts: { done: 6, failed: 0, lost: 0 } })
    expect(list.every(({ firmware }) => firmware === 'sky-2.0.0')).toBe(true)
  })

  test('is driven by the worker without a request', async () => {
    const list = await add(3, 'Sky F')
    const { data } = await server.call(token, 'POST plat/task/upgrade', {
      firmware_ids: [await upload('sky_f', '2.0.0')],
      ids: list.map(({ id }) => id),
      canary: 0,
    })
    await expect
      .poll(
        async () => {
          for (const { device, firmware } of dark.splice(0)) {
            device.firmware = firmware
            await appear(device)
          }
          return (await server.call(token, 'GET firmware/campaign/detail', { id: data.campaign_id })).data.campaign
            .state
        },
        { interval: 200 },
      )
      .toBe('done')
  })
})

test('a clock that was set back does not block a campaign whose driver died before', async () => {
  const { db, now } = server.system
  const { id } = await db.one<{ id: number }>(sql`
    insert into campaign (team_id, uid, operator, name, firmware_ids, versions, options, waves, task_id, created_at, driver, lease_until, scene_ids)
    select team_id, id, account, 'left', '{}', '{}', '{}', 1, 0, 0, 'dead', ${now() + 3960}, '{}' from account limit 1 returning id`)
  const left = async () =>
    (await db.one<{ until: number }>(sql`select lease_until as until from campaign where id = ${id}`)).until - now()
  expect(await left()).toBeGreaterThan(3600)
  server.system.emit(clockSet, { seconds: -3960 })
  await expect.poll(left).toBeLessThanOrEqual(LEASE)
  await db.run(sql`delete from campaign where id = ${id}`)
})
