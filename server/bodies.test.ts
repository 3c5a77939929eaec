import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { bodyBoundsOf, methodOf } from '@belvedere/contract/kit/define-calls.ts'
import { discoverCalls } from './kernel/discovery/discover.ts'
import { startTestServer, type TestServer } from './kernel/test-server.ts'

const calls = (await discoverCalls()).filter(({ spec }) => methodOf(spec) !== 'GET')
const takesNoFile = calls.filter(({ spec }) => bodyBoundsOf(spec).files === 0)
const strangers = calls.filter(({ spec }) => spec.who === 'anyone')

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
})
afterAll(() => server?.close())

async function send(at: string, init: RequestInit, as = token): Promise<number> {
  const [method, path] = at.split(' ') as [string, string]
  const headers = { ...(as ? { authorization: as } : {}), ...(init.headers as Record<string, string>) }
  const answer = await fetch(`${server.url}/api/v1/${path}`, { ...init, method, headers })
  return ((await answer.json()) as { code: number }).code
}

const json = (body: string) => ({ body, headers: { 'content-type': 'application/json' } })

describe('an undeclared file is refused', () => {
  test.each(takesNoFile)('$name', async ({ spec }) => {
    const form = new FormData()
    form.append('file', new Blob([randomBytes(100)]), 'a.bin')
    expect(await send(spec.at, { body: form }, spec.who === 'anyone' ? '' : token)).toBe(commonErrors.noFiles.code)
  })
})

describe('a body of a hundred kilobytes from a stranger is refused', () => {
  test.each(strangers)('$name', async ({ spec }) => {
    expect(await send(spec.at, json(JSON.stringify({ account: 'x'.repeat(100_000) })), '')).toBe(
      commonErrors.tooLarge.code,
    )
  })
})

/** A connection for raw requests. */
async function dial(head: string): Promise<Socket & { heard: string }> {
  const socket = Object.assign(connect(Number(new URL(server.url).port), '127.0.0.1'), { heard: '' })
  socket.on('error', () => {}).on('data', (piece) => (socket.heard += String(piece)))
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write(`${head}\r\nhost: x\r\n\r\n`)
  return socket
}

test('a caller without the right is answered before the body is read, and so is one that announces too much', async () => {
  const unknown = await dial('POST /api/v1/scene HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 1000')
  await expect.poll(() => unknown.heard).toContain(`"code":${commonErrors.authFailed.code}`)
  const form = 'content-type: multipart/form-data; boundary=x\r\ncontent-length: 480000000'
  const large = await dial(`POST /api/v1/user/login HTTP/1.1\r\n${form}`)
  await expect.poll(() => large.heard).toContain(`"code":${commonErrors.tooLarge.code}`)
  const nowhere = await dial('POST /nowhere HTTP/1.1\r\ncontent-length: 1000')
  await expect.poll(() => nowhere.heard).toContain('HTTP/1.1 413')
  for (const socket of [unknown, large, nowhere]) socket.destroy()
})

test('a small part of a refused body is discarded, then its connection is closed', async () => {
  const socket = await dial('POST /api/v1/scene HTTP/1.1\r\ntransfer-encoding: chunked')
  const piece = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, 97), Buffer.from('\r\n')])
  let pieces = 0
  while (!socket.destroyed && pieces < 1000) {
    pieces++
    if (!socket.write(piece))
      await Promise.race(['drain', 'close'].map((one) => new Promise((done) => socket.once(one, done))))
  }
  expect(socket.destroyed).toBe(true)
  expect(socket.heard).toContain(`"code":${commonErrors.authFailed.code}`)
})

test('a form without files has the limit of any body, with any division into fields', async () => {
  const form = new FormData()
  for (let n = 0; n < 8; n++) form.append(`name${n}`, 'x'.repeat(600_000))
  expect(await send('POST scene', { body: form })).toBe(commonErrors.tooLarge.code)
})

test('compressed bodies are refused', async () => {
  const body = gzipSync(JSON.stringify({ name: 'packed' }))
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  expect(await send('POST scene', { body: new Uint8Array(body), headers })).toBe(commonErrors.badInput.code)
})

test('JSON of excessive depth is bad input, as a body and as a field', async () => {
  const deep = '['.repeat(300_000) + ']'.repeat(300_000)
  expect(await send('POST scene', json(`{"name":"deep","x":${deep}}`))).toBe(commonErrors.badInput.code)
  expect(await send('POST alarm/log/ignore', { body: new URLSearchParams({ ids: deep }) })).toBe(
    commonErrors.badInput.code,
  )
  const brackets = `name=x&a${'[b]'.repeat(5000)}=1`
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect(await send('POST scene', { body: brackets, headers: form })).not.toBe(commonErrors.internal.code)
})

test('input that would change the prototype of objects has no effect', async () => {
  const tries = [
    json('{"name":"p","__proto__":{"polluted":1}}'),
    json('{"name":"p","constructor":{"prototype":{"polluted":1}}}'),
    { body: new URLSearchParams({ name: 'p', '__proto__[polluted]': '1', 'constructor[prototype][polluted]': '1' }) },
  ]
  for (const one of tries) expect(await send('POST scene', one)).not.toBe(commonErrors.internal.code)
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})
