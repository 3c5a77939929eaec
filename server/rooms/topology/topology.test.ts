import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeviceFacts } from '@belvedere/drivers/kit/facts.ts'
import { Access } from '../../kernel/access.ts'
import type { Ingest } from '../../kernel/ingest.ts'
import { introduce, openIngest } from '../../kernel/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { offlineCauses, uplinkPaths } from './api.ts'

let server: TestServer
let ingest: Ingest
let token: string
let scene: number
let now: number
const ids: Record<string, number> = {}
const serials = { gateway: '0c2222000001', core: '0c2222000002', floor: '0c2222000003', ap: '0c2222000004' } as const
const types = { gateway: 0, core: 2, floor: 2, ap: 1 } as const
const mac = (who: keyof typeof serials) => serials[who].replace(/(..)(?=.)/g, '$1:')

beforeAll(async () => {
  server = await startTestServer()
  ingest = await openIngest(server.system)
  token = await server.signIn()
  scene = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
  now = server.system.now()
  for (const [name, serial] of Object.entries(serials)) {
    const type = types[name as keyof typeof types]
    const { device_id } = await introduce(server.system, serial, { identity: { type } })
    ids[name] = device_id
    await server.call(token, 'POST device/add', { sn: serial, scene_id: scene, name })
  }
  await heard('gateway', now, {
    wans: [{ name: 'WAN', up: true, type: 'static', addresses: ['203.0.113.2/24'], gateway: '203.0.113.1' }],
    neighbours: [{ port: 'LAN1', mac: mac('core'), remote_port: 'P1', capabilities: ['Bridge'] }],
  })
  await heard('core', now, {
    neighbours: [
      { port: 'P1', mac: mac('gateway'), remote_port: 'LAN1' },
      { port: 'P2', mac: mac('floor'), remote_port: 'P1' },
    ],
  })
  await heard('floor', now, {
    neighbours: [{ port: 'P1', mac: mac('core'), remote_port: 'P2' }],
    terminals: [{ mac: mac('ap'), link: 'wired', port: 'P4' }],
  })
})
afterAll(() => server?.close())

async function heard(who: keyof typeof serials, at: number, facts: DeviceFacts): Promise<void> {
  ingest.push({ device_id: ids[who] as number, scene_id: scene, at, facts })
  await ingest.drain()
}
const id = (name: string) => ids[name] as number
const sights = (where = sql`true`) =>
  server.system.db.rows<{ port: string; since: number; until: number | null }>(
    sql`select port, since, until from topology_sight where ${where} order by port, since`,
  )

describe('uplinks', () => {
  test('the way out of each device, from what was told', async () => {
    const paths = await uplinkPaths(server.system, Object.values(ids), now)
    expect(paths.get(id('ap'))).toEqual([id('floor'), id('core'), id('gateway')])
    expect(paths.get(id('gateway'))).toEqual([])
  })

  test('who is behind whom when several are gone', async () => {
    const causes = await offlineCauses(server.system, [id('core'), id('floor'), id('ap')], now)
    expect([...causes.values()]).toEqual([[id('core')], [id('core')], [id('core')]])
    const leaf = await offlineCauses(server.system, [id('ap')], now)
    expect(leaf).toEqual(new Map([[id('ap'), [id('ap')]]]))
  })

  test('devices the caller does not see are left out', async () => {
    const access = new Access({ uid: 9, team_id: 9, is_admin: false, permissions: [], modes: new Map() })
    expect(await uplinkPaths({ db: server.system.db, access }, Object.values(ids), now)).toEqual(new Map())
  })
})

describe('what was told', () => {
  test('is kept from when until when', async () => {
    await heard('core', now + 60, {
      neighbours: [{ port: 'P1', mac: mac('gateway'), remote_port: 'LAN1' }],
      interfaces: [{ name: 'P2', role: 'port', up: false }],
    })
    expect(await sights(sql`device_id = ${id('core')}`)).toEqual([
      { port: 'P1', since: now, until: null },
      { port: 'P2', since: now, until: now + 60 },
    ])
  })
})
