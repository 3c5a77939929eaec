import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { introduce } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { setBases } from '../intent/config-store.ts'
import { saveDocuments } from '../intent/documents.ts'

let server: TestServer
let token: string
let ids: number[]
let group: number

const base = (name: string) => ({
  uuid: 1,
  unit: { name },
  interfaces: [{ name: 'WAN', role: 'upstream', ethernet: [] }],
})
const ask = async (at: `${'GET' | 'POST'} ${string}`, payload: Record<string, unknown>) =>
  (await server.call(token, at, payload)).data

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  const { system } = server
  const scene = (await ask('POST scene', { name: 'Hotel' })).id
  ids = []
  for (const sn of ['0c33bb000001', '0c33bb000002', '0c33bb000003']) {
    const { device_id } = await introduce(system, sn, {
      identity: { verbs: ['configure', 'running', 'arm', 'confirm'] },
    })
    await system.db.run(sql`update device set scene_id = ${scene}, name = ${sn} where id = ${device_id}`)
    const [digest = ''] = await saveDocuments(system, system.db, [base(sn)], system.now())
    await setBases(system, [{ device_id, digest, uuid: 1 }], system.now())
    ids.push(device_id)
  }
  group = (await ask('POST device/group', { name: 'Lobby' })).id
})
afterAll(() => server?.close())

const effect = (group_id: number, some = ids) => ask('POST device/group/effect', { group_id, ids: some })

test('a group without intents changes only the group', async () => {
  expect(await effect(group)).toEqual({
    total_cnt: 3,
    moved_cnt: 0,
    changed_cnt: 0,
    changed: [],
    changed_ids: [],
    kinds: [],
    timers: [],
  })
  expect(await ask('POST change/resend', { ids })).toMatchObject({ id: 0, edit_cnt: 0 })
})

test('the effect of a group is displayed before devices join it, then added to a draft, and displayed before they leave', async () => {
  await server.system.db.run(sql`
    insert into intent (level, group_id, kind, key, fields, changed_by, changed_at)
    values (1, ${group}, 'raw', 'place', '{"document": {"unit": {"location": "Lobby"}}}', 'test', 1)`)
  expect(await effect(group)).toMatchObject({ total_cnt: 3, changed_cnt: 3, kinds: [{ kind: 'raw', cnt: 1 }] })
  const [first = 0, second = 0] = ids
  await ask('POST device/group/join', { group_id: group, ids: [first, second] })
  expect(await effect(group)).toMatchObject({ total_cnt: 1, changed_cnt: 1 })
  const draft = await ask('POST change/resend', { ids, name: 'Lobby' })
  expect(draft).toMatchObject({ edit_cnt: 2, device_cnt: 2 })
  const review = await ask('GET change/review', { id: draft.id })
  expect(review.summary).toMatchObject({ device_cnt: 2, changed_cnt: 2 })
  expect(JSON.stringify(review.list[0].hunks)).toContain('Lobby')
  expect(await effect(0)).toMatchObject({ total_cnt: 2, moved_cnt: 2, changed_cnt: 2 })
})

test('devices leave another group, and no other team sees a group', async () => {
  const roof = (await ask('POST device/group', { name: 'Roof' })).id
  expect(await effect(roof)).toMatchObject({ total_cnt: 3, moved_cnt: 2, changed_cnt: 2, kinds: [] })
  expect((await server.call(token, 'POST device/group/effect', { group_id: 9999, ids })).code).toBe(10002)
})
