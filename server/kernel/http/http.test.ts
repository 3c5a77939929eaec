import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

test('no cache stores an answer', async () => {
  const answer = await fetch(`${server.url}/api/v1/user/register`)
  expect(await answer.json()).toMatchObject({ code: 0 })
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('pictures come from the origin too, unless the operator has map tiles elsewhere', async () => {
  const imagesOf = async ({ url }: TestServer) =>
    /img-src ([^;]*)/.exec((await fetch(`${url}/healthz`)).headers.get('content-security-policy') ?? '')?.[1]
  expect(await imagesOf(server)).toBe("'self' data: blob:")
  const other = await startTestServer(['--map-tiles', 'https://tiles.example.org/a/{z}/{x}/{y}.png?key=1'])
  expect(await imagesOf(other)).toBe("'self' data: blob: https://tiles.example.org")
  await other.close()
})

test('scripts, styles and requests stay with the origin, and no other page frames the console', async () => {
  const policy = (await fetch(`${server.url}/healthz`)).headers.get('content-security-policy') ?? ''
  const parts = Object.fromEntries(
    policy.split(';').map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]),
  )
  expect(parts).toMatchObject({
    'default-src': "'self'",
    'script-src': "'self'",
    'style-src': "'self'",
    'connect-src': "'self'",
    'object-src': "'none'",
    'frame-ancestors': "'none'",
  })
})

test('HSTS is set if the public address is https', async () => {
  const told = async ({ url }: TestServer) => (await fetch(`${url}/healthz`)).headers.get('strict-transport-security')
  expect(await told(server)).toBeNull()
  const other = await startTestServer(['--public-url', 'https://noc.example.com'])
  expect(await told(other)).toBe('max-age=31536000')
  await other.close()
})
