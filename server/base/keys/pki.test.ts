import { createHash, createPublicKey, generateKeyPairSync, verify, X509Certificate } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, createServer, type PeerCertificate, type TLSSocket } from 'node:tls'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../settings/config.ts'
import { openPki, type Pki, pkiHow } from './pki.ts'
import { fingerprintOf } from './fingerprint.ts'
import { makeCertificate } from './make-certificate.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'belvedere-pki-'))
  folders.push(made)
  return join(made, 'pki')
}

const hostnames = ['gateway.example', '192.0.2.7', '2001:db8::7']
const DAY = 86_400_000

function deviceKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }) as string,
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    key: privateKey,
    spki: publicKey.export({ type: 'spki', format: 'der' }),
  }
}

interface Met {
  /** As the gateway saw the device; undefined when it was refused. */
  device?: PeerCertificate & { x509: X509Certificate }
  /** Why the gateway refused. */
  refused?: string
}

/** A gateway and a device over a real socket, both sides verifying. */
async function meet(pki: Pki, device: { cert?: string; key?: string }, servername = 'gateway.example'): Promise<Met> {
  const met: Met = {}
  const server = createServer({
    cert: pki.gatewayCert,
    key: pki.gatewayKey,
    ca: pki.deviceCas,
    requestCert: true,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
  })
  server.on('secureConnection', (socket: TLSSocket) => {
    met.device = { ...socket.getPeerCertificate(), x509: socket.getPeerX509Certificate() as X509Certificate }
    socket.end('welcome')
  })
  server.on('tlsClientError', (error: NodeJS.ErrnoException) => (met.refused = error.code ?? error.message))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    await new Promise<void>((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port, servername, ca: pki.ca, ...device })
      socket
        .on('error', reject)
        .on('close', () => resolve())
        .resume()
    })
    return met
  } catch (error) {
    // a refused device may see the alert or only the end, whichever comes first
    if (met.refused && !met.refused.includes('ALERT')) return met
    throw error
  } finally {
    server.close()
  }
}

test('a signed device and the gateway know each other', async () => {
  const pki = await openPki(folder(), { hostnames })
  const { publicPem, privatePem } = deviceKey()
  const cert = await pki.signDevice(publicPem, 'aabbccddeeff')
  const { device } = await meet(pki, { cert, key: privatePem })
  expect(device?.subject.CN).toBe('aabbccddeeff')
  expect(device && pki.issuerOf(device.x509)).toBe('own')
  const life = new X509Certificate(cert).validToDate.getTime() - Date.now()
  expect(Math.round(life / DAY)).toBe(90)
})

test('nobody comes in without a certificate of a trusted authority', async () => {
  const [pki, other] = await Promise.all([openPki(folder(), { hostnames }), openPki(folder(), { hostnames })])
  const { publicPem, privatePem } = deviceKey()
  expect(await meet(pki, {})).toEqual({ refused: 'ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE' })
  const foreign = await other.signDevice(publicPem, 'aabbccddeeff')
  // Node ends the connection itself here, without a word of why
  expect(await meet(pki, { cert: foreign, key: privatePem })).toEqual({ refused: 'ECONNRESET' })
})

test('a device that dials a name the gateway does not have goes away', async () => {
  const pki = await openPki(folder(), { hostnames })
  const { publicPem, privatePem } = deviceKey()
  const cert = await pki.signDevice(publicPem, 'aabbccddeeff')
  await expect(meet(pki, { cert, key: privatePem }, 'elsewhere.example')).rejects.toThrow(/elsewhere.example/)
})

test('simulated devices are told from real ones by who signed them', async () => {
  const dir = folder()
  const pki = await openPki(dir, { hostnames })
  const device = deviceKey()
  const { createPrivateKey } = await import('node:crypto')
  const issuer = {
    certificate: readFileSync(join(dir, 'simulated-ca.pem'), 'utf8'),
    key: createPrivateKey(readFileSync(join(dir, 'simulated-ca.key'))),
  }
  const cert = await makeCertificate(
    { name: '00ffee000001', publicKey: device.spki, kind: 'client', now: Date.now(), days: 9 },
    issuer,
  )
  const met = await meet(pki, { cert, key: device.privatePem })
  expect(met.device && pki.issuerOf(met.device.x509)).toBe('simulated')
})

