import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'

let server: TestServer
let token = ''
let scene_id = 0

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  scene_id = (await server.call(token, 'POST scene', { name: '滨江园区' })).data.id
  await server.call(token, 'POST scene', { name: 'Depot' })
  await server.call(token, 'POST device/group', { name: 'Doors' })
})
afterAll(() => server?.close())

async function send(bytes: Buffer, more: Record<string, string> = {}) {
  const form = new FormData()
  for (const [key, value] of Object.entries({ scene_id: String(scene_id), lang: 'en', ...more }))
    form.append(key, value)
  form.append('file', new Blob([new Uint8Array(bytes)]), 'list.csv')
  const init = { method: 'POST', headers: { authorization: token }, body: form }
  return (await (await fetch(`${server.url}/api/v1/device/add/import`, init)).json()) as {
    code: number
    msg: string
    data: any
  }
}
const csv = (...lines: string[]) => Buffer.from(lines.join('\r\n'))
const devices = async () => (await server.call(token, 'GET device/all', { limit: 100 })).data

const mixed = csv(
  '名称,序列号,场景,设备分组,种类,IP 地址,监测方式,端口,团体字,颜色',
  'Lobby,5C:E9:1E:10:20:01,,Doors,,,,,,red',
  'Gate,,Depot,Doors,camera,198.51.100.10,ping,,,',
  'Core,,,,第三方交换机,198.51.100.11,SNMP,161,secret-word,',
  'Bad serial,12345,,,,,,,,',
  'No address,,,,,,,,,',
  'Twice,5ce91e102001,,,,,,,,',
  'Where,5ce91e102009,Nowhere,,,,,,,',
  'What,,,,spoon,198.51.100.12,,,,',
  'How,,,,,198.51.100.13,tcp,,,',
)

describe('a list with errors', () => {
  test('the dry run reports line by line, and changes nothing', async () => {
    const { data } = await send(mixed, { test: '1' })
    expect(data).toMatchObject({
      total_cnt: 9,
      err_cnt: 6,
      claim_cnt: 1,
      third_cnt: 2,
      encoding: 'UTF-8',
      ignored: ['颜色'],
    })
    const reasons = data.lines.filter(({ what }: { what: string }) => what === 'wrong')
    expect(reasons.map(({ line, reason }: { line: number; reason: string }) => [line, reason])).toEqual([
      [5, 'The serial number has not 12 hexadecimal digits'],
      [6, 'Tell a serial number or an IP address'],
      [7, 'The same as line 2'],
      [8, 'There is no scene “Nowhere” you may change'],
      [9, 'There is no kind “spoon”'],
      [10, 'Watching by TCP needs a port'],
    ])
    expect((await devices()).total).toBe(0)
    expect((await send(mixed, { test: '1', lang: 'cn' })).data.lines[0].reason).toBe('序列号应为 12 位十六进制字符')
  })

  test('is refused as a whole, or taken without them', async () => {
    expect(await send(mixed)).toMatchObject({ code: 10390 })
    expect((await devices()).total).toBe(0)
    expect(await send(mixed, { partial: '1' })).toMatchObject({ code: 0, data: { claim_cnt: 1, third_cnt: 2 } })
    const { list } = await devices()
    const shown = list.map((one: any) => [one.name, one.scene_name, one.group_name, one.type]).sort()
    expect(shown).toEqual([
      ['Core', '滨江园区', null, 7],
      ['Gate', 'Depot', 'Doors', 7],
      ['Lobby', '滨江园区', 'Doors', 7],
    ])
    const kept = await server.system.db.rows<{ sealed: string }>(
      sql`select sealed from monitored_device where sealed <> ''`,
    )
    expect(kept).toHaveLength(1)
    expect(JSON.stringify(kept)).not.toContain('secret-word')
  })

  test('repeated it changes nothing', async () => {
    expect((await send(mixed, { partial: '1' })).data).toMatchObject({ claim_cnt: 0, third_cnt: 0, here_cnt: 3 })
    expect((await devices()).total).toBe(3)
  })
})

test('GB18030, semicolons and English names are read', async () => {
  const gb = Buffer.concat([
    Buffer.from('name;ip\r\n'),
    Buffer.from([0xb1, 0xb1, 0xc3, 0xc5]),
    Buffer.from(';198.51.100.77\r\n'),
  ])
  const { data } = await send(gb)
  expect(data).toMatchObject({ third_cnt: 1, encoding: 'GB18030' })
  expect(data.lines[0]).toMatchObject({ name: '北门', id: '198.51.100.77', what: 'third' })
})

test('the template is a list that can be imported', async () => {
  for (const lang of ['cn', 'en']) {
    const url = `${server.url}/api/v1/device/add/template?lang=${lang}`
    const answer = await fetch(url, { headers: { authorization: token } })
    const { data } = await send(Buffer.from(await answer.arrayBuffer()), { test: '1' })
    expect(data, lang).toMatchObject({ err_cnt: 0, claim_cnt: 1, third_cnt: 2, ignored: [] })
  }
})

test.each([
  ['nothing', Buffer.from(''), 10387],
  ['no heading', csv('a,b', '1,2'), 10388],
  ['a broken quotation', csv('name,ip', '"x,198.51.100.1'), 10388],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]), 10388],
  ['too many lines', csv('ip', ...Array.from({ length: 10_001 }, () => '198.51.100.1')), 10389],
])('%s is refused', async (_, bytes, code) => {
  expect((await send(bytes, { test: '1' })).code).toBe(code)
})

test('ten thousand lines', async () => {
  const lines = Array.from(
    { length: 10_000 },
    (_, n) => `D${n},${(0x0c2222000000 + n).toString(16).padStart(12, '0')},`,
  )
  const { code, data } = await send(csv('name,sn,ip', ...lines))
  expect(code).toBe(0)
  expect(data.claim_cnt).toBe(10_000)
})
