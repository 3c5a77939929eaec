import { createHash, createPrivateKey, generateKeyPairSync, sign, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { KeyIssuer } from '../../base/keys/key-issuer.ts'
import type { DeviceKey } from '../../devices/device-link.ts'
import { openPki } from '../../base/keys/pki.ts'
import { certificateFor } from '../../base/keys/key-pairs.ts'
import { introduce } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'

let server: TestServer
let token: string
let scene: number
/** Another customer, with its own scene. */
let other: { token: string; scene: number }

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  scene = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
  const { db } = server.system
  await db.run(sql`
    with t as (insert into team (name, created_at) values ('Other', 0) returning id)
    insert into account (team_id, account, nick_name, role, hash, created_at, updated_at, changed_by)
    select t.id, 'other', 'other', 0, a.hash, 0, 0, '' from t, account a where a.account = 'admin'`)
  const theirs = await server.signIn('other')
  other = { token: theirs, scene: (await server.call(theirs, 'POST scene', { name: 'Theirs' })).data.id }
})
afterAll(() => server?.close())

const DAY = 86_400
const keyOf = (name: string, issuer: KeyIssuer = 'own', days = 90): DeviceKey => ({
  fingerprint: createHash('sha256').update(name).digest('hex'),
  issuer,
  certificate: name,
  ends_at: server.system.now() + days * DAY,
})
let dials = 0
const dial = async (serial: string, key: DeviceKey) => {
  const { refused, scene_id, device_id } = await introduce(server.system, serial, { key, session: `dial ${++dials}` })
  return { refused, scene_id, device_id }
}
const claim = (serial: string, by = { token, scene }) =>
  server.call(by.token, 'POST device/add', { sn: serial, scene_id: by.scene })
const sessionOf = (id: number) =>
  server.system.db.one<{ session: string | null; online: boolean }>(
    sql`select session, online from device_state where device_id = ${id}`,
  )
const changesOf = async (id: number, by = token) => (await server.call(by, 'GET device/key', { id })).data.changes
const logged = async (call: string, id: number) =>
  server.system.db.rows<{ team_id: number; scene_id: number; ip: string; before: any; after: any }>(
    sql`select team_id, scene_id, ip, before, after from audit_log where call = ${call} and object = ${`device:${id}`}`,
  )

