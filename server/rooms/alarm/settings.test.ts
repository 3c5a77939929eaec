import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deviceEvent } from '../../devices/device-link.ts'
import { eventSubject } from '../../kernel/event.ts'
import type { Ingest } from '../../devices/ingest/ingest.ts'
import { facts, introduce, openIngest } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { foundTeam } from '../account/api.ts'
import { watchLineSpeeds } from '../alarm-type/line/invalidate-line-speeds.gateway.ts'
import { endUnobserved, loadObserved, raiseObserved } from './watch/watch-device-events.gateway.ts'
import { lookAtConflicts } from './watch/watch-minutes.job.ts'
import { lookAtPresence } from './watch/watch-presence.job.ts'

let server: TestServer
let ingest: Ingest
let token: string
let other: string
let scene: number
let group: number
let serials = 0

beforeAll(async () => {
  server = await startTestServer()
  ingest = await openIngest(server.system)
  // reports are read in this process, and not in the thread of the server's devices
  await watchLineSpeeds.run(server.system)
  await loadObserved.run(server.system)
  token = await server.signIn()
  await foundTeam(server.system, {
    team: 'other',
    account: 'other',
    password: 'Testing-2026',
    now: server.system.now(),
  })
  other = await server.signIn('other', 'Testing-2026')
})
afterAll(() => server?.close())
beforeEach(async () => {
  await server.system.db.run(sql`delete from alarm`)
  await server.system.db.run(sql`delete from condition_interval`)
  await server.system.db.run(sql`update device_state set online = true`)
  scene = (await server.call(token, 'POST scene', { name: `Site ${serials++}` })).data.id
  group = (await server.call(token, 'POST scene/group', { name: `Group ${serials}` })).data.id
  await server.call(token, 'POST scene/group/join', { group_id: group, scene_ids: [scene] })
  await server.call(token, 'POST alarm/config', { preset: 'normal' })
})

async function device(): Promise<number> {
  const sn = `0c4646aa${String(serials++).padStart(4, '0')}`
  const { device_id } = await introduce(server.system, sn)
  await server.call(token, 'POST device/add', { sn, scene_id: scene, name: `AP ${serials}` })
  return device_id
}
const set = (place: object, list: object[], who = token) => server.call(who, 'POST alarm/config', { ...place, list })
const get = async (place: object, type: string, who = token) =>
  (await server.call(who, 'GET alarm/config', { lang: 'en', ...place })).data.list.find(
    (one: { type: string }) => one.type === type,
  )
const list = async (request: object = {}) =>
  (await server.call(token, 'GET alarm/log', { lang: 'en', scene_id: scene, ...request })).data.list
const happen = (device_id: number, type: string, text: string, times = 1) => {
  for (let n = 0; n < times; n++)
    server.system.bus.publish(eventSubject(deviceEvent.name), {
      device_id,
      scene_id: scene,
      event: { at: server.system.now(), type, text },
    })
}
/** Undoes the last write. */
const undo = async () => {
  const { id } = (await server.call(token, 'GET log/sys', { limit: 1 })).data.list[0]
  return server.call(token, 'POST log/undo', { id })
}
async function report(device_id: number, ago: number, reported: object): Promise<void> {
  ingest.push({
    device_id,
    scene_id: scene,
    at: server.system.now() - ago,
    facts: { ...facts(0, 0, reported), uptime: undefined },
  })
  await ingest.drain()
}

