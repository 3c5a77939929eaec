import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'

let server: TestServer
let token = ''

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
})
afterAll(() => server?.close())

async function upload(bytes: Uint8Array<ArrayBuffer>, more: Record<string, string> = {}) {
  const form = new FormData()
  for (const [key, value] of Object.entries(more)) form.append(key, value)
  form.append('logo', new Blob([bytes]), 'cam.png')
  const answer = await fetch(`${server.url}/api/v1/device/logo`, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  })
  return (await answer.json()) as { code: number; data: { id: number; picture: string; kind: string | null } }
}

const picture = async () =>
  new Uint8Array(
    await sharp({ create: { width: 300, height: 200, channels: 3, background: '#36c' } })
      .png()
      .toBuffer(),
  )

test('a picture is re-encoded, small, and used for a kind until another replaces it', async () => {
  const first = await upload(await picture(), { kind: 'camera' })
  expect(first).toMatchObject({ code: 0, data: { kind: 'camera', name: 'cam' } })
  const drawn = Buffer.from(first.data.picture.split(',')[1] ?? '', 'base64')
  expect(await sharp(drawn).metadata()).toMatchObject({ format: 'webp', width: 96, height: 96 })
  const second = await upload(await picture(), { kind: 'camera', name: 'New' })
  const { data } = await server.call(token, 'GET device/logo')
  expect(data.list.map(({ id, kind }: { id: number; kind: string | null }) => [id, kind])).toEqual([
    [second.data.id, 'camera'],
    [first.data.id, null],
  ])
  const scene_id = (await server.call(token, 'POST scene', { name: 'Depot' })).data.id
  const input = { scene_id, name: 'Gate', kind: 'camera', ip: '198.51.100.1', monitor: { type: 'none' } }
  await server.call(token, 'POST device/third/mod', input)
  const other = await server.call(token, 'GET device/other', { scene_id })
  expect(other.data.list[0].third.logo_id).toBe(second.data.id)
  expect((await server.call(token, 'DELETE device/logo', { id: second.data.id })).code).toBe(0)
})

test.each([
  ['a script in a vector picture', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['a page', '<html><body>hello</body></html>'],
  ['nothing', ''],
])('%s is refused', async (_, text) => {
  expect((await upload(new Uint8Array(Buffer.from(text)))).code).toBe(10383)
})
