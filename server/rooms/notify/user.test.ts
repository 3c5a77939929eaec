import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { deliveryErrors } from '@belvedere/contract/rooms/delivery/errors.ts'
import { accountErrors } from '@belvedere/contract/rooms/account/errors.ts'
import { userErrors as errors } from '@belvedere/contract/rooms/notify/user-errors.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../../kernel/test-server.ts'

let server: TestServer
let token: string
let other: string
let provider: Server
let url = ''
const arrived: { url: string; body: any }[] = []

beforeAll(async () => {
  server = await startTestServer(['--webhook-inside', 'allow', '--public-url', 'https://noc.example.com'])
  token = await server.signIn()
  await server.system.database.pool.query(
    `with t as (insert into team (name, created_at) values ('other', 0) returning id)
     insert into account (team_id, account, nick_name, role, hash, created_at, updated_at, changed_by)
     select t.id, 'other', 'other', 0, a.hash, 0, 0, '' from t, account a where a.account = 'admin'`,
  )
  other = await server.signIn('other', ADMIN_PASSWORD)
  provider = createServer(async (request, answering) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    const at = request.url ?? ''
    arrived.push({ url: at, body: body ? JSON.parse(body) : undefined })
    const said = at.startsWith('/sns')
      ? { openid: 'oABC-openid-123456' }
      : { errcode: 0, errmsg: 'ok', Code: 'OK', BizId: '7', access_token: 'K' }
    answering.end(JSON.stringify(said))
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
})
afterAll(async () => {
  provider?.close()
  await server?.close()
})
beforeEach(async () => {
  for (const table of [
    sql`delete from notification_contact`,
    sql`delete from alarm_bind`,
    sql`delete from sent_code`,
    sql`delete from notify_channel`,
  ])
    await server.system.db.run(table)
  arrived.length = 0
})

const call = (at: `${string} ${string}`, payload?: Record<string, unknown>, by = token) => server.call(by, at, payload)
const robot = (part = {}) => ({
  type: 3,
  name: '值班群',
  provider: 'dingtalk',
  settings: {
    webhook: `${url}/robot/send?access_token=0123456789abcdef`,
    secret: 'SEC0123456789abcdef0',
    keyword: '告警',
  },
  ...part,
})
const list = async (request = {}, by = token) => (await call('GET alarm/user', request, by)).data.list
const setUpSms = () =>
  call('POST send/channel', {
    channel: 'sms-aliyun',
    active: 1,
    settings: { key_id: 'LTAI', key_secret: 'very-secret', sign_name: '揽景', template: 'SMS_1', endpoint: url },
  })

test('a type without a channel is not listed, and refused', async () => {
  expect((await server.call(token, 'POST alarm/user', { type: 4, name: 'App' })).code).toBe(commonErrors.badInput.code)
})

describe('a robot', () => {
  test('is stored with its secrets sealed, never displayed, and unchanged when they are omitted', async () => {
    const { data } = await call('POST alarm/user', robot())
    const [row] = await list()
    expect(row).toMatchObject({
      id: data.id,
      rev: 1,
      name: '值班群',
      provider_name: '钉钉',
      level: 2,
      scope: 0,
      status: 1,
    })
    expect(row.masked).toBe(`${new URL(url).host} …cdef`)
    expect(row.verified_at).toBeGreaterThan(0)
    const shown = await call('GET alarm/user/provider', { id: data.id })
    const fields = shown.data.list.find((one: any) => one.provider === 'dingtalk').fields
    expect(fields.find((one: any) => one.key === 'secret')).toMatchObject({ set: 1, value: '' })
    expect(fields.find((one: any) => one.key === 'keyword')).toMatchObject({ value: '告警' })
    expect((await call('PUT alarm/user', { id: data.id, rev: 1, settings: { keyword: '网络' } })).code).toBe(0)
    const tested = await call('POST alarm/user/test', { id: data.id })
    expect(tested.data).toEqual({ ok: 1, answer: 'ok' })
    expect(arrived[0]?.url).toMatch(/access_token=0123456789abcdef&timestamp=\d{13}&sign=/)
    expect(arrived[0]?.body.markdown.text).toContain('网络')
    const everywhere = JSON.stringify([
      shown,
      await call('GET log/sys', { limit: 50 }),
      await server.system.db.rows(sql`select * from notification_contact`),
    ])
    expect(everywhere).not.toContain('0123456789abcdef')
  })

  test.each([
    [{ provider: 'nobody' }, ['provider']],
    [{ settings: {} }, ['webhook']],
    [{ settings: { webhook: 'https://example.com/' } }, ['webhook']],
    [{ settings: { webhook: 'ftp://x/robot/send?access_token=0123456789abcdef', secret: 'x' } }, ['webhook', 'secret']],
  ])('%j is reported with its field', async (part, fields) => {
    const answer = await call('POST alarm/user', robot(part))
    expect(answer.code).toBe(deliveryErrors.badChannelSettings.code)
    expect(Object.keys(answer.data.fields)).toEqual(fields)
  })

  test('a template has known variables only; a preview shows it', async () => {
    const wrong = await call('POST alarm/user', robot({ template: '{title} {password}' }))
    expect(wrong).toMatchObject({
      code: errors.badTemplate.code,
      data: { fields: { template: expect.stringContaining('{password}') } },
    })
    const { data } = await call('POST alarm/user/preview', { lang: 'zh', template: '{level}|{title}|{scene}|{device}' })
    expect(data.text).toBe('警告|设备离线|总部|核心交换机')
  })

  test('does not send a secret of one address to another', async () => {
    const kept = { webhook: `${url}/mine`, authorization: 'Bearer very-secret', secret: 'signing-key-0123' }
    const one = { type: 3, name: 'Hook', provider: 'webhook', settings: kept }
    const { id } = (await call('POST alarm/user', one)).data
    const other = url.replace('127.0.0.1', 'localhost')
    const moves = [{ webhook: `${other}/theirs` }, { webhook: kept.webhook.replace('http:', 'https:') }]
    for (const settings of [...moves, { proxy: `http://${new URL(other).host}` }])
      for (const [at, more] of Object.entries({ 'PUT alarm/user': { rev: 1 }, 'POST alarm/user/test': {} })) {
        const answer = await call(at as 'PUT alarm/user', { id, settings, lang: 'en', ...more })
        expect(answer, JSON.stringify(settings)).toMatchObject({
          code: deliveryErrors.badChannelSettings.code,
          data: { fields: { authorization: expect.stringMatching(/enter it again/), secret: expect.any(String) } },
        })
      }
    expect(arrived, 'nobody was asked').toEqual([])
    const path = await call('PUT alarm/user', { id, rev: 1, settings: { webhook: `${url}/other-path` } })
    expect(path.code, path.msg).toBe(0)
    const settings = { webhook: `${other}/theirs`, authorization: 'Bearer new', secret: '' }
    expect((await call('PUT alarm/user', { id, rev: 2, settings })).code).toBe(0)
  })

  test('may not lead to internal addresses unless the operator allows it', async () => {
    const strict = await startTestServer()
    try {
      const answer = await strict.call(await strict.signIn(), 'POST alarm/user/test', {
        provider: 'webhook',
        settings: { webhook: `${url}/inside` },
      })
      expect(answer.data).toMatchObject({ ok: 0, answer: expect.stringContaining('private network') })
      expect(arrived).toEqual([])
    } finally {
      await strict.close()
    }
  })
})

describe('a contact', () => {
  const person = (part = {}) => ({ type: 0, name: '李雷', address: '138 0013 8000', ...part })

  test('receives nothing until the code sent to the address was entered', async () => {
    await setUpSms()
    const { data } = await call('POST alarm/user', person())
    expect((await list())[0]).toMatchObject({ masked: '+86 138****8000', verified_at: null })
    expect((await call('POST alarm/user/test', { id: data.id })).code).toBe(errors.notVerified.code)
    expect((await call('POST alarm/user/code', { id: data.id })).data).toMatchObject({ resend_in: 60 })
    for (let round = 0; arrived.length === 0 && round < 600; round++) await new Promise((go) => setTimeout(go, 25))
    const query = new URL(arrived[0]?.url ?? '', url).searchParams
    const { code } = JSON.parse(query.get('TemplateParam') ?? '{}')
    expect((await call('POST alarm/user/verify', { id: data.id, code: '000000x' })).code).toBe(
      accountErrors.codeWrong.code,
    )
    expect((await call('POST alarm/user/verify', { id: data.id, code })).code).toBe(0)
    expect((await list())[0].verified_at).toBeGreaterThan(0)
    const { rev } = (await list())[0]
    expect((await call('PUT alarm/user', { id: data.id, rev, address: '13900139000' })).code).toBe(0)
    expect((await list())[0]).toMatchObject({ masked: '+86 139****9000', verified_at: null })
  })

  test('an invalid address is reported with its field; so is a name that is taken', async () => {
    const phone = await call('POST alarm/user', person({ address: '12' }))
    expect([phone.code, Object.keys(phone.data.fields)]).toEqual([deliveryErrors.badPhone.code, ['address']])
    const mail = await call('POST alarm/user', person({ type: 1, address: 'x' }))
    expect([mail.code, Object.keys(mail.data.fields)]).toEqual([deliveryErrors.badEmail.code, ['address']])
    await call('POST alarm/user', person())
    expect((await call('POST alarm/user', person({ name: '李雷' }))).code).toBe(errors.nameTaken.code)
  })

  test('without a channel the answer says who can help', async () => {
    const { data } = await call('POST alarm/user', person())
    expect((await call('POST alarm/user/code', { id: data.id })).code).toBe(errors.noChannel.code)
    expect((await call('GET alarm/user/qrcode')).code).toBe(errors.noChannel.code)
    expect((await call('GET alarm/user/provider')).data.ready).toEqual({ sms: 0, email: 0, wechat: 0 })
  })

  test('unsubscribes by the link of its mails, and subscribes again', async () => {
    const { data } = await call('POST alarm/user', { type: 1, name: '韩梅梅', address: 'hanmeimei@example.com' })
    const leave = 'a'.repeat(43)
    await server.system.db.run(
      sql`update notification_contact set leave_hash = sha256(${leave}::bytea) where id = ${data.id}`,
    )
    expect((await server.call('', 'GET alarm/user/unsubscribe', { t: leave })).data).toMatchObject({
      masked: 'ha***@example.com',
      left: 0,
    })
    const oneClick = await fetch(`${server.url}/api/v1/alarm/user/unsubscribe?t=${leave}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(await oneClick.json()).toMatchObject({ code: 0, data: { left: 1 } })
    expect((await list())[0].left_at).toBeGreaterThan(0)
    expect((await server.call('', 'POST alarm/user/unsubscribe', { t: leave, back: 1 })).data).toEqual({ left: 0 })
    expect((await server.call('', 'GET alarm/user/unsubscribe', { t: 'b'.repeat(43) })).code).toBe(errors.linkOver.code)
  })

  test('WeChat is bound by the user who scanned', async () => {
    await call('POST send/channel', {
      channel: 'wechat',
      active: 1,
      settings: {
        app_id: 'wx0000000000000001',
        app_secret: '0123456789abcdef',
        template: 'template-1',
        values: 'thing1=title',
        endpoint: url,
      },
    })
    const { key, url: picture } = (await call('GET alarm/user/qrcode')).data
    const opened = new URL(picture).searchParams
    expect([opened.get('redirect_uri'), opened.get('state')]).toEqual(['https://noc.example.com/alarm/bind', key])
    expect((await call('GET alarm/user/scan', { key })).data).toEqual({ state: 'wait' })
    expect((await call('POST alarm/user', { type: 2, name: '微信', key })).code).toBe(errors.bindOver.code)
    expect((await server.call('', 'POST alarm/user/bind', { key, code: 'good' })).code).toBe(0)
    expect((await server.call('', 'POST alarm/user/bind', { key, code: 'again' })).code).toBe(errors.bindOver.code)
    expect((await call('GET alarm/user/scan', { key }, other)).data).toEqual({ state: 'expired' })
    expect((await call('GET alarm/user/scan', { key })).data).toEqual({ state: 'bound' })
    expect((await call('POST alarm/user', { type: 2, name: '微信', key }, other)).code).toBe(errors.bindOver.code)
    expect((await call('POST alarm/user', { type: 2, name: '微信', key })).code).toBe(0)
    expect((await list())[0]).toMatchObject({ type: 2, masked: '…123456', verified_at: expect.any(Number) })
    expect((await call('POST alarm/user/test', { id: (await list())[0].id })).data).toMatchObject({ ok: 1 })
    expect(arrived.at(-1)?.body).toMatchObject({
      touser: 'oABC-openid-123456',
      data: { thing1: { value: '设备离线' } },
    })
  })
})

test('scenes and groups must belong to the team', async () => {
  const scene = (await call('POST scene', { name: 'Ours' })).data.id
  const foreign = (await call('POST scene', { name: 'Theirs' }, other)).data.id
  const group = (await call('POST scene/group', { name: 'Theirs' }, other)).data.id
  expect((await call('POST alarm/user', robot({ scope: 1, scene_ids: [scene, foreign] }))).code).toBe(
    errors.noSuchPlace.code,
  )
  expect((await call('POST alarm/user', robot({ scope: 2, group_ids: [group] }))).code).toBe(errors.noSuchPlace.code)
  expect((await call('POST alarm/user', robot({ scope: 1, scene_ids: [scene, scene] }))).code).toBe(0)
  expect((await list({ scene_id: scene }))[0]).toMatchObject({ scope: 1, scene_ids: [scene], places: ['Ours'] })
  expect((await call('POST alarm/user', robot({ name: 'x', time_zone: 'Mars/Base' }))).code).toBe(
    errors.unknownTimeZone.code,
  )
})

test('another team sees, tests, changes and removes nothing', async () => {
  const { data } = await call('POST alarm/user', robot())
  const { id } = data
  expect(await list({}, other)).toEqual([])
  for (const [at, payload] of [
    ['PUT alarm/user', { id, rev: 1, name: 'x' }],
    ['DELETE alarm/user', { id }],
    ['POST alarm/user/test', { id }],
    ['POST alarm/user/code', { id }],
    ['GET alarm/user/provider', { id }],
  ] as const)
    expect([at, (await call(at, payload, other)).code]).toEqual([at, commonErrors.notFound.code])
  expect(await list()).toHaveLength(1)
})

test('a write is undone from the operation log, except for addresses and secrets', async () => {
  const { data } = await call('POST alarm/user', robot())
  const undoLast = async () => {
    const { list: operations } = (await call('GET log/sys', { limit: 1 })).data
    return call('POST log/undo', { id: operations[0].id })
  }
  await call('PUT alarm/user', {
    id: data.id,
    rev: 1,
    name: '新名称',
    level: 1,
    hours: [{ weekdays: [1], minute_from: 0, minute_to: 60 }],
  })
  expect((await undoLast()).code).toBe(0)
  expect((await list())[0]).toMatchObject({ name: '值班群', level: 2, hours: [] })
  const { rev } = (await list())[0]
  await call('DELETE alarm/user', { id: data.id })
  expect(await list()).toEqual([])
  expect((await undoLast()).code).toBe(0)
  expect((await list())[0]).toMatchObject({ id: data.id, name: '值班群' })
  expect((await call('POST alarm/user/test', { id: data.id })).data.ok).toBe(1)
  await call('PUT alarm/user', {
    id: data.id,
    rev,
    settings: { webhook: `${url}/robot/send?access_token=fedcba9876543210` },
  })
  const { list: operations } = (await call('GET log/sys', { limit: 1 })).data
  expect(operations[0]).toMatchObject({ undo: { can: 0 } })
})
