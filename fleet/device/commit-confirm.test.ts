import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { armScript, confirmScript, runningScript } from '@belvedere/pure/device/commit-confirm.ts'
import { issueDeviceCertificates } from '../client/certificates.ts'
import { BusyBox } from '../commands/busybox.ts'
import { Fleet } from '../fleet.ts'
import { planDevices } from '../model/plan-devices.ts'
import { demo } from '../scenarios/demo.ts'
import { type LooseMessage, type ConnectedDevice, TestGateway } from '../client/test-gateway.ts'
import { serveImages, type TestImages } from '../test-images.ts'

// One demonstration network; each test uses its own devices.

/** Undefined: not installed. */
const busybox = BusyBox.find()
let gateway: TestGateway
let images: TestImages
const keep = { keep_redirector: 1, keep_config: 1 }
let fleet: Fleet

beforeAll(async () => {
  gateway = await TestGateway.start()
  images = await serveImages()
  const scenario = { ...demo, timeline: [] }
  const serials = planDevices(demo.name, demo.sites(demo.devices), 1).map(({ serial }) => serial)
  const certificates = await issueDeviceCertificates(gateway.caDir, serials)
  const pace = { interval: 5, timeScale: 0.003, fast: true, ramp: 1000, seed: 1, devices: demo.devices }
  const where = { host: '127.0.0.1', port: gateway.port, share: { index: 0, of: 1 } }
  fleet = new Fleet({ scenario, certificates, ...pace, ...where, busybox })
  fleet.start()
})

afterAll(async () => {
  fleet.stop()
  await gateway.stop()
  await images.stop()
})

const deviceOf = (hostname: string) => {
  const [device] = fleet.find(hostname)
  if (!device) throw new Error(hostname)
  return device
}
const of = (hostname: string, after = 0) => gateway.device(deviceOf(hostname).serial, after)
const status = (result: LooseMessage) => result.status as LooseMessage
const say = async (seen: ConnectedDevice, line: string) => {
  const script = Buffer.from(`#!/bin/sh\n# belvedere ${line}\nexit 9\n`).toString('base64')
  return status(await seen.command('script', { type: 'shell', script, timeout: 20 }))
}
const running = async (seen: ConnectedDevice) => JSON.parse(String((await say(seen, 'running')).result)) as LooseMessage

/** Its present document, with its uplink in another VLAN. */
async function astray(seen: ConnectedDevice): Promise<LooseMessage> {
  const document = await running(seen)
  const [uplink, ...others] = document.interfaces as LooseMessage[]
  return { ...document, interfaces: [{ ...uplink, vlan: { id: 99 } }, ...others] }
}

/** The number is in the document too. */
const numbered = (uuid: number, config: LooseMessage) => ({ uuid, config: { ...config, uuid } })

/** Its answer cannot arrive, or comes from a device that was not cut off. */
function configure({ serial, socket }: ConnectedDevice, uuid: number, config: LooseMessage): void {
  socket.send(
    JSON.stringify({
      jsonrpc: '2.0',
      method: 'configure',
      params: { serial, uuid, config: { ...config, uuid } },
      id: uuid,
    }),
  )
}

test('an unconfigured device reports its built-in document, and applies it without a change', async () => {
  for (const name of ['hotel-ap-2f', 'hotel-fw', 'park-router']) {
    const seen = await of(name)
    const document = await running(seen)
    expect(document).toMatchObject({ uuid: seen.hello.uuid, unit: { name } })
    expect(status(await seen.command('configure', numbered(1_800_000_000, document)))).toMatchObject({
      error: 0,
      text: 'Success',
    })
    expect(await running(seen)).toEqual({ ...document, uuid: 1_800_000_000 })
  }
  const soft = await of('lab-gw')
  const { data } = await soft.command('x-belvedere.running')
  expect(data).toMatchObject({ uuid: 0, config: { unit: { hostname: 'lab-gw' } } })
  const { config } = data as LooseMessage
  const routed = {
    ...(config as LooseMessage),
    'static-routes': [{ destination: '10.20.0.0/16', gateway: '192.168.7.2' }],
  }
  expect(status(await soft.command('configure', { uuid: 1_800_000_000, config: routed })).error).toBe(0)
  const after = await soft.command('x-belvedere.running')
  expect(after.data).toMatchObject({ config: { 'static-routes': routed['static-routes'] } })
})

