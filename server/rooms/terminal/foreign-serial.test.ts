import { afterAll, beforeAll, expect, test } from 'vitest'
import { Access } from '../../kernel/access.ts'
import type { Ingest } from '../../devices/ingest/ingest.ts'
import { introduce, openIngest } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { foundTeam } from '../account/api.ts'
import { expire } from './store.ts'

let server: TestServer
let ingest: Ingest
let owner = ''
let stranger = ''
const scenes = { owner: 0, stranger: 0 }
let device_id = 0
/** The owner's terminal that another team tries to hide. */
const VICTIM = 'd8:bb:c1:00:aa:01'
const bare = (mac: string) => mac.replaceAll(':', '')

beforeAll(async () => {
  server = await startTestServer()
  ingest = await openIngest(server.system)
  owner = await server.signIn()
  const at = { db: server.system.db, access: Access.system }
  await foundTeam(at, { team: 'other', account: 'other', password: 'Testing-2026', now: server.system.now() })
  stranger = await server.signIn('other', 'Testing-2026')
  scenes.owner = (await server.call(owner, 'POST scene', { name: 'Hotel' })).data.id
  scenes.stranger = (await server.call(stranger, 'POST scene', { name: 'Elsewhere' })).data.id
  const sn = '0c1111aa0001'
  device_id = (await introduce(server.system, sn)).device_id as number
  await server.call(owner, 'POST device/add', { sn, scene_id: scenes.owner })
})
afterAll(() => server?.close())

async function seen(mac: string, at = server.system.now()): Promise<void> {
  const terminals = [{ mac, link: 'wired' as const, port: 'LAN1', ip: '10.2.3.4' }]
  ingest.push({ device_id, scene_id: scenes.owner, at, facts: { terminals } })
  await ingest.drain()
}
const listed = async (mac: string) =>
  (await server.call(owner, 'GET terminal/find', { search: bare(mac) })).data.list.length === 1
const linked = async (mac: string) => {
  const { data } = await server.call(owner, 'GET scene/topology', { scene_id: scenes.owner })
  const text = JSON.stringify(data)
  expect(text).toContain('0c1111aa0001')
  return text.includes(mac) || text.includes(bare(mac))
}

test('a serial number that a stranger registers hides no terminal of others', async () => {
  await server.system.db.rows({
    text: `insert into device (serial, scene_id) values ($1, $2) returning id`,
    values: [bare(VICTIM), scenes.stranger],
  } as never)
  await seen(VICTIM)
  expect(await listed(VICTIM)).toBe(true)
})

test('not even when the stranger’s device connects with it', async () => {
  await introduce(server.system, bare(VICTIM))
  await seen('d8:bb:c1:00:aa:03')
  await seen(VICTIM, server.system.now() + 1)
  expect(await listed(VICTIM)).toBe(true)
  expect(await linked(VICTIM), 'nor does it stand in the owner’s drawing').toBe(false)
})

test('one’s own serial number hides an address only once the device has connected; then it is a device and no terminal', async () => {
  const mac = 'd8:bb:c1:00:aa:02'
  await server.call(owner, 'POST device/add', { sn: bare(mac), scene_id: scenes.owner })
  await seen(mac)
  expect(await listed(mac)).toBe(true)
  await introduce(server.system, bare(mac))
  await expire(server.system.db, server.system.now() + 1, 0)
  expect(await listed(mac), 'what was taken for a terminal is gone').toBe(false)
  await seen(mac, server.system.now() + 2)
  expect(await listed(mac)).toBe(false)
})
