import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LateSamples } from '@belvedere/drivers/kit/late-samples.ts'
import type { Ingest } from '../../../devices/ingest/ingest.ts'
import type { LateIntake } from '../../../devices/ingest/backfill.ts'
import { facts, introduce, openIngest, openLateIntake } from '../../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'
import { rollAll } from '../roll-up.job.ts'

let server: TestServer
let ingest: Ingest
let late: LateIntake
let token: string
let scene: number
let now: number

beforeAll(async () => {
  server = await startTestServer()
  ingest = await openIngest(server.system)
  late = await openLateIntake(server.system)
  token = await server.signIn()
  scene = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
  now = server.system.now()
})
afterAll(() => server?.close())

async function claimed(serial: string): Promise<number> {
  const { device_id } = await introduce(server.system, serial, {})
  await server.call(token, 'POST device/add', { sn: serial, scene_id: scene, name: serial })
  return device_id
}

async function state(device_id: number, at: number, reported: ReturnType<typeof facts>): Promise<void> {
  ingest.push({ device_id, scene_id: scene, at, facts: reported })
  await ingest.drain()
}

const names = ['WAN', 'LAN1']
/** One row for each minute, starting at `from`. */
const minutes = (count: number, octets = 600) =>
  Array.from({ length: count }, (_, n) => [
    n * 60,
    60,
    20,
    47.4,
    51,
    0.25,
    3,
    octets,
    octets / 2,
    octets,
    octets / 2,
    7,
    8,
  ])
const samples = (from: number, first: number, rows: LateSamples['rows'], more: Partial<LateSamples> = {}) => ({
  series: 7,
  first,
  more: 0,
  now,
  from,
  names,
  rows,
  unsure: [],
  ...more,
})

/** Whether they were acknowledged. */
async function handIn(device_id: number, reported: LateSamples, at = now): Promise<boolean> {
  let kept = false
  late.push({ device_id, at, samples: reported, kept: () => void (kept = true) })
  await late.drain()
  return kept
}

const rows = (id: number) =>
  server.system.db.rows<Record<string, unknown>>(
    sql`select ts, cpu, mem, temp, load, terminals, traffic from telemetry_sample where device_id = ${id} order by ts`,
  )
const times = async (id: number) => (await rows(id)).map(({ ts }) => ts)

describe('samples measured while disconnected', () => {
  test('have rows at their own times, in the units and the order of the others', async () => {
    const id = await claimed('0c1111fe0001')
    await state(id, now - 4000, facts(0, 0))
    expect(await handIn(id, samples(now - 3600, 1, minutes(3)))).toBe(true)
    expect((await rows(id)).slice(1)).toEqual(
      [3600, 3540, 3480].map((ago) => ({
        ts: now - ago,
        cpu: 200,
        mem: 474,
        temp: 510,
        load: 25,
        terminals: 3,
        traffic: [60, 600, 300, 600, 300, 7, 8],
      })),
    )
  })

  test('are converted from a wrong clock of the device', async () => {
    const id = await claimed('0c1111fe0002')
    await handIn(id, samples(1000, 1, minutes(2), { now: 4600 }))
    expect(await times(id)).toEqual([now - 3600, now - 3540])
  })

  test('delivered twice are stored once: after a lost acknowledgement, and with more samples behind', async () => {
    const id = await claimed('0c1111fe0003')
    const hour = samples(now - 3600, 1, minutes(5))
    expect([await handIn(id, hour), await handIn(id, hour)]).toEqual([true, true])
    // the clock of the reporting device changed meanwhile
    expect(await handIn(id, samples(now - 3480, 3, minutes(5)), now + 2)).toBe(true)
    expect(await times(id)).toHaveLength(7)
    expect(await handIn(id, samples(now - 1200, 1, minutes(2), { series: 8 }))).toBe(true)
    expect(await times(id)).toHaveLength(9)
  })

  test('delivered under another number too are stored once: time continues', async () => {
    const id = await claimed('0c1111fe0011')
    await handIn(id, samples(now - 3600, 1, minutes(5)))
    expect(await handIn(id, samples(now - 3600, 1, minutes(7), { series: 9 }))).toBe(true)
    expect(await times(id)).toHaveLength(7)
  })

  test('delivered concurrently are stored once', async () => {
    const id = await claimed('0c1111fe0004')
    const reported = samples(now - 3600, 1, minutes(4))
    let kept = 0
    for (let n = 0; n < 3; n++) late.push({ device_id: id, at: now, samples: reported, kept: () => kept++ })
    await late.drain()
    expect([await times(id), kept]).toEqual([[3600, 3540, 3480, 3420].map((ago) => now - ago), 3])
  })

  test('that may have been reported as a state are left out if they were', async () => {
    const id = await claimed('0c1111fe0005')
    await state(id, now - 3599, facts(0, 0))
    await handIn(id, samples(now - 3600, 1, minutes(3), { unsure: [0, 1] }))
    expect(await times(id)).toEqual([now - 3599, now - 3540, now - 3480])
  })

  test('of the future, or expired, are dropped alone', async () => {
    const id = await claimed('0c1111fe0006')
    const reported = [...minutes(2), undefined, [7200, 60, 1]]
    expect(await handIn(id, samples(now - 3600, 1, reported))).toBe(true)
    expect(await times(id)).toEqual([now - 3600, now - 3540])
    expect(await handIn(id, samples(now - 40 * 86_400, 5, minutes(2)))).toBe(true)
    expect(await times(id)).toHaveLength(2)
  })

  test('of interfaces that the device never reported have their sum', async () => {
    const id = await claimed('0c1111fe0007')
    await state(id, now - 4000, facts(0, 0))
    await handIn(id, samples(now - 3600, 1, minutes(1), { names: ['LAN1', 'usb0'] }))
    expect((await rows(id))[1]?.['traffic']).toEqual([60, 600, 300, null, null, 600, 300])
  })

  test('create their partitions', async () => {
    const id = await claimed('0c1111fe0008')
    await handIn(id, samples(now - 6 * 86_400, 1, minutes(2)))
    expect(await times(id)).toHaveLength(2)
  })

  test('do not change the current state', async () => {
    const id = await claimed('0c1111fe0009')
    await state(id, now - 30, facts(0, 0, { cpu: 90 }))
    const before = (await server.call(token, 'GET device/detail', { id })).data
    await handIn(id, samples(now - 3600, 1, minutes(3)))
    expect((await server.call(token, 'GET device/detail', { id })).data).toEqual(before)
  })
})

