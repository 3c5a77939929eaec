import { generateKeyPairSync, sign } from 'node:crypto'
import { request } from 'node:https'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { upgradeErrors } from '@belvedere/contract/rooms/task/errors.ts'
import { firmwareErrors as errors } from '@belvedere/contract/rooms/firmware/errors.ts'
import type { DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import { commandSubject } from '../../devices/device-link.ts'
import { introduce } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { installer, tar, withTrailer } from './test-images.ts'

let server: TestServer
let token: string
let scene: number

beforeAll(async () => {
  server = await startTestServer(['--max-upload-mb', '1'])
  token = await server.signIn()
  scene = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
})
afterAll(() => server?.close())

async function upload(
  bytes: Buffer,
  fields: Record<string, string> = {},
  name = 'image.bin',
  as = token,
): Promise<any> {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  const answer = await fetch(`${server.url}/api/v1/firmware`, {
    method: 'POST',
    headers: { authorization: as },
    body: form,
  })
  return answer.json()
}

let made = 0
/** Every image is different. */
const image = (models: string[], version?: string) =>
  withTrailer(Buffer.from(`image ${++made}`), {
    supported_devices: models,
    ...(version ? { version: { version } } : {}),
  })

async function device(serial: string, model: string, firmware: string, family = 'ucentral-ap'): Promise<number> {
  const { device_id } = await introduce(server.system, serial, {
    family,
    identity: { model, firmware, vendor: 'Skylark' },
  })
  await server.call(token, 'POST device/add', { sn: serial, scene_id: scene, name: serial })
  return device_id
}

describe('the library', () => {
  test('accepts an image, shows what it is for, and offers it for download', async () => {
    const bytes = image(['skylark,sa-360'], '4.2.0')
    const { data } = await upload(
      bytes,
      { notes_zh: '修复漫游', notes_en: 'Roaming fixed', channel: 'beta' },
      '../up/sky 4.2.bin',
    )
    expect(data).toMatchObject({
      missing: [],
      firmware: {
        models: ['skylark,sa-360'],
        version: '4.2.0',
        channel: 'beta',
        bytes: bytes.length,
        ready: 1,
        filename: 'sky-4.2.bin',
        notes_en: 'Roaming fixed',
        format: 'sysupgrade',
        built_in: 0,
        signed_by: '',
      },
    })
    const file = await fetch(`${server.url}/api/v1/firmware/download?id=${data.firmware.id}`, {
      headers: { authorization: token },
    })
    expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes)
    expect((await server.call(token, 'GET firmware', { search: 'sa-360' })).data).toMatchObject({ total: 1 })
    expect((await upload(bytes)).code).toBe(errors.duplicate.code)
  })

  test('requires the facts that the image does not contain', async () => {
    const { data } = await upload(Buffer.from('raw bytes'), {}, 'mystery.bin')
    expect(data).toMatchObject({ missing: ['models', 'version'], firmware: { ready: 0 } })
    const { id, rev } = data.firmware
    const told = await server.call(token, 'PUT firmware', { id, rev, models: ['M-1'], version: '1.0' })
    expect(told.data.firmware).toMatchObject({ ready: 1, models: ['M-1'] })
    expect((await server.call(token, 'PUT firmware', { id, rev, version: '1.1' })).code).toBe(10008)
  })

  test('refuses other models, a file too large, no file, and callers without the right', async () => {
    const wrong = await upload(image(['skylark,sa-360'], '4.3.0'), { models: '["Terrace TS-2410P"]' })
    expect(wrong).toMatchObject({ code: errors.wrongModel.code, msg: expect.stringContaining('skylark,sa-360') })
    expect((await upload(Buffer.alloc(2 << 20, 1))).code).toBe(10004)
    expect((await server.call(token, 'POST firmware', {})).code).toBe(errors.noFile.code)
    expect((await upload(image([]), {}, 'x', 'nobody')).code).toBe(10021)
    expect((await upload(tar({ '../x': '' }))).code).toBe(errors.pathTrick.code)
  })

  test('a signature must verify with a trusted key', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const bytes = image(['M-2'], '2.0')
    const signature = sign(null, bytes, privateKey).toString('base64')
    expect((await upload(bytes, { signature })).code).toBe(errors.wrongSignature.code)
    const key = publicKey.export({ type: 'spki', format: 'pem' }) as string
    const { data } = await server.call(token, 'POST firmware/key', { name: 'Vendor', key })
    expect((await server.call(token, 'POST firmware/key', { name: 'Vendor 2', key })).code).toBe(errors.keyTaken.code)
    expect((await upload(bytes, { signature })).data.firmware).toMatchObject({ signed_by: 'Vendor' })
    expect((await upload(image(['M-2'], '2.1'), { signature })).code).toBe(errors.wrongSignature.code)
    expect((await upload(image(['M-2'], '2.1'), { signature: 'no signature' })).code).toBe(errors.badSignature.code)
    expect((await server.call(token, 'POST firmware/key', { name: 'X', key: 'x'.repeat(60) })).code).toBe(
      errors.badKey.code,
    )
    expect((await server.call(token, 'DELETE firmware/key', { id: data.id })).code).toBe(0)
    const names = async () => (await server.call(token, 'GET firmware/key')).data.list.map(({ name }: any) => name)
    expect(await names()).toEqual([])
    const undone = async () => {
      const [newest] = (await server.call(token, 'GET log/sys', { object: 'firmware_key', limit: 1 })).data.list
      return (await server.call(token, 'POST log/undo', { id: newest.id })).data.err_cnt
    }
    expect([await undone(), await names()], 'it is trusted again').toEqual([0, ['Vendor']])
    expect((await upload(image(['M-2'], '2.2'), { signature })).code).toBe(errors.wrongSignature.code)
    expect([await undone(), await names()]).toEqual([0, []])
  })

  test('signify, usign and minisign have different signature formats', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
    const lined = (kind: string, bytes: Buffer) =>
      `untrusted comment: of a test\n${Buffer.concat([Buffer.from(kind), Buffer.alloc(8, 3), bytes]).toString('base64')}\n`
    await server.call(token, 'POST firmware/key', { name: 'usign', key: lined('Ed', raw) })
    const bytes = image(['M-3'], '3.0')
    expect(
      (await upload(bytes, { signature: lined('Ed', sign(null, bytes, privateKey)) })).data.firmware.signed_by,
    ).toBe('usign')
    const later = image(['M-3'], '3.1')
    const { createHash } = await import('node:crypto')
    const digest = createHash('blake2b512').update(later).digest()
    expect(
      (await upload(later, { signature: lined('ED', sign(null, digest, privateKey)) })).data.firmware.signed_by,
    ).toBe('usign')
  })

  test('a deleted image is removed with its bytes; one of the product stays', async () => {
    const { id, sha256 } = (await upload(image(['M-4'], '1.0'))).data.firmware
    const { list } = (await server.call(token, 'GET firmware', { limit: 100 })).data
    const own = list.find((one: { built_in: number }) => one.built_in)
    const ids = [id, ...(own ? [own.id] : []), 999_999]
    const { data } = await server.call(token, 'POST firmware/delete', { ids })
    expect(data).toMatchObject({ total_cnt: ids.length, err_cnt: ids.length - 1 })
    await expect.poll(() => server.system.files.has(sha256)).toBe(false)
  })
})