test('an uplink in the wrong VLAN cuts it off without notice, and it rolls back by itself', async () => {
  const ap = await of('hotel-ap-lobby')
  const before = await running(ap)
  const known = gateway.seen.length
  expect(await say(ap, 'arm 1800000001 2')).toMatchObject({ error: 0 })
  configure(ap, 1_800_000_001, await astray(ap))
  await expect.poll(() => deviceOf('hotel-ap-lobby').canTalk).toBe(false)
  expect(deviceOf('hotel-ap-lobby').uuid).toBe(1_800_000_001)
  const back = await of('hotel-ap-lobby', known)
  expect(back.hello).toMatchObject({ uuid: before.uuid, reason: 'recovery' })
  expect(await running(back)).toEqual(before)
  expect(ap.messages.some(({ id }) => id === 1_800_000_001)).toBe(false)
  expect(await say(back, 'confirm 1800000001')).toMatchObject({ error: 1 })
})

test('an uplink port that is shut down cuts it off, and it rolls back by itself', async () => {
  const name = 'hotel-ap-2f'
  const ap = await of(name)
  const before = await running(ap)
  const known = gateway.seen.length
  await say(ap, 'arm 1800000021 2')
  const ethernet = [{ 'select-ports': [deviceOf(name).node.uplink?.name], enabled: false }]
  configure(ap, 1_800_000_021, { ...before, ethernet })
  await expect.poll(() => deviceOf(name).canTalk).toBe(false)
  const back = await of(name, known)
  expect(await running(back)).toEqual(before)
  expect(deviceOf(name).node.uplink?.enabled).toBe(true)
})

test.each([false, true])(
  'after a power loss before the confirmation, it boots with the former document (BusyBox: %s)',
  async (real) => {
    const name = real ? 'hotel-ap-3f' : 'hotel-ap-4f'
    const ap = await of(name)
    const before = await running(ap)
    const known = gateway.seen.length
    const line = real ? Buffer.from(armScript(1_800_000_001, 3600)).toString('base64') : undefined
    if (line && busybox) await ap.command('script', { type: 'shell', script: line, timeout: 20 })
    else await say(ap, 'arm 1800000001 3600')
    configure(ap, 1_800_000_001, await astray(ap))
    await expect.poll(() => deviceOf(name).canTalk).toBe(false)
    const { id } = fleet.breakDown({ kind: 'power-off', target: name })
    fleet.mend(id)
    const back = await of(name, known)
    expect(back.hello).toMatchObject({ uuid: before.uuid, reason: 'coldboot' })
    expect(await running(back)).toEqual(before)
  },
)

test.runIf(busybox)('between the end of its timer and the start of its client it is not lost', async () => {
  const device = deviceOf('hotel-ap-2f')
  const ap = await of('hotel-ap-2f')
  const before = await running(ap)
  const known = gateway.seen.length
  const script = Buffer.from(armScript(1_800_000_031, 3600)).toString('base64')
  await ap.command('script', { type: 'shell', script, timeout: 20 })
  configure(ap, 1_800_000_031, await astray(ap))
  await expect.poll(() => device.canTalk).toBe(false)
  // like the timer, with a pause as on a busy machine
  const path = (name: string) => join((busybox as BusyBox).folder, device.serial, name)
  const kept = readFileSync(path('tmp/belvedere/name'), 'utf8').trim()
  rmSync(path('etc/ucentral/ucentral.active'))
  symlinkSync(path(`etc/ucentral/${kept}`), path('etc/ucentral/ucentral.active'))
  rmSync(path('tmp/belvedere'), { recursive: true })
  for (let look = 0; look < 2; look++) {
    const last = device.looking
    await expect.poll(() => device.looking).not.toBe(last)
  }
  writeFileSync(path('restarted'), '')
  const back = await of('hotel-ap-2f', known)
  expect(back.hello).toMatchObject({ uuid: before.uuid, reason: 'recovery' })
})

const everyPort = [
  { 'select-ports': ['Ethernet*'], speed: 1000, duplex: 'full', enabled: true, poe: { 'admin-mode': true } },
]

