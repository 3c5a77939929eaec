import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Message, readRecordings } from '@belvedere/drivers/kit/play-recording.ts'
import { chance } from '../../../kernel/rules/test-chance.ts'
import { type RigDeviceFamily, type GatewayRig, startRig, until } from './rig.ts'
import type { TestDevice } from './test-device.ts'

const FRAMES = 4000
const families: readonly RigDeviceFamily[] = ['ucentral-ap', 'ucentral-switch', 'linux-agent']
const { below, of, once, list } = chance(3)

let rig: GatewayRig
const caught: unknown[] = []
const keep = (error: unknown) => caught.push(error)
beforeAll(async () => {
  process.on('uncaughtException', keep).on('unhandledRejection', keep)
  rig = await startRig({ limits: { faults: 1e9, messageMs: 0, bytesPerMs: 1e12 } })
})
afterAll(async () => {
  process.off('uncaughtException', keep).off('unhandledRejection', keep)
  await rig.close()
})

const noise = () => Buffer.from(list(0, 20, () => below(256))).toString('latin1')
const leaf = () =>
  of<unknown>([
    null,
    true,
    0,
    -1,
    1e308,
    -1e308,
    2 ** 53,
    1.5,
    '',
    'x',
    noise(),
    'y'.repeat(5000),
    [],
    {},
    [null],
    [[[[]]]],
    { x: {} },
    '\0',
    '\ud800',
    { length: -1 },
    { toString: 1 },
    JSON.parse('{"__proto__":{"x":1}}'),
    '999.1.1.1',
    '::',
    '1e3',
    'NaN',
    [1, 'a', null, {}],
  ])

/** The same message with some values or names moved to other positions. */
function twisted(value: unknown): unknown {
  if (once(12)) return leaf()
  if (Array.isArray(value)) return once(15) ? Array(200).fill(value[0]) : value.map(twisted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) => [once(25) ? noise() || 'x' : name, twisted(inner)])
  return once(20) ? Object.values(value) : Object.fromEntries(entries)
}

const recorded = families.flatMap((family) =>
  [...readRecordings(new URL(`../../../../drivers/device/${family}/`, import.meta.url)).values()].flat(),
)
const methods = [
  ...new Set(recorded.map(({ method }) => method)),
  'connect',
  'venue_broadcast',
  'x',
  '__proto__',
  'constructor',
]

function frameOf(serial: string): string | Buffer {
  const message = of<Message>(recorded)
  const params = { ...message.params, serial }
  const text = () =>
    JSON.stringify({ jsonrpc: '2.0', method: once(6) ? of(methods) : message.method, params: twisted(params) })
  const kind = below(10)
  if (kind < 6) return text()
  if (kind === 6)
    return JSON.stringify({
      jsonrpc: '2.0',
      id: of([1, 2, -1, '2', 1e99, null]),
      [of(['result', 'error'])]: twisted({ status: { error: 0, text: 'x' }, serial }),
    })
  if (kind === 7) {
    const packed = deflateSync(JSON.stringify(twisted(params))).toString('base64')
    const cut = once(3) ? packed.slice(0, below(packed.length)) : packed
    return JSON.stringify({ jsonrpc: '2.0', method: message.method, params: { compress_64: cut, compress_sz: leaf() } })
  }
  if (kind === 8) return text().slice(0, below(200))
  return Buffer.from(list(0, 200, () => below(256)))
}

test(`${FRAMES} hostile messages of each family end neither the gateway nor, where they can be read, their own connection`, async () => {
  const sent = { frames: 0, dials: 0 }
  for (const [n, family] of families.entries()) {
    const serial = `0c2222aa000${n}`
    let device: TestDevice | undefined
    for (let at = 0; at < FRAMES; at++) {
      if (!device || device.ws.readyState !== device.ws.OPEN) {
        sent.dials++
        device = await rig.device(serial, { like: family })
      }
      device.ws.send(frameOf(serial))
      sent.frames++
      // drivers encode commands meanwhile, and the answers are the same invalid data
      if (at % 500 === 0) {
        const request = rig.command(
          serial,
          of(['reboot', 'led', 'diagnose', 'script']),
          { seconds: leaf(), script: 'x' } as never,
          300,
        )
        await request.catch(() => {})
      }
      if (at % 50 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    device?.close()
  }
  const good = await rig.device('0c2222aa0abc')
  good.tell('healthcheck', { sanity: 77 })
  await until(() => rig.reports.some(({ facts }) => facts.health === 77))
  expect(caught).toEqual([])
  expect(rig.log()).not.toMatch(/driver failed|device connection broke/)
  expect(sent.frames).toBe(FRAMES * families.length)
  expect(sent.dials, 'connections it took').toBeLessThan(20)
})

test('a message that makes a driver or the gateway fail ends at most its own connection', async () => {
  const device = await rig.device('0c2222aa0bad')
  const other = await rig.device('0c2222aa0abd')
  // as a defect would: the handler of each report throws
  const { bus } = rig
  const publish = bus.publish.bind(bus)
  bus.publish = (subject, payload) => {
    if (subject.startsWith('event.device.event')) throw new RangeError('defect')
    publish(subject, payload)
  }
  device.tell('crashlog', { loglines: ['x'] })
  expect(await device.closed).toMatchObject({ code: 1011, reason: 'broke' })
  bus.publish = publish
  other.tell('healthcheck', { sanity: 66 })
  await until(() => rig.reports.some(({ facts }) => facts.health === 66))
  expect(rig.log()).toContain('device connection broke')
})
