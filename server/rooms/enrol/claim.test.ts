import { generateKeyPairSync } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { accountErrors } from '@belvedere/contract/rooms/account/errors.ts'
import { enrolErrors as errors } from '@belvedere/contract/rooms/enrol/errors.ts'
import { deviceErrors } from '@belvedere/contract/rooms/device/errors.ts'
import { type HostEnrolRequest, enrolSubject } from '../../devices/enrol-link.ts'
import { introduce } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { foundTeam } from '../account/api.ts'
import { purge } from './claim.ts'
import { hashCode, isCode } from './claim/proof.ts'

let server: TestServer
let admin: string
let [one, two] = ['', '']
const scenes = { admin: 0, one: 0, two: 0 }

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn()
  for (const account of ['one', 'two']) {
    const start = { team: `Team ${account}`, account, password: 'Member-2026', now: server.system.now() }
    await server.system.database.transaction((db) => foundTeam({ db, access: server.system.access }, start))
  }
  one = await server.signIn('one', 'Member-2026')
  two = await server.signIn('two', 'Member-2026')
  scenes.admin = (await server.call(admin, 'POST scene', { name: 'House' })).data.id
  scenes.one = (await server.call(one, 'POST scene', { name: 'First' })).data.id
  scenes.two = (await server.call(two, 'POST scene', { name: 'Second' })).data.id
})
afterAll(() => server?.close())

let n = 0
const newSerial = () => `0c77${(++n).toString(16).padStart(8, '0')}`
const CODE = 'KQ7M-2XPD-9A'
const shows = (code: string) => ({ identity: { capabilities: { 'x-claim': { code_sha256: hashCode(code) } } } })
const tells = (token: string) => ({ identity: { capabilities: { 'x-claim': { token } } } })

const add = (token: string, sn: string, scene_id: number, more = {}) =>
  server.call(token, 'POST device/add', { sn, scene_id, ...more })
const serialsOf = async (token: string): Promise<string[]> =>
  (await server.call(token, 'GET device/all', { limit: 500 })).data.list.map(({ sn }: { sn: string }) => sn)
const requestOf = async (sn: string, by: string) =>
  (await server.call(admin, 'GET device/claim/request', { search: sn, limit: 50 })).data.list.find(
    (row: { by: string }) => row.by === by,
  )
async function upload(token: string, text: string, scene_id: number, more: Record<string, number> = {}) {
  const form = new FormData()
  for (const [key, value] of Object.entries({ scene_id, lang: 'en', ...more })) form.append(key, String(value))
  form.append('file', new Blob([text]), 'list.csv')
  const init = { method: 'POST', headers: { authorization: token }, body: form }
  return (await (await fetch(`${server.url}/api/v1/device/add/import`, init)).json()) as {
    code: number
    msg: string
    data: any
  }
}

