import { spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync, sign, verify, X509Certificate } from 'node:crypto'
import { request } from 'node:https'
import { gzipSync } from 'node:zlib'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import { commandSubject } from '../../devices/device-link.ts'
import { introduce } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { packTar } from '../../engines/archive/test-tar.ts'
import { contentDigest } from './content-digest.ts'

let server: TestServer
let token: string
let scene: number

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  scene = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
})
afterAll(() => server?.close())

interface EnrolReply {
  status: number
  body: Buffer
  json(): any
}

function ask(
  method: string,
  path: string,
  body?: Buffer | string,
  headers: Record<string, string> = {},
): Promise<EnrolReply> {
  const options = {
    method,
    host: '127.0.0.1',
    port: server.gateways.get('enrol'),
    path,
    headers,
    rejectUnauthorized: false,
  }
  return new Promise((resolve, reject) => {
    const sent = request(options, async (answer) => {
      const pieces: Buffer[] = []
      for await (const piece of answer) pieces.push(piece as Buffer)
      const all = Buffer.concat(pieces)
      resolve({ status: answer.statusCode ?? 0, body: all, json: () => JSON.parse(String(all)) })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const newToken = async () =>
  (await server.call(token, 'POST device/enrol/token', { scene_id: scene, name: 'Edge' })).data.token as string

function host(serial: string, enrolToken: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const proof = sign('sha256', Buffer.from(enrolToken), privateKey).toString('base64')
  const public_key = publicKey.export({ type: 'spki', format: 'pem' }) as string
  return { publicKey, body: { token: enrolToken, public_key, serial, hostname: 'edge-1', proof } }
}
const enrol = (body: object) => ask('POST', '/enrol', JSON.stringify(body))

describe('enrolment', () => {
  test('a host gets a certificate for its own key and is in the scene, with the requested name', async () => {
    const { publicKey, body } = host('0c4444aa0001', await newToken())
    const answer = await enrol(body)
    expect(answer.status).toBe(200)
    const { certificate, ca, serial, signing_key, pin, server_name } = answer.json()
    const own = new X509Certificate(certificate)
    expect(own.publicKey.equals(publicKey)).toBe(true)
    expect(own.subject).toContain('CN=0c4444aa0001')
    const { pki } = server.system
    expect([serial, ca, signing_key]).toEqual(['0c4444aa0001', pki.ca, pki.signingPub])
    expect([pin, server_name]).toEqual([pki.forAgents.pin, pki.forAgents.serverName])
    expect((await server.call(token, 'GET device/soft')).data.list).toMatchObject([
      { sn: serial, name: 'Edge', scene_id: scene, online: 0 },
    ])
  })

  test('a token can be used once', async () => {
    const one = await newToken()
    expect((await enrol(host('0c4444aa0002', one).body)).status).toBe(200)
    const again = await enrol(host('0c4444aa0003', one).body)
    expect(again).toMatchObject({ status: 403 })
    expect(again.json().msg).toContain('令牌')
    expect((await enrol(host('0c4444aa0003', 'never issued, never issued').body)).status).toBe(403)
  })

  test('a token is valid for an hour', async () => {
    const one = await newToken()
    const { db, now } = server.system
    await db.run(sql`update device_enrol_token set expires_at = expires_at - 3540 where used_at is null`)
    expect((await enrol(host('0c4444aa0007', one).body)).status).toBe(200)
    const late = await newToken()
    await db.run(sql`update device_enrol_token set expires_at = ${now()} where used_at is null`)
    expect((await enrol(host('0c4444aa0008', late).body)).status).toBe(403)
  })

  test('a host that does not hold the key is refused, and the token stays valid', async () => {
    const one = await newToken()
    const honest = host('0c4444aa0004', one)
    const { body: thief } = host('0c4444aa0004', one)
    expect((await enrol({ ...honest.body, proof: thief.proof })).status).toBe(400)
    expect((await enrol(honest.body)).status).toBe(200)
  })

  test('a token does not move devices out of other scenes', async () => {
    const annex = (await server.call(token, 'POST scene', { name: 'Annex' })).data.id
    await server.call(token, 'POST device/add', { sn: '0c4444aa0005', scene_id: annex })
    const one = await newToken()
    expect((await enrol(host('0c4444aa0005', one).body)).status).toBe(403)
    expect((await enrol(host('0c4444aa0006', one).body)).status).toBe(200)
  })

  test.each([
    ['no JSON', '{'],
    ['nothing', 'null'],
    ['numbers instead of texts', '{"token":1,"public_key":2,"serial":3,"proof":4}'],
    ['too much', JSON.stringify({ token: 'x'.repeat(20_000) })],
  ])('%s is refused', async (_, body) => {
    const { status } = await ask('POST', '/enrol', body)
    expect([400, 413]).toContain(status)
  })
})

describe('the script', () => {
  test('contains our address, ports and pin, and is a shell script', async () => {
    const { status, body } = await ask('GET', '/install.sh', undefined, { host: '192.0.2.44:999' })
    const text = String(body)
    expect(status).toBe(200)
    for (const line of [
      "HOST='192.0.2.44'",
      `ENROL_PORT='${server.gateways.get('enrol')}'`,
      `PORT='${server.gateways.get('ucentral')}'`,
      `PIN='${server.system.pki.pin}'`,
    ]) {
      expect(text).toContain(line)
    }
    expect(spawnSync('sh', ['-n'], { input: text }).status).toBe(0)
    const missing = spawnSync('sh', ['-s'], {
      input: text,
      env: { PATH: process.env['PATH'], LANG: 'C', HOME: '/nowhere' },
    })
    expect([missing.status, String(missing.stderr)]).toEqual([1, 'The option --token is missing\n'])
  })

  test('an address with shell characters is not inserted into the script', async () => {
    const { body } = await ask('GET', '/install.sh', undefined, { host: "x';reboot;'" })
    expect(String(body)).toContain("HOST='127.0.0.1'")
  })

  test('other addresses and methods are refused', async () => {
    expect((await ask('GET', '/')).status).toBe(404)
    expect((await ask('DELETE', '/install.sh')).status).toBe(404)
    expect((await ask('PUT', '/upload/..%2f..%2fetc', 'x')).status).toBe(403)
  })
})

describe('files', () => {
  let id: number
  /** How the device uses the address that it gets. */
  let obey: (args: Record<string, unknown>) => Promise<{ result: 0 | 1 | 2; msg: string; data?: unknown }>

  beforeAll(async () => {
    id = (await introduce(server.system, '0c4444bb0001', { family: 'linux-agent' })).device_id
    await server.call(token, 'POST device/add', { sn: '0c4444bb0001', scene_id: scene, name: 'Edge/1' })
    server.system.bus.serve(commandSubject(id), ({ args }: DeviceCommand) => obey(args))
  })
  const command = (verb: string) => server.call(token, `POST device/command/${verb}`, { ids: [id], wait: 20 })
  const put = async (uri: unknown, bytes: Buffer) => ask('PUT', new URL(String(uri)).pathname, bytes)
  const backups = async () => (await server.call(token, 'GET device/backup/list', { device_id: id })).data

  test('a backup is stored as it was sent, reported as unchanged when it is, and can be downloaded and removed', async () => {
    const config = gzipSync(Buffer.from('interface wan'))
    obey = async ({ uri }) => {
      expect((await put(uri, config)).status).toBe(201)
      return { result: 0, msg: '', data: { size: config.length, sha256: sha256(config) } }
    }
    expect((await command('backup')).data.results).toMatchObject([{ result: 0 }])
    await command('backup')
    const { total, list } = await backups()
    expect([total, list[0].unchanged, list[1].unchanged, list[0].complete]).toEqual([2, 1, 0, 1])
    const file = await fetch(`${server.url}/api/v1/device/backup/download?id=${list[0].id}`, {
      headers: { authorization: token },
    })
    expect(file.headers.get('content-disposition')).toMatch(/Edge_1-0c4444bb0001-\d+\.tar\.gz/)
    expect(Buffer.from(await file.arrayBuffer())).toEqual(config)
    const { data } = await server.call(token, 'DELETE device/backup', {
      ids: list.map((one: { id: number }) => one.id),
    })
    expect(data).toEqual({ total_cnt: 2, err_cnt: 0 })
    await expect.poll(() => server.system.files.has(sha256(config))).toBe(false)
  })

  test('an address accepts one file; an incomplete upload is not a backup', async () => {
    let path = ''
    obey = async ({ uri }) => {
      path = new URL(String(uri)).pathname
      await put(uri, Buffer.from('half'))
      return { result: 0, msg: '', data: { sha256: sha256(Buffer.from('half of it')) } }
    }
    expect((await command('backup')).data.results).toMatchObject([{ result: 1, msg: '收到的内容与设备发送的不一致' }])
    expect((await backups()).list).toMatchObject([{ complete: 0 }])
    expect((await ask('PUT', path, 'more')).status).toBe(403)
  })

  test('a package is downloaded with a ticket, as announced and signed', async () => {
    let told: Record<string, unknown> = {}
    obey = async (args) => {
      told = args
      return { result: 0, msg: '' }
    }
    const { code, data } = await command('upgrade')
    // a checkout without a built agent has no package, and reports that
    if (code === 10309) return
    expect(data.results).toMatchObject([{ result: 0 }])
    const { status, body } = await ask('GET', new URL(String(told['uri'])).pathname)
    expect([status, sha256(body)]).toEqual([200, told['sha256']])
    expect(verify(null, body, server.system.pki.signingPub, Buffer.from(String(told['signature']), 'base64'))).toBe(
      true,
    )
    expect((await ask('GET', '/package/unknown-unknown-unknown')).status).toBe(403)
  })
})

test('equal configurations have equal digests, regardless of time and packer', async () => {
  const digest = async (files: Record<string, string>, at: number) => contentDigest(packTar(files, { mtime: at }))
  const one = await digest({ 'etc/a': '1', 'etc/b': '2', 'belvedere/manifest.json': '{"at":1}' }, 1000)
  const two = await digest({ 'belvedere/manifest.json': '{"at":2}', 'etc/b': '2', 'etc/a': '1' }, 2000)
  expect(one).toBe(two)
  expect(one).not.toBe(await digest({ 'etc/a': '1', 'etc/b': '3' }, 1000))
  expect(await contentDigest(Buffer.from('plain'))).toBe(sha256(Buffer.from('plain')))
})
