import { connect as connectTcp } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { recorded, type GatewayRig, type GatewayRigOptions, sleep, startRig, until } from './rig.ts'
import { type DeviceCredentials, dial } from './test-device.ts'

/** The duration of a storm is measured by `npm run bench`; this test checks that all devices reconnect. */
const PATIENCE = 60_000

let rig: GatewayRig
afterEach(() => rig.close())

interface ReconnectStorm {
  back(): number
  attempts: { ms: number; ok: boolean }[]
  stop(): void
}

/** Devices that connect, send connect, and retry after `again` ms when they are refused: like clients, without jitter. */
async function herdOf(size: number, again: number): Promise<ReconnectStorm> {
  const credentials = await Promise.all(Array.from({ length: size }, (_, i) => rig.certificate(serialOf(i))))
  const herd = { attempts: [] as ReconnectStorm['attempts'], stopped: false, back: () => rig.gateway.size.devices }
  const live = async (i: number, own: DeviceCredentials) => {
    while (!herd.stopped) {
      const start = performance.now()
      const device = await dial(rig.gateway.port, { credentials: own, ca: rig.pki.ca }).catch(() => undefined)
      herd.attempts.push({ ms: performance.now() - start, ok: device !== undefined })
      device?.send(recorded('ucentral-ap', 'connect', serialOf(i)))
      if (device) await device.closed
      await sleep(again)
    }
  }
  credentials.forEach((own, i) => void live(i, own))
  return { ...herd, stop: () => (herd.stopped = true) }
}

const serialOf = (i: number) => `0c11110${(i + 0x10000).toString(16)}`

const start = async (limits: GatewayRigOptions['limits']) => {
  rig = await startRig({ limits: limits ?? {} })
}

test.each([[50], [100]])(
  'a storm with retries every %i ms: all reconnect, each is identified once',
  async (again) => {
    await start({})
    const herd = await herdOf(150, again)
    await until(() => herd.back() === 150, PATIENCE)
    expect(rig.asks).toHaveLength(150)
    expect(new Set(rig.asks.map(({ id }) => id.value)).size).toBe(150)
    herd.stop()
  },
  PATIENCE + 5000,
)

test(
  'more than the limit: the excess is closed at once, and all are connected after some rounds',
  async () => {
    await start({ handshakes: 1, waiting: 2, burst: 1 })
    const herd = await herdOf(120, 60)
    await until(() => herd.back() === 120, PATIENCE)
    const refused = herd.attempts.filter(({ ok }) => !ok)
    expect(refused.length).toBeGreaterThan(0)
    expect(rig.events('device.disconnected')).toEqual([])
    herd.stop()
  },
  PATIENCE + 5000,
)

test(
  'handshakes that never end do not block others: sockets that wait too long are closed',
  async () => {
    await start({ handshakes: 2, waitMs: 300, tickMs: 20, upgradeMs: 6000 })
    const idle = [1, 2].map(() => connectTcp(rig.gateway.port, '127.0.0.1').on('error', () => {}))
    await sleep(50)
    await expect(rig.dial('0c1111aa0001')).rejects.toThrow()
    // it was closed while those two still had the places
    expect(idle.filter(({ destroyed }) => destroyed)).toEqual([])
    // the two are closed when the time of their handshake ends
    await until(() => idle.every(({ destroyed }) => destroyed), PATIENCE)
    const device = await rig.device('0c1111aa0001')
    device.close()
  },
  PATIENCE + 5000,
)

test('failed handshakes release their place, however they fail', async () => {
  await start({ handshakes: 1, upgradeMs: 300 })
  const noise = connectTcp(rig.gateway.port, '127.0.0.1', () => noise.end('no hello of TLS'))
  const gone = connectTcp(rig.gateway.port, '127.0.0.1', () => gone.destroy())
  const silent = connectTcp(rig.gateway.port, '127.0.0.1')
  for (const socket of [noise, gone, silent]) socket.on('error', () => {})
  await rig.device('0c1111aa0001')
  expect(silent.destroyed).toBe(true)
})

test('sockets beyond the limit of the process are closed at once, existing connections stay', async () => {
  await start({ sockets: 3 })
  const inside = [await rig.device('0c1111aa0001'), await rig.device('0c1111aa0002'), await rig.device('0c1111aa0003')]
  await expect(rig.dial('0c1111aa0004')).rejects.toThrow()
  inside[0]?.close()
  await until(() => rig.gateway.size.sockets === 2)
  await rig.device('0c1111aa0004')
  expect(inside[1]?.ws.readyState).toBe(1)
})

test(
  'identifications are bounded: the room gets a few at a time',
  async () => {
    await start({ identities: 5 })
    let asking = 0
    let most = 0
    rig.identify = async ({ id: { value: serial } }) => {
      most = Math.max(most, ++asking)
      await sleep(40)
      asking--
      return { device_id: Number.parseInt(serial.slice(7), 16), scene_id: 1 }
    }
    const herd = await herdOf(40, 100)
    await until(() => herd.back() === 40, PATIENCE)
    expect(most).toBe(5)
    herd.stop()
  },
  PATIENCE + 5000,
)

test('during a storm the process continues its other work', async () => {
  await start({})
  const credentials = await Promise.all(Array.from({ length: 100 }, (_, i) => rig.certificate(serialOf(i))))
  // silent sockets cost nothing; these have sent their hello before their turn
  const devices = credentials.map((own) => dial(rig.gateway.port, { credentials: own, ca: rig.pki.ca }))
  let turns = 0
  const clock = setInterval(() => turns++, 1)
  await Promise.all(devices)
  clearInterval(clock)
  expect(turns).toBeGreaterThan(10)
})

test('a gateway that restarts on the same port gets its devices back, and reports none as lost', async () => {
  await start({})
  const first = await rig.device('0c1111aa0001')
  await rig.gateway.stop()
  await first.closed
  expect(rig.events('device.disconnected')).toEqual([])
})