describe('without proof', () => {
  test('the answer is the same for an unknown, unclaimed, blocked or owned serial number', async () => {
    const [unseen, unclaimed, theirs, blocked] = [newSerial(), newSerial(), newSerial(), newSerial()]
    await introduce(server.system, unclaimed)
    await introduce(server.system, theirs)
    expect((await add(admin, theirs, scenes.admin)).code).toBe(0)
    const { device_id } = await introduce(server.system, blocked)
    await server.call(admin, 'DELETE device/unclaimed', { ids: [device_id], block: 1 })
    const answers = []
    for (const sn of [unseen, unclaimed, theirs, blocked]) answers.push({ sn, ...(await add(one, sn, scenes.one)) })
    for (const { sn, code, msg, data } of answers) {
      expect(code, msg).toBe(0)
      expect(data).toEqual({
        id: 0,
        sn,
        online: 0,
        asked: { id: expect.any(Number), state: 0, expires_at: expect.any(Number) },
      })
    }
    expect(await serialsOf(one)).toEqual([])
    const lines = [unseen, unclaimed, theirs, blocked].join('\n')
    const plan = await upload(one, `serial\n${lines}\n`, scenes.one, { test: 1 })
    expect(plan.data).toMatchObject({ ask_cnt: 4, claim_cnt: 0, err_cnt: 0 })
    expect((await server.call(one, 'GET device/find', { search: unclaimed })).data.list).toEqual([])
  })

  test('a team waits, sees only its own requests, and withdraws them', async () => {
    const sn = newSerial()
    const { asked } = (await add(one, sn, scenes.one, { name: 'Lobby' })).data
    const own = (await server.call(one, 'GET device/claim', { search: sn })).data.list
    expect(own).toMatchObject([{ id: asked.id, sn, name: 'Lobby', scene_name: 'First', state: 0, by: 'one' }])
    expect(own[0].expires_at).toBeCloseTo(server.system.now() + 30 * 86_400, -2)
    expect((await server.call(two, 'GET device/claim', { search: sn })).data.total).toBe(0)
    expect((await server.call(two, 'DELETE device/claim', { ids: [asked.id] })).data.err_cnt).toBe(1)
    expect((await server.call(two, 'GET device/claim/request', {})).code).toBe(commonErrors.noPermission.code)
    expect((await server.call(one, 'POST device/claim/approve', { ids: [asked.id] })).code).toBe(
      commonErrors.noPermission.code,
    )
    // a repeated request is the same request
    expect((await add(one, sn, scenes.one)).data.asked.id).toBe(asked.id)
    expect((await server.call(one, 'DELETE device/claim', { ids: [asked.id] })).data.err_cnt).toBe(0)
    expect((await server.call(one, 'GET device/claim', { search: sn })).data.total).toBe(0)
  })

  test('the operation log undoes a request', async () => {
    const sn = newSerial()
    const { asked } = (await add(one, sn, scenes.one)).data
    const [row] = (await server.call(one, 'GET log/sys', { object: `device-claim:${asked.id}` })).data.list
    expect(await server.call(one, 'POST log/undo', { id: row.id })).toMatchObject({ code: 0, data: { err_cnt: 0 } })
    expect((await server.call(one, 'GET device/claim', { search: sn })).data.total).toBe(0)
  })

  test('2,000 serial numbers in one call are refused with the limit', async () => {
    const list = Array.from({ length: 2000 }, newSerial)
    const refused = await upload(two, `serial\n${list.join('\n')}\n`, scenes.two)
    expect(refused).toMatchObject({ code: accountErrors.quotaReached.code, msg: expect.stringContaining('500') })
    expect((await upload(two, `serial\n${list.join('\n')}\n`, scenes.two, { test: 1 })).code).toBe(
      accountErrors.quotaReached.code,
    )
    expect((await server.call(two, 'GET device/claim', {})).data.total).toBe(0)
    expect((await upload(two, `serial\n${list.slice(0, 500).join('\n')}\n`, scenes.two)).data.ask_cnt).toBe(500)
    expect((await add(two, newSerial(), scenes.two)).code).toBe(accountErrors.quotaReached.code)
    // an unknown serial number beyond the limit is refused too
    expect((await add(two, list[3] ?? '', scenes.two)).code).toBe(0)
    const ids = (await server.call(two, 'GET device/claim', { limit: 500 })).data.list.map(
      ({ id }: { id: number }) => id,
    )
    await server.call(two, 'DELETE device/claim', { ids })
  })

  test('after 30 days a request is removed', async () => {
    const sn = newSerial()
    await add(one, sn, scenes.one)
    await server.system.db.run(sql`update device_claim set expires_at = ${server.system.now()} where serial = ${sn}`)
    await purge.run({}, server.system)
    expect((await server.call(one, 'GET device/claim', { search: sn })).data.total).toBe(0)
  })
})

describe('approval by an administrator of the installation', () => {
  test('gives a waiting device, and one that has never connected', async () => {
    const [there, ahead] = [newSerial(), newSerial()]
    await introduce(server.system, there)
    for (const sn of [there, ahead]) await add(one, sn, scenes.one, { name: `N ${sn.slice(-2)}` })
    await add(two, there, scenes.two)
    const request = await requestOf(there, 'one')
    expect(request).toMatchObject({ team_name: 'Team one', scene_name: 'First', rivals: 1, taken: 0 })
    expect(request.device).toMatchObject({ model: 'CW-AX50', online: 1, blocked: 0 })
    const next = await requestOf(ahead, 'one')
    expect(next.device).toBe(null)
    const approved = await server.call(admin, 'POST device/claim/approve', { ids: [request.id, next.id] })
    expect(approved, approved.msg).toMatchObject({ code: 0, data: { err_cnt: 0 } })
    expect(await serialsOf(one)).toEqual(expect.arrayContaining([there, ahead]))
    expect((await introduce(server.system, ahead)).scene_id).toBe(scenes.one)
    // the other team is refused, without the name of the owner
    expect((await add(two, there, scenes.two)).data.asked.state).toBe(1)
    const [logged] = (await server.call(one, 'GET log/sys', { scene_id: scenes.one, operator: 'admin' })).data.list
    expect(logged).toMatchObject({ call: 'POST device/claim/approve', account: 'admin' })
    const [own] = (await server.call(admin, 'GET log/sys', { object: `device-claim:${next.id}` })).data.list
    expect(own.name).toContain('Team one')
  })

  test('refuses, and forbids further requests', async () => {
    const [no, never] = [newSerial(), newSerial()]
    for (const sn of [no, never]) await add(one, sn, scenes.one)
    await server.call(admin, 'POST device/claim/refuse', { ids: [(await requestOf(no, 'one')).id] })
    await server.call(admin, 'POST device/claim/refuse', { ids: [(await requestOf(never, 'one')).id], block: 1 })
    expect((await add(one, no, scenes.one)).data.asked.state).toBe(1)
    const { id, state, expires_at } = (await add(one, never, scenes.one)).data.asked
    expect([state, expires_at]).toEqual([2, null])
    expect((await server.call(one, 'DELETE device/claim', { ids: [id] })).data.err_cnt).toBe(1)
  })

  test('does not give an owned device', async () => {
    const sn = newSerial()
    await add(one, sn, scenes.one)
    const { id } = await requestOf(sn, 'one')
    expect((await add(admin, sn, scenes.admin)).code).toBe(0)
    expect((await server.call(admin, 'POST device/claim/approve', { ids: [id] })).data.err_cnt).toBe(1)
    expect(await serialsOf(one)).not.toContain(sn)
  })
})