describe('outdated devices', () => {
  test('are counted by model, with the devices and the versions in between', async () => {
    const old = await device('0c7777aa0001', 'Skylark SA-560', 'SkylarkOS 4.0.0 / TIP-v4.0.0')
    const mid = await device('0c7777aa0002', 'Skylark SA-560', 'SkylarkOS 4.1.0 / TIP-v4.1.0')
    const now = await device('0c7777aa0003', 'Skylark SA-560', 'skylarkos-4.2.0')
    const target = (await upload(image(['skylark_sa-560'], '4.2.0'), { min_version: '4.1.0' })).data.firmware.id
    const ask = async (more: object) =>
      (await server.call(token, 'GET firmware/check', { ids: [old, mid, now], ...more })).data
    expect(await ask({})).toMatchObject({
      total: 3,
      behind: 2,
      models: [{ model: 'Skylark SA-560', total: 3, behind: 2, firmware_id: target, version: '4.2.0' }],
      devices: [
        { id: old, hops: null },
        { id: mid, version: '4.2.0', hops: [] },
      ],
    })
    await upload(image(['skylark_sa-560'], '4.1.5'))
    expect((await ask({})).devices).toMatchObject([{ id: old, hops: ['4.1.5'] }, { id: mid }])
    await upload(image(['skylark_sa-560'], '5.0.0-rc1'), { channel: 'beta' })
    expect((await ask({ channel: 'beta' })).behind).toBe(3)
    const all = (await server.call(token, 'GET firmware/check', { scene_id: scene })).data
    expect(all.behind).toBe(2)
    expect(all.models[0].old.toSorted()).toEqual(['SkylarkOS 4.0.0 / TIP-v4.0.0', 'SkylarkOS 4.1.0 / TIP-v4.1.0'])
    const row = (await server.call(token, 'GET firmware', { ids: [target] })).data.list[0]
    expect(row).toMatchObject({ fitting: 3, running: 1, behind: 2 })
  })
})

/** A key that the team trusts from now on; signs images. */
async function trusted(name: string): Promise<(bytes: Buffer) => string> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = publicKey.export({ type: 'spki', format: 'pem' }) as string
  expect((await server.call(token, 'POST firmware/key', { name, key })).code).toBe(0)
  return (bytes) => sign(null, bytes, privateKey).toString('base64')
}

