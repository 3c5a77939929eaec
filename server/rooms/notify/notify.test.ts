import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createMailServer } from 'node:net'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { introduce } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { invalidateSettings } from '../alarm-type/config/settings.gateway.ts'
import { lookAtPresence } from '../alarm/watch/watch-presence.job.ts'
import { makeRound } from './send/send.job.ts'

let server: TestServer
let token: string
let receiver: Server
let url = ''
let scene = 0
let serials = 0
let answer: { status: number; body: object } = { status: 200, body: { errcode: 0, errmsg: 'ok' } }
let arrived: { path: string; id: string; body: any }[] = []
let request: string[] = []

beforeAll(async () => {
  server = await startTestServer(['--webhook-inside', 'allow', '--public-url', 'https://noc.example.com'])
  token = await server.signIn()
  receiver = createServer(async (from, answering) => {
    let body = ''
    for await (const part of from.setEncoding('utf8')) body += part
    request.push(from.url ?? '')
    if (body)
      arrived.push({
        path: (from.url ?? '').split('?')[0] ?? '',
        id: String(from.headers['webhook-id']),
        body: JSON.parse(body),
      })
    answering.writeHead(answer.status).end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
afterAll(async () => {
  receiver?.close()
  await server?.close()
})
beforeEach(async () => {
  for (const table of [
    sql`delete from alarm`,
    sql`delete from alarm_config`,
    sql`delete from notification_contact`,
    sql`delete from incident_event_offset`,
  ])
    await server.system.db.run(table)
  await server.system.db.run(sql`update device_state set online = true`)
  invalidateSettings()
  scene = (await call('POST scene', { name: `Site ${serials++}` })).data.id
  answer = { status: 200, body: { errcode: 0, errmsg: 'ok' } }
  arrived = []
  request = []
})

const call = (at: `${string} ${string}`, payload?: Record<string, unknown>) => server.call(token, at, payload)

async function device(): Promise<number> {
  const sn = `0c4646aa${String(serials++).padStart(4, '0')}`
  const { device_id } = await introduce(server.system, sn, { identity: { type: 1 } })
  await call('POST device/add', { sn, scene_id: scene, name: `AP-${serials}` })
  return device_id
}

const robot = async (part: Record<string, unknown> = {}): Promise<number> => {
  const provider = (part['provider'] as string | undefined) ?? 'webhook'
  const webhook = provider === 'webhook' ? `${url}/${serials++}` : `${url}/robot/send?access_token=0123456789abcdef`
  return (await call('POST alarm/user', { type: 3, name: `R${serials++}`, provider, settings: { webhook }, ...part }))
    .data.id
}

const away = async (ids: number[]) => {
  const since = server.system.now() - 600
  await server.system.db.run(
    sql`update device_state set online = false, since = ${since}, seen_at = ${since} where device_id = any(${ids}::int[])`,
  )
  await lookAtPresence(server.system)
}
const back = async (ids: number[]) => {
  await server.system.db.run(
    sql`update device_state set online = true, since = ${server.system.now()} where device_id = any(${ids}::int[])`,
  )
  await lookAtPresence(server.system)
}
/** Everything that waits is due now, except what is planned for later. */
const gathered = () =>
  server.system.db.run(sql`update notification set due_at = 0 where state = 0 and due_at < ${server.system.now() + 30}`)
const turn = async () => {
  const look = makeRound(server.system)
  await (await look()).sent
  await gathered()
  await (await look()).sent
}
/** The server's own loop runs too; messages that it took are in progress. */
async function settled(): Promise<void> {
  await turn()
  for (let round = 0; round < 100; round++) {
    const busy = await server.system.db.find(sql`
      select 1 from alarm_message where state = 0 and attempts = 0 union all select 1 from notification where state = 0 and due_at <= ${server.system.now()}
      union all select 1 from alarm_message where state = 0 and answer = ':handed'`)
    if (!busy) return
    await new Promise((go) => setTimeout(go, 50))
  }
}
const messages = async (request = {}) => (await call('GET alarm/user/delivery', { limit: 100, ...request })).data.list
const states = () => arrived.flatMap(({ body }) => (body.incidents as { state: string }[]).map(({ state }) => state))
const set = async (fields: Record<string, unknown>) => {
  await server.system.db.run(sql`delete from alarm_config`)
  await server.system.db.run(sql`insert into alarm_config (team_id, type, fields, changed_by, updated_at)
    select team_id, 'dev_offline', ${JSON.stringify(fields)}, '', 0 from account where account = 'admin'`)
  invalidateSettings()
}

describe('links in a message', () => {
  const actionsIn = (at: number) => (arrived[at]?.body.actions ?? []) as { words: string; url: string }[]
  const tokenIn = (at = 0) => new URL(actionsIn(at)[0]?.url ?? url).searchParams.get('t') ?? ''
  const act = (t: string, action: string, more = {}) => server.call('', 'POST alarm/act', { t, action, ...more })
  const show = async (t: string) => (await server.call('', 'GET alarm/act', { t, lang: 'en' })).data
  const alarm = async () => (await call('GET alarm/log', { scene_id: scene })).data.list[0]

  test('acknowledge, silence and solve, each once, and are in the log for undo', async () => {
    await robot({ links: 1, name: 'Duty chat', lang: 'en' })
    const id = await device()
    await away([id])
    await settled()
    expect(actionsIn(0).map(({ words }) => words)).toEqual(['Acknowledge', 'Silence for 1 h', 'Mark as solved'])
    expect(actionsIn(0)[0]?.url).toMatch(/^https:\/\/noc\.example\.com\/alarm\/act\?t=[\w-]{75}&a=acknowledge$/)
    const t = tokenIn()
    expect(await show(t)).toMatchObject({
      name: 'Duty chat',
      list: [{ title: 'Device offline', state: 0, acknowledged: 0 }],
      used: [],
    })
    expect((await act(t, 'acknowledge', { by: 'Li Lei' })).data).toEqual({ total_cnt: 1 })
    expect(await alarm()).toMatchObject({
      state: 0,
      acknowledged_at: expect.any(Number),
      note: 'Acknowledge: Li Lei (Duty chat)',
    })
    expect(await act(t, 'acknowledge')).toMatchObject({ code: 11381 })
    expect((await act(t, 'silence')).data).toEqual({ total_cnt: 1 })
    expect((await alarm()).ignored_until).toBeGreaterThan(server.system.now() + 3500)
    expect((await act(t, 'solve')).data).toEqual({ total_cnt: 1 })
    expect(await alarm()).toMatchObject({ state: 1, changed_by: 'Duty chat' })
    const log = (await call('GET log/sys', { way: 'link' })).data.list
    expect(log.map((one: any) => [one.call, one.account])).toEqual([
      ['POST alarm/log/solve', 'Duty chat'],
      ['POST alarm/log/ignore', 'Duty chat'],
      ['POST alarm/log/note', 'Li Lei (Duty chat)'],
    ])
    expect((await call('POST log/undo', { id: log[0].id })).code).toBe(0)
    expect(await alarm()).toMatchObject({ state: 2 })
  })

  test('are invalid for others: another signature, another team’s alarm, a disabled contact, three days', async () => {
    const id = await robot({ links: 1 })
    await away([await device()])
    await settled()
    const t = tokenIn()
    const forged = t.slice(0, -1) + (t.endsWith('A') ? 'B' : 'A')
    expect(await act(forged, 'solve')).toMatchObject({ code: 11380 })
    expect((await server.call('', 'GET alarm/act', { t: forged })).code).toBe(11380)
    const { db } = server.system
    await db.run(sql`update notification_contact set status = 0 where id = ${id}`)
    expect((await act(t, 'solve')).code).toBe(11380)
    await db.run(sql`update notification_contact set status = 1 where id = ${id}`)
    await db.run(sql`update alarm_message set created_at = created_at - 260000`)
    expect((await act(t, 'solve')).code).toBe(11380)
    expect(await alarm()).toMatchObject({ state: 0 })
  })

  test('are absent for contacts without them, and in messages about ended incidents', async () => {
    await robot()
    await robot({ links: 1 })
    const id = await device()
    await away([id])
    await settled()
    expect(arrived.map((_, at) => actionsIn(at).length).toSorted((a, b) => a - b)).toEqual([0, 3])
    arrived = []
    await back([id])
    await settled()
    expect(arrived.map((_, at) => actionsIn(at).length)).toEqual([0, 0])
    expect(JSON.stringify(await messages())).not.toContain('alarm/act')
  })

  test('an acknowledged incident is neither repeated nor escalated', async () => {
    const chief = await robot({ links: 1, named_only: 1 })
    await robot({ links: 1 })
    await set({ escalate: [{ after_s: 60, targets: [chief] }] })
    await away([await device()])
    await settled()
    const before = arrived.length
    await act(tokenIn(), 'acknowledge')
    await server.system.db.run(sql`update notification set due_at = 0 where state = 0`)
    await settled()
    expect(arrived).toHaveLength(before)
  })
})

describe('an incident', () => {
  test('is notified once and its end once, with the provider’s answer', async () => {
    const [one, user] = [await device(), await robot()]
    await away([one])
    await settled()
    await settled()
    expect(states()).toEqual(['opened'])
    await back([one])
    await settled()
    expect(states()).toEqual(['opened', 'recovered'])
    const [recovered, opened] = await messages({ user_id: user })
    expect(opened).toMatchObject({
      state: 1,
      answer: expect.stringContaining('HTTP 200'),
      attempts: 1,
      incident_cnt: 1,
      channel: 'webhook',
    })
    expect(opened.subject).toMatch(/^\[严重\] 设备离线 · AP-/)
    expect(recovered.subject).toMatch(/^\[恢复\]/)
    const { list: alarms } = (await call('GET alarm/log', { scene_id: scene })).data
    expect(await messages({ alarm_id: alarms[0].id })).toHaveLength(2)
    expect((await call('GET alarm/user')).data.list[0]).toMatchObject({ last_state: 1, waiting_cnt: 0 })
  })

  test('that ends before its notification is not notified', async () => {
    const [one] = [await device(), await robot()]
    const slow = { hours: [{ weekdays: [], minute_from: 0, minute_to: 0 }], outside_hours: 1 }
    await robot(slow)
    await server.system.db.run(sql`delete from notification_contact where hours = '[]'`)
    await away([one])
    await turn()
    await back([one])
    await settled()
    expect(arrived).toEqual([])
  })

  test('is sent to contacts whose scene, level and type match', async () => {
    const elsewhere = (await call('POST scene', { name: `Else ${serials++}` })).data.id
    const group = (await call('POST scene/group', { name: `Group ${serials++}` })).data.id
    await call('POST scene/group/join', { group_id: group, scene_ids: [scene] })
    const heard = [
      await robot({ scope: 1, scene_ids: [scene] }),
      await robot({ scope: 2, group_ids: [group], level: 1 }),
      await robot({ types: ['dev_offline'] }),
    ]
    await robot({ scope: 1, scene_ids: [elsewhere] })
    await robot({ types: ['dev_reboot'] })
    await robot({ status: 0 })
    await robot({ named_only: 1 })
    await away([await device()])
    await settled()
    expect(new Set((await messages()).map(({ user_id }: any) => user_id))).toEqual(new Set(heard))
  })

  test('of many devices at the same time is one message', async () => {
    await robot()
    await away([await device(), await device(), await device()])
    await settled()
    expect(arrived).toHaveLength(1)
    expect(arrived[0]?.body.incidents).toHaveLength(3)
    expect(arrived[0]?.body.subject).toContain('等 3 条')
  })
})

describe('a provider', () => {
  test('with an error is retried with the same id, and further notifications are collected meanwhile', async () => {
    const [one, two, three] = [await device(), await device(), await device()]
    await robot()
    answer = { status: 503, body: {} }
    await away([one])
    await settled()
    expect((await messages())[0]).toMatchObject({ state: 0, attempts: 1, answer: 'HTTP 503 {}' })
    await away([two])
    await turn()
    await away([three])
    await turn()
    answer = { status: 200, body: {} }
    await server.system.db.run(sql`update alarm_message set next_at = 0`)
    await turn()
    await settled()
    await server.system.db.run(sql`update notification set due_at = 0 where state = 0`)
    await settled()
    expect(arrived.map(({ body }) => body.incidents.length)).toEqual([1, 1, 2])
    expect(arrived[0]?.id).toBe(arrived[1]?.id)
    expect(new Set((await messages()).map(({ state }: any) => state))).toEqual(new Set([1]))
  })

  test('that refuses permanently is not retried, until a person requests it', async () => {
    await robot()
    answer = { status: 404, body: { no: 'such hook' } }
    await away([await device()])
    await settled()
    const [failed] = await messages()
    expect(failed).toMatchObject({ state: 2, attempts: 1, answer: 'HTTP 404 {"no":"such hook"}' })
    answer = { status: 200, body: {} }
    expect((await call('POST alarm/user/retry', { ids: [failed.id] })).data).toEqual({ total_cnt: 1, err_cnt: 0 })
    await settled()
    expect((await messages())[0]).toMatchObject({ id: failed.id, state: 1 })
    expect((await call('POST alarm/user/retry', { ids: [failed.id] })).data).toEqual({ total_cnt: 1, err_cnt: 1 })
  })

  test('that accepts 20 a minute gets 20, and the rest in one', async () => {
    const id = await robot({ provider: 'dingtalk' })
    const { place, team_id } = await server.system.db.one<any>(
      sql`select place, team_id from notification_contact where id = ${id}`,
    )
    const now = server.system.now()
    const fill = (count: number) =>
      server.system.db.run(sql`insert into alarm_message (notification_contact_id, team_id, place, body, incident_cnt, state, next_at, tried_at, created_at)
        select ${id}, ${team_id}, ${place}, '{"subject": "", "text": ""}', 1, 1, 0, ${now - 30}, ${now} from generate_series(1, ${count}::int)`)
    await fill(20)
    await away([await device()])
    await turn()
    await away([await device()])
    await turn()
    await turn()
    expect(arrived).toEqual([])
    await server.system.db.run(sql`update alarm_message set tried_at = ${now - 61}`)
    await server.system.db.run(sql`update notification set due_at = 0 where state = 0`)
    await settled()
    expect(arrived).toHaveLength(1)
    expect((await messages())[0]).toMatchObject({ incident_cnt: 2, state: 1 })
  })

  test('a message whose process died is sent by the next, under the same id', async () => {
    await robot()
    const [one] = [await device()]
    answer = { status: 503, body: {} }
    await away([one])
    await settled()
    const [before] = await server.system.db.rows<any>(sql`select uuid from alarm_message`)
    // locked, without a result
    await server.system.db.run(sql`update alarm_message set attempts = 1, next_at = ${server.system.now() - 1}`)
    answer = { status: 200, body: {} }
    await settled()
    expect(arrived.map(({ id }) => id)).toEqual([before.uuid, before.uuid])
  })

  test.each([
    ['webhook', (body: any) => body.subject ?? body.title ?? '', false],
    ['dingtalk', (body: any) => body.markdown.title, true],
  ] as const)(
    'of %s without a stored answer is marked as a possible repeat where possible',
    async (provider, said, is) => {
      await robot({ provider })
      await away([await device()])
      await settled()
      expect(said(arrived[0]?.body)).not.toMatch(/可能重复/)
      // handed over, then the process died
      await server.system.db.run(
        sql`update alarm_message set state = 0, next_at = 0, done_at = null, answer = ':handed'`,
      )
      await turn()
      await vi.waitFor(() => expect(arrived).toHaveLength(2))
      expect(/^（可能重复）/.test(said(arrived[1]?.body))).toBe(is)
      await vi.waitFor(async () => expect(await messages()).toMatchObject([{ state: 1, attempts: 2 }]))
    },
  )

  test('events are notified once, with any number of concurrent readers', async () => {
    await robot()
    await robot()
    await away([await device(), await device()])
    await Promise.all(Array.from({ length: 4 }, turn))
    await settled()
    expect(arrived).toHaveLength(2)
    expect(states()).toEqual(['opened', 'opened', 'opened', 'opened'])
  })
})

describe('the settings', () => {
  test('name the first recipients and those of the escalation', async () => {
    const [first, second] = [await robot({ named_only: 1, level: 1 }), await robot({ named_only: 1 })]
    await robot()
    await set({ targets: [first], escalate: [{ after_s: 900, targets: [second] }] })
    await away([await device()])
    await settled()
    expect((await messages()).map(({ user_id }: any) => user_id)).toEqual([first])
    await server.system.db.run(sql`update notification set due_at = 0 where kind = 5`)
    await settled()
    expect((await messages())[0]).toMatchObject({ user_id: second, subject: expect.stringContaining('未处理升级') })
  })

  test('a handled incident is not escalated', async () => {
    const [one, second] = [await device(), await robot({ named_only: 1 })]
    await set({ escalate: [{ after_s: 900, targets: [second] }] })
    await away([one])
    await settled()
    const { list: alarms } = (await call('GET alarm/log', { scene_id: scene })).data
    await call('POST alarm/log/ignore', { ids: [alarms[0].id] })
    await server.system.db.run(sql`update notification set due_at = 0 where kind = 5`)
    await settled()
    expect(await messages({ user_id: second })).toEqual([])
  })

  test('repeat it while it lasts', async () => {
    await robot()
    await set({ repeat_s: 3600 })
    const one = await device()
    await away([one])
    await settled()
    for (let n = 0; n < 2; n++) {
      await server.system.db.run(sql`update notification set due_at = 0 where kind = 4 and state = 0`)
      await settled()
    }
    expect(states()).toEqual(['opened', 'again', 'again'])
    await back([one])
    await settled()
    expect(states()).toEqual(['opened', 'again', 'again', 'recovered'])
  })

  test('omit the recovery where it is turned off', async () => {
    await robot({ recover: 0 })
    const [one] = [await device()]
    await away([one])
    await settled()
    await back([one])
    await settled()
    expect(states()).toEqual(['opened'])
  })

  test('quiet hours delay what is not severe enough', async () => {
    const now = new Date()
    const minute = (now.getUTCHours() * 60 + now.getUTCMinutes() + 8 * 60) % 1440
    const quiet = (override_level: number) => [
      { weekdays: [], minute_from: (minute + 1430) % 1440, minute_to: (minute + 20) % 1440, override_level },
    ]
    await robot()
    await set({ quiet: quiet(0) })
    await away([await device()])
    await settled()
    expect(arrived).toEqual([])
    const { due_at } = await server.system.db.one<any>(sql`select due_at from notification`)
    expect(due_at - server.system.now()).toBeGreaterThan(18 * 60)
    await set({ quiet: quiet(1) })
    invalidateSettings()
    await away([await device()])
    await settled()
    expect(arrived).toHaveLength(1)
  })
})

/** A contact with a confirmed address. */
async function person(part: Record<string, unknown>): Promise<number> {
  const { data } = await call('POST alarm/user', { name: `P${serials++}`, ...part })
  await server.system.db.run(sql`update notification_contact set verified_at = 1 where id = ${data.id}`)
  return data.id
}

describe('a person', () => {
  test('receives SMS, in the form of the approved template', async () => {
    answer = { status: 200, body: { Code: 'OK', BizId: '42' } }
    const settings = { key_id: 'LTAI', key_secret: 'very-secret', sign_name: '揽景', template: 'SMS_1', endpoint: url }
    await call('POST send/channel', {
      channel: 'sms-aliyun',
      active: 1,
      settings: { ...settings, notice_template: 'SMS_2', notice_params: 'level,title,device' },
    })
    const id = await person({ type: 0, address: '13800138000' })
    await away([await device()])
    await settled()
    const { searchParams } = new URL(request.at(-1) ?? '', url)
    expect([searchParams.get('TemplateCode'), searchParams.get('PhoneNumbers')]).toEqual(['SMS_2', '13800138000'])
    expect(JSON.parse(searchParams.get('TemplateParam') ?? '')).toMatchObject({ level: '严重', title: '设备离线' })
    expect((await messages({ user_id: id }))[0]).toMatchObject({ state: 1, answer: 'OK 42', channel: 'sms-aliyun' })
  })

  test('receives mail, can unsubscribe by its link, and then gets no more', async () => {
    const mails: string[] = []
    const post = createMailServer((socket) => {
      let isData = false
      socket.on('error', () => {}).write('220 post\r\n')
      socket.on('data', (bytes) => {
        const text = String(bytes)
        if (isData) mails.push(text)
        isData = text.startsWith('DATA')
        socket.write(isData ? '354 go on\r\n' : '250 queued as 7\r\n')
      })
    })
    await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', resolve))
    const { port } = post.address() as AddressInfo
    const settings = { host: '127.0.0.1', port: String(port), security: 'none', from: 'noc@example.com' }
    await call('POST send/channel', { channel: 'smtp', active: 1, settings })
    const id = await person({ type: 1, address: 'lilei@example.com', lang: 'en' })
    await away([await device()])
    await settled()
    const [sent] = await messages({ user_id: id })
    expect(sent).toMatchObject({
      state: 1,
      answer: '250 queued as 7',
      subject: expect.stringMatching(/^\[Critical\] Device offline/),
    })
    const { uuid } = await server.system.db.one<any>(sql`select uuid from alarm_message where id = ${sent.id}`)
    expect(mails[0]).toContain(`Message-ID: <${uuid}@example.com>`)
    const link =
      /^List-Unsubscribe:\s*<https:\/\/noc\.example\.com(\/api\/v1\/alarm\/user\/unsubscribe\?t=[\w-]+)>/m.exec(
        mails[0]?.replace(/\r\n[ \t]+/g, ' ') ?? '',
      )
    const left = await fetch(`${server.url}${link?.[1]}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(await left.json()).toMatchObject({ code: 0, data: { left: 1 } })
    await away([await device()])
    await settled()
    expect(mails).toHaveLength(1)
    post.close()
  })

  test('without a channel the failure is displayed on the page', async () => {
    await server.system.db.run(sql`delete from notify_channel`)
    const phone = await person({ type: 0, address: '13800138001' })
    await away([await device()])
    await settled()
    expect((await messages({ user_id: phone }))[0]).toMatchObject({ state: 2, answer: '未配置此通道，消息没有发出' })
  })
})