describe('settings', () => {
  test('are inherited field by field, each with its source', async () => {
    await set({}, [{ type: 'dev_offline', duration_s: 120, level: 2 }])
    await set({ group_id: group }, [{ type: 'dev_offline', duration_s: 90 }])
    await set({ scene_id: scene }, [{ type: 'dev_offline', repeat_s: 600 }])
    expect(await get({ scene_id: scene }, 'dev_offline')).toMatchObject({
      level: 2,
      duration_s: 90,
      repeat_s: 600,
      enabled: 1,
      origin: {
        level: { from: 1 },
        duration_s: { from: 2, name: expect.stringContaining('Group') },
        repeat_s: { from: 3 },
        enabled: { from: 0 },
      },
      own: ['repeat_s'],
    })
    await set({ scene_id: scene }, [{ type: 'dev_offline', inherit: ['repeat_s'] }])
    expect(await get({ scene_id: scene }, 'dev_offline')).toMatchObject({ repeat_s: 0, own: [] })
  })

  test('are the 14 types of the specification with its levels, and additional ones', async () => {
    const { list } = (await server.call(token, 'GET alarm/config', {})).data
    const levels = Object.fromEntries(
      list.map((one: { type: string; default_level: number }) => [one.type, one.default_level]),
    )
    expect(levels).toEqual({
      dev_online: 0,
      dev_offline: 1,
      dev_wan_disconnect: 1,
      dev_wan_full: 0,
      dev_login: 0,
      dev_upgrade: 3,
      dev_reboot: 3,
      dev_expired: 0,
      dev_pppoe_error: 1,
      dev_net_delay: 1,
      dev_net_pkg_loss: 1,
      dev_signal_jam: 2,
      dev_ip_conflict: 1,
      dev_attacked: 1,
      dev_flooding: 2,
      dev_fan: 1,
      dev_power: 1,
      dev_temperature: 2,
      dev_hardware: 2,
      dev_poe: 2,
      dev_health: 2,
      dev_dns: 2,
      dev_dhcp: 2,
      dev_radius: 1,
      dev_ssid: 2,
      dev_memory: 2,
      dev_duplicate: 1,
    })
  })

  test('have presets, which a change turns into a mixture', async () => {
    const preset = async () => (await server.call(token, 'GET alarm/config', {})).data.preset
    for (const name of ['quiet', 'strict', 'normal']) {
      await server.call(token, 'POST alarm/config', { preset: name })
      expect(await preset()).toBe(name)
    }
    await set({}, [{ type: 'dev_reboot', enabled: 0 }])
    expect(await preset()).toBe(null)
  })

  test('stay within bounds, for an existing type, at one place of the caller', async () => {
    expect((await set({}, [{ type: 'dev_signal_jam', threshold: 5 }])).code).toBe(12031)
    expect((await set({}, [{ type: 'dev_wan_disconnect', duration_s: 7200 }])).code).toBe(12031)
    expect((await set({}, [{ type: 'dev_nonsense', level: 1 }])).code).toBe(12030)
    expect((await set({ scene_id: scene, group_id: group }, [])).code).toBe(12032)
    expect((await set({ group_id: group }, [{ type: 'dev_offline', level: 3 }], other)).code).toBe(12033)
    expect((await set({ scene_id: scene }, [{ type: 'dev_offline', level: 3 }], other)).code).not.toBe(0)
    await set({}, [{ type: 'dev_offline', level: 3 }], other)
    expect(await get({ scene_id: scene }, 'dev_offline')).toMatchObject({ level: 1 })
  })

  test('are restored by undo', async () => {
    await set({ scene_id: scene }, [{ type: 'dev_offline', level: 3 }])
    expect((await undo()).code).toBe(0)
    expect(await get({ scene_id: scene }, 'dev_offline')).toMatchObject({ level: 1, own: [] })
  })
})