describe('a claimed device and another key', () => {
  const serial = '0c5555aa0001'
  const [mine, thief] = ['mine', 'thief']
  let id = 0

  test('it is refused, changes nothing, and waits for the owner', async () => {
    await dial(serial, keyOf(mine))
    id = (await claim(serial)).data.id
    const before = await sessionOf(id)
    for (let n = 0; n < 3; n++) expect(await dial(serial, keyOf(thief))).toMatchObject({ refused: 'other-key' })
    expect(await sessionOf(id)).toEqual(before)
    expect(await changesOf(id)).toMatchObject([
      { bound: keyOf(mine).fingerprint, fingerprint: keyOf(thief).fingerprint, tries: 3, address: '192.0.2.7' },
    ])
    const { total, list } = (await server.call(token, 'GET device/key/change')).data
    expect([total, list[0].sn]).toEqual([1, serial])
    expect(await dial(serial, keyOf(mine))).toMatchObject({ scene_id: scene, device_id: id })
  })

  test('the log of the owner contains it once an hour', async () => {
    expect(await logged('device.key-refused', id)).toMatchObject([
      {
        scene_id: scene,
        ip: '192.0.2.7',
        before: { key: keyOf(mine).fingerprint },
        after: { key: keyOf(thief).fingerprint },
      },
    ])
    const { list } = (await server.call(token, 'GET log/sys', {})).data
    expect(list.find((row: any) => row.call === 'device.key-refused').action).toBe('拒绝连接：密钥与设备绑定的不符')
    await server.system.db.run(sql`update device_key_change set logged_at = logged_at - 3600`)
    await dial(serial, keyOf(thief))
    expect(await logged('device.key-refused', id)).toHaveLength(2)
  })

  test('another customer, and a guest who may manage the scene, neither see it nor decide', async () => {
    const fingerprint = keyOf(thief).fingerprint
    expect((await server.call(other.token, 'POST device/key/accept', { id, fingerprint })).code).toBe(10325)
    const { uid } = await server.system.db.one<{ uid: number }>(
      sql`select id as uid from account where account = 'other'`,
    )
    await server.system.db.run(
      sql`insert into scene_guest (scene_id, uid, mode, created_at) values (${scene}, ${uid}, 2, 0)`,
    )
    const guest = await server.signIn('other')
    expect((await server.call(guest, 'GET device/key', { id })).data).toMatchObject({ own: 0, changes: [] })
    expect((await server.call(guest, 'GET device/key/change')).data).toEqual({ total: 0, list: [] })
    for (const verb of ['accept', 'reject'])
      expect((await server.call(guest, `POST device/key/${verb}`, { id, fingerprint })).code).not.toBe(0)
    await server.system.db.run(sql`delete from scene_guest where uid = ${uid}`)
  })

  test('rejected, it is blocked permanently and not listed again', async () => {
    await server.call(token, 'POST device/key/reject', { id, fingerprint: keyOf(thief).fingerprint })
    expect(await dial(serial, keyOf(thief))).toMatchObject({ refused: 'revoked' })
    expect((await server.call(token, 'GET device/key/change')).data.total).toBe(0)
    expect(await logged('device.key-revoked', id)).toHaveLength(1)
    expect(await dial(serial, keyOf(mine))).toMatchObject({ device_id: id })
  })

  test('accepted, the device is bound to it and the former key is blocked; and back again', async () => {
    for (const [now, then] of [
      [thief, mine],
      [mine, thief],
    ] as const) {
      const { code } = await server.call(token, 'POST device/key/accept', { id, fingerprint: keyOf(now).fingerprint })
      expect(code).toBe(0)
      expect(await dial(serial, keyOf(now))).toMatchObject({ device_id: id, scene_id: scene })
      expect(await dial(serial, keyOf(then))).toMatchObject({ refused: 'revoked' })
    }
  })

  test('no more than eight keys are stored', async () => {
    for (let n = 0; n < 12; n++) expect(await dial(serial, keyOf(`many ${n}`))).toMatchObject({ refused: 'other-key' })
    expect((await server.call(token, 'GET device/key/change')).data.total).toBe(8)
  })

  test('two keys in one batch: each gets its own answer', async () => {
    const answers = await Promise.all(
      [keyOf('many 1'), keyOf(mine), keyOf('many 2'), keyOf(mine)].map((key) => dial(serial, key)),
    )
    expect(answers.map(({ refused }) => refused ?? 'in')).toEqual(['other-key', 'in', 'other-key', 'in'])
  })
})

