import { afterEach, beforeEach, expect, test } from 'vitest'
import { recorded, type GatewayRig, sleep, startRig, until } from './rig.ts'
import type { DeviceCredentials } from './test-device.ts'
import type { TestDevice } from './test-device.ts'

const serial = '0c1111aa0001'
let rig: GatewayRig
let credentials: DeviceCredentials
beforeEach(async () => {
  rig = await startRig({ limits: { tickMs: 50, rivalReportMs: 0 } })
  credentials = await rig.certificate(serial)
})
afterEach(() => rig.close())

const duplicates = () =>
  rig.events('device.event').filter(({ event }: { event: { type: string } }) => event.type === 'device.duplicate')
const cameSoFar = () => rig.events('device.connected').length

/** Connects with the shared certificate, like both devices. */
const join = (options: object = {}) => rig.device(serial, { credentials, ...options })

/** Two devices with one certificate, each reconnecting when it was replaced, until the gateway has detected the conflict. */
async function contest(): Promise<TestDevice> {
  let holder = await join()
  for (let turn = 0; turn < 3; turn++) {
    const before = holder
    holder = await join()
    expect(await before.closed).toEqual({ code: 1008, reason: 'replaced' })
  }
  await until(() => duplicates().length > 0)
  return holder
}

test('two devices with one certificate: one stays, the other is refused, and the scene has an alarm', async () => {
  const holder = await contest()
  const came = cameSoFar()
  for (let turn = 0; turn < 5; turn++) {
    const other = await rig.dial(serial, { credentials })
    other.send(recorded('ucentral-ap', 'connect', serial))
    expect(await other.closed).toEqual({ code: 1008, reason: 'duplicate' })
  }
  expect(holder.ws.readyState).toBe(1)
  // the refused one is not identified: the device stays online by the connection that stays
  expect(cameSoFar()).toBe(came)
  expect(rig.asks).toHaveLength(came)
  expect(rig.events('device.disconnected')).toEqual([])
  expect(duplicates().at(-1)).toMatchObject({
    scene_id: 1,
    event: { type: 'device.duplicate', data: { kept: '127.0.0.1', refused: '127.0.0.1' } },
  })
})

test('the other one is accepted after the first one has disconnected', async () => {
  const holder = await contest()
  const came = cameSoFar()
  // its cable is cut: no close frame, no pongs
  holder.tls.pause()
  const other = await rig.dial(serial, { credentials })
  other.send(recorded('ucentral-ap', 'connect', serial))
  await until(() => cameSoFar() > came)
  expect(other.ws.readyState).toBe(1)
})

test('a device that loses its uplink repeatedly is not two devices', async () => {
  for (let turn = 0; turn < 6; turn++) {
    const device = await join()
    device.tls.pause()
    await sleep(5)
  }
  const came = cameSoFar()
  await join()
  expect(cameSoFar()).toBe(came + 1)
  expect(duplicates()).toEqual([])
})

test('two devices at two gateways: the connected one stays, the other is refused at both', async () => {
  const limits = { tickMs: 50, rivalReportMs: 0 }
  const other = await startRig({ limits, beside: rig })
  const gateways = [rig, other]
  const reported = () =>
    gateways.flatMap((one) => one.events('device.event')).filter(({ event }) => event.type === 'device.duplicate')
  let holder: TestDevice | undefined
  // each gateway counts its own: the third connection that the first one lost is the sixth in total
  for (let turn = 0; turn < 6; turn++) {
    const before = holder
    holder = await (gateways[turn % 2] as GatewayRig).device(serial, { credentials })
    if (before) expect(await before.closed).toEqual({ code: 1008, reason: 'replaced' })
  }
  await until(() => reported().length > 0)
  const cameSoFar = () => gateways.flatMap((one) => one.events('device.connected')).length
  const came = cameSoFar()
  for (let turn = 0; turn < 4; turn++) {
    const rival = await (gateways[turn % 2] as GatewayRig).dial(serial, { credentials })
    rival.send(recorded('ucentral-ap', 'connect', serial))
    expect(await rival.closed).toEqual({ code: 1008, reason: 'duplicate' })
  }
  expect(holder?.ws.readyState).toBe(1)
  expect(cameSoFar()).toBe(came)
  // its cable is cut: the other one is accepted, at the other gateway
  holder?.tls.pause()
  const rival = await rig.dial(serial, { credentials })
  rival.send(recorded('ucentral-ap', 'connect', serial))
  await until(() => cameSoFar() > came)
  expect(rival.ws.readyState).toBe(1)
  await other.close()
})

test('the number of watched serial numbers is bounded', async () => {
  const { Rivals } = await import('../rivals.ts')
  const rivals = new Rivals({ rivals: 10, rivalTurns: 1, rivalTurnsMs: 1000, rivalMs: 60_000, rivalReportMs: 0 })
  for (let n = 0; n < 1000; n++) rivals.replaced(`s${n}`)
  expect([rivals.isContested('s0'), rivals.isContested('s990'), rivals.isContested('s999')]).toEqual([
    false,
    true,
    true,
  ])
})
