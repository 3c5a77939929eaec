import { deliveryErrors } from '@belvedere/contract/rooms/delivery/errors.ts'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { messageState } from '@belvedere/contract/rooms/delivery/enums.ts'
import type { System } from '../../../kernel/implement.ts'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createMailServer } from 'node:net'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'
import { issueCode } from '../../account/code/code.ts'
import { deliverDue, purgeMessages } from './delivery.job.ts'

let server: TestServer
let admin = ''
let member = ''
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn()
  await server.call(admin, 'POST user/member', { account: 'owner', role: 0, password: 'Owner-2026' })
  member = await server.signIn('owner', 'Owner-2026')
})
afterAll(() => server?.close())
beforeEach(async () => {
  for (const table of [sql`delete from sent_code`, sql`delete from message`, sql`delete from notify_channel`])
    await server.system.db.run(table)
})

/** An SMS provider on this machine; `answer` may change while it runs. */
interface TestSmsProvider {
  url: string
  codes: string[]
  answer: { status: number; body: object }
}
let running: Server | undefined
afterEach(() => running?.close())

async function provider(): Promise<TestSmsProvider> {
  const it: TestSmsProvider = { url: '', codes: [], answer: { status: 200, body: { Code: 'OK', BizId: '42' } } }
  running = createServer((request, answering) => {
    const { searchParams } = new URL(request.url ?? '', 'http://provider')
    it.codes.push((JSON.parse(searchParams.get('TemplateParam') ?? '{}') as { code: string }).code)
    answering.writeHead(it.answer.status).end(JSON.stringify(it.answer.body))
  })
  await new Promise<void>((resolve) => running?.listen(0, '127.0.0.1', resolve))
  it.url = `http://127.0.0.1:${(running.address() as AddressInfo).port}`
  return it
}

const settings = (endpoint: string) => ({
  key_id: 'LTAI',
  key_secret: 'very-secret',
  sign_name: '揽景',
  template: 'SMS_1',
  endpoint,
})
const setUp = (endpoint: string, active = 1) =>
  server.call(admin, 'POST send/channel', { channel: 'sms-aliyun', active, settings: settings(endpoint) })

const at = () => ({ system: server.system, ip: '127.0.0.9', lang: 'zh' as const, now: () => server.system.now() })
const send = () => issueCode(at(), { channel: 'sms', target: '+8613900000001', purpose: 'bind' })

async function outbox(): Promise<any[]> {
  return (await server.call(admin, 'GET send/outbox')).data.list
}

async function settled(state: number): Promise<any> {
  for (let round = 0; round < 600; round++) {
    const [first] = await outbox()
    if (first?.state === state) return first
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`the message is ${JSON.stringify((await outbox())[0])}`)
}

const deliverTheDue = () => deliverDue.run(undefined, server.system as never)

test('without a channel the code stays on the outbox page until it expires', async () => {
  await send()
  const message = await settled(messageState.id.unset)
  expect(message).toMatchObject({ carrier: 'sms', masked: '+86 139****0001', purpose: 'bind', channel: '' })
  expect(message.text).toMatch(/^\d{6}$/)
  await server.system.db.run(sql`update message set expires_at = expires_at - 600`)
  expect((await outbox())[0].text).toBe('')
  await purgeMessages.run(undefined, server.system as never)
  expect(await server.system.db.rows(sql`select 1 from message where body is not null`)).toEqual([])
})

test('with a channel the code is sent, and is not displayed here', async () => {
  const sms = await provider()
  expect((await setUp(sms.url)).code).toBe(0)
  await send()
  const message = await settled(messageState.id.sent)
  expect(message).toMatchObject({ channel: 'sms-aliyun', answer: 'OK 42', attempts: 1, text: '' })
  expect(sms.codes).toHaveLength(1)
  expect(sms.codes[0]).toMatch(/^\d{6}$/)
  expect(await server.system.db.rows(sql`select 1 from message where body is not null`)).toEqual([])
})

