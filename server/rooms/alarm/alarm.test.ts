import { titleOf } from '@belvedere/contract/rooms/alarm-type/titles.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AlarmRaised } from '@belvedere/contract/rooms/alarm/log.ts'
import { deviceConnected, deviceEvent, deviceDisconnected } from '../../devices/device-link.ts'
import type { LiveNews } from '../../kernel/event.ts'
import type { Ingest } from '../../devices/ingest/ingest.ts'
import { liveSubject } from '../../kernel/live/live.ts'
import { facts, introduce, openIngest } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { foundTeam } from '../account/api.ts'
import { catalogue, wordsOf } from '../alarm-type/catalogue.ts'
import { invalidateSettings } from '../alarm-type/config/settings.gateway.ts'
import { lookAtPresence } from './watch/watch-presence.job.ts'

let server: TestServer
let ingest: Ingest
let token: string
let other: string
let scene: number
let serials = 0

beforeAll(async () => {
  server = await startTestServer()
  ingest = await openIngest(server.system)
  token = await server.signIn()
  await foundTeam(server.system, {
    team: 'other',
    account: 'other',
    password: 'Testing-2026',
    now: server.system.now(),
  })
  other = await server.signIn('other', 'Testing-2026')
  scene = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
})
afterAll(() => server?.close())
beforeEach(async () => {
  await server.system.db.run(sql`delete from alarm`)
  await server.system.db.run(sql`delete from alarm_config`)
  invalidateSettings()
  await server.system.db.run(sql`update device_state set online = true`)
})

async function device(): Promise<number> {
  const sn = `0c4444aa${String(serials++).padStart(4, '0')}`
  const { device_id } = await introduce(server.system, sn)
  await server.call(token, 'POST device/add', { sn, scene_id: scene, name: `AP ${serials}` })
  return device_id
}

/** As stored by presence: online or offline, since this number of seconds. */
const present = (id: number, online: boolean, ago: number) =>
  server.system.db.run(sql`update device_state set online = ${online}, since = ${server.system.now() - ago},
    seen_at = ${server.system.now() - ago} where device_id = ${id}`)

const list = async (request: Record<string, unknown> = {}, who = token) =>
  (await server.call(who, 'GET alarm/log', request)).data
const count = async (who = token) => (await server.call(who, 'GET alarm/log/count', {})).data
const look = () => lookAtPresence(server.system)

async function report(device_id: number, ago: number, reported: object): Promise<void> {
  ingest.push({ device_id, scene_id: scene, at: server.system.now() - ago, facts: facts(0, 0, reported) })
  await ingest.drain()
}
const wan = (name: string, up: boolean, type = 'dhcp') => ({ name, up, type, addresses: [] })

describe('an offline device', () => {
  test('is one alarm after a minute, which ends by itself', async () => {
    const id = await device()
    // a second may end between the two; the rules are exact to the second
    await present(id, false, 50)
    await look()
    expect((await list()).total).toBe(0)
    await present(id, false, 61)
    await look()
    await look()
    expect((await list()).list).toMatchObject([
      {
        type: 'dev_offline',
        title: '设备离线',
        level: 1,
        state: 0,
        lasting: 1,
        device_id: id,
        scene_name: 'Hotel',
        cnt: 1,
      },
    ])
    expect((await list({ lang: 'en' })).list[0]).toMatchObject({ title: 'Device offline' })
    expect(await count()).toEqual({ critical: 1, warning: 0, notice: 0 })
    await present(id, true, 0)
    await look()
    expect((await list()).list).toMatchObject([{ state: 1, lasting: 0, ended_at: expect.any(Number), changed_by: '' }])
    expect(await count()).toEqual({ critical: 0, warning: 0, notice: 0 })
  })

  test('that disconnects repeatedly is one alarm with a count', async () => {
    const id = await device()
    for (let turn = 0; turn < 20; turn++) {
      await present(id, false, 61)
      await look()
      await present(id, true, 0)
      await look()
    }
    expect((await list()).list).toMatchObject([{ cnt: 20, state: 1 }])
  })

  test('has no alarm while it is unclaimed or has never connected', async () => {
    const { device_id } = await introduce(server.system, '0c4444bb0001')
    await present(device_id, false, 1000)
    const never = await device()
    await server.system.db.run(
      sql`update device_state set online = false, seen_at = 0, since = 0 where device_id = ${never}`,
    )
    await look()
    expect((await list()).total).toBe(0)
  })

  test('is visible to and handled by users of its scene only', async () => {
    const id = await device()
    await present(id, false, 61)
    await look()
    const [alarm] = (await list()).list
    expect((await list({}, other)).total).toBe(0)
    expect(await count(other)).toEqual({ critical: 0, warning: 0, notice: 0 })
    expect((await server.call(other, 'POST alarm/log/solve', { ids: [alarm.id] })).code).not.toBe(0)
    expect((await list()).list[0].state).toBe(0)
  })
})