describe('the relevant settings', () => {
  test('whether and how an alarm is raised', async () => {
    await set({ scene_id: scene }, [{ type: 'dev_wan_disconnect', enabled: 0 }])
    const id = await device()
    await report(id, 60, { wans: [{ name: 'WAN1', up: false, type: 'dhcp', addresses: [] }] })
    expect(await list()).toEqual([])
    await set({ scene_id: scene }, [{ type: 'dev_wan_disconnect', enabled: 1, level: 2 }])
    await report(id, 0, { wans: [{ name: 'WAN1', up: false, type: 'dhcp', addresses: [] }] })
    expect(await list()).toMatchObject([{ type: 'dev_wan_disconnect', level: 2 }])
  })

  test('how long a radio is jammed before it is told, and when it is over', async () => {
    const id = await device()
    const radio = (utilisation: number) => ({
      radios: [{ band: '5G', channel: 36, width_mhz: 80, utilisation, noise_dbm: -82 }],
    })
    await report(id, 600, radio(95))
    // a second may end between the two
    await report(id, 310, radio(90))
    expect(await list()).toEqual([])
    await report(id, 290, radio(91))
    expect(await list()).toMatchObject([
      { type: 'dev_signal_jam', text: '5G, channel 36: busy 91 % of the time, noise -82 dBm' },
    ])
    await report(id, 200, radio(84))
    expect(await list({ state: 0 })).toHaveLength(1)
    await report(id, 100, radio(60))
    expect(await list()).toMatchObject([{ state: 1, lasting: 0 }])
  })

  test('delay, packet loss and a full line', async () => {
    await server.call(token, 'POST alarm/config', { scene_id: scene, preset: 'strict' })
    const id = await device()
    const wan = (n: number) => ({
      interfaces: [
        {
          name: 'WAN',
          role: 'wan',
          up: true,
          // the speed of the port is not that of the line
          speed_mbps: 10_000,
          rx_bytes: n * 700_000_000,
          tx_bytes: 0,
          // drops of an interface are not losses of a line
          rx_packets: n * 10_000,
          rx_dropped: n * 5000,
        },
      ],
      wans: [
        {
          name: 'WAN',
          up: true,
          type: 'dhcp',
          addresses: [],
          probes: [
            { target: '192.0.2.1', gateway: true, sent: 80, lost: 0, rtt_ms: 1 },
            { target: '203.0.113.9', sent: 80, lost: 16, rtt_ms: 400 },
          ],
        },
        { name: 'WAN2', up: true, type: 'dhcp', addresses: [] },
      ],
      path: { rtt_ms: 400 },
    })
    // an answer of the device lists its lines
    await report(id, 400, wan(0))
    const line = { id, name: 'WAN', down_mbps: 100, up_mbps: 20 }
    expect(await server.call(token, 'POST device/line', line)).toMatchObject({ code: 0 })
    for (let n = 1; n <= 5; n++) await report(id, 360 - n * 60, wan(n))
    // the full line explains the others
    expect((await list()).map((one: { type: string }) => one.type)).toEqual(['dev_wan_full'])
    expect((await list({ all: 1 })).map((one: { type: string; text: string }) => [one.type, one.text]).sort()).toEqual([
      ['dev_net_delay', 'Round-trip time over WAN: 400 ms'],
      ['dev_net_delay', 'Round-trip time: 400 ms'],
      ['dev_net_pkg_loss', 'Packet loss on WAN: 20.0 %'],
      ['dev_wan_full', 'WAN uses 93 % of its bandwidth'],
    ])
  })

  test('logins, attacks, failed calls and addresses from the log', async () => {
    await server.call(token, 'POST alarm/config', { scene_id: scene, preset: 'strict' })
    const id = await device()
    happen(id, 'device.log', "dropbear[12]: Password auth succeeded for 'root' from 192.0.2.9:5511")
    happen(id, 'device.log', 'kernel: possible SYN flooding on port 443 from 198.51.100.7')
    happen(id, 'device.log', 'sshd: Failed password for root from 198.51.100.8 port 22', 5)
    happen(id, 'device.log', 'pppd: PAP authentication failed on WAN2')
    happen(id, 'device.log', 'dnsmasq: duplicate address 192.168.1.7 detected')
    happen(id, 'device.log', 'crond: nothing of note')
    const heard = async () =>
      (await list({ limit: 50 })).map((one: { type: string; text: string }) => [one.type, one.text]).sort()
    await expect.poll(heard).toEqual([
      ['dev_attacked', '5 failed logins within a minute from 198.51.100.8'],
      ['dev_attacked', 'Attack possible SYN flooding from 198.51.100.7'],
      ['dev_ip_conflict', '192.168.1.7 is used by several terminals'],
      ['dev_login', 'root signed in from 192.0.2.9'],
      ['dev_pppoe_error', 'WAN2: The provider refuses account or password'],
    ])
    await report(id, 0, { wans: [{ name: 'WAN2', up: true, type: 'pppoe', addresses: ['198.51.100.5/32'] }] })
    expect(await list({ state: 0, type: 'dev_pppoe_error' })).toEqual([])
  })

  describe('a call that must fail for a while', () => {
    const wan = (up: boolean) => ({ wans: [{ name: 'WAN2', up, type: 'pppoe', addresses: [] }] })
    const fail = (device_id: number, ago: number) =>
      server.system.bus.publish(eventSubject(deviceEvent.name), {
        device_id,
        scene_id: scene,
        event: {
          at: server.system.now() - ago,
          type: 'device.log',
          text: 'pppd: PAP authentication failed on WAN2',
        },
      })
    const open = async () =>
      (await list({ state: 0, type: 'dev_pppoe_error' })).map(({ text }: { text: string }) => text)
    const reported = ['WAN2: The provider refuses account or password']
    /** The log was received: its interval is written last. */
    const heard = (device_id: number, times: number) =>
      expect
        .poll(async () => {
          const rows = await server.system.db.rows(
            sql`select from condition_interval where device_id = ${device_id} and type = 'dev_pppoe_error'`,
          )
          return rows.length
        })
        .toBe(times)
    beforeEach(async () => {
      await set({ scene_id: scene }, [{ type: 'dev_pppoe_error', duration_s: 120 }])
    })

    test('is raised when reports show the line down for that long, and ends when it is up', async () => {
      const id = await device()
      await report(id, 300, wan(false))
      fail(id, 200)
      await heard(id, 1)
      await report(id, 150, wan(false))
      expect(await open()).toEqual([])
      await report(id, 0, wan(false))
      expect(await open()).toEqual(reported)
      await report(id, -1, wan(true))
      expect(await open()).toEqual([])
    })

    test('is not raised when the line was up in between', async () => {
      const id = await device()
      await report(id, 300, wan(false))
      fail(id, 200)
      await heard(id, 1)
      await report(id, 150, wan(true))
      fail(id, 100)
      await heard(id, 2)
      await report(id, 0, wan(false))
      expect(await open()).toEqual([])
    })

    test('is raised for a device that sends only its log, and ends when the log entries stop', async () => {
      const id = await device()
      fail(id, 60)
      await heard(id, 1)
      await raiseObserved(server.system)
      expect(await open()).toEqual([])
      fail(id, 0)
      await heard(id, 2)
      const later = { ...server.system, now: () => Math.floor(Date.now() / 1000) + 90 }
      await raiseObserved(later)
      expect(await open()).toEqual(reported)
      await endUnobserved(later)
      expect(await open()).toEqual(reported)
      await endUnobserved({ ...later, now: () => Math.floor(Date.now() / 1000) + 800 })
      expect(await open()).toEqual([])
    })
  })

  test('two terminals with one address', async () => {
    const id = await device()
    const terminal = (mac: string, ip: string) => ({ mac, link: 'wired', ip })
    await report(id, 0, {
      terminals: [terminal('02:00:00:00:00:01', '10.0.0.5'), terminal('02:00:00:00:00:02', '10.0.0.5')],
    })
    await lookAtConflicts(server.system)
    expect(await list()).toMatchObject([
      { type: 'dev_ip_conflict', text: '10.0.0.5 is used by several terminals: 02:00:00:00:00:01, 02:00:00:00:00:02' },
    ])
    await report(id, -1, {
      terminals: [terminal('02:00:00:00:00:01', '10.0.0.5'), terminal('02:00:00:00:00:02', '10.0.0.6')],
    })
    await server.system.db.run(sql`update terminal set ip = '10.0.0.6' where mac = '02:00:00:00:00:02'`)
    await lookAtConflicts(server.system)
    expect(await list({ state: 0 })).toEqual([])
  })

  test('the same private subnet behind two routers is no conflict, one address twice behind one is', async () => {
    const routers = [await device(), await device()]
    const behind = (n: number, ips: string[]) => ({
      wans: [{ name: 'wan', up: true, type: 'dhcp' as const, addresses: [`203.0.113.${n}/24`] }],
      interfaces: [{ name: 'lan', role: 'lan' as const, up: true, addresses: ['192.168.1.1/24'] }],
      terminals: ips.map((ip, at) => ({ mac: `02:00:00:00:0${n}:0${at}`, link: 'wired' as const, ip })),
    })
    await server.system.db.run(sql`update device set type = 0 where id = any(${routers}::int[])`)
    await report(routers[0] as number, 0, behind(1, ['192.168.1.50', '192.168.1.51']))
    await report(routers[1] as number, 0, behind(2, ['192.168.1.50', '192.168.1.51']))
    await lookAtConflicts(server.system)
    expect(await list()).toEqual([])
    await report(routers[1] as number, -1, behind(2, ['192.168.1.50', '192.168.1.51', '192.168.1.51']))
    await lookAtConflicts(server.system)
    expect(await list()).toMatchObject([
      {
        type: 'dev_ip_conflict',
        device_id: routers[1],
        text: '192.168.1.51 is used by several terminals: 02:00:00:00:02:01, 02:00:00:00:02:02',
      },
    ])
  })
})