test('a router cuts off everything behind it, a switch only itself', async () => {
  const router = await of('hotel-fw')
  const { interfaces, ...rest } = await running(router)
  const lost = (one: LooseMessage) => (one.role === 'upstream' ? { ...one, vlan: { id: 99 } } : one)
  const document = { ...rest, interfaces: (interfaces as LooseMessage[]).map(lost) }
  await say(router, 'arm 1800000002 3600')
  configure(router, 1_800_000_002, document)
  await expect.poll(() => deviceOf('hotel-ap-4f').canTalk).toBe(false)
  expect(deviceOf('hotel-core').canTalk).toBe(false)
  expect(deviceOf('park-router').canTalk).toBe(true)

  const core = await of('park-a')
  const vlan = (id: number, ports: string[]) => ({
    role: id === 99 ? 'upstream' : 'downstream',
    vlan: { id },
    ethernet: [{ 'select-ports': ports, 'vlan-tag': 'un-tagged' }],
    ipv4: { addressing: 'dynamic' },
  })
  const first = { vlan: { id: 1 }, ethernet: [] }
  configure(core, 1_800_000_002, { ethernet: everyPort, interfaces: [vlan(99, ['Ethernet*']), first], metrics: {} })
  await expect.poll(() => deviceOf('park-a').canTalk).toBe(false)
  expect(deviceOf('park-ap-a1').canTalk).toBe(true)
})

test('a switch port removed from the network cuts off the access point behind it', async () => {
  const core = await of('park-b')
  const port = deviceOf('park-ap-b1').node.parentPort?.name as string
  const others = [...deviceOf('park-b').node.ports.keys()].filter((name) => name !== port)
  const interfaces = [
    {
      role: 'upstream',
      vlan: { id: 1 },
      ethernet: [{ 'select-ports': others, 'vlan-tag': 'un-tagged' }],
      ipv4: { addressing: 'dynamic' },
    },
    { role: 'downstream', vlan: { id: 20 }, ethernet: [{ 'select-ports': [port], 'vlan-tag': 'un-tagged' }] },
  ]
  const config = { ethernet: everyPort, interfaces }
  expect(status(await core.command('configure', numbered(1_800_000_003, config))).error).toBe(0)
  expect(deviceOf('park-ap-b1').canTalk).toBe(false)
  expect(deviceOf('park-ap-b2').canTalk).toBe(true)
})

test('when confirmed, the configuration stays; another number is refused', async () => {
  const device = deviceOf('park-ap-hall')
  const ap = await of('park-ap-hall')
  await say(ap, 'arm 1800000004 3600')
  const document = { ...(await running(ap)), unit: { name: 'renamed' } }
  expect(status(await ap.command('configure', numbered(1_800_000_004, document))).error).toBe(0)
  expect(await say(ap, 'confirm 1800000009')).toMatchObject({ error: 1, result: 'not armed for this configuration\n' })
  expect(await say(ap, 'confirm 1800000004')).toMatchObject({ error: 0 })
  expect(device.armed).toBeUndefined()
  expect(await running(ap)).toMatchObject({ uuid: 1_800_000_004, unit: { name: 'renamed' } })
})

test('a soft router rolls back too, and refuses an unknown interface', async () => {
  const soft = await of('lab-gw')
  const { config, uuid } = (await soft.command('x-belvedere.running')).data as { config: LooseMessage; uuid: number }
  const known = gateway.seen.length
  expect(status(await soft.command('x-belvedere.arm', { uuid: 1_800_000_005, seconds: 2 })).error).toBe(0)
  const [wan, ...others] = config.interfaces as LooseMessage[]
  const lost = { ...wan, ipv4: { addressing: 'static', subnet: '192.0.2.5/24', gateway: '192.0.2.1' } }
  configure(soft, 1_800_000_005, { ...config, interfaces: [lost, ...others] })
  await expect.poll(() => deviceOf('lab-gw').canTalk).toBe(false)
  const back = await of('lab-gw', known)
  expect(back.hello.uuid).toBe(uuid)
  const wrong = { interfaces: [{ ethernet: [{ 'select-ports': ['eth9'] }] }] }
  expect(status(await back.command('configure', numbered(1_800_000_006, wrong)))).toMatchObject({
    error: 2,
    text: 'There is no interface eth9',
  })
})