describe('an unclaimed device', () => {
  test('the first key counts while it is connected; a later one when it is not', async () => {
    const serial = '0c5555aa0002'
    const { device_id } = await dial(serial, keyOf('first', 'maker'))
    expect(await dial(serial, keyOf('second', 'maker'))).toMatchObject({ refused: 'other-key' })
    await server.system.db.run(
      sql`update device_state set online = false, session = null where device_id = ${device_id}`,
    )
    expect(await dial(serial, keyOf('second', 'maker'))).toMatchObject({ device_id })
    await claim(serial)
    expect(await dial(serial, keyOf('first', 'maker'))).toMatchObject({ refused: 'other-key' })
  })

  test('registered in advance, it is bound to the first key', async () => {
    const serial = '0c5555aa0003'
    const { id } = (await claim(serial)).data
    expect(await dial(serial, keyOf('first'))).toMatchObject({ device_id: id })
    expect(await dial(serial, keyOf('second'))).toMatchObject({ refused: 'other-key' })
  })

  test('the number of a third-party device is accepted with no certificate and no token', async () => {
    const monitor = { type: 'tcp', port: 9, interval: 86_400, timeout: 2000, misses: 3 }
    const third = { scene_id: scene, name: 'Camera', kind: 'camera', ip: '198.51.100.7', monitor }
    const { data } = await server.call(token, 'POST device/third/mod', third)
    // devices added before identity schemes existed have twelve digits
    await server.system.db.run(sql`update device set serial = '03a1b2c3d4e5' where id = ${data.id}`)
    expect(await dial('03a1b2c3d4e5', keyOf('camera', 'maker'))).toMatchObject({ refused: 'other-key' })
  })

  test('two keys that connect first together: one is bound', async () => {
    const answers = await Promise.all(['x', 'y'].map((name) => dial('0c5555aa0004', keyOf(name))))
    expect(answers.map(({ refused }) => refused ?? 'in').sort()).toEqual(['in', 'other-key'])
  })
})

/** The events of a serial number, and which of two key holders is admitted at the end. */
type Deed = 'A dials' | 'B dials' | 'we claim' | 'they claim' | 'we remove' | 'we undo'
const orders: [issuer: KeyIssuer, deeds: Deed[], a: string, b: string][] = [
  ['own', ['A dials', 'we claim', 'we remove'], 'revoked', 'in'],
  ['maker', ['A dials', 'we claim', 'we remove'], 'in', 'in'],
  ['simulated', ['A dials', 'we claim', 'we remove'], 'in', 'in'],
  ['own', ['A dials', 'we claim', 'we remove', 'we undo'], 'in', 'other-key'],
  ['maker', ['A dials', 'we claim', 'we remove', 'we undo'], 'in', 'other-key'],
  ['maker', ['A dials', 'we claim', 'we remove', 'A dials', 'we undo'], 'in', 'other-key'],
  ['own', ['A dials', 'we claim', 'we remove', 'B dials', 'they claim'], 'revoked', 'in'],
  ['maker', ['A dials', 'we claim', 'we remove', 'B dials', 'they claim'], 'other-key', 'in'],
  ['maker', ['A dials', 'we claim', 'we remove', 'they claim', 'B dials'], 'other-key', 'in'],
  ['own', ['A dials', 'we claim', 'we remove', 'they claim', 'A dials', 'B dials'], 'revoked', 'in'],
  ['own', ['we claim', 'A dials', 'B dials', 'we remove', 'they claim', 'B dials'], 'revoked', 'in'],
  ['maker', ['we claim', 'A dials', 'B dials'], 'in', 'other-key'],
]

test.each(orders.map((one, n) => [n, ...one] as const))('order %i: %s %j', async (n, issuer, deeds, a, b) => {
  const serial = `0c5555bb${n.toString(16).padStart(4, '0')}`
  const keys = { A: keyOf(`A ${n}`, issuer), B: keyOf(`B ${n}`, issuer) }
  const run: Record<Deed, () => Promise<unknown>> = {
    'A dials': () => dial(serial, keys.A),
    'B dials': () => dial(serial, keys.B),
    'we claim': () => claim(serial),
    async 'they claim'() {
      const { asked } = (await claim(serial, other)).data
      const approved = await server.call(token, 'POST device/claim/approve', { ids: [asked.id] })
      expect(approved.data.err_cnt).toBe(0)
    },
    async 'we remove'() {
      const { list } = (await server.call(token, 'GET device/all', { sn: serial })).data
      expect((await server.call(token, 'DELETE device', { ids: [list[0].id] })).data.err_cnt).toBe(0)
    },
    async 'we undo'() {
      const { list } = (await server.call(token, 'GET log/sys', { limit: 1 })).data
      expect((await server.call(token, 'POST log/undo', { id: list[0].id })).code).toBe(0)
    },
  }
  for (const deed of deeds) await run[deed]()
  const left = async () =>
    server.system.db.run(sql`
    update device_state s set online = false, session = null from device d where d.id = s.device_id and d.serial = ${serial}`)
  await left()
  const last = await dial(serial, keys.A)
  // for an unclaimed device the connected one counts
  if (b === 'in') await left()
  expect([last.refused ?? 'in', (await dial(serial, keys.B)).refused ?? 'in']).toEqual([a, b])
})