test('of one device that the database refuses affect no other, and are not acknowledged', async () => {
  const id = await claimed('0c1111fe0010')
  const errors: unknown[] = []
  const { startLateIntake } = await import('../../../devices/ingest/backfill.ts')
  const { takeLate } = await import('./take-late.gateway.ts')
  const intake = startLateIntake({
    transaction: (work) => server.system.database.transaction(work),
    sinks: [{ name: 'late', order: 1, take: async () => {}, takeLate }],
    onError: (error) => errors.push(error),
  })
  const kept: number[] = []
  const reported = samples(now - 3600, 1, minutes(2))
  for (const device_id of [5e9, id])
    intake.push({ device_id, at: now, samples: reported, kept: () => kept.push(device_id) })
  await intake.drain()
  expect([kept, errors.length, intake.counts]).toEqual([[id], 2, { taken: 4, stored: 2, refused: 0, failed: 2 }])
  expect(await times(id)).toHaveLength(2)
})

describe('traffic', () => {
  test('over the outage counts once: the state after it counts from the last sample on', async () => {
    const id = await claimed('0c1111fe0020')
    await state(id, now - 3660, facts(1000, 0))
    await introduce(server.system, '0c1111fe0020', { session: 'again' })
    const interfaces = [{ name: 'WAN', rx_bytes: 4000, tx_bytes: 0 }]
    await state(id, now - 20, facts(4100, 0, { since: { seconds: 40, interfaces } }))
    await handIn(id, samples(now - 3600, 1, minutes(60, 50)))
    const traffic = (await rows(id)).map((row) => row['traffic'] as number[] | null)
    expect(traffic.at(-1)?.slice(0, 4)).toEqual([40, 100, 0, 100])
    expect(traffic.reduce((sum, one) => sum + (one?.[1] ?? 0), 0)).toBe(60 * 50 + 100)
  })

  test('is counted by the later counters where a device reports older ones', async () => {
    const id = await claimed('0c1111fe0021')
    await state(id, now - 120, facts(1000, 0))
    await state(id, now - 60, facts(2000, 0))
    const interfaces = [{ name: 'WAN', rx_bytes: 1000, tx_bytes: 0 }]
    await state(id, now, facts(2500, 0, { since: { seconds: 120, interfaces } }))
    expect((await rows(id)).at(-1)?.['traffic']).toEqual([60, 500, 0, 500, 0, 0, 500])
  })
})

test('hours that were rolled up are rolled up again, and the scene’s with them', async () => {
  const id = await claimed('0c1111fe0030')
  const other = await claimed('0c1111fe0031')
  const day = Math.floor(now / 86_400) * 86_400 - 3 * 86_400
  for (const device of [id, other])
    for (const [n, at] of [day + 3600, day + 3660].entries()) await state(device, at, facts(n * 60_000, 0))
  await rollAll(server.system, now)
  const sums = async () => ({
    fine: await server.system.db.rows(
      sql`select ts, n, rx from telemetry_5m where device_id = ${id} and ts >= ${day} and ts < ${day + 86_400} order by ts`,
    ),
    days: await server.system.db.rows(
      sql`select device_id = ${other} as other, ts, n, rx, span from telemetry_1d where device_id in (${id}, ${other}) and ts = ${day} order by 1`,
    ),
    scene: await server.system.db.rows(
      sql`select (select sum(rx)::int from scene_5m where scene_id = ${scene} and ts >= ${day} and ts < ${day + 86_400}) as fine, (select rx from scene_1d where scene_id = ${scene} and ts = ${day}) as day`,
    ),
  })
  const before = { other: true, ts: day, n: 2, rx: 60_000, span: 60 }
  expect(await sums()).toEqual({
    fine: [{ ts: day + 3600, n: 2, rx: 60_000 }],
    days: [{ ...before, other: false }, before],
    scene: [{ fine: 120_000, day: 120_000 }],
  })
  await handIn(id, samples(day + 7200, 1, minutes(6, 1000)))
  for (let pass = 0; pass < 2; pass++) {
    await rollAll(server.system, now + 60)
    expect(await sums()).toEqual({
      fine: [
        { ts: day + 3600, n: 2, rx: 60_000 },
        { ts: day + 7200, n: 5, rx: 5000 },
        { ts: day + 7500, n: 1, rx: 1000 },
      ],
      days: [{ other: false, ts: day, n: 8, rx: 66_000, span: 420 }, before],
      scene: [{ fine: 126_000, day: 126_000 }],
    })
  }
  expect(await server.system.db.rows(sql`select * from rollup_recompute`)).toEqual([])
})
