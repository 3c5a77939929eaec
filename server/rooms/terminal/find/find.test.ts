import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Access } from '../../../kernel/access.ts'
import { facts, introduce, openIngest } from '../../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'
import { foundTeam } from '../../account/api.ts'

let server: TestServer
let token: string
let other: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  const at = { db: server.system.db, access: Access.system }
  await foundTeam(at, { team: 'other', account: 'other', password: 'Testing-2026', now: server.system.now() })
  other = await server.signIn('other', 'Testing-2026')
  await furnish(token, 'Hotel', 'aa01', 'Lobby-AP 大堂', 'Guest-iPhone', '10.2.3.4')
  await furnish(other, 'Elsewhere', 'bb02', 'Lobby-AP', 'Guest-iPhone', '10.2.3.4')
})
afterAll(() => server?.close())

/** A scene with one access point and one terminal on it. */
async function furnish(who: string, scene: string, digits: string, name: string, hostname: string, ip: string) {
  const scene_id = (await server.call(who, 'POST scene', { name: scene })).data.id
  const sn = `0c1111aa${digits}`
  const added = await server.call(who, 'POST device/add', { sn, scene_id, name })
  await introduce(server.system, sn, { identity: { mac: `0C:22:22:BB:${digits.slice(0, 2)}:77` } })
  const ingest = await openIngest(server.system)
  const mac = `d8:bb:c1:00:${digits.slice(0, 2)}:${digits.slice(2)}`
  const report = { device_id: added.data.id, scene_id, at: server.system.now() }
  ingest.push({ ...report, facts: facts(1, 1, { terminals: [{ mac, link: '5G', ip, hostname }] }) } as never)
  await ingest.drain()
}

const devices = async (who: string, search: string) =>
  (await server.call(who, 'GET device/find', { search })).data.list.map(({ sn }: { sn: string }) => sn)
const terminals = async (who: string, search: string) =>
  (await server.call(who, 'GET terminal/find', { search })).data.list.map(({ mac }: { mac: string }) => mac)

test.each(['lobby', '大堂', '0C11-11AA', '11aaaa01', '0c:22:22:bb:aa:77', '203.0.113', '192.168.1.1', 'cw-ax50'])(
  'a device is found by %j, and by its own customer only',
  async (typed) => {
    expect(await devices(token, typed)).toEqual(['0c1111aaaa01'])
    expect(await devices(other, typed)).not.toContain('0c1111aaaa01')
  },
)

test.each(['iphone', 'GUEST-', '10.2.3', '10.2.3.4', 'D8-BB-C1-00-AA', 'd8bb.c100.aa01'])(
  'a terminal is found by %j, and by the customer of its scene only',
  async (typed) => {
    expect(await terminals(token, typed)).toEqual(['d8:bb:c1:00:aa:01'])
    expect(await terminals(other, typed)).not.toContain('d8:bb:c1:00:aa:01')
  },
)

test('wildcards are literal, and a text that is too short finds nothing', async () => {
  expect(await devices(token, '%')).toEqual([])
  expect(await devices(token, 'l_bby')).toEqual([])
  expect(await terminals(token, '%%%')).toEqual([])
  expect(await terminals(token, 'ip')).toEqual([])
})

test('wireless networks, alarms and lines of the configuration are found, each by its own customer only', async () => {
  const { db, now } = server.system
  const { list } = (await server.call(token, 'GET device/find', { search: 'lobby' })).data
  const { id, scene_id } = list[0]
  await db.run(sql`
    insert into topology_node (device_id, macs, lans, wans, ssids) values (${id}, '{}', '{}', '{}', '{Guest 访客,Staff}')
    on conflict (device_id) do update set ssids = excluded.ssids`)
  await db.run(sql`
    insert into alarm (scene_id, device_id, type, key, level, params, first_at, last_at)
    values (${scene_id}, ${id}, 'dev_wan_disconnect', 'wan-telecom', 1, '{}', ${now()}, ${now()})`)
  await db.run(sql`
    insert into intent (level, scene_id, kind, key, fields, changed_by, changed_at)
    values (0, ${scene_id}, 'wireless', 'Guest', '{"ssid": "Guest 访客", "vlan": 30, "password": {"sealed": "hunterhunter"}}', 'Li', 1)`)
  const request = async (who: string, call: `GET ${string}`, search: string) =>
    (await server.call(who, call, { search, lang: 'en' })).data.list
  for (const typed of ['访客', 'guest', 'TAFF']) {
    expect(await request(token, 'GET scene/topology/ssid', typed), typed).toMatchObject([{ scene_id, device_cnt: 1 }])
    expect(await request(other, 'GET scene/topology/ssid', typed)).toEqual([])
  }
  const title = (await server.call(token, 'GET alarm/type', { lang: 'en' })).data.list.find(
    (one: { id: string }) => one.id === 'dev_wan_disconnect',
  ).name
  for (const typed of ['telecom', title.slice(0, 6)]) {
    expect(await request(token, 'GET alarm/log/find', typed), typed).toMatchObject([{ title, device_id: id }])
    expect(await request(other, 'GET alarm/log/find', typed)).toEqual([])
  }
  for (const [typed, line] of [
    ['vlan: 30', 'vlan: 30'],
    ['访客', 'ssid: Guest 访客'],
  ] as const) {
    expect(await request(token, 'GET intent/find', typed), typed).toMatchObject([{ level: 0, target: 'Hotel', line }])
    expect(await request(other, 'GET intent/find', typed)).toEqual([])
  }
  for (const secret of ['hunter', 'sealed']) expect(await request(token, 'GET intent/find', secret)).toEqual([])
})

test('a terminal can be disconnected from the search where its device supports it and the caller may', async () => {
  const kick = async () => (await server.call(token, 'GET terminal/find', { search: 'iphone' })).data.list[0].kick
  const { db } = server.system
  await db.run(sql`update device set verbs = '{reboot}'`)
  expect(await kick()).toBe(0)
  await db.run(sql`update device set verbs = '{kick}'`)
  expect(await kick()).toBe(1)
})