test("an operator's device authority is trusted beside ours", async () => {
  const theirs = folder()
  const other = await openPki(theirs, { hostnames })
  const pki = await openPki(folder(), { hostnames, deviceCaFiles: [join(theirs, 'device-ca.pem')] })
  const { publicPem, privatePem } = deviceKey()
  const { device } = await meet(pki, { cert: await other.signDevice(publicPem, '0011aa22bb33'), key: privatePem })
  expect(device?.subject.CN).toBe('0011aa22bb33')
  expect(device && pki.issuerOf(device.x509), 'it has the name of ours, and is none of ours').toBe('maker')
})

test("an operator's gateway certificate, and each other one later, leaves enrolled hosts what they hold on to", async () => {
  const dir = folder()
  const before = await openPki(dir, { hostnames })
  expect([before.forAgents.pin, before.forAgents.ca]).toEqual([before.pin, before.ca])
  for (const name of ['first.example', 'second.example']) {
    const theirs = folder()
    await openPki(theirs, { hostnames: [name] })
    const files = { gatewayCert: join(theirs, 'gateway.pem'), gatewayKey: join(theirs, 'gateway.key') }
    const { forAgents, pin } = await openPki(dir, { hostnames, ...files })
    expect([forAgents.pin, forAgents.ca, forAgents.certificate]).toEqual([before.pin, before.ca, before.gatewayCert])
    expect(pin).not.toBe(before.pin)
  }
})

test("an operator's gateway certificate is used as it is, and must fit its key", async () => {
  const theirs = folder()
  const other = await openPki(theirs, { hostnames: ['operator.example'] })
  const files = { gatewayCert: join(theirs, 'gateway.pem'), gatewayKey: join(theirs, 'gateway.key') }
  const pki = await openPki(folder(), { hostnames, ...files })
  expect(pki.gatewayCert).toBe(other.gatewayCert)
  expect(pki.pin).toBe(other.pin)
  await expect(openPki(folder(), { hostnames, ...files, gatewayKey: join(theirs, 'ca.key') })).rejects.toThrow(
    /belong together/,
  )
})

test('everything stays over a restart; keys are for us alone', async () => {
  const dir = folder()
  const first = await openPki(dir, { hostnames })
  const files = readdirSync(dir).sort()
  expect(files).toEqual(
    'ca.key ca.pem device-ca.key device-ca.pem gateway.key gateway.pem signing.key signing.pub simulated-ca.key simulated-ca.pem'.split(
      ' ',
    ),
  )
  for (const file of files.filter((name) => name.endsWith('.key')))
    expect(statSync(join(dir, file)).mode & 0o777).toBe(0o600)
  expect(statSync(dir).mode & 0o777).toBe(0o700)
  const second = await openPki(dir, { hostnames })
  expect(second.gatewayCert).toBe(first.gatewayCert)
  expect(second.deviceCas).toEqual(first.deviceCas)
})

test('two processes that start at once end with the same authorities', async () => {
  const dir = folder()
  const [one, two] = await Promise.all([openPki(dir, { hostnames }), openPki(dir, { hostnames })])
  expect(one.deviceCas).toEqual(two.deviceCas)
  expect(one.pin).toBe(two.pin)
})

test('the gateway certificate is renewed with the same key, while we run and at a start', async () => {
  const dir = folder()
  let time = Date.now()
  const pki = await openPki(dir, { hostnames, now: () => time })
  const { gatewayCert, pin } = pki
  let heard = 0
  pki.onRenewed(() => heard++)
  await pki.renew()
  expect([heard, pki.gatewayCert]).toEqual([0, gatewayCert])
  time += 300 * DAY
  await pki.renew()
  expect(heard).toBe(1)
  expect(pki.gatewayCert).not.toBe(gatewayCert)
  expect(pki.pin).toBe(pin)
  const renamed = await openPki(dir, { hostnames: ['new.example'], now: () => time })
  expect(new X509Certificate(renamed.gatewayCert).checkHost('new.example')).toBe('new.example')
  expect(renamed.pin).toBe(pin)
})

