import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { intentErrors as errors } from '@belvedere/contract/rooms/intent/errors.ts'
import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { introduce } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import {
  type IntentCtx,
  checkEdits,
  commitEdits,
  compileDevices,
  devicesTouched,
  diffDocuments,
  hideEdits,
  saveRevisions,
  revisionsToSend,
  sealEdits,
  settle,
} from './api.ts'
import { listIntents } from './store.ts'

let server: TestServer
let token: string
let scene: number
let device: number
let at: IntentCtx
const who = { by: 'Li', now: 1_790_000_000 }

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  scene = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
  await introduce(server.system, '0c5555aa0001', { identity: { capabilities: { platform: 'ap' } } })
  device = (await server.call(token, 'POST device/add', { sn: '0c5555aa0001', scene_id: scene })).data.id
  const { system } = server
  at = { db: system.db, access: system.access, system }
})
afterAll(() => server?.close())

const wifi = (set: Edit['set'], more: Partial<Edit> = {}): Edit => ({
  level: 0,
  target_id: scene,
  kind: 'wireless',
  key: 'Guest',
  set,
  ...more,
})
const commit = (edits: Edit[]) => commitEdits(at, edits, who)

test('edits are validated by their kind, become intents with sealed secrets, and can be reverted', async () => {
  const [checked] = await checkEdits(
    at,
    [wifi({ ssid: 'Guest', password: 'sunny-day-1', max_clients: '20', unheard: 1 })],
    'en',
  )
  expect(checked?.set).toEqual({ ssid: 'Guest', password: 'sunny-day-1', max_clients: 20 })
  const sealed = await sealEdits(at, [checked as Edit])
  expect(JSON.stringify(sealed)).not.toContain('sunny')
  expect(hideEdits(sealed)[0]?.set).toMatchObject({ password: true })
  const { inverse, notes } = await commit(sealed)
  expect(inverse).toEqual([wifi(null)])
  expect(notes).toMatchObject([{ object: `intent:0/${scene}/wireless/Guest`, name: 'Hotel', before: null }])
  const changed = await commit([wifi({ ssid: 'Gäste', password: true }, { rev: 1 })])
  expect((await listIntents(at, { level: 0, target_id: scene }))[0]).toMatchObject({
    rev: 2,
    fields: { ssid: 'Gäste', password: sealed[0]?.set?.['password'] },
    origins: { ssid: ['Li', who.now] },
  })
  await commit(changed.inverse)
  expect((await listIntents(at, { level: 0, target_id: scene }))[0]?.fields).toMatchObject({
    max_clients: 20,
    ssid: 'Guest',
  })
  await commit(inverse)
  expect(await listIntents(at, { level: 0, target_id: scene })).toEqual([])
})

test('edits of foreign targets, unknown names, wrong fields and stale rows are refused', async () => {
  const refused = (edit: Edit) =>
    checkEdits(at, [edit], 'zh').then(
      () => 0,
      (error) => error.spec.code,
    )
  expect(await refused(wifi({}, { target_id: 99_999 }))).toBe(errors.badTarget.code)
  expect(await refused(wifi({}, { key: 'a/b' }))).toBe(errors.badKey.code)
  expect(await refused(wifi({}, { kind: 'radio', key: '7g' }))).toBe(errors.badKey.code)
  expect(await refused(wifi({ password: 'short' }))).toBe(commonErrors.badInput.code)
  expect(await refused(wifi({ document: { x: 'y'.repeat(70_000) } }, { kind: 'raw', key: 'x' }))).toBe(
    errors.tooLarge.code,
  )
  const password = (text: string) => wifi({ password: text }, { kind: 'system', key: '' })
  expect(await refused(password('Secret;reboot'))).toBe(errors.unsafePassword.code)
  expect(await refused(password('Secret-123'))).toBe(0)
  const raw = (document: object) => wifi({ document }, { kind: 'raw', key: 'x' })
  expect(await refused(raw({ unit: { 'system-password': '$(reboot)' } }))).toBe(errors.unsafeText.code)
  expect(await refused(raw({ unit: { location: '$(roof)' } }))).toBe(0)
  await commit([wifi({ hidden: 1 }, { rev: 0 })])
  await expect(commit([wifi({ hidden: 0 }, { rev: 0 })])).rejects.toMatchObject({ spec: commonErrors.changedMeanwhile })
  await commit([wifi(null)])
})