describe('a claim code', () => {
  test('proves possession, ends the requests of others, and is stored nowhere in plain text', async () => {
    const sn = newSerial()
    await introduce(server.system, sn, shows(CODE))
    await add(two, sn, scenes.two)
    const claimed = await add(one, sn, scenes.one, { claim_code: ' kq7m 2xpd9a ' })
    expect(claimed, claimed.msg).toMatchObject({ code: 0, data: { id: expect.any(Number), online: 1 } })
    expect(claimed.data.asked).toBeUndefined()
    expect((await requestOf(sn, 'two')).state).toBe(1)
    const detail = await server.call(one, 'GET device/detail', { id: claimed.data.id })
    expect(JSON.stringify(detail)).not.toMatch(/x-claim|code_sha256/)
    const [logged] = (await server.call(one, 'GET log/sys', { object: `device:${claimed.data.id}` })).data.list
    expect(JSON.stringify(logged)).not.toMatch(/kq7m/i)
  })

  test('five wrong ones an hour, the same for unknown, owned and unclaimed devices', async () => {
    const [unseen, theirs, free] = [newSerial(), newSerial(), newSerial()]
    await introduce(server.system, theirs, shows(CODE))
    await add(admin, theirs, scenes.admin)
    await introduce(server.system, free, shows(CODE))
    for (const sn of [unseen, theirs, free]) {
      const wrong = await add(two, sn, scenes.two, { claim_code: 'WRONG-CODE-1' })
      expect(wrong).toMatchObject({ code: errors.wrongClaimCode.code, data: { fields: { claim_code: wrong.msg } } })
    }
    // the right code of an owned device is refused in the same way
    expect((await add(two, theirs, scenes.two, { claim_code: CODE })).code).toBe(errors.wrongClaimCode.code)
    const many = await Promise.all(
      Array.from({ length: 24 }, (_, at) => add(two, free, scenes.two, { claim_code: `WRONG-CODE-${at}` })),
    )
    expect(many.filter(({ code }) => code === errors.wrongClaimCode.code)).toHaveLength(4)
    expect(many.filter(({ code }) => code === errors.tooManyTries.code)).toHaveLength(20)
    expect((await add(two, free, scenes.two, { claim_code: CODE })).code).toBe(errors.tooManyTries.code)
    // the holder of the device is not blocked by another team's guesses
    expect((await add(one, free, scenes.one, { claim_code: CODE })).code).toBe(0)
  })

  test('is part of a list of devices, and a refused list counts as an attempt too', async () => {
    const [good, bad] = [newSerial(), newSerial()]
    for (const sn of [good, bad]) await introduce(server.system, sn, shows(CODE))
    const text = `serial,claim code\n${good},${CODE}\n${bad},NOT-THE-CODE\n`
    const tried = async () => (await upload(one, text, scenes.one)).code
    expect(await tried()).toBe(errors.linesWrong.code)
    const { n } = await server.system.db.one<{ n: number }>(
      sql`select n from device_claim_try where serial = ${bad} and team_id <> 0`,
    )
    expect(n).toBe(1)
    const done = await upload(one, text, scenes.one, { partial: 1 })
    expect(done.data, done.msg).toMatchObject({ claim_cnt: 1, err_cnt: 1, ask_cnt: 0 })
    expect(await serialsOf(one)).toContain(good)
  })

  test('is compared in normalized form, with at least eight characters', () => {
    expect(isCode('kq7m-2xpd 9a', hashCode(CODE))).toBe(true)
    expect(isCode('KQ7M2XPD9B', hashCode(CODE))).toBe(false)
    expect(isCode('1234567', hashCode('1234567'))).toBe(false)
    expect(isCode('', undefined)).toBe(false)
  })
})