test('access points that dial an address find it among the names, and a certificate that lacks a name is signed again', async () => {
  const dir = folder()
  const first = await openPki(dir, { hostnames: ['192.0.2.7', '*.sites.example'] })
  const { subjectAltName } = new X509Certificate(first.gatewayCert)
  for (const name of ['DNS:192.0.2.7', 'IP Address:192.0.2.7', 'DNS:*.sites.example'])
    expect(subjectAltName?.split(', ')).toContain(name)
  const same = await openPki(dir, { hostnames: ['192.0.2.7', '*.sites.example'] })
  expect(same.gatewayCert).toBe(first.gatewayCert)
  const more = await openPki(dir, { hostnames: ['192.0.2.7', '*.sites.example', 'a.sites.example', '192.0.2.8'] })
  expect(new X509Certificate(more.gatewayCert).subjectAltName).toContain('DNS:192.0.2.8')
  expect(more.pin).toBe(first.pin)
})

test('the settings name who devices may dial: the public host, that of the console, and further ones', () => {
  const config = readConfig(
    [
      '--public-host',
      'gw.example',
      '--public-url',
      'https://console.example:8443',
      '--device-names',
      'A.example,192.0.2.9',
    ],
    {},
  )
  expect(pkiHow(config).hostnames).toEqual(
    expect.arrayContaining([
      'gw.example',
      'console.example',
      'a.example',
      '192.0.2.9',
      'openwifi.wlan.local',
      'localhost',
    ]),
  )
  expect(pkiHow(config).hostnames[0]).toBe('gw.example')
  expect(() => readConfig(['--device-names', 'no name'], {})).toThrow(/no name/)
})

test('a lost authority key is told, not replaced', async () => {
  const dir = folder()
  await openPki(dir, { hostnames })
  rmSync(join(dir, 'device-ca.key'))
  await expect(openPki(dir, { hostnames })).rejects.toThrow(/restore it from a backup/)
})

test.each([
  ['ec', () => generateKeyPairSync('ec', { namedCurve: 'P-256' })],
  ['ec 384', () => generateKeyPairSync('ec', { namedCurve: 'P-384' })],
  ['rsa', () => generateKeyPairSync('rsa', { modulusLength: 3072 })],
] as const)('the fingerprint of a certificate is that of its key: %s', async (_, make) => {
  const pki = await openPki(folder(), { hostnames })
  const { publicKey } = make()
  const certificate = await pki.signDevice(publicKey.export({ type: 'spki', format: 'pem' }) as string, 'aabbccddeeff')
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  expect(fingerprintOf(new X509Certificate(certificate))).toBe(createHash('sha256').update(spki).digest('hex'))
})

test('what is no device key or serial is not signed', async () => {
  const pki = await openPki(folder(), { hostnames })
  const { publicPem } = deviceKey()
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  await expect(
    pki.signDevice(publicKey.export({ type: 'spki', format: 'pem' }) as string, 'aabbccddeeff'),
  ).rejects.toThrow(/device key/)
  await expect(pki.signDevice(publicPem, 'AA:BB')).rejects.toThrow(/serial/)
  await expect(pki.signDevice('garbage', 'aabbccddeeff')).rejects.toThrow()
})

test('packages are signed so that the public half verifies them', async () => {
  const pki = await openPki(folder(), { hostnames })
  const bytes = Buffer.from('a package')
  const signature = Buffer.from(pki.sign(bytes), 'base64')
  expect(verify(null, bytes, createPublicKey(pki.signingPub), signature)).toBe(true)
  expect(verify(null, Buffer.from('another'), createPublicKey(pki.signingPub), signature)).toBe(false)
})

test('a file without a certificate is refused by name', async () => {
  const dir = folder()
  await openPki(dir, { hostnames })
  const file = join(dir, 'empty.pem')
  writeFileSync(file, 'nothing')
  await expect(openPki(dir, { hostnames, deviceCaFiles: [file] })).rejects.toThrow(/empty.pem/)
})