test('a device that is released while it is identified does not stay connected', async () => {
  const { Released } = await import('../../gateways/ucentral/released.ts')
  const released = new Released()
  released.add(1)
  const mark = released.mark()
  expect(released.since(1, mark)).toBe(false)
  released.add(2)
  expect([released.since(1, mark), released.since(2, mark)]).toEqual([false, true])
  for (let n = 0; n < 30_000; n++) released.add(10 + n)
  expect(released.since(30_009, mark)).toBe(true)
})

test('the list drops keys whose certificates have expired', async () => {
  const { id } = (await claim('0c5555cc0001')).data
  await dial('0c5555cc0001', keyOf('short', 'own', 1))
  await server.call(token, 'DELETE device', { ids: [id] })
  const listed = () => server.system.db.rows(sql`select from device_key_revoked where serial = '0c5555cc0001'`)
  const forget = server.house.jobs.find(({ name }) => name === 'device.forget-keys')
  await forget?.run({}, server.system)
  expect(await listed()).toHaveLength(1)
  await forget?.run({}, { ...server.system, now: () => server.system.now() + 2 * DAY } as never)
  expect(await listed()).toHaveLength(0)
})

describe('enrolment', () => {
  function post(path: string, content: object): Promise<{ status: number; body: any }> {
    const port = server.gateways.get('enrol')
    const options = { method: 'POST', host: '127.0.0.1', port, path, rejectUnauthorized: false }
    return new Promise((resolve, reject) => {
      const sent = request(options, async (answer) => {
        const pieces: Buffer[] = []
        for await (const piece of answer) pieces.push(piece as Buffer)
        resolve({ status: answer.statusCode ?? 0, body: JSON.parse(String(Buffer.concat(pieces))) })
      })
      sent.on('error', reject)
      sent.end(JSON.stringify(content))
    })
  }
  /** From the device authority, with any start of validity. */
  async function certificateOf(publicKey: Buffer, how: { name: string; now: number; days: number }) {
    const { pki } = server.system
    const [certificate, key] = ['pem', 'key'].map((end) => readFileSync(join(pki.dir, `device-ca.${end}`), 'utf8'))
    return certificateFor(
      { ...how, kind: 'client', publicKey },
      { certificate: certificate ?? '', key: createPrivateKey(key ?? '') },
    )
  }
  async function enrol(
    serial: string,
    enrolToken: string,
    keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }),
  ) {
    const body = {
      token: enrolToken,
      public_key: keys.publicKey.export({ type: 'spki', format: 'pem' }),
      serial,
      hostname: 'edge-1',
      proof: sign('sha256', Buffer.from(enrolToken), keys.privateKey).toString('base64'),
    }
    const spki = keys.publicKey.export({ type: 'spki', format: 'der' })
    const key = { ...keyOf(''), fingerprint: createHash('sha256').update(spki).digest('hex') }
    return { ...(await post('/enrol', body)), keys, key }
  }
  const newToken = async () =>
    (await server.call(token, 'POST device/enrol/token', { scene_id: scene })).data.token as string

  test('another key waits for the owner, the token stays valid, and the same key enrols after consent', async () => {
    const serial = '0c5555dd0001'
    const first = await enrol(serial, await newToken())
    expect(first.status).toBe(200)
    const { device_id } = await dial(serial, first.key)
    const one = await newToken()
    const second = await enrol(serial, one)
    expect([second.status, second.body.key, second.body.certificate]).toEqual([403, 'waits', undefined])
    expect(await dial(serial, second.key)).toMatchObject({ refused: 'other-key' })
    expect(await logged('device.enrolled', device_id)).toHaveLength(1)
    expect(await logged('device.enrol-refused', device_id)).toHaveLength(1)
    const { fingerprint } = second.key
    await server.call(token, 'POST device/key/accept', { id: device_id, fingerprint })
    expect((await enrol(serial, one, second.keys)).status).toBe(200)
    expect(await dial(serial, second.key)).toMatchObject({ device_id, scene_id: scene })
    expect(await dial(serial, first.key)).toMatchObject({ refused: 'revoked' })
  })

  test('the same key may enrol again', async () => {
    const first = await enrol('0c5555dd0002', await newToken())
    expect((await enrol('0c5555dd0002', await newToken(), first.keys)).status).toBe(200)
  })

  test('a released host needs another key', async () => {
    const first = await enrol('0c5555dd0003', await newToken())
    const { device_id } = await dial('0c5555dd0003', first.key)
    await server.call(token, 'DELETE device', { ids: [device_id] })
    const one = await newToken()
    const again = await enrol('0c5555dd0003', one, first.keys)
    expect([again.status, again.body.key]).toEqual([403, 'revoked'])
    expect((await enrol('0c5555dd0003', one)).status).toBe(200)
    expect(await dial('0c5555dd0003', first.key)).toMatchObject({ refused: 'revoked' })
  })

  test('a host with an expired certificate proves that it holds the key, and gets another one', async () => {
    const serial = '0c5555dd0005'
    const first = await enrol(serial, await newToken())
    const { privateKey, publicKey } = first.keys
    const spki = publicKey.export({ type: 'spki', format: 'der' })
    const ended = (daysAgo: number, name = serial) =>
      certificateOf(spki, { name, now: Date.now() - (90 + daysAgo) * DAY * 1000, days: 90 })
    const renew = async (
      certificate: string,
      key = privateKey,
      sign_ = (text: string) => `belvedere renewal ${text}`,
    ) => {
      const { challenge, msg } = (await post('/renew', { certificate })).body
      if (msg) return { status: 0, body: { msg } }
      const proof = sign('sha256', Buffer.from(sign_(challenge)), key).toString('base64')
      return post('/renew', { certificate, challenge, proof })
    }
    const good = await renew(await ended(10))
    expect(good.status).toBe(200)
    const made = new X509Certificate(good.body.certificate)
    expect([made.subject, made.publicKey.equals(publicKey)]).toEqual([`CN=${serial}`, true])
    const thief = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    expect((await renew(await ended(10), thief.privateKey)).status, 'who does not hold the key').toBe(400)
    expect((await renew(await ended(10), privateKey, (text) => text)).status, 'a signature of something else').toBe(400)
    expect((await renew(await ended(200))).status, 'too long ago').toBe(403)
    expect((await renew(first.body.certificate)).status, 'it is not due').toBe(403)
    expect((await renew(await ended(10, '0c5555dd0006'))).status, 'a serial number bound to no such key').toBe(403)
    const foreign = await openPki(join(server.system.config.data, 'foreign'), { hostnames: ['localhost'] })
    expect(
      (await renew(await foreign.signDevice(publicKey.export({ type: 'spki', format: 'pem' }) as string, serial)))
        .status,
    ).toBe(0)
    const { device_id } = await dial(serial, first.key)
    await server.call(token, 'DELETE device', { ids: [device_id] })
    expect((await renew(await ended(10))).status, 'let go of').toBe(403)
  })

  test('an unclaimed device of a manufacturer is not replaced by a token', async () => {
    await dial('0c5555dd0004', keyOf('of its maker', 'maker'))
    expect((await enrol('0c5555dd0004', await newToken())).status).toBe(403)
  })
})