test('a revision is stored, sent and settled; the next one has a higher number', async () => {
  expect(await devicesTouched(at, [wifi({})])).toEqual([device])
  const document = { interfaces: [], unit: { name: 'x' } }
  const how = { source: 'change' as const, change_id: null, by: 'Li', now: who.now }
  const first = (await saveRevisions(at, [{ device_id: device, document }], how)).get(device)
  const second = (await saveRevisions(at, [{ device_id: device, document }], how)).get(device)
  expect(second?.digest).toBe(first?.digest)
  expect(second?.uuid).toBe((first?.uuid ?? 0) + 1)
  const sent = (await revisionsToSend(at, [second?.id ?? 0])).get(second?.id ?? 0)
  expect(sent?.args).toEqual({ uuid: second?.uuid, config: document })
  await settle(at, [{ id: second?.id ?? 0, end: 'running' }], who.now)
  const compiled = (await compileDevices(at, [device])).get(device)
  expect(compiled?.before).toEqual(document)
  expect(compiled?.before_revision).toBe(second?.id)
  await expect(revisionsToSend(at, [99_999])).rejects.toMatchObject({ spec: errors.noRevision })
})

test('intents of a scene, a group and a device are compiled together, with drafts applied over them', async () => {
  const group = (await server.call(token, 'POST device/group', { name: 'Lobby' })).data.id
  await server.call(token, 'POST device/group/join', { group_id: group, ids: [device] })
  await commit([
    wifi({ password: 'sunny-day', max_clients: 10, hidden: 1 }),
    wifi({ max_clients: 20 }, { level: 1, target_id: group }),
    wifi({ hidden: 0 }, { level: 2, target_id: device }),
  ])
  const draft = await sealEdits(at, [wifi({ hidden: 0, up_kbps: 1500 }, { level: 2, target_id: device })])
  const [stated, drafted] = await Promise.all([compileDevices(at, [device]), compileDevices(at, [device], draft)])
  const uplinkOf = (made: typeof stated): any => (made.get(device) as any).document.interfaces[0]
  const ssidOf = (made: typeof stated) => uplinkOf(made).ssids[0]
  expect(ssidOf(stated)).toMatchObject({
    name: 'Guest',
    encryption: { key: 'sunny-day' },
    'maximum-clients': 20,
    'hidden-ssid': false,
  })
  expect(ssidOf(drafted)).toEqual({ ...ssidOf(stated), 'rate-limit': { 'ingress-rate': 2 } })
  expect(drafted.get(device)).toMatchObject({
    changed: true,
    refusals: [{ intent: 'wireless/Guest/up_kbps', instead: '2 Mbit/s' }],
  })
  const { hunks } = diffDocuments(stated.get(device)?.document, drafted.get(device)?.document)
  expect(
    hunks
      .flatMap(({ lines }) => lines)
      .filter(({ mark }) => mark === '+')
      .map(({ text }) => text.trim()),
  ).toContain('"ingress-rate": 2')
  const gone = await compileDevices(at, [device], [wifi(null, { removed: 1, level: 2, target_id: device })])
  expect(uplinkOf(gone).ssids).toBeUndefined()
})

test('a diff masks secrets and still shows a change', () => {
  const network = (key: string, name = 'x') => ({
    ssids: [{ name, encryption: { proto: 'psk2', key } }],
    raw: [['set', 'wireless.a.key', key]],
  })
  const same = diffDocuments(network('old-secret'), network('old-secret', 'y'))
  const other = diffDocuments(network('old-secret'), network('new-secret'))
  expect(JSON.stringify([same, other])).not.toContain('secret')
  expect([same.added, same.removed, other.added, other.removed]).toEqual([1, 1, 2, 2])
  expect(diffDocuments(network('a'), network('a')).hunks).toEqual([])
  expect(diffDocuments({ a: { b: 1 } }, { a: { b: 1 }, c: 2 })).toMatchObject({ added: 1, removed: 0 })
})