describe('people', () => {
  async function lasting() {
    const id = await device()
    await present(id, false, 61)
    await look()
    return { id, alarm: (await list()).list[0].id as number }
  }

  test('solve a lasting alarm: it is not raised again until the cause ended and recurred', async () => {
    const { id, alarm } = await lasting()
    const reaction = async () => (await server.call(token, 'GET stat/alarm/trend', {})).data.mean_ack
    expect(await reaction()).toBeNull()
    const { data } = await server.call(token, 'POST alarm/log/solve', { ids: [alarm, 999_999], note: 'ticket 7' })
    expect(await reaction()).toBeGreaterThanOrEqual(0)
    expect(data).toMatchObject({ total_cnt: 2, err_cnt: 1 })
    await look()
    const dealt = { state: 1, lasting: 1, note: 'ticket 7', changed_by: 'admin', acknowledged_at: expect.any(Number) }
    expect((await list()).list).toMatchObject([dealt])
    await present(id, true, 0)
    await look()
    await present(id, false, 61)
    await look()
    expect((await list()).list).toMatchObject([{ state: 0, lasting: 1, cnt: 2, acknowledged_at: null }])
  })

  test('see how soon they handle alarms, and how soon these end', async () => {
    const { id, alarm } = await lasting()
    await server.system.db.run(sql`update alarm set first_at = last_at - 60, last_at = last_at - 60`)
    const from = server.system.now() - 3600
    const handling = async (who = token) =>
      (await server.call(who, 'GET alarm/log/handling', { scene_id: 0, from })).data
    expect(await handling()).toEqual({ raised: 1, judged: 0, judged_after: null, ended: 0, ended_after: null })
    await server.call(token, 'POST alarm/log/note', { ids: [alarm], note: 'on my way' })
    await present(id, true, 0)
    await look()
    const { judged_after, ended_after, ...counts } = await handling()
    expect(counts).toEqual({ raised: 1, judged: 1, ended: 1 })
    expect(judged_after).toBeGreaterThanOrEqual(60)
    expect(ended_after).toBeGreaterThanOrEqual(judged_after)
    expect((await handling(other)).raised).toBe(0)
  })

  test('ignore it for a while, after which a lasting one is open again', async () => {
    const { alarm } = await lasting()
    await server.call(token, 'POST alarm/log/ignore', { ids: [alarm], until: server.system.now() + 100 })
    await look()
    expect((await list()).list).toMatchObject([{ state: 2 }])
    await server.system.db.run(sql`update alarm set ignored_until = 1`)
    await look()
    expect((await list()).list).toMatchObject([{ state: 0, ignored_until: null }])
  })

  test('ignore it for as long as it lasts', async () => {
    const { id, alarm } = await lasting()
    await server.call(token, 'POST alarm/log/ignore', { ids: [alarm] })
    await present(id, true, 0)
    await look()
    expect((await list()).list).toMatchObject([{ state: 2, lasting: 0 }])
  })

  test('clear ended alarms, not lasting ones', async () => {
    const { id, alarm } = await lasting()
    const refused = await server.call(token, 'POST alarm/log/clear', { ids: [alarm], lang: 'en' })
    expect(refused.data).toMatchObject({ err_cnt: 1, rejected: [{ id: alarm, reason: 'Its cause persists' }] })
    await present(id, true, 0)
    await look()
    expect((await server.call(token, 'POST alarm/log/clear', { ids: [alarm] })).data).toMatchObject({ err_cnt: 0 })
    expect((await list()).total).toBe(0)
  })

  test('find them by device, level, state, type, time and text', async () => {
    const { id, alarm } = await lasting()
    const now = server.system.now()
    for (const request of [
      { device_id: id },
      { level: 1 },
      { state: 0 },
      { type: 'dev_offline' },
      { search: 'AP' },
      { from: now - 100 },
    ])
      expect((await list(request)).list.map((one: { id: number }) => one.id)).toEqual([alarm])
    for (const request of [{ level: 2 }, { state: 1 }, { type: 'dev_reboot' }, { search: 'zzz' }, { to: 1000 }])
      expect((await list(request)).total).toBe(0)
    expect((await list({ orderby: 'device_name asc' })).total).toBe(1)
  })
})