describe('a token in the message of a device', () => {
  const tokenOf = async (token: string, scene_id: number): Promise<string> =>
    (await server.call(token, 'POST device/enrol/token', { scene_id })).data.token

  test('adds it to the scene, once; a serial number added in advance is released', async () => {
    const [sn, next] = [newSerial(), newSerial()]
    const ahead = await add(admin, sn, scenes.admin)
    const token = await tokenOf(one, scenes.one)
    expect((await introduce(server.system, sn, tells(token))).scene_id).toBe(scenes.one)
    expect(await serialsOf(admin)).not.toContain(sn)
    const [gone] = (await server.call(admin, 'GET log/sys', { object: `device:${ahead.data.id}` })).data.list
    expect(gone).toMatchObject({ way: 'system', scene_id: scenes.admin, before: { sn } })
    expect((await introduce(server.system, next, tells(token))).scene_id).toBe(0)
    const [device] = (await server.call(one, 'GET device/all', { sn })).data.list
    const [logged] = (await server.call(one, 'GET log/sys', { object: `device:${device.id}` })).data.list
    expect(logged).toMatchObject({ way: 'system', account: 'one', guest: null, after: { sn } })
    expect(JSON.stringify(await server.call(one, 'GET device/detail', { id: device.id }))).not.toContain(token)
  })

  test('does not take an owned device', async () => {
    const sn = newSerial()
    await introduce(server.system, sn)
    expect((await add(admin, sn, scenes.admin)).code).toBe(0)
    const token = await tokenOf(two, scenes.two)
    expect((await introduce(server.system, sn, tells(token))).scene_id).toBe(scenes.admin)
    expect(await serialsOf(two)).not.toContain(sn)
  })
})

test('a former owner does not take back a device that another team requested', async () => {
  const sn = newSerial()
  await introduce(server.system, sn)
  const { id } = (await add(admin, sn, scenes.admin)).data
  await server.call(admin, 'DELETE device', { ids: [id] })
  await introduce(server.system, sn)
  await add(one, sn, scenes.one)
  const [removal] = (await server.call(admin, 'GET log/sys', { object: `device:${id}` })).data.list
  const undone = await server.call(admin, 'POST log/undo', { id: removal.id })
  expect(undone.data).toMatchObject({ err_cnt: 1 })
})

test('a host that enrols ends the requests for its serial number', async () => {
  const serial = newSerial()
  await add(one, serial, scenes.one)
  await add(two, serial, scenes.two)
  const { token } = (await server.call(one, 'POST device/enrol/token', { scene_id: scenes.one })).data
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const public_key = publicKey.export({ type: 'spki', format: 'pem' }) as string
  const ask: HostEnrolRequest = { token, serial, hostname: 'edge', public_key, address: '192.0.2.9' }
  expect(await server.system.bus.request(enrolSubject, ask, 10_000)).toMatchObject({ serial })
  const left = async (of: string) => (await server.call(of, 'GET device/claim', { search: serial })).data.list
  expect(await left(one)).toEqual([])
  expect(await left(two)).toMatchObject([{ state: 1 }])
})

test('the requests of an enrolling host for owned serial numbers are limited', async () => {
  const start = { team: 'Curious', account: 'curious', password: 'Member-2026', now: server.system.now() }
  await server.system.database.transaction((db) => foundTeam({ db, access: server.system.access }, start))
  const curious = await server.signIn('curious', 'Member-2026')
  const { id: scene_id } = (await server.call(curious, 'POST scene', { name: 'Attic' })).data
  const serial = newSerial()
  await add(admin, serial, scenes.admin)
  const { token } = (await server.call(curious, 'POST device/enrol/token', { scene_id })).data
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const public_key = publicKey.export({ type: 'spki', format: 'pem' }) as string
  const tell = async (of: string): Promise<string> => {
    const ask: HostEnrolRequest = { token, serial: of, hostname: 'edge', public_key, address: '192.0.2.9' }
    return (await server.system.bus.request<{ refused: string }>(enrolSubject, ask, 10_000)).refused
  }
  const answers: string[] = []
  for (let n = 0; n < 22; n++) answers.push(await tell(serial))
  expect(answers.filter((said) => said.includes(deviceErrors.claimed.en))).toHaveLength(20)
  expect(answers.slice(20).every((said) => said.includes('minute'))).toBe(true)
  // one without an owner is not checked either
  expect(await tell(newSerial())).toContain('minute')
})
