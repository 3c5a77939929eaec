import { writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { IdentifyRequest } from '../../../devices/device-link.ts'
import { noLate } from '../../../devices/test-devices.ts'
import { fingerprintOf, issuerIn, newAuthority, type GatewayRig, serverCertificate, startRig, until } from './rig.ts'

let rig: GatewayRig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())

const requested = (serial: string): IdentifyRequest | undefined => rig.asks.find((ask) => ask.id.value === serial)

describe('TLS', () => {
  test.each(['TLSv1.2', 'TLSv1.3'] as const)('%s is supported', async (maxVersion) => {
    const device = await rig.dial('0c1111aa0001', { maxVersion })
    expect(device.tls.getProtocol()).toBe(maxVersion)
    device.close()
  })

  test('TLS 1.1 is refused', async () => {
    const { cert, key } = await rig.certificate('0c1111aa0001')
    const tls = connect({
      host: '127.0.0.1',
      port: rig.gateway.port,
      cert,
      key,
      ca: rig.pki.ca,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    })
    await expect(
      new Promise((resolve, reject) => tls.once('secureConnect', resolve).once('error', reject)),
    ).rejects.toThrow(/protocol|alert|reset/i)
  })

  test('TLS 1.2 without authenticated encryption is refused', async () => {
    const { cert, key } = await rig.certificate('24fe9a0c1b2e')
    const tls = connect({
      host: '127.0.0.1',
      port: rig.gateway.port,
      ca: rig.pki.ca,
      cert,
      key,
      maxVersion: 'TLSv1.2',
      ciphers: 'ECDHE-ECDSA-AES128-SHA:ECDHE-RSA-AES128-SHA',
    })
    expect(await endOf(tls)).toMatch(/handshake|closed|reset/i)
  })

  test('a device without a certificate gets no connection', async () => {
    const tls = connect({ host: '127.0.0.1', port: rig.gateway.port, ca: rig.pki.ca })
    expect(await endOf(tls)).toMatch(/certificate required|closed|reset/i)
  })

  test('a certificate of a foreign authority is refused', async () => {
    const issuer = await newAuthority('Somebody CA')
    await expect(rig.dial('0c1111aa0002', { issuer })).rejects.toThrow()
    expect(requested('0c1111aa0002')).toBeUndefined()
  })

  test('a foreign authority with the same name as ours is refused', async () => {
    const issuer = await newAuthority('Belvedere device CA')
    await expect(rig.dial('0c1111aa0003', { issuer })).rejects.toThrow()
  })

  test('RSA device certificates work as well', async () => {
    const device = await rig.device('0c1111aa0004', { rsa: true })
    expect(requested('0c1111aa0004')?.simulated).toBe(false)
    device.close()
  })
})

async function endOf(tls: TLSSocket): Promise<string> {
  return new Promise((resolve) => {
    tls.once('error', (error) => resolve(error.message))
    tls.once('close', () => resolve('closed'))
    tls.resume()
  })
}

describe('identity', () => {
  test('the common name is the serial number, in any notation', async () => {
    const device = await rig.device('0c1111aa0005', { commonName: '0C:11:11:AA:00:05' })
    expect(requested('0c1111aa0005')?.address).toBe('127.0.0.1')
    device.close()
  })

  test('a common name that is not a serial number is refused', async () => {
    const device = await rig.dial('x', { commonName: 'printer.example' })
    expect(await device.closed).toEqual({ code: 1008, reason: 'no-serial' })
  })

  test('a blacklisted serial number is refused after TLS, and is not reported as connected', async () => {
    const before = rig.identify
    rig.identify = () => ({ device_id: 7, scene_id: 0, refused: 'blocked' })
    const device = await rig.dial('0c1111aa0006')
    device.tell('connect', { serial: '0c1111aa0006', uuid: 0, firmware: '1', capabilities: {} })
    expect(await device.closed).toEqual({ code: 1008, reason: 'refused' })
    expect(rig.events('device.connected').some(({ serial }) => serial === '0c1111aa0006')).toBe(false)
    rig.identify = before
  })

  test('a device of our authority for simulated devices is marked as simulated', async () => {
    const device = await rig.device('02aa00000001', { issuer: await issuerIn(rig.pki, 'simulated-ca') })
    expect(requested('02aa00000001')?.simulated).toBe(true)
    device.close()
  })
})