describe('the test of settings', () => {
  test('counts the causes, not the raised alarms', async () => {
    const id = await device()
    const now = server.system.now()
    const spell = (from: number, length: number, peak: number | null, type = 'dev_signal_jam') =>
      server.system.db.run(
        sql`insert into condition_interval values (${id}, ${scene}, ${type}, '5G', ${now - from}, ${now - from + length}, ${peak})`,
      )
    await spell(500_000, 400, 95)
    await spell(200_000, 400, 75)
    await spell(100_000, 130, 99)
    const test_ = async (request: object) =>
      (await server.call(token, 'GET alarm/config/test', { scene_id: scene, type: 'dev_signal_jam', ...request })).data
    expect(await test_({})).toMatchObject({ cnt: 1, threshold: 85, duration_s: 300, device_cnt: 1 })
    expect(await test_({ threshold: 70 })).toMatchObject({ cnt: 2 })
    expect(await test_({ threshold: 70, duration_s: 60 })).toMatchObject({
      cnt: 3,
      top: [{ device_id: id, cnt: 3, longest_s: 400 }],
    })
    expect(await test_({ threshold: 70, duration_s: 60, days: 2 })).toMatchObject({ cnt: 1 })
    const { days } = await test_({ threshold: 70, duration_s: 60 })
    expect(days).toHaveLength(7)
    expect(
      (await server.call(other, 'GET alarm/config/test', { type: 'dev_signal_jam', threshold: 20, duration_s: 0 })).data
        .cnt,
    ).toBe(0)
  })

  test('measures a full line from the samples', async () => {
    const id = await device()
    const at = server.system.now()
    for (let n = 0; n < 8; n++)
      await report(id, 480 - n * 60, {
        interfaces: [
          { name: 'WAN', role: 'wan', up: true, speed_mbps: 10_000, rx_bytes: n * 700_000_000, tx_bytes: 0 },
        ],
        wans: [{ name: 'WAN', up: true, type: 'dhcp', addresses: [] }],
      })
    expect(
      (await server.call(token, 'GET alarm/config/test', { scene_id: scene, type: 'dev_wan_full' })).data.cnt,
    ).toBe(0)
    await server.call(token, 'POST device/line', { id, name: 'WAN', down_mbps: 100 })
    const request = { scene_id: scene, type: 'dev_wan_full' }
    expect((await server.call(token, 'GET alarm/config/test', request)).data).toMatchObject({
      cnt: 1,
      to: expect.any(Number),
    })
    expect((await server.call(token, 'GET alarm/config/test', { ...request, threshold: 95 })).data.cnt).toBe(0)
    expect(at).toBeGreaterThan(0)
  })
})

