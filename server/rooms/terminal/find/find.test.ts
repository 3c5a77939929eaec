import { afterAll, beforeAll, expect, test } from 'vitest'
import { Access } from '../../../kernel/access.ts'
import { facts, introduce, openIngest } from '../../../kernel/test-devices.ts'
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
  'a device is found by %j, and by its own customer alone',
  async (typed) => {
    expect(await devices(token, typed)).toEqual(['0c1111aaaa01'])
    expect(await devices(other, typed)).not.toContain('0c1111aaaa01')
  },
)

test.each(['iphone', 'GUEST-', '10.2.3', '10.2.3.4', 'D8-BB-C1-00-AA', 'd8bb.c100.aa01'])(
  'a terminal is found by %j, and by the customer of its scene alone',
  async (typed) => {
    expect(await terminals(token, typed)).toEqual(['d8:bb:c1:00:aa:01'])
    expect(await terminals(other, typed)).not.toContain('d8:bb:c1:00:aa:01')
  },
)

test('wildcards count as themselves, and what is too short finds nothing', async () => {
  expect(await devices(token, '%')).toEqual([])
  expect(await devices(token, 'l_bby')).toEqual([])
  expect(await terminals(token, '%%%')).toEqual([])
  expect(await terminals(token, 'ip')).toEqual([])
})