test('faults: refusals, delays, and an image that destroys some devices', async () => {
  const ap = await of('park-ap-canteen')
  const document = await running(ap)
  const refusing = fleet.breakDown({ kind: 'refuse-config', target: 'park-ap-canteen', text: '[E] not today' })
  expect(status(await ap.command('configure', numbered(1_800_000_007, document)))).toMatchObject({
    error: 2,
    rejected: ['[E] not today'],
  })
  fleet.mend(refusing.id)
  const slow = fleet.breakDown({ kind: 'slow-config', target: 'park-ap-canteen', delay: 1 })
  const began = performance.now()
  expect(status(await ap.command('configure', numbered(1_800_000_007, document))).error).toBe(0)
  expect(performance.now() - began).toBeGreaterThan(900)
  fleet.mend(slow.id)

  const fault = fleet.breakDown({ kind: 'brick', target: 'park-ap-canteen', percent: 100, text: '4.9' })
  const known = gateway.seen.length
  await ap.command('upgrade', { uri: `http://127.0.0.1:${images.port}/files/skylarkos-4.8.bin`, ...keep })
  const survivor = await of('park-ap-canteen', known)
  expect(survivor.hello.firmware).toBe('skylarkos-4.8')
  await survivor.command('upgrade', { uri: `http://127.0.0.1:${images.port}/files/skylarkos-4.9.bin`, ...keep })
  await expect.poll(() => deviceOf('park-ap-canteen').node.booted).toBe(false)
  const bricked = gateway.seen.length
  fleet.mend(fault.id)
  expect((await of('park-ap-canteen', bricked)).hello.firmware).toBe('skylarkos-4.8')
})

test('after a manual change it reports another document under the same number; the reset button restores a lost one', async () => {
  const ap = await of('park-ap-b2')
  const before = await running(ap)
  const fault = fleet.breakDown({ kind: 'tamper', target: 'park-ap-b2', text: 'by-hand' })
  const device = deviceOf('by-hand')
  expect(await running(ap)).toEqual({ ...before, unit: { name: 'by-hand' } })
  fleet.mend(fault.id)
  expect(await running(ap)).toEqual(before)

  configure(ap, 1_800_000_008, await astray(ap))
  await expect.poll(() => device.canTalk).toBe(false)
  const known = gateway.seen.length
  fleet.breakDown({ kind: 'press-reset', target: 'park-ap-b2' })
  expect((await of('park-ap-b2', known)).hello).toMatchObject({ uuid: 1, reason: 'coldboot' })
})

test('about the requested share of devices is destroyed, always the same ones', () => {
  const struck = () => {
    const fault = fleet.breakDown({ kind: 'brick', percent: 30, text: 'bad' })
    const serials = [...fleet.devices.values()]
      .filter(({ bricksWith }) => bricksWith === 'bad')
      .map(({ serial }) => serial)
    fleet.mend(fault.id)
    return serials
  }
  const first = struck()
  expect(first.length).toBeGreaterThan(0)
  expect(first.length).toBeLessThan(demo.devices)
  expect(struck()).toEqual(first)
})

test.runIf(!busybox)('BusyBox is not installed: scripts were interpreted without a shell', () => {})

describe.runIf(busybox)('with BusyBox, the scripts of the controller are run', { timeout: 60_000 }, () => {
  const wait = { timeout: 30_000 }

  const send = async (seen: ConnectedDevice, script: string) =>
    status(await seen.command('script', { type: 'shell', script: Buffer.from(script).toString('base64'), timeout: 20 }))

  test('a device with a cut uplink is restored by the script alone, and another one can be armed afterwards', async () => {
    let seen = await of('park-ap-a2')
    const device = deviceOf('park-ap-a2')
    const before = JSON.parse(String((await send(seen, runningScript)).result)) as LooseMessage
    for (const uuid of [1_800_000_100, 1_800_000_200]) {
      const known = gateway.seen.length
      expect(await send(seen, armScript(uuid, 5))).toMatchObject({ error: 0 })
      expect(device.armed).toBeUndefined()
      const [uplink, ...others] = before.interfaces as LooseMessage[]
      configure(seen, uuid, { ...before, interfaces: [{ ...uplink, vlan: { id: 99 } }, ...others] })
      await expect.poll(() => device.uuid, wait).toBe(uuid)
      await expect.poll(() => device.uuid, wait).toBe(before.uuid)
      seen = await of('park-ap-a2', known)
      expect(seen.hello).toMatchObject({ uuid: before.uuid, reason: 'recovery' })
    }
  })

  test('when confirmed, the configuration stays; scripts of other origin are not run', async () => {
    const ap = await of('park-ap-a1')
    const document = JSON.parse(String((await send(ap, runningScript)).result)) as LooseMessage
    await send(ap, armScript(1_800_000_300, 3600))
    expect(status(await ap.command('configure', numbered(1_800_000_300, document))).error).toBe(0)
    expect(await send(ap, confirmScript(1_800_000_999))).toMatchObject({ error: 1 })
    expect(await send(ap, confirmScript(1_800_000_300))).toMatchObject({ error: 0 })
    const foreign = join(tmpdir(), `belvedere-foreign-${process.pid}`)
    await send(ap, `${runningScript}touch ${foreign}\n`)
    expect(existsSync(foreign)).toBe(false)
  })
})