test('a failing provider is retried; its answer is displayed meanwhile', async () => {
  const sms = await provider()
  sms.answer = { status: 503, body: { Code: 'ServiceUnavailable' } }
  await setUp(sms.url)
  await send()
  for (let round = 0; sms.codes.length === 0 && round < 600; round++) await new Promise((go) => setTimeout(go, 25))
  sms.answer = { status: 200, body: { Code: 'OK', BizId: '43' } }
  await server.system.db.run(sql`update message set next_at = 0 where attempts > 0`)
  await deliverTheDue()
  expect(await settled(messageState.id.sent)).toMatchObject({ answer: 'OK 43', attempts: 2 })
  expect(new Set(sms.codes).size).toBe(1)
})

test('a provider that refuses permanently is not retried', async () => {
  const sms = await provider()
  sms.answer = { status: 400, body: { Code: 'SignatureDoesNotMatch', Message: 'no\nway' } }
  await setUp(sms.url)
  await send()
  expect(await settled(messageState.id.failed)).toMatchObject({ answer: 'SignatureDoesNotMatch: no way', attempts: 1 })
  await deliverTheDue()
  expect(sms.codes).toHaveLength(1)
})

test('a message whose job was lost with its process is found again', async () => {
  const sms = await provider()
  await setUp(sms.url)
  const lost = { ...server.system, enqueue: async () => {} } as System
  await issueCode({ ...at(), system: lost }, { channel: 'sms', target: '+8613900000002', purpose: 'bind' })
  // the process that had locked it died before it answered
  await server.system.db.run(sql`update message set attempts = 1, next_at = ${server.system.now() - 1}`)
  await deliverTheDue()
  expect((await outbox())[0]).toMatchObject({ state: messageState.id.sent, attempts: 2 })
  expect(sms.codes).toHaveLength(1)
})

test('a message is sent once, also with concurrent senders', async () => {
  const sms = await provider()
  await setUp(sms.url)
  const lost = { ...server.system, enqueue: async () => {} } as System
  await issueCode({ ...at(), system: lost }, { channel: 'sms', target: '+8613900000003', purpose: 'bind' })
  await Promise.all(Array.from({ length: 5 }, deliverTheDue))
  expect(sms.codes).toHaveLength(1)
})

test('secrets of a channel are never displayed, and stay when they are omitted', async () => {
  const sms = await provider()
  await setUp(sms.url)
  const kept = await server.system.db.one<{ settings: string }>(sql`select settings from notify_channel`)
  expect(kept.settings).not.toContain('very-secret')
  const listed = await server.call(admin, 'GET send/channel')
  expect(JSON.stringify(listed)).not.toContain('very-secret')
  const channel = listed.data.list.find((one: any) => one.channel === 'sms-aliyun')
  expect(channel).toMatchObject({ active: 1, carrier: 'sms' })
  expect(channel.fields.find((one: any) => one.key === 'key_secret')).toMatchObject({ set: 1, value: '' })
  const { key_secret: _, ...others } = settings(sms.url)
  const change = { channel: 'sms-aliyun', active: 1, settings: { ...others, sign_name: '新签名' } }
  expect((await server.call(admin, 'POST send/channel', change)).code).toBe(0)
  const elsewhere = { ...change, settings: { ...change.settings, endpoint: 'http://127.0.0.1:9' }, lang: 'en' }
  for (const at of ['POST send/channel', 'POST send/channel/test'] as const)
    expect(await server.call(admin, at, { ...elsewhere, target: '+8613800138000' }), at).toMatchObject({
      code: deliveryErrors.badChannelSettings.code,
      data: { fields: { key_secret: expect.stringMatching(/enter it again/) } },
    })
  const operations = await server.call(admin, 'GET log/sys', { limit: 50 })
  expect(JSON.stringify(operations)).toContain('新签名')
  expect(JSON.stringify(operations)).not.toContain('very-secret')
  await send()
  expect(await settled(messageState.id.sent)).toMatchObject({ channel: 'sms-aliyun' })
})