test('a switch fetches a signed image without TLS, and is refused an unsigned one', async () => {
  const id = await device('0c7777bb0003', 'Terrace TS-7', 'TerraceOS 3.2.1', 'ucentral-switch')
  const made = (version: string) =>
    installer(Buffer.from(`payload ${version}`), `machine="terrace_ts-7"\nimage_version="${version}"`)
  const plain = (await upload(made('3.3.0'), {}, 'terrace-3.3.0.bin')).data.firmware
  const order = { ids: [id], wait: 20 }
  const refused = await server.call(token, 'POST device/command/upgrade', {
    ...order,
    firmware_id: plain.id,
    lang: 'en',
  })
  expect(refused.code).toBe(upgradeErrors.noWay.code)
  const preview = { firmware_ids: [plain.id], ids: [id] }
  expect((await server.call(token, 'POST firmware/campaign/preview', preview)).data.left).toMatchObject([
    { id, reason: 'no_way', why: ['public_not_set', 'unsigned', 'no_local'] },
  ])
  const bytes = made('3.4.0')
  const signature = (await trusted('Terrace'))(bytes)
  const device_signature = 'aGVsbG8gd29y\nbGQ='
  const signed = (await upload(bytes, { signature, device_signature }, 'terrace-3.4.0.bin')).data.firmware
  const { waves } = (
    await server.call(token, 'POST firmware/campaign/preview', { firmware_ids: [signed.id], ids: [id] })
  ).data
  expect(waves[0].devices).toMatchObject([{ id, way: 'plain', why: ['public_not_set'] }])
  let told: Record<string, unknown> = {}
  server.system.bus.serve(commandSubject(id), async ({ args }: DeviceCommand) => {
    told = args
    return { result: 0, msg: '' }
  })
  const done = await server.call(token, 'POST device/command/upgrade', { ...order, firmware_id: signed.id, clean: 1 })
  expect(done.data.results).toMatchObject([{ result: 0 }])
  expect(told).toMatchObject({ sha256: signed.sha256, signature: 'aGVsbG8gd29ybGQ=', keep_config: 0 })
  expect(String(told['uri'])).toMatch(
    new RegExp(
      `^http://127\\.0\\.0\\.1:${server.gateways.get('files')}/transfer/image/[\\w-]+/terrace-3\\.4\\.0\\.bin$`,
    ),
  )
  expect(Buffer.from(await (await fetch(String(told['uri']))).arrayBuffer()).equals(bytes)).toBe(true)
  const [key] = (await server.call(token, 'GET firmware/key')).data.list
  expect((await server.call(token, 'DELETE firmware/key', { id: key.id })).code).toBe(0)
  const after = await server.call(token, 'POST device/command/upgrade', { ...order, firmware_id: signed.id })
  expect(after.code, 'who signed it is not trusted any more').toBe(upgradeErrors.noWay.code)
})

test('an access point gets an unsigned image by its own certificates, with a link that supports resuming', async () => {
  const id = await device('0c7777bb0001', 'Terrace TS-9', 'TIP-v4.1.0', 'ucentral-ap')
  const other = await device('0c7777bb0002', 'Terrace TS-8', 'TIP-v4.1.0', 'ucentral-ap')
  const bytes = installer(Buffer.from('payload of a device'), 'machine="terrace_ts-9"\nimage_version="4.3.0"')
  const firmware = (await upload(bytes, {}, 'terrace-4.3.0.bin')).data.firmware
  let told: Record<string, unknown> = {}
  server.system.bus.serve(commandSubject(id), async ({ args }: DeviceCommand) => {
    told = args
    return { result: 0, msg: '' }
  })
  const order = { firmware_id: firmware.id, wait: 20 }
  expect((await server.call(token, 'POST device/command/upgrade', { ids: [other], ...order })).code).toBe(
    upgradeErrors.doesNotFit.code,
  )
  expect((await server.call(token, 'POST device/command/upgrade', { ids: [id], ...order })).data.results).toMatchObject(
    [{ result: 0 }],
  )
  expect(told).toMatchObject({ sha256: firmware.sha256, local_certificates: 1 })
  expect(told['keep_config']).toBeUndefined()
  const { pathname } = new URL(String(told['uri']))
  expect(pathname).toMatch(/^\/package\/[^/]+\/terrace-4\.3\.0\.bin$/)
  expect(await get(pathname)).toMatchObject({ status: 200, body: bytes })
  expect(await get(pathname, { range: 'bytes=10-' })).toMatchObject({
    status: 206,
    body: bytes.subarray(10),
    range: `bytes 10-${bytes.length - 1}/${bytes.length}`,
  })
  expect(await get(pathname, { range: 'bytes=-4' })).toMatchObject({ status: 206, body: bytes.subarray(-4) })
  expect(await get(pathname, { range: 'bytes=0-3' })).toMatchObject({ status: 206, body: bytes.subarray(0, 4) })
  expect(await get(pathname, { range: 'bytes=10-', 'if-range': '"another"' })).toMatchObject({
    status: 200,
    body: bytes,
  })
  expect((await get(pathname, { range: 'bytes=99999-' })).status).toBe(416)
  expect((await get(pathname, { range: 'lines=1' })).status).toBe(200)
})

function get(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number | undefined; body: Buffer; range: string | undefined }> {
  const port = server.gateways.get('enrol')
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, headers, rejectUnauthorized: false }, async (answer) => {
      const pieces: Buffer[] = []
      for await (const piece of answer) pieces.push(piece as Buffer)
      resolve({ status: answer.statusCode, body: Buffer.concat(pieces), range: answer.headers['content-range'] })
    })
    sent.on('error', reject)
    sent.end()
  })
}
