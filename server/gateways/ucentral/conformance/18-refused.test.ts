import { spawn } from 'node:child_process'
import { request as plainRequest } from 'node:http'
import { request } from 'node:https'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type ConnectionOptions } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DoorReason, type DoorRefusal, doorSubject } from '../../../devices/door-link.ts'
import { type MadePair, MakerPki } from '../../../base/keys/test-maker-pki.ts'
import { type GatewayRig, startRig, until } from './rig.ts'

const dir = mkdtempSync(join(tmpdir(), 'belvedere-door-'))
const maker = new MakerPki(dir)
const { root, issuing } = maker.authorities()
const old = maker.make('Old Root CA', { kind: 'ca', days: [-30, -1] })
const stranger = maker.authorities('Stranger')
const SERIAL = '0c1111aa0001'

/** As firmware sends it: its own certificate, and its issuing authority. */
const withChain = (own: MadePair, ...above: readonly MadePair[]) => ({
  key: own.key,
  cert: [own, ...above].map(({ cert }) => cert).join(''),
})

let rig: GatewayRig
let told: DoorRefusal[]

async function rigWith(...deviceCaFiles: string[]): Promise<GatewayRig> {
  const one = await startRig({ pki: { deviceCaFiles }, limits: { tickMs: 50, refusalTicks: 1, helloSeconds: 20 } })
  one.bus.serve(doorSubject, async ({ refusals }: { refusals: DoorRefusal[] }) => void told.push(...refusals))
  return one
}

/** Connects and waits for the end, by either side. */
function tryDoor(to: GatewayRig, options: ConnectionOptions): Promise<void> {
  return new Promise((resolve) => {
    const tls = connect({
      host: '127.0.0.1',
      port: to.gateway.port,
      ca: to.pki.ca,
      servername: 'localhost',
      ...options,
    })
    tls.on('error', () => {}).on('close', () => resolve())
    tls.resume()
  })
}

async function refusedAs(reason: DoorReason): Promise<DoorRefusal> {
  await until(() => told.length > 0)
  expect(told.map((one) => one.reason)).toEqual([reason])
  return told[0] as DoorRefusal
}

beforeAll(async () => {
  told = []
  rig = await rigWith(maker.file('both.pem', root, issuing), old.certificateFile)
})
afterAll(async () => {
  await rig.close()
  rmSync(dir, { recursive: true, force: true })
})

describe('a device with a certificate like a vendor’s', () => {
  test.each([
    ['the root', [root], true],
    ['the issuing authority', [issuing], true],
    ['both', [root, issuing], true],
    ['both, in the other order', [issuing, root], true],
    ['an unrelated authority', [stranger.root], false],
    ['an expired authority', [old], false],
  ])('trusting %s', async (name, pairs, fine) => {
    told = []
    const one = await rigWith(maker.file(`trusting ${name}.pem`, ...pairs))
    const credentials = withChain(maker.make(SERIAL, { kind: 'client', by: issuing }), issuing)
    if (fine) (await one.device(SERIAL, { credentials })).close()
    else {
      await expect(one.dial(SERIAL, { credentials })).rejects.toThrow()
      expect(await refusedAs('unknown-issuer')).toMatchObject({ serial: SERIAL, address: '127.0.0.1' })
    }
    await one.close()
  })

  test('the issuing authority is enough for a device that sends its own certificate only', async () => {
    const one = await rigWith(issuing.certificateFile)
    const device = await one.device(SERIAL, {
      credentials: withChain(maker.make(SERIAL, { kind: 'client', by: issuing })),
    })
    device.close()
    await one.close()
  })

  test('the root alone is not', async () => {
    told = []
    const one = await rigWith(root.certificateFile)
    await tryDoor(one, withChain(maker.make(SERIAL, { kind: 'client', by: issuing })))
    const refused = await refusedAs('partial-chain')
    expect(refused.issuer).toContain('CN=Maker Issuing CA')
    await one.close()
  })
})

