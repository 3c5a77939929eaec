import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guardServer } from '../../base/edge/guard-socket.ts'
import { certificateFor } from '../../base/keys/key-pairs.ts'
import { herePath, hereText } from './serve.ts'
import { tryPublic } from './try-public.ts'

let server: Server
let root = ''
let url = ''
let answer = hereText

beforeAll(async () => {
  const now = Date.now()
  const pair = () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    return { publicKey: publicKey.export({ type: 'spki', format: 'der' }), privateKey }
  }
  const [ca, own] = [pair(), pair()]
  const how = { now, days: 30 }
  root = await certificateFor(
    { name: 'A public authority', publicKey: ca.publicKey, kind: 'ca', ...how },
    { certificate: '', key: ca.privateKey },
  )
  const cert = await certificateFor(
    { name: 'console', publicKey: own.publicKey, kind: 'server', hostnames: ['127.0.0.1'], ...how },
    { certificate: root, key: ca.privateKey },
  )
  const key = own.privateKey.export({ type: 'pkcs8', format: 'pem' })
  server = guardServer(
    createServer({ cert, key }, ({ url: request }, reply) => reply.end(request === herePath ? answer : '')),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

test('a certificate of a public authority, and our one-time paths behind it', async () => {
  expect(await tryPublic(url, [root])).toBe('open')
})

test('a certificate of another authority is refused, as by a device', async () => {
  expect(await tryPublic(url)).toBe('public_untrusted')
})

test('a name that is not in the certificate', async () => {
  expect(await tryPublic(url.replace('127.0.0.1', 'localhost'), [root])).toBe('public_untrusted')
})

test('a page of another site, and an endless one', async () => {
  answer = '<html>'
  expect(await tryPublic(url, [root])).toBe('public_foreign')
  answer = hereText.repeat(10_000)
  expect(await tryPublic(url, [root])).toBe('public_foreign')
})

test('no server', async () => {
  expect(await tryPublic('https://127.0.0.1:1', [root])).toBe('public_unreachable')
})