describe('upgrade', () => {
  test('the subprotocol is returned when it is requested, alone or among others', async () => {
    for (const protocols of [['ucentral-broker'], ['other', 'ucentral-broker']]) {
      const device = await rig.dial('0c1111aa0007', { protocols })
      expect(device.ws.protocol).toBe('ucentral-broker')
      device.close()
    }
  })

  test('a client without a subprotocol is accepted', async () => {
    const device = await rig.device('0c1111aa0008', { protocols: undefined })
    expect(device.upgrade['sec-websocket-protocol']).toBeUndefined()
    device.close()
  })

  test('no extension is negotiated', async () => {
    const device = await rig.dial('0c1111aa0009', { deflate: true })
    expect(device.upgrade['sec-websocket-extensions']).toBeUndefined()
    expect(device.ws.extensions).toBe('')
    device.close()
  })

  test.each(['/', '/?encoding=text', '/any/where'])('path %s is accepted', async (path) => {
    const device = await rig.device('0c1111aa0010', { path })
    device.close()
    await until(() => rig.events('device.disconnected').length > 0)
  })

  test('a request without an upgrade gets an error response', async () => {
    const { cert, key } = await rig.certificate('0c1111aa0011')
    const status = await new Promise((resolve, reject) => {
      const ask = request({ host: '127.0.0.1', port: rig.gateway.port, cert, key, ca: rig.pki.ca }, (answer) =>
        resolve(answer.statusCode),
      )
      ask.on('error', reject).end()
    })
    expect(status).toBe(426)
  })
})

test("the operator's own gateway certificate and device authorities, several in one file", async () => {
  const [serverCa, deviceCaA, deviceCaB] = await Promise.all([
    newAuthority('Operator CA'),
    newAuthority('Vendor A'),
    newAuthority('Vendor B'),
  ])
  const { cert, key } = await serverCertificate(serverCa, 'gateway.example')
  const file = async (name: string, text: string) => {
    const path = join(rig.pki.dir, name)
    await writeFile(path, text)
    return path
  }
  const own = await startRig({
    pki: {
      gatewayCert: await file('own.pem', cert),
      gatewayKey: await file('own.key', key),
      deviceCaFiles: [await file('vendors.pem', deviceCaA.certificate + deviceCaB.certificate)],
    },
  })
  for (const [serial, issuer] of [
    ['24fe9a000001', deviceCaA],
    ['24fe9a000002', deviceCaB],
  ] as const) {
    const device = await own.device(serial, { issuer, ca: serverCa.certificate })
    expect(device.tls.getPeerX509Certificate()?.fingerprint256).toBe(fingerprintOf(cert))
    device.close()
  }
  const enrolledHere = await own.device('24fe9a000003', { ca: serverCa.certificate })
  enrolledHere.close()
  const { serverName: servername, ca, certificate } = own.pki.forAgents
  const host = await own.device('24fe9a000006', { like: 'linux-agent', ca, servername })
  expect(host.tls.getPeerX509Certificate()?.fingerprint256).toBe(fingerprintOf(certificate))
  host.close()
  const stranger = own.device('24fe9a000007', { issuer: serverCa, ca, servername })
  await expect(stranger, 'asking by name opens no other door').rejects.toThrow()
  await own.close()
})

test('a renewed gateway certificate is used for new connections, existing ones stay open', async () => {
  const renewable = await startRig()
  const before = await renewable.device('24fe9a000004')
  const hearers: (() => void)[] = []
  const pki = Object.create(renewable.pki, {
    onRenewed: { value: (hear: () => void) => (hearers.push(hear), () => {}) },
    gatewayCert: { get: () => now.cert },
    gatewayKey: { get: () => now.key },
  })
  let now = { cert: renewable.pki.gatewayCert, key: renewable.pki.gatewayKey }
  const { startUcentralGateway } = await import('../start-gateway.ts')
  const gateway = await startUcentralGateway({
    host: '127.0.0.1',
    port: 0,
    pki,
    drivers: [],
    bus: renewable.bus,
    ingest: { push: () => true },
    late: noLate,
    logs: { push: () => {} },
    log: { debug() {}, warn() {} } as never,
    emit() {},
    now: () => 0,
  })
  now = await serverCertificate(await issuerIn(renewable.pki, 'ca'), 'renewed.example')
  for (const hear of hearers) hear()
  const credentials = await renewable.certificate('24fe9a000005')
  const tls = connect({
    host: '127.0.0.1',
    port: gateway.port,
    ...credentials,
    ca: renewable.pki.ca,
    servername: 'renewed.example',
  })
  await new Promise((resolve, reject) => tls.once('secureConnect', resolve).once('error', reject))
  expect(tls.getPeerX509Certificate()?.fingerprint256).toBe(fingerprintOf(now.cert))
  tls.destroy()
  before.close()
  await gateway.stop()
  await renewable.close()
})
