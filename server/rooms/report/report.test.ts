import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parse } from 'csv-parse/sync'
import type { Ingest } from '../../devices/ingest/ingest.ts'
import { facts, introduce, openIngest } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { foundTeam } from '../account/api.ts'
import { runSchedules } from './run-schedules.job.ts'
import { textsOfPdf } from './print/test-read-pdf.ts'

let server: TestServer
let ingest: Ingest
let token: string
let other: string
let scene: number
let ap: number
let to: number

beforeAll(async () => {
  server = await startTestServer()
  ingest = await openIngest(server.system)
  token = await server.signIn()
  const team = { team: 'other', account: 'other', password: 'Testing-2026', now: server.system.now() }
  await foundTeam(server.system, team)
  other = await server.signIn('other', 'Testing-2026')
  scene = (await server.call(token, 'POST scene', { name: '湖畔酒店' })).data.id
  ap = (await introduce(server.system, '0c8888aa0001')).device_id
  await server.call(token, 'POST device/add', { sn: '0c8888aa0001', scene_id: scene, name: '大堂 AP' })
  const radios = [{ band: '5G' as const, channel: 36, width_mhz: 80, tx_power_dbm: 20 }]
  ingest.push({ device_id: ap, scene_id: scene, at: server.system.now(), facts: facts(0, 0, { radios }) })
  await ingest.drain()
  to = Math.floor(server.system.now() / 3600) * 3600
  // online for ten hours, except for an hour, a half and a minute; half an hour of that in maintenance
  const { db } = server.system
  await db.run(sql`delete from device_presence_interval where device_id = ${ap}`)
  await db.run(sql`insert into device_presence_interval (device_id, scene_id, online, since, until) values
    (${ap}, ${scene}, true, ${to - 36_000}, ${to - 20_000}), (${ap}, ${scene}, false, ${to - 20_000}, ${to - 16_400}),
    (${ap}, ${scene}, true, ${to - 16_400}, ${to - 9000}), (${ap}, ${scene}, false, ${to - 9000}, ${to - 8970}),
    (${ap}, ${scene}, true, ${to - 8970}, null)`)
  await db.run(sql`update device_state set since = ${to - 8970} where device_id = ${ap}`)
  await db.run(sql`insert into alarm_silence (team_id, kind, name, scene_id, from_at, to_at, created_at, updated_at, changed_by)
    select team_id, 1, 'work', id, ${to - 20_000}, ${to - 18_200}, 0, 0, 'admin' from scene where id = ${scene}`)
})
afterAll(() => server?.close())

const period = () => ({ scene_id: scene, from: to - 36_000, to })
const preview = async (more = {}) =>
  (await server.call(token, 'GET scene/report/preview', { ...period(), lang: 'en', ...more })).data
const section = (answer: any, id: string) => answer.sections.find((one: any) => one.id === id)

test('availability follows its definition', async () => {
  const rows = section(await preview(), 'availability').tables[0].rows
  // 36000 - 1800 counted, 3600 - 1800 offline, 30 s not counted
  expect(rows).toEqual([['大堂 AP', 'Access point', '94.736 %', 1, '30 min', '9 h 30 min', '30 min']])
  const strict = section(await preview({ min_outage: 0, exclude_maintenance: 0 }), 'availability').tables[0].rows
  expect(strict).toEqual([['大堂 AP', 'Access point', '89.916 %', 2, '1 h', '10 h', '0']])
  expect((await preview()).accounting.join(' ')).toMatch(/shorter than 60 s/)
})

test('sections are the requested ones, in the order of printing', async () => {
  const { sections } = await preview({ sections: ['radios', 'summary'] })
  expect(sections.map(({ id }: any) => id)).toEqual(['summary', 'radios'])
  expect(sections[1].tables[0].rows).toEqual([['大堂 AP', '5G', 36, '80 MHz', '20 dBm', '–', '–', 'Online']])
})