test('missing and invalid values are reported with their field; an inactive channel may be incomplete', async () => {
  const bad = { channel: 'sms-tencent', active: 1, settings: { app_id: 'x', secret_id: 'AKID' } }
  const answer = await server.call(admin, 'POST send/channel', { ...bad, lang: 'cn' })
  expect(answer.code).toBe(deliveryErrors.badChannelSettings.code)
  expect(answer.data.fields).toMatchObject({ app_id: '格式不正确', secret_key: '必填', template: '必填' })
  const unfinished = { channel: 'sms-tencent', active: 0, settings: { secret_id: 'AKID' } }
  expect((await server.call(admin, 'POST send/channel', unfinished)).code).toBe(0)
})

test('one channel of a kind is active', async () => {
  const sms = await provider()
  await setUp(sms.url)
  const tencent = { secret_id: 'a', secret_key: 'b', app_id: '1400006666', sign_name: 'c', template: '1' }
  await server.call(admin, 'POST send/channel', { channel: 'sms-tencent', active: 1, settings: tencent })
  const { list } = (await server.call(admin, 'GET send/channel')).data
  expect(list.filter((one: any) => one.active).map((one: any) => one.channel)).toEqual(['sms-tencent'])
})

test('a test message returns the provider’s answer, and stores nothing', async () => {
  const sms = await provider()
  const input = { channel: 'sms-aliyun', settings: settings(sms.url), target: '13900000001' }
  expect((await server.call(admin, 'POST send/channel/test', input)).data).toEqual({ ok: 1, answer: 'OK 42' })
  sms.answer = { status: 400, body: { Code: 'InvalidAccessKeyId.NotFound', Message: 'not found' } }
  const refused = await server.call(admin, 'POST send/channel/test', input)
  expect(refused.data).toEqual({ ok: 0, answer: 'InvalidAccessKeyId.NotFound: not found' })
  const misspelt = await server.call(admin, 'POST send/channel/test', { ...input, target: 'somebody' })
  expect(Object.keys(misspelt.data.fields)).toEqual(['target'])
  expect(await server.system.db.rows(sql`select 1 from notify_channel`)).toEqual([])
})

test('mail is sent by the server in the environment', async () => {
  const mails: string[] = []
  const post = createMailServer((socket) => {
    let isData = false
    socket.on('error', () => {}).write('220 post\r\n')
    socket.on('data', (bytes) => {
      const text = String(bytes)
      if (isData) mails.push(text)
      isData = text.startsWith('DATA')
      socket.write(isData ? '354 go on\r\n' : '250 OK\r\n')
    })
  })
  await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', resolve))
  const { port } = post.address() as AddressInfo
  const url = `smtp://127.0.0.1:${port}?from=noc@example.com&security=none`
  const other = await startTestServer(['--smtp-url', url])
  try {
    const token = await other.signIn()
    const request = await other.call(token, 'POST send/email', { email: 'lilei@example.com', purpose: 'bind' })
    expect(request.code).toBe(0)
    for (let round = 0; mails.length === 0 && round < 600; round++) await new Promise((go) => setTimeout(go, 25))
    expect(mails.join()).toMatch(/^To: lilei@example\.com$/m)
    const { list } = (await other.call(token, 'GET send/channel')).data
    expect(list.find((one: any) => one.channel === 'smtp')).toMatchObject({ from_env: 1, active: 0 })
  } finally {
    await other.close()
    post.close()
  }
})

test.each(['GET send/outbox', 'GET send/channel'] as const)(
  '%s is for administrators of the installation',
  async (call) => {
    expect((await server.call(admin, call)).code).toBe(0)
    expect((await server.call(member, call)).code).toBe(commonErrors.noPermission.code)
  },
)