describe('what a device reports', () => {
  test('a line that is down is an alarm for that line', async () => {
    const id = await device()
    await report(id, 300, { wans: [wan('WAN1', true), wan('WAN2', false), wan('WAN3', false, 'disabled')] })
    await report(id, 240, { wans: [wan('WAN1', true), wan('WAN2', false)] })
    expect((await list({ lang: 'en' })).list).toMatchObject([
      { type: 'dev_wan_disconnect', text: 'The line WAN2 is down', state: 0, level: 1, cnt: 1 },
    ])
    await report(id, 180, { cpu: 3 })
    expect((await list({ state: 0 })).total).toBe(1)
    await report(id, 120, { wans: [wan('WAN1', true), wan('WAN2', true)] })
    expect((await list()).list).toMatchObject([{ state: 1, lasting: 0 }])
  })

  test('a reconnection is reported, a late disconnection of an older connection is not', async () => {
    const id = await device()
    await server.call(token, 'POST alarm/config', {
      scene_id: scene,
      list: [{ type: 'dev_online', enabled: 1, duration_s: 0 }],
    })
    const link = { device_id: id, scene_id: scene, serial: '0c4444aa0000', at: server.system.now(), address: '' }
    const spells = async () =>
      (
        await server.system.db.rows(
          sql`select 1 from condition_interval where device_id = ${id} and type = 'dev_offline'`,
        )
      ).length
    const { session } = await server.system.db.one<{ session: string }>(
      sql`select session from device_state where device_id = ${id}`,
    )
    server.system.emit(deviceDisconnected, { ...link, session: 'older', reason: 'closed' })
    server.system.emit(deviceConnected, { ...link, session })
    await present(id, false, 0)
    server.system.emit(deviceDisconnected, { ...link, session, reason: 'closed' })
    await vi.waitFor(async () => expect(await spells()).toBe(1))
    await present(id, true, 0)
    server.system.emit(deviceConnected, { ...link, session: 'newer' })
    await vi.waitFor(async () => expect((await list()).list).toMatchObject([{ type: 'dev_online' }]))
    expect(await spells()).toBe(1)

    await server.system.db.run(sql`delete from alarm`)
    // the event of its arrival was lost: an hour later it connects by another gateway, and was not offline
    await server.system.db.run(sql`insert into condition_interval (device_id, scene_id, type, key, from_at, to_at)
      values (${id}, ${scene}, 'dev_offline', '', ${server.system.now() - 3700}, 2147483647)`)
    await present(id, true, 3600)
    server.system.emit(deviceConnected, { ...link, session: 'another' })
    const lasting = async () =>
      (
        await server.system.db.rows<{ to_at: number }>(
          sql`select to_at from condition_interval where device_id = ${id} and type = 'dev_offline' order by from_at limit 1`,
        )
      )[0]?.to_at
    await vi.waitFor(async () => expect(await lasting()).toBeLessThan(server.system.now() - 3000))
    expect((await list()).total).toBe(0)
  })

  test('a restart is a momentary notice', async () => {
    const id = await device()
    await report(id, 600, { uptime: 5000 })
    await report(id, 300, { uptime: 5300 })
    expect((await list()).total).toBe(0)
    await report(id, 0, { uptime: 30 })
    expect((await list()).list).toMatchObject([{ type: 'dev_reboot', level: 3, state: 1, lasting: 0 }])
  })

  test('delayed reports and a changed clock are no restart', async () => {
    const id = await device()
    await report(id, 3600, { uptime: 5000, clock: 1_790_000_000 })
    await report(id, 0, { uptime: 5060, clock: 1_790_000_060 })
    await report(id, -86_400, { uptime: 5120, clock: 1_790_000_120 })
    await report(id, 86_400, { uptime: 5180, clock: 1_790_000_180 })
    // together, and the clock was set back between them
    for (const [ago, uptime] of [
      [0, 5240],
      [7200, 5300],
      [3600, 5360],
    ] as const)
      ingest.push({ device_id: id, scene_id: scene, at: server.system.now() - ago, facts: facts(0, 0, { uptime }) })
    await ingest.drain()
    expect((await list()).total).toBe(0)
  })

  test('a restart is noticed once, in any process, and not from reports of an older connection', async () => {
    const id = await device()
    const push = async (session: string, uptime: number) => {
      ingest.push({ device_id: id, scene_id: scene, at: server.system.now(), session, facts: facts(0, 0, { uptime }) })
      await ingest.drain()
    }
    const { session } = await server.system.db.one<{ session: string }>(
      sql`select session from device_state where device_id = ${id}`,
    )
    await push(session, 9000)
    // what another process, or an earlier one, received is in the store
    await server.system.db.run(sql`update device_state set session = 'newer', uptime = 9500 where device_id = ${id}`)
    await push(session, 9060)
    expect((await list()).total, 'an old report').toBe(0)
    await push('newer', 20)
    await push(session, 9120)
    await push('newer', 80)
    expect((await list()).total).toBe(1)
    await server.system.db.run(sql`update device_state set online = false, session = null where device_id = ${id}`)
    await push(session, 10)
    expect((await list()).total, 'of an older connection, after the newer one ended').toBe(1)
  })
})