test('an invalid period is refused', async () => {
  for (const wrong of [
    { from: to, to: to - 1 },
    { from: 0, to },
  ])
    expect((await server.call(token, 'GET scene/report/preview', { scene_id: scene, ...wrong })).code).toBe(12_052)
})

async function made(lang: string): Promise<number> {
  const { code, data } = await server.call(token, 'POST scene/report', { ...period(), lang })
  expect(code).toBe(0)
  for (let tries = 0; tries < 200; tries++) {
    const { list } = (await server.call(token, 'GET scene/report', { scene_id: scene })).data
    const row = list.find(({ id }: any) => id === data.id)
    if (row.state === 'failed') throw new Error(row.said)
    if (row.state === 'done') {
      expect(row).toMatchObject({ progress: 100, by: 'admin', availability: expect.closeTo(94.7368, 3) })
      return row.id
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('it was not made')
}

const download = async (report_id: number, format: string, who = token) => {
  const query = new URLSearchParams({ scene_id: String(scene), report_id: String(report_id), format })
  return fetch(`${server.url}/api/v1/scene/report/file?${query}`, { headers: { authorization: who } })
}

/** Of the created reports. */
let last = 0

const bare = (text: string) => text.replaceAll(/\s+/g, '')

test.each(['cn', 'en'])(
  'PDF and CSV contain the same numbers (%s)',
  async (lang) => {
    const id = await made(lang)
    last = id
    const pdf = Buffer.from(await (await download(id, 'pdf')).arrayBuffer())
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    const csv = await (await download(id, 'csv')).text()
    const printed = bare(textsOfPdf(pdf).join(''))
    const rows: string[][] = parse(csv, { bom: true, relax_column_count: true, skip_empty_lines: true })
    // below its head a row of the file is a row on paper, a title is a title
    const missing = rows
      .map((row) => bare(row.join('')).replace(/^#+/, ''))
      .filter((text) => text !== '' && !/^(周期|Period|日期|Day)/.test(text))
      .filter((text) => !printed.includes(text))
    expect(missing).toEqual([])
    expect(rows.length).toBeGreaterThan(40)
    expect(printed).toContain(lang === 'cn' ? '可用率' : 'Availability')
    expect(printed).not.toContain('\ufffd')
    // a difference would be detected
    expect(printed).toContain('94.736%')
    expect(printed).not.toContain('94.737%')
    // the title contains the scene's name, in Chinese characters from the embedded font
    expect(printed).toContain('湖畔酒店')
    expect(pdf.includes('FontFile')).toBe(true)
  },
  60_000,
)

test('not accessible to another team', async () => {
  expect(await (await download(last, 'pdf', other)).json()).toMatchObject({ code: 10_023 })
  expect((await server.call(other, 'GET scene/report/preview', period())).code).toBe(10_023)
})

test('the profile is stored, undone, and orders scheduled reports', async () => {
  await bindMember('boss', 'boss@example.com')
  const {
    logo: _,
    next_at: __,
    changed_by: ___,
    mail: ____,
    ...before
  } = (await server.call(token, 'GET scene/report/profile', { scene_id: scene })).data
  const request = {
    ...before,
    scene_id: scene,
    on: 1,
    rhythm: 'day',
    sections: ['summary'],
    targets: ['boss@example.com'],
  }
  const { code, data } = await server.call(token, 'POST scene/report/profile', request)
  expect([code, data.next_at > server.system.now()]).toEqual([0, true])
  await server.system.db.run(sql`update report_profile set next_at = 1`)
  await runSchedules.run({}, server.system)
  let row: any
  for (let tries = 0; tries < 100 && !row?.said; tries++) {
    row = (await server.call(token, 'GET scene/report', { scene_id: scene })).data.list.find(
      ({ way }: any) => way === 'timer',
    )
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  expect(row).toMatchObject({ state: 'done', section_cnt: 1, sent_cnt: 0, said: expect.stringMatching(/邮件|mail/) })
  const { list } = (await server.call(token, 'GET log/sys', { limit: 3 })).data
  await server.call(token, 'POST log/undo', { id: list.find((one: any) => one.object.startsWith('report-profile')).id })
  expect((await server.call(token, 'GET scene/report/profile', { scene_id: scene })).data).toMatchObject({
    on: 0,
    sections: before.sections,
    next_at: null,
  })
  expect((await server.call(token, 'POST scene/report/profile', { ...request, targets: ['no address'] })).code).toBe(
    10_001,
  )
})

/** An unused port, and a mail server that stores its mails once it is opened there. */
async function postOffice() {
  const mails: { to: string[]; mail: Email }[] = []
  const post = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _, done) =>
      done(address.startsWith('nobody') ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null),
    onData(stream, { envelope }, done) {
      void (async () => {
        const parts: Buffer[] = []
        for await (const part of stream) parts.push(part as Buffer)
        const to = envelope.rcptTo.map(({ address }) => address)
        mails.push({ to, mail: await PostalMime.parse(Buffer.concat(parts)) })
        done(null, 'queued')
      })()
    },
  })
  post.on('error', () => {})
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const { port } = free.address() as AddressInfo
  await new Promise((resolve) => free.close(resolve))
  const open = () => new Promise<void>((resolve) => void post.listen(port, '127.0.0.1', resolve))
  return { mails, port, open, close: () => new Promise<void>((resolve) => post.close(resolve)) }
}

test('is sent by mail to each address, with both files, once the mail server is available', async () => {
  const post = await postOffice()
  const settings = { host: '127.0.0.1', port: String(post.port), security: 'none', from: 'noc@example.com' }
  expect((await server.call(token, 'POST send/channel', { channel: 'smtp', active: 1, settings })).code).toBe(0)
  const {
    logo: _,
    next_at: __,
    changed_by: ___,
    mail: ____,
    ...before
  } = (await server.call(token, 'GET scene/report/profile', { scene_id: scene })).data
  const targets = ['boss@example.com', 'nobody@example.com', 'night@example.com']
  const stranger = { ...before, scene_id: scene, targets: ['victim@example.org'] }
  expect(await server.call(token, 'POST scene/report/profile', stranger)).toMatchObject({
    code: 10172,
    data: { fields: { targets: expect.stringContaining('victim@example.org') } },
  })
  for (const [n, email] of targets.entries()) if (n > 0) await bindMember(`member${n}`, email)
  const request = { ...before, scene_id: scene, on: 1, rhythm: 'day', sections: ['summary', 'availability'], targets }
  expect((await server.call(token, 'POST scene/report/profile', request)).code).toBe(0)
  await server.system.db.run(sql`update report_profile set next_at = 1`)
  await runSchedules.run({}, server.system)
  const row = async () =>
    (await server.call(token, 'GET scene/report', { scene_id: scene })).data.list.find(
      ({ way }: any) => way === 'timer',
    )
  await vi.waitFor(async () => expect((await row()).said).toMatch(/ECONNREFUSED/), { interval: 50 })
  expect(await row()).toMatchObject({ state: 'done', sent_cnt: 0 })
  await post.open()
  await vi.waitFor(async () => expect(await row()).toMatchObject({ sent_cnt: 2 }), { interval: 50 })
  await vi.waitFor(async () => expect((await row()).said).toMatch(/nobody@example.com.*no such user/), {
    timeout: 30_000,
    interval: 50,
  })
  await post.close()
  expect(post.mails.flatMap(({ to }) => to).sort()).toEqual(['boss@example.com', 'night@example.com'])
  const { id } = await row()
  for (const { mail } of post.mails) {
    expect(mail.subject).toBe('网络运行报告 · 揽景')
    expect(mail.text).toContain('湖畔酒店')
    const [pdf, csv] = mail.attachments
    expect([pdf?.mimeType, csv?.mimeType]).toEqual(['application/pdf', 'text/csv'])
    expect(pdf?.filename).toMatch(/^湖畔酒店-\d{4}-\d\d-\d\d\.pdf$/)
    const bytes = Buffer.from(pdf?.content as ArrayBuffer)
    // the attachment equals the download, and can be opened
    expect(bytes.equals(Buffer.from(await (await download(id, 'pdf')).arrayBuffer()))).toBe(true)
    expect(bare(textsOfPdf(bytes).join(''))).toContain('湖畔酒店')
    expect(
      Buffer.from(csv?.content as ArrayBuffer).equals(Buffer.from(await (await download(id, 'csv')).arrayBuffer())),
    ).toBe(true)
  }
})

test('recipients of reports can unsubscribe, and earlier unconfirmed addresses receive none', async () => {
  const post = await postOffice()
  await post.open()
  const settings = { host: '127.0.0.1', port: String(post.port), security: 'none', from: 'noc@example.com' }
  expect((await server.call(token, 'POST send/channel', { channel: 'smtp', active: 1, settings })).code).toBe(0)
  const run = async (targets: string[]) => {
    await server.system.db.run(
      sql`update report_profile set next_at = 1, fields = jsonb_set(fields, '{targets}', ${JSON.stringify(targets)}::jsonb)`,
    )
    await runSchedules.run({}, server.system)
    const newest = async () => (await server.call(token, 'GET scene/report', { scene_id: scene })).data.list[0]
    await vi.waitFor(async () => expect((await newest()).sent_cnt > 0 || (await newest()).said !== '').toBe(true), {
      timeout: 30_000,
      interval: 50,
    })
    return newest()
  }
  expect(await run(['victim@example.org'])).toMatchObject({ sent_cnt: 0, said: expect.stringContaining('未经确认') })
  expect(await run(['boss@example.com'])).toMatchObject({ sent_cnt: 1 })
  const header = JSON.stringify(post.mails.at(-1)?.mail.headers)
  const link = new URL(/https?:[^>"]*unsubscribe\?t=[\w-]+/.exec(header)?.[0] ?? '')
  const oneClick = await fetch(`${server.url}${link.pathname}${link.search}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(await oneClick.json()).toMatchObject({ code: 0, data: { left: 1 } })
  const sent = post.mails.length
  expect(await run(['boss@example.com'])).toMatchObject({ sent_cnt: 0, said: expect.stringContaining('已退订') })
  expect(post.mails.length).toBe(sent)
  await post.close()
})

async function bindMember(account: string, email: string): Promise<void> {
  const made = await server.call(token, 'POST user/member', { account, password: 'Member-2026', role: 3 })
  expect(made.code).toBe(0)
  await server.system.db.run(sql`update account set email = ${email} where account = ${account}`)
}

test('a removed report is deleted with its files', async () => {
  await server.call(token, 'POST scene/report/remove', { scene_id: scene, ids: [last] })
  expect(await (await download(last, 'pdf')).json()).toMatchObject({ code: 10_002 })
})

test('an absence for ordered work does not count, up to its time limit', async () => {
  const { db } = server.system
  await db.run(sql`insert into device_absence (device_id, cause_id, work, model, by_name, ref, token, from_at, until)
    values (${ap}, ${ap}, 'upgrade', '', 'admin', '', gen_random_uuid(), ${to - 20_010}, ${to - 17_000})`)
  const rows = section(await preview(), 'availability').tables[0].rows
  // the window ends 18200 s before the end, the upgrade is at 17000: 600 s are left
  expect(rows[0].slice(2, 6)).toEqual(['98.181 %', 1, '10 min', '9 h 10 min'])
  const strict = section(await preview({ exclude_maintenance: 0, min_outage: 0 }), 'availability').tables[0].rows
  expect(strict[0][2]).toBe('89.916 %')
  await db.run(sql`delete from device_absence where device_id = ${ap}`)
})