describe('reason', () => {
  const dated = (from: number, to: number) =>
    withChain(maker.make(SERIAL, { kind: 'client', by: issuing, days: [from, to] }), issuing)
  const serverKind = () => withChain(maker.make(SERIAL, { kind: 'server', by: issuing }), issuing)

  test.each<[DoorReason, () => ConnectionOptions]>([
    ['no-certificate', () => ({})],
    ['partial-chain', () => withChain(maker.make(SERIAL, { kind: 'client', by: stranger.issuing }))],
    [
      'unknown-issuer',
      () => withChain(maker.make(SERIAL, { kind: 'client', by: stranger.issuing }), stranger.issuing, stranger.root),
    ],
    ['unknown-issuer', () => withChain(maker.make(SERIAL, { kind: 'client', by: stranger.issuing }), stranger.issuing)],
    ['self-signed', () => withChain(maker.make(SERIAL, { kind: 'client' }))],
    ['expired', () => dated(-20, -2)],
    ['not-yet-valid', () => dated(2, 20)],
    ['issuer-expired', () => withChain(maker.make(SERIAL, { kind: 'client', by: old }))],
    ['wrong-purpose', serverKind],
    [
      'old-tls',
      () => ({ ...dated(-1, 20), minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }),
    ],
  ])('%s', async (reason, options) => {
    told = []
    const requested = rig.asks.length
    await tryDoor(rig, options())
    const one = await refusedAs(reason)
    expect(one).toMatchObject({ address: '127.0.0.1', place: '127.0.0.1', count: 1 })
    if (!['no-certificate', 'old-tls'].includes(reason)) {
      expect(one.serial).toBe(SERIAL)
      expect(one.subject).toContain(`CN=${SERIAL}`)
    }
    expect(rig.asks).toHaveLength(requested)
    expect(rig.log()).toContain(`"reason":"${reason}"`)
  })

  test.each(['-tls1_3', '-tls1_2'])('it does not trust us and sends the alert (%s)', async (version) => {
    told = []
    const own = maker.make(SERIAL, { kind: 'client', by: issuing })
    const to = ['-connect', `127.0.0.1:${rig.gateway.port}`, '-CAfile', stranger.root.certificateFile, version]
    const files = ['-cert', own.certificateFile, '-key', own.keyFile, '-verify_return_error']
    const client = spawn('openssl', ['s_client', ...to, ...files], { stdio: ['pipe', 'ignore', 'ignore'] })
    await new Promise((resolve) => client.once('exit', resolve))
    await refusedAs('distrusts-us')
  })

  test('it disconnects during the handshake', async () => {
    told = []
    await tryDoor(rig, { ...dated(-1, 20), ca: stranger.root.cert })
    await until(() => told.length > 0)
    // depending on the progress: before the end of the handshake, or right after
    expect(['interrupted', 'left']).toContain(told[0]?.reason)
  })

  test('it disconnects before it identifies itself, like a device that dialled another name', async () => {
    told = []
    const device = await rig.dial(SERIAL, { credentials: dated(-1, 20) })
    device.ws.terminate()
    expect(await refusedAs('left')).toMatchObject({ serial: SERIAL })
  })

  test('no serial number', async () => {
    told = []
    const credentials = withChain(maker.make('printer.example', { kind: 'client', by: issuing }), issuing)
    await (await rig.dial('x', { credentials })).closed
    expect((await refusedAs('no-serial')).subject).toContain('printer.example')
  })

  test.each(['other-key', 'revoked', 'blocked'] as const)('%s', async (refused) => {
    told = []
    const before = rig.identify
    rig.identify = () => ({ device_id: 7, scene_id: 0, refused })
    const device = await rig.dial(SERIAL, { credentials: dated(-1, 20) })
    device.tell('connect', { serial: SERIAL, uuid: 0, firmware: '1', capabilities: {} })
    await device.closed
    rig.identify = before
    await refusedAs(refused)
  })

  test('a serial number other than that of the certificate', async () => {
    told = []
    const device = await rig.dial(SERIAL, { credentials: dated(-1, 20) })
    device.tell('connect', { serial: '0c1111aa9999', uuid: 0, firmware: '1', capabilities: {} })
    await device.closed
    await refusedAs('serial-mismatch')
  })

  test('plain HTTP', async () => {
    told = []
    await new Promise((resolve) =>
      plainRequest({ host: '127.0.0.1', port: rig.gateway.port }).on('error', resolve).end(),
    )
    await refusedAs('plain-http')
  })

  test('neither TLS nor HTTP', async () => {
    told = []
    const socket = connectTcp(rig.gateway.port, '127.0.0.1', () => socket.write('SSH-2.0-probe\r\n'.repeat(4)))
    await new Promise((resolve) =>
      socket
        .on('error', () => {})
        .on('close', resolve)
        .resume(),
    )
    await refusedAs('no-tls')
  })

  test('no WebSocket', async () => {
    told = []
    const { cert, key } = dated(-1, 20)
    await new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: rig.gateway.port, cert, key, ca: rig.pki.ca, servername: 'localhost' }
      request(options, resolve).on('error', reject).end()
    })
    await refusedAs('no-websocket')
  })
})

describe('unknown clients', () => {
  test('a port scan is no row', async () => {
    told = []
    for (let n = 0; n < 5; n++)
      await new Promise<void>((resolve) => {
        const socket = connectTcp(rig.gateway.port, '127.0.0.1', () => socket.end())
        socket
          .on('error', () => {})
          .on('close', () => resolve())
          .resume()
      })
    await tryDoor(rig, {})
    await refusedAs('no-certificate')
  })

  test('an address with ever new certificates has a few rows, and the rest one', async () => {
    told = []
    const one = await startRig({ limits: { tickMs: 50, refusalTicks: 1_000_000, refusalsEach: 3 } })
    const certificates = Array.from({ length: 8 }, (_, n) => withChain(maker.make(`dev${n}`, { kind: 'client' })))
    for (const credentials of [...certificates, ...certificates]) await tryDoor(one, credentials)
    await one.close()
    const lines = one.log().split('device refused at the door').length - 1
    expect(lines).toBe(4)
  })

  test('text of a certificate is cleaned for display', async () => {
    told = []
    await tryDoor(rig, withChain(maker.make('a\u202eb\u0007c', { kind: 'client', more: `/O=${'x'.repeat(64)}` })))
    const { subject } = await refusedAs('self-signed')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be present
    expect(subject).not.toMatch(/[\u0000-\u001f\u202a-\u202e]/)
    expect(subject.length).toBeLessThanOrEqual(200)
  })
})

test('a resumed TLS session without a certificate is refused', async () => {
  told = []
  const sessions: Buffer[] = []
  await new Promise<void>((resolve) => {
    const tls = connect({ host: '127.0.0.1', port: rig.gateway.port, ca: rig.pki.ca, servername: 'localhost' })
    tls
      .on('session', (session) => sessions.push(session))
      .on('error', () => {})
      .on('close', () => resolve())
      .resume()
  })
  for (const session of sessions) await tryDoor(rig, { session })
  await until(() => told.length > 0)
  expect(new Set(told.map(({ reason }) => reason))).toEqual(new Set(['no-certificate']))
})