describe('a silence', () => {
  const away = (id: number) =>
    server.system.db.run(
      sql`update device_state set online = false, since = ${server.system.now() - 70}, seen_at = 1 where device_id = ${id}`,
    )

  test('keeps covered alarms from being opened or notified, until it is removed', async () => {
    const id = await device()
    const input = { kind: 1, name: 'Roof works', scene_id: scene }
    const { data } = await server.call(token, 'POST alarm/silence', input)
    await away(id)
    await lookAtPresence(server.system)
    expect(await list()).toMatchObject([{ state: 2, changed_by: 'Roof works', lasting: 1 }])
    expect(await server.system.db.rows(sql`select 1 from alarm_incident where scene_id = ${scene}`)).toEqual([])
    expect((await server.call(token, 'GET alarm/silence', { scene_id: scene })).data.list).toMatchObject([
      { ...input, holds: 1 },
    ])
    expect((await server.call(other, 'GET alarm/silence', {})).data.total).toBe(0)
    expect((await server.call(other, 'DELETE alarm/silence', { id: data.id })).code).not.toBe(0)
    await server.call(token, 'DELETE alarm/silence', { id: data.id })
    await lookAtPresence(server.system)
    expect(await list()).toMatchObject([{ state: 0 }])
    expect(await server.system.db.rows(sql`select 1 from alarm_incident where scene_id = ${scene}`)).toHaveLength(1)
    expect((await undo()).code).toBe(0)
    expect((await server.call(token, 'GET alarm/silence', { scene_id: scene })).data.total).toBe(1)
  })

  test('of an object is added by ignoring it there', async () => {
    const id = await device()
    await away(id)
    await lookAtPresence(server.system)
    const [alarm] = await list()
    await server.call(token, 'POST alarm/log/ignore', { ids: [alarm.id], object: 1 })
    expect((await server.call(token, 'GET alarm/silence', { scene_id: scene })).data.list).toMatchObject([
      { kind: 0, device_id: id, type: 'dev_offline', to_at: null },
    ])
  })

  test('is refused when it is invalid', async () => {
    const add = async (input: object) =>
      (await server.call(token, 'POST alarm/silence', { kind: 0, name: 'x', ...input })).code
    expect(await add({ from_at: 100, to_at: 100 })).toBe(12034)
    expect(await add({ minute_from: 60 })).toBe(12035)
    expect(await add({ type: 'dev_nonsense' })).toBe(12030)
    expect(await add({ scene_id: scene, group_id: group })).toBe(12032)
    expect((await server.call(other, 'POST alarm/silence', { kind: 0, name: 'x', scene_id: scene })).code).not.toBe(0)
  })
})

test('a note is stored with the decision', async () => {
  const id = await device()
  await report(id, 0, { wans: [{ name: 'WAN1', up: false, type: 'dhcp', addresses: [] }] })
  const [{ id: alarm }] = await list()
  expect((await server.call(token, 'POST alarm/log/note', { ids: [alarm], note: 'ticket 9' })).data).toMatchObject({
    err_cnt: 0,
  })
  expect(await list()).toMatchObject([{ note: 'ticket 9', state: 0, changed_by: '' }])
})
