import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { Envelope } from '@belvedere/contract/kit/envelope.ts'
import { feedbackErrors as errors } from '@belvedere/contract/rooms/feedback/errors.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'

let server: TestServer
let admin: string
let author: string
let other: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn()
  const tokens = []
  for (const account of ['author', 'other']) {
    await server.call(admin, 'POST user/member', { account, role: 3, password: 'Member-2026' })
    tokens.push(await server.signIn(account, 'Member-2026'))
  }
  ;[author = '', other = ''] = tokens
})
afterAll(() => server?.close())

const said = {
  type: 'feature',
  title: 'Wake on LAN',
  text: 'Please add it',
  page: '/config/device/router',
  version: 'x',
}

async function send(token: string, files: Record<string, Uint8Array | Buffer>, fields = said): Promise<Envelope<any>> {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  for (const [name, bytes] of Object.entries(files))
    form.append(name, new Blob([Uint8Array.from(bytes)]), `${name}.png`)
  const headers = { authorization: token }
  const answer = await fetch(`${server.url}/api/v1/user/feedback`, { method: 'POST', headers, body: form })
  return (await answer.json()) as Envelope<any>
}

const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2b57e0' } })

const pictureOf = (token: string, id: number) =>
  fetch(`${server.url}/api/v1/user/feedback/picture/${id}`, { headers: { authorization: token } })

test('a suggestion with a picture: only its author and administrators see it', async () => {
  const jpeg = await drawing(3000, 1500)
    .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
    .jpeg()
    .toBuffer()
  expect(jpeg.includes('SECRET-PLACE')).toBe(true)
  const { code, msg, data } = await send(author, { picture_1: jpeg })
  expect(code, msg).toBe(0)
  const { id } = data

  const detail = (await server.call(author, 'GET user/feedback/detail', { id })).data
  expect(detail).toMatchObject({ ...said, status: 0, author: 'author', mine: 1, unseen: 0, replies: [] })
  expect(detail.pictures).toMatchObject([{ width: 2000, height: 1000 }])

  const [{ id: picture }] = detail.pictures as [{ id: number }]
  const served = await pictureOf(author, picture)
  expect(served.headers.get('content-type')).toBe('image/webp')
  expect(served.headers.get('content-disposition')).toMatch(/^attachment/)
  const bytes = Buffer.from(await served.arrayBuffer())
  expect(bytes.includes('SECRET-PLACE')).toBe(false)
  expect((await sharp(bytes).metadata()).format).toBe('webp')

  expect((await pictureOf(admin, picture)).headers.get('content-type')).toBe('image/webp')
  expect(await (await pictureOf(other, picture)).json()).toMatchObject({ code: commonErrors.notFound.code })
  for (const at of ['GET user/feedback/detail', 'POST user/feedback/reply', 'POST user/feedback/withdraw'] as const)
    expect(await server.call(other, at, { id, text: 'x' }), at).toMatchObject({ code: commonErrors.notFound.code })
  expect((await server.call(other, 'GET user/feedback', { everybody: 1 })).data.total).toBe(0)
  expect((await server.call(admin, 'GET user/feedback')).data.total).toBe(0)
  expect((await server.call(admin, 'GET user/feedback', { everybody: 1 })).data.list).toMatchObject([
    { id, author: 'author', picture_cnt: 1, reply_cnt: 0 },
  ])
})

test('a file that is not a picture, too many and too large ones are refused, and nothing is stored', async () => {
  const before = (await server.call(author, 'GET user/feedback')).data.total
  const png = await drawing(8, 8).png().toBuffer()
  const half = (await drawing(400, 400).png().toBuffer()).subarray(0, 120)
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  expect(await send(author, { a: script })).toMatchObject({ code: errors.noPicture.code })
  expect(await send(author, { a: png, b: half })).toMatchObject({ code: errors.noPicture.code })
  expect(await send(author, { a: png, b: png, c: png, d: png, e: png, f: png })).toMatchObject({
    code: errors.tooManyPictures.code,
  })
  const large = Buffer.concat([png, Buffer.alloc(5 << 20)])
  expect(await send(author, { a: large })).toMatchObject({ code: errors.pictureTooLarge.code })
  expect(await send(author, {}, { ...said, title: ' ' })).toMatchObject({ code: commonErrors.badInput.code })
  expect((await server.call(author, 'GET user/feedback')).data.total).toBe(before)
})

test('a conversation: answered, accepted, read, done; then it cannot be withdrawn', async () => {
  const { id } = (await server.call(author, 'POST user/feedback', said)).data
  expect(await server.call(author, 'POST user/feedback/status', { id, status: 3 })).toMatchObject({
    code: commonErrors.noPermission.code,
  })
  expect((await server.call(admin, 'POST user/feedback/reply', { id, text: 'Which port?' })).code).toBe(0)
  const unseen = async () => (await server.call(author, 'GET user/feedback/detail', { id })).data.unseen
  expect(await unseen()).toBe(1)
  await server.call(admin, 'POST user/feedback/seen', { id })
  expect(await unseen(), 'only its author sees for its author').toBe(1)
  await server.call(author, 'POST user/feedback/seen', { id })
  expect(await unseen()).toBe(0)
  expect((await server.call(author, 'POST user/feedback/reply', { id, text: 'Any' })).code).toBe(0)
  expect((await server.call(admin, 'POST user/feedback/status', { id, status: 2, text: 'Good idea' })).code).toBe(0)

  const { status, replies } = (await server.call(author, 'GET user/feedback/detail', { id })).data
  expect(status).toBe(2)
  expect(replies).toMatchObject([
    { by: 'admin', official: 1, text: 'Which port?', status: null },
    { by: 'author', official: 0, text: 'Any', status: null },
    { by: 'admin', official: 1, text: 'Good idea', status: 2 },
  ])
  await server.call(admin, 'POST user/feedback/status', { id, status: 3 })
  expect(await server.call(author, 'POST user/feedback/withdraw', { id })).toMatchObject({ code: errors.ended.code })
})

test('a withdrawn one is closed for all', async () => {
  const { id } = (await server.call(author, 'POST user/feedback', said)).data
  expect(await server.call(admin, 'POST user/feedback/withdraw', { id })).toMatchObject({
    code: commonErrors.notFound.code,
  })
  expect((await server.call(author, 'POST user/feedback/withdraw', { id })).code).toBe(0)
  for (const [at, more] of [
    ['POST user/feedback/reply', { text: 'x' }],
    ['POST user/feedback/status', { status: 1 }],
  ] as const)
    expect(await server.call(admin, at, { id, ...more })).toMatchObject({ code: errors.withdrawn.code })
  expect(await server.call(author, 'POST user/feedback/withdraw', { id })).toMatchObject({
    code: errors.withdrawn.code,
  })
})
