import { X509Certificate } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueDeviceCertificates, renewDeviceCertificates } from './certificates.ts'
import { DeviceClient, type DeviceClientOptions } from './device-client.ts'
import { sampleDevice } from '../device/sample-device.ts'
import { TestGateway } from './test-gateway.ts'

let gateway: TestGateway
const serials = ['020000000001', '020000000002']

beforeAll(async () => {
  gateway = await TestGateway.start()
})

afterAll(() => gateway.stop())

async function client(serial: string, more: Partial<DeviceClientOptions> = {}): Promise<DeviceClient> {
  const { key, ca, certificates } = await issueDeviceCertificates(gateway.caDir, serials)
  return new DeviceClient({
    host: '127.0.0.1',
    port: gateway.port,
    cert: certificates.get(serial) as string,
    key,
    ca,
    serial,
    family: 'ap',
    ...more,
  })
}

test('a manually controlled connection: hello, an event, a command and its answer', async () => {
  const [serial = ''] = serials
  const device = await client(serial, { firmware: 'mine 1.0' })
  await device.open()
  device.hello({ reason: 'coldboot' })
  const seen = await gateway.device(serial)
  expect(seen.hello).toMatchObject({ serial, firmware: 'mine 1.0', reason: 'coldboot', uuid: 1 })
  const answered = seen.command('reboot', { when: 0 })
  const command = await device.next('reboot')
  expect(command.params).toMatchObject({ serial, when: 0 })
  device.answer(command.id)
  expect(await answered).toMatchObject({ serial, status: { error: 0 } })
  await expect(device.next('upgrade', 50)).rejects.toThrow(/no upgrade within 50 ms/)
  device.close()
})

test('an unanswered ping, and an unreachable gateway', async () => {
  const [, serial = ''] = serials
  const device = await client(serial, { answersPings: false })
  await device.open()
  device.hello()
  const seen = await gateway.device(serial)
  let ponged = false
  seen.socket.once('pong', () => (ponged = true))
  seen.socket.ping()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(ponged).toBe(false)
  const lost = device.next('anything')
  seen.socket.terminate()
  await expect(lost).rejects.toThrow(/connection lost/)
  await expect((await client(serial, { port: 1 })).open()).rejects.toThrow(/ECONNREFUSED/)
})

test('a gateway of another authority is refused', async () => {
  const other = await TestGateway.start()
  const [serial = ''] = serials
  await expect((await client(serial, { port: other.port })).open()).rejects.toThrow(
    /signature|verify|self-signed|unable to get/i,
  )
  await other.stop()
})

test('certificates of one folder share a key and are signed once', async () => {
  const first = await issueDeviceCertificates(gateway.caDir, serials)
  const second = await issueDeviceCertificates(gateway.caDir, [...serials, '020000000003'])
  expect(second.key).toBe(first.key)
  for (const serial of serials) expect(second.certificates.get(serial)).toBe(first.certificates.get(serial))
  expect(second.certificates.size).toBe(3)
})

test('certificates are renewed before they expire, for the key by which the server identifies the devices', async () => {
  const other = await TestGateway.start()
  const { caDir } = other
  const day = 86_400_000
  const end = (pem = '') => new X509Certificate(pem).validToDate.getTime()
  const first = await issueDeviceCertificates(caDir, serials)
  const was = first.certificates.get(serials[0] ?? '')
  expect(Math.round((end(was) - Date.now()) / day)).toBe(90)
  await renewDeviceCertificates(caDir, first, Date.now() + 59 * day)
  expect(first.certificates.get(serials[0] ?? '')).toBe(was)
  await renewDeviceCertificates(caDir, first, Date.now() + 61 * day)
  expect(Math.round((end(first.certificates.get(serials[0] ?? '')) - Date.now()) / day)).toBe(151)
  await rm(join(caDir, readdirSync(caDir).find((name) => name.startsWith('fleet-')) ?? ''), { recursive: true })
  const lost = await issueDeviceCertificates(caDir, serials)
  expect(lost.key).toBe(first.key)
  await other.stop()
})

test('sample devices have complete documents of their kind', () => {
  for (const type of ['ap', 'switch', 'router', 'firewall', 'linux'] as const) {
    const sample = sampleDevice(type, { terminals: 20 })
    expect(sample.capabilities).toMatchObject({ platform: type })
    const first = sample.state(60) as any
    const second = sample.state(120) as any
    expect(second.unit.localtime - first.unit.localtime).toBe(60)
    expect(second.interfaces.length).toBeGreaterThan(0)
  }
  const { interfaces } = sampleDevice('ap', { terminals: 20 }).state(60) as any
  expect(interfaces[0].ssids.flatMap(({ associations }: any) => associations)).toHaveLength(20)
})
