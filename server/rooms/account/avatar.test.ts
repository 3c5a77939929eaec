import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
})
afterAll(() => server?.close())

async function upload(bytes: Buffer | string, field = 'avatar') {
  const form = new FormData()
  form.set(field, new File([bytes as BlobPart], 'a.png', { type: 'image/png' }))
  const answer = await fetch(`${server.url}/api/v1/user/avatar`, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  })
  return answer.json() as Promise<{ code: number; data: { avatar: string } }>
}
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3b6ef0' } }).withExif({
    IFD0: { Copyright: 'SECRET-PLACE' },
  })

test('a picture becomes a small square without other content', async () => {
  for (const bytes of [
    await picture(900, 300).png().toBuffer(),
    await picture(300, 900).jpeg().toBuffer(),
    await picture(10, 10).webp().toBuffer(),
  ]) {
    const { code, data } = await upload(bytes)
    expect(code).toBe(0)
    const drawn = Buffer.from(data.avatar.replace('data:image/webp;base64,', ''), 'base64')
    expect(await sharp(drawn).metadata()).toMatchObject({ format: 'webp', width: 160, height: 160 })
    expect(drawn.includes('SECRET-PLACE')).toBe(false)
    expect(data.avatar.length).toBeLessThan(30_000)
    expect((await server.call(token, 'GET user/profile')).data.avatar).toBe(data.avatar)
  }
  expect((await server.call(token, 'DELETE user/avatar')).data.avatar).toBe('')
  expect((await server.call(token, 'GET user/profile')).data.avatar).toBe('')
})

test('a file that is not a picture, of another kind, too large or missing is refused', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const gif = await picture(10, 10).gif().toBuffer()
  const png = await picture(10, 10).png().toBuffer()
  const huge = await picture(9000, 9000).png().toBuffer()
  for (const bytes of [svg, gif, huge, '<html>', '', png.subarray(0, 40), Buffer.concat([png, Buffer.alloc(6 << 20)])])
    expect((await upload(bytes)).code).toBe(errors.notAPicture.code)
  expect((await upload(png, 'other')).code).toBe(errors.notAPicture.code)
  expect((await server.call(token, 'POST user/avatar')).code).toBe(errors.notAPicture.code)
  expect((await server.call(token, 'GET user/profile')).data.avatar).toBe('')
})
