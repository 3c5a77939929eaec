import { createHash, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceSceneChanged } from '../../../devices/device-link.ts'
import { type CertificateRequest, certificateSubject } from '../../../devices/enrol-link.ts'
import { eventSubject } from '../../../kernel/event.ts'
import { issuerIn, recorded, type GatewayRig, startRig, until } from './rig.ts'

const DAY = 86_400
let rig: GatewayRig
let skew = 0
const requests: CertificateRequest[] = []

beforeAll(async () => {
  rig = await startRig({ limits: { renewalTicks: 1, tickMs: 20 }, now: () => Math.floor(Date.now() / 1000) + skew })
  rig.bus.serve(certificateSubject, async (ask: CertificateRequest) => {
    requests.push(ask)
    const certificate = await rig.pki.signDevice(ask.public_key, ask.serial)
    const ends_at = Math.floor(new X509Certificate(certificate).validToDate.getTime() / 1000) + skew
    return { certificate, ends_at, enrol_port: 1 }
  })
})
afterAll(() => rig?.close())

const hello = (methods: string[]) => {
  const { params } = recorded('linux-agent', 'connect', 'x') as { params: Record<string, any> }
  return { capabilities: { ...params.capabilities, 'x-belvedere': { ...params.capabilities['x-belvedere'], methods } } }
}
const can = hello(['cgi', 'certificate'])
const askedBy = (serial: string) => requests.filter((ask) => ask.serial === serial)

test('the request contains the key, the issuer, the certificate and its expiry', async () => {
  const credentials = await rig.certificate('0c2222aa0001')
  const device = await rig.device('0c2222aa0001', { credentials })
  const own = new X509Certificate(credentials.cert)
  const spki = own.publicKey.export({ type: 'spki', format: 'der' })
  expect(rig.asks.find(({ id }) => id.value === '0c2222aa0001')?.key).toEqual({
    fingerprint: createHash('sha256').update(spki).digest('hex'),
    issuer: 'own',
    certificate: own.serialNumber.toLowerCase(),
    ends_at: own.validToDate.getTime() / 1000,
  })
  device.close()
})

test.each([
  ['ten years', 3650, true],
  ['ninety days', 90, false],
  ['twenty days', 20, true],
])('a certificate that is valid for %s', async (_, days, renews) => {
  const serial = `0c2222aa0${days.toString().padStart(3, '0').slice(-3)}`
  const credentials = await rig.certificate(serial, { days })
  const device = await rig.device(serial, { credentials, like: 'linux-agent', hello: can })
  if (renews) {
    const command = await device.next('x-belvedere.certificate')
    const made = new X509Certificate((command.params as { certificate: string }).certificate)
    expect(made.subject).toBe(`CN=${serial}`)
    expect(made.publicKey.equals(new X509Certificate(credentials.cert).publicKey)).toBe(true)
    device.answer(command.id)
  } else {
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(askedBy(serial)).toEqual([])
  }
  device.close()
})

test('on a connection that lasts for months it is renewed repeatedly', async () => {
  const serial = '0c2222ab0001'
  const device = await rig.device(serial, { days: 90, like: 'linux-agent', hello: can })
  for (let n = 1; n <= 3; n++) {
    skew += 61 * DAY
    const command = await device.next('x-belvedere.certificate')
    device.answer(command.id)
    await until(() => rig.log().split('certificate renewed').length > n)
    expect(askedBy(serial)).toHaveLength(n)
  }
  device.close()
  skew = 0
})

test('neither agents without the capability nor other devices are asked', async () => {
  const old = await rig.device('0c2222ac0001', { days: 10, like: 'linux-agent', hello: hello(['cgi']) })
  const issuer = await issuerIn(rig.pki, 'simulated-ca')
  const simulated = await rig.device('0c2222ac0002', { days: 10, issuer, like: 'linux-agent', hello: can })
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect([...askedBy('0c2222ac0001'), ...askedBy('0c2222ac0002')]).toEqual([])
  old.close()
  simulated.close()
})

test('a device that is disconnected during its identification is not kept', async () => {
  const before = rig.identify
  rig.identify = (ask) => {
    rig.bus.publish(eventSubject(deviceSceneChanged.name), { device_id: 4711, scene_id: 0, from: 1, gone: true })
    return { device_id: 4711, scene_id: Number(ask.simulated) }
  }
  const device = await rig.dial('0c2222ad0001')
  device.send(recorded('linux-agent', 'connect', '0c2222ad0001'))
  expect(await device.closed).toMatchObject({ reason: 'released' })
  expect(rig.events('device.connected').some(({ serial }) => serial === '0c2222ad0001')).toBe(false)
  rig.identify = before
})