describe('an event on a device', () => {
  const refused = (device_id: number, line: string) =>
    server.system.emit(deviceEvent, {
      device_id,
      scene_id: scene,
      event: { at: server.system.now(), type: 'device.log', text: `pppd: PAP authentication failed on ${line}` },
    })
  const news: LiveNews[] = []
  let stop = () => {}
  beforeAll(() => {
    stop = server.system.bus.subscribe(liveSubject, (one: LiveNews) => one.topic === 'alarm' && void news.push(one))
  })
  beforeEach(() => void news.splice(0))
  afterAll(() => stop())
  const reported = () => vi.waitFor(() => expect(news).not.toHaveLength(0))

  test('is published with its row: as in the list, in both languages, to users who may read alarms', async () => {
    const id = await device()
    refused(id, 'WAN1')
    await reported()
    expect(news).toMatchObject([{ scene_id: scene, may: 'alarm.read', rows: [{ device_id: id, cnt: 1 }] }])
    const [row] = (await list()).list
    const { title, text, ...same } = news.flatMap(({ rows }) => rows as AlarmRaised[])[0] as AlarmRaised
    expect({ ...same, title: title.zh, text: text.zh }).toEqual(row)
    expect(text.en).toBe('WAN1: The provider refuses account or password')
    expect(await incidents(id)).toBe(1)
  })

  test('reported twice at once is one alarm, published once', async () => {
    const id = await device()
    refused(id, 'WAN1')
    refused(id, 'WAN1')
    await reported()
    refused(id, 'WAN1')
    refused(id, 'WAN2')
    await vi.waitFor(async () => expect((await list()).total).toBe(2))
    expect(news.flatMap(({ rows }) => rows)).toHaveLength(2)
    expect(await incidents(id)).toBe(2)
    // the stored interval follows
    await vi.waitFor(async () => expect(await spells(id)).toBeGreaterThanOrEqual(2))
  })

  test('under a silence is not notified: no incident, no row', async () => {
    const id = await device()
    const input = { kind: 0, name: 'known', scene_id: scene, device_id: id }
    const { data } = await server.call(token, 'POST alarm/silence', input)
    const open = await device()
    refused(id, 'WAN1')
    refused(open, 'WAN1')
    await vi.waitFor(async () => expect((await list()).total).toBe(2))
    expect((await list({ device_id: id })).list).toMatchObject([{ state: 2, changed_by: 'known' }])
    expect((await list({ device_id: open })).list).toMatchObject([{ state: 0 }])
    expect([await incidents(id), await incidents(open)]).toEqual([0, 1])
    await server.call(token, 'DELETE alarm/silence', { id: data.id })
  })

  const incidents = async (device_id: number) =>
    (
      await server.system.db.one<{ n: number }>(sql`
        select count(*)::int as n from alarm_incident i join incident_event w on w.incident_id = i.id
        join alarm a on a.id = i.alarm_id where a.device_id = ${device_id}`)
    ).n
  const spells = async (device_id: number) =>
    (
      await server.system.db.one<{ n: number }>(
        sql`select count(*)::int as n from condition_interval where device_id = ${device_id}`,
      )
    ).n
})

test('every type has words in both languages, and an unknown one is displayed by its id', () => {
  for (const type of catalogue.values())
    for (const words of [titleOf(type.id), type.text({}, 'WAN1')])
      expect(words.zh && words.en && words.zh !== words.en).toBe(true)
  expect(wordsOf({ type: 'dev_of_later', key: 'x', params: {} }, 'zh')).toEqual({ title: 'dev_of_later', text: 'x' })
})
