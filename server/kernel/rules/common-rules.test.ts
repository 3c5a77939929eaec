import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logHow } from '../../base/process/log.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let token: string
let uid: number
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  uid = (await server.call(token, 'GET user/profile')).data.uid
})
afterAll(() => server?.close())

interface PlainAnswer {
  code: number
  msg: string
  data: any
}

async function ask(path: string, options: RequestInit = {}, as = token): Promise<PlainAnswer> {
  const answer = await fetch(`${server.url}/api/v1/${path}`, {
    ...options,
    headers: { ...(as ? { authorization: as } : {}), ...(options.headers as Record<string, string>) },
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as PlainAnswer
}

const scenes = async () => (await ask('scene/option')).data.list as { id: number; name: string }[]
const idOf = async (name: string) => (await scenes()).find((scene) => scene.name === name)?.id ?? 0
const json = (body: unknown) => ({
  method: 'POST',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

describe('rules of every call', () => {
  test('a body is JSON, a form, or form data', async () => {
    const form = (name: string) => Object.entries({ name, uid: String(uid), lang: 'cn' })
    const data = new FormData()
    for (const [key, value] of form('Form data')) data.append(key, value)
    const bodies = [
      json({ name: 'JSON', uid, lang: 'cn' }),
      { method: 'POST', body: new URLSearchParams(form('Form')) },
      { method: 'POST', body: data },
    ]
    for (const body of bodies) expect(await ask('scene', body)).toMatchObject({ code: 0, data: { rev: 1 } })
    expect((await scenes()).map(({ name }) => name).sort()).toEqual(['Form', 'Form data', 'JSON'])
  })

  test('GET and DELETE take a query; an id may stand at the end of the path', async () => {
    const [one, other, third] = [await idOf('JSON'), await idOf('Form'), await idOf('Form data')]
    expect((await ask(`scene?ids=${one},${other}`)).data.total).toBe(2)
    expect((await ask(`scene?ids=${one}&ids=${other}`)).data.total).toBe(2)
    expect((await ask(`scene?ids[]=${one}&uid=${uid}&lang=en`)).data.total).toBe(1)
    const change = { ...json({ rev: 1, city: 'Bonn' }), method: 'PUT' }
    expect(await ask(`scene/${one}`, change)).toMatchObject({ code: 0, data: { rev: 2 } })
    expect(await ask(`scene/${other}`, { method: 'DELETE' })).toMatchObject({ code: 0 })
    expect(await ask(`scene?id=${third}`, { method: 'DELETE' })).toMatchObject({ code: 0 })
    expect((await scenes()).map(({ id }) => id)).toEqual([one])
  })

  test('words are in the language of the payload, else in that of the browser', async () => {
    const taken = (more: object, headers: Record<string, string> = {}) => {
      const options = json({ name: 'JSON', ...more })
      return ask('scene', { ...options, headers: { ...options.headers, ...headers } })
    }
    const msg = { cn: (await taken({ lang: 'cn' })).msg, en: (await taken({ lang: 'en' })).msg }
    expect(msg.cn).toMatch(/[\u4e00-\u9fff]/)
    expect(msg.en).not.toMatch(/[\u4e00-\u9fff]/)
    expect((await taken({ lang: 'en' }, { 'accept-language': 'zh-CN' })).msg).toBe(msg.en)
    const unknown = (headers: Record<string, string>) => ask('user/profile', { headers }, 'nobody')
    expect((await unknown({ 'accept-language': 'en-GB' })).msg).toMatch(/^Your session/)
    expect((await unknown({ 'accept-language': 'zh-CN,en;q=0.5' })).msg).toMatch(/^登录已失效/)
  })

  test.each([
    ['no token', () => ask('user/profile', {}, '')],
    ['an unknown token', () => ask('user/profile', {}, 'x'.repeat(43))],
    ['another uid', () => ask(`user/profile?uid=${uid + 1}`)],
    ['another uid in a body', () => ask('scene', json({ name: 'Foreign', uid: uid + 1 }))],
    ['a uid that is none', () => ask('user/profile?uid=admin')],
  ])('%s is answered 10021', async (_, call) => {
    expect((await call()).code).toBe(10021)
    expect(await idOf('Foreign')).toBe(0)
  })

  test('unknown calls, invalid JSON and too large bodies get an envelope too', async () => {
    expect((await ask('no/such/call')).code).toBe(10003)
    expect((await ask('scene/option', json({}))).code).toBe(10003)
    expect((await ask('scene', json('{"name":'))).code).toBe(10001)
    expect((await ask('scene', json({ name: 'x'.repeat(5 << 20) }))).code).toBe(10004)
  })
})

describe('for programs', () => {
  test('the contract as OpenAPI, every call with its shapes, for anybody', async () => {
    const answer = await fetch(`${server.url}/api/v1/openapi.json`)
    expect(answer.headers.get('content-type')).toMatch(/application\/json/)
    const { openapi, paths } = (await answer.json()) as { openapi: string; paths: Record<string, object> }
    expect(openapi).toMatch(/^3\.1/)
    const stated = server.house.calls.map(({ spec }) => spec.at).sort()
    const told = Object.entries(paths).flatMap(([path, verbs]) =>
      Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${path.replace('/api/v1/', '')}`),
    )
    expect(told.sort()).toEqual(stated)
    expect(paths['/api/v1/device/cgi']).toMatchObject({
      post: {
        security: [{ token: [] }],
        requestBody: { content: { 'application/json': { schema: { required: ['type'] } } } },
      },
    })
  })

  test('metrics are text for Prometheus', async () => {
    const answer = await fetch(`${server.url}/metrics`)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=/)
    const text = await answer.text()
    expect(text).toMatch(/^# TYPE \S*call_seconds histogram$/m)
    expect(text).toMatch(/call="GET user\/profile"/)
  })

  test('other addresses get metrics only with the token', async () => {
    const token = 'scrape-0123456789abcdef'
    const one = await startTestServer([
      '--metrics-from',
      '192.0.2.0/24',
      '--metrics-token',
      token,
      '--trust-proxy',
      '127.0.0.1',
    ])
    const status = async (headers: Record<string, string>) => (await fetch(`${one.url}/metrics`, { headers })).status
    expect(await status({})).toBe(404)
    expect(await status({ authorization: 'Bearer something else' })).toBe(404)
    expect(await status({ authorization: `Bearer ${token}` })).toBe(200)
    expect(await status({ 'x-forwarded-for': '192.0.2.9' })).toBe(200)
    expect(await status({ 'x-forwarded-for': '192.0.2.9, 198.51.100.1' })).toBe(404)
    await one.system.database.pool.end()
    const ready = await fetch(`${one.url}/readyz`)
    expect([ready.status, await ready.text()]).toEqual([503, ''])
    await one.close().catch(() => {})
  })

  test('a request through an unknown proxy does not count as local', async () => {
    const answer = await fetch(`${server.url}/metrics`, { headers: { 'x-forwarded-for': '127.0.0.1' } })
    expect(answer.status).toBe(404)
  })

  test('a process without its database is alive and not ready', async () => {
    const one = await startTestServer(['--log-level', 'fatal'])
    const told = async (path: string) => {
      const answer = await fetch(`${one.url}${path}`)
      return `${answer.status} ${(await answer.text()).trim()}`
    }
    expect([await told('/healthz'), await told('/readyz')]).toEqual(['200 ok', '200 ready'])
    await one.system.database.pool.end()
    expect([await told('/healthz'), await told('/readyz')]).toEqual(['200 ok', '503 database'])
    const down = await one.call('', 'POST user/login', { account: 'admin', password: 'whatever-1' })
    expect(down.code).toBeGreaterThan(0)
    await one.close().catch(() => {})
  })
})

test('secrets are redacted anywhere in logs', () => {
  let text = ''
  const into = new Writable({ write: (chunk, _, done) => ((text += chunk), done()) })
  const log = pino(logHow('info'), into)
  const secret = 'hunter2'
  log.info({ password: secret, ticket: secret, community: secret, a: { token: secret, b: { psk: secret } } }, 'one')
  log.warn({ request: { headers: { authorization: secret, cookie: secret } } }, 'two')
  log.error({ config: { 'database-url': secret, 'nats-url': secret, 'smtp-url': secret }, name: 'kept' }, 'three')
  expect(text).not.toContain(secret)
  expect(text).toContain('kept')
  expect(text.trim().split('\n')).toHaveLength(3)
})
