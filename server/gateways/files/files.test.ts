import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { introduce } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { issueImageLinks } from '../../rooms/task/fetch/image-links.ts'

let server: TestServer
let base: string
let device_id: number
const image = Buffer.from('firmware of the signed kind '.repeat(20_000))

beforeAll(async () => {
  server = await startTestServer(['--public-url', 'https://console.example.com'])
  base = `http://127.0.0.1:${server.gateways.get('files')}`
  const token = await server.signIn()
  const scene = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
  device_id = (await introduce(server.system, '0c4444ab0001')).device_id
  await server.call(token, 'POST device/add', { sn: '0c4444ab0001', scene_id: scene })
})
afterAll(() => server?.close())

async function link(way: 'plain' | 'public', signed: boolean): Promise<string> {
  const file = await server.system.files.put(image)
  const one = { device_id, way, file, filename: 'ap.bin', signed }
  const url = new URL((await issueImageLinks(server.system, server.system.db, null, [one], 3600)).get(device_id) ?? '')
  return url.pathname
}

test('a signed image is downloaded once, completely, by the link for its device', async () => {
  const path = await link('plain', true)
  expect(path).toMatch(/^\/transfer\/image\/[\w-]{20,}\/ap\.bin$/)
  const answer = await fetch(base + path)
  expect(answer.status).toBe(200)
  expect(Buffer.from(await answer.arrayBuffer()).equals(image)).toBe(true)
  await expect.poll(async () => (await fetch(base + path)).status).toBe(403)
})

test('an interrupted transfer can be restarted a few times', async () => {
  const path = await link('plain', true)
  for (let time = 0; time < 3; time++) {
    const socket = connect(server.gateways.get('files') ?? 0, '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
    await new Promise((resolve) => socket.once('data', resolve))
    socket.destroy()
  }
  const answer = await fetch(base + path)
  expect(answer.status).toBe(200)
  expect((await answer.arrayBuffer()).byteLength).toBe(image.length)
  expect((await fetch(base + path)).status).toBe(403)
})

test('an unsigned image is not served without TLS, but at the public address', async () => {
  expect((await fetch(base + (await link('public', false)))).status).toBe(403)
  const answer = await fetch(server.url + (await link('public', false)))
  expect(answer.status).toBe(200)
  expect(Buffer.from(await answer.arrayBuffer()).equals(image)).toBe(true)
})

test.each([
  ['GET', '/', 404],
  ['GET', '/api/v1/scene', 404],
  ['GET', '/healthz', 404],
  ['GET', '/metrics', 404],
  ['POST', '/transfer/image/x/y', 404],
  ['GET', '/transfer/image/', 403],
  ['GET', '/transfer/image/..%2f..%2fpki/ca.key', 403],
  ['GET', `/transfer/image/${'a'.repeat(300)}`, 403],
  ['GET', '/transfer/here', 200],
])('%s %s is %i: this port has no other content', async (method, path, status) => {
  const answer = await fetch(base + path, { method, ...(method === 'POST' ? { body: 'x' } : {}) })
  expect(answer.status).toBe(status)
})

test('a link expires, and becomes invalid when its device moves', async () => {
  const file = await server.system.files.put(image)
  const one = { device_id, way: 'plain' as const, file, filename: 'ap.bin', signed: true }
  const url = (await issueImageLinks(server.system, server.system.db, null, [one], -1)).get(device_id) ?? ''
  expect((await fetch(base + new URL(url).pathname)).status).toBe(403)
  const path = await link('plain', true)
  const token = await server.signIn()
  const other = (await server.call(token, 'POST scene', { name: 'Other' })).data.id
  expect((await server.call(token, 'PUT device', { id: device_id, scene_id: other })).code).toBe(0)
  expect((await fetch(base + path)).status).toBe(403)
})

test('an address with too many requests is refused with that reason, for any path', async () => {
  const answers: number[] = []
  for (let n = 0; n < 62; n++) answers.push((await fetch(`${base}/transfer/here`)).status)
  expect(answers.at(-1)).toBe(429)
})

test('without --public-url over https the console’s port serves no one-time path; the port is optional', async () => {
  const other = await startTestServer(['--no-file-port'])
  expect(other.gateways.get('files')).toBe(0)
  const answer = await fetch(`${other.url}/transfer/here`)
  expect(await answer.text()).not.toBe('one-time links')
  await other.close()
})
