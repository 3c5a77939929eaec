import { afterAll, beforeAll, expect, test } from 'vitest'
import { streamSubject } from '../../../devices/device-link.ts'
import { type GatewayRig, sleep, startRig, until } from './rig.ts'
import type { TestDevice } from './test-device.ts'

let rig: GatewayRig
let mine: TestDevice
let foreign: TestDevice
const session = '00112233445566778899aabbccddeeff'
beforeAll(async () => {
  rig = await startRig()
  mine = await rig.device('5ce91e102001', { like: 'linux-agent' })
  foreign = await rig.device('5ce91e102002', { like: 'linux-agent' })
})
afterAll(() => rig.close())

const idOf = (serial: string) =>
  rig.events('device.connected').find((came) => came.serial === serial).device_id as number
const tell = (device: TestDevice, payload: object, type = 'belvedere.shell') =>
  device.tell('event', { data: { event: [1, { type, payload }] } })

test.each(['belvedere.shell', 'belvedere.tunnel'])(
  'data of a session reaches %s sessions of this device, and no other device’s',
  async (type) => {
    const heard: unknown[] = []
    const aside: unknown[] = []
    const stops = [
      rig.bus.subscribe(streamSubject(idOf('5ce91e102001'), session), (piece) => heard.push(piece)),
      rig.bus.subscribe(streamSubject(idOf('5ce91e102002'), session), (piece) => aside.push(piece)),
    ]
    tell(foreign, { session, data: 'Zm9yZ2Vk' }, type)
    tell(foreign, { session, closed: true, exit: 0 }, type)
    await until(() => aside.length === 2)
    tell(mine, { session, data: 'b3du' }, type)
    await until(() => heard.length === 1)
    expect(heard).toEqual([{ data: 'b3du' }])
    for (const stop of stops) stop()
  },
)

test('a name with more than one word of a subject is a fault and is not published', async () => {
  const all: unknown[] = []
  const names = [`${idOf('5ce91e102001')}.${session}`, '*', '>', 'a b', 'a\r\nPUB x 0', `1.${session}`]
  const subjects = names.map((name) => streamSubject(idOf('5ce91e102002'), name))
  const stops = [...subjects, streamSubject(idOf('5ce91e102001'), session)].map((subject) =>
    rig.bus.subscribe(subject, (piece) => all.push(piece)),
  )
  for (const name of names.slice(0, 4)) tell(foreign, { session: name, data: 'eA==' })
  await sleep(100)
  expect(all).toEqual([])
  for (const stop of stops) stop()
})

test('a second answer to a command of another device is ignored', async () => {
  const answer = rig.command('5ce91e102001', 'shell', { op: 'close', session })
  const { id } = await mine.next('x-belvedere.shell.close')
  mine.answer(id)
  await answer
  const before = rig.events('device.event').length
  foreign.answer(id, { status: { error: 0, text: 'me too' } })
  await sleep(100)
  expect(rig.events('device.event')).toHaveLength(before)
})

test('requested data does not slow a device down: pieces of a session that was opened on it; others count', async () => {
  const strict = await startRig({ limits: { messageMs: 1000, aheadMs: 10_000 } })
  const serial = '5ce91e102003'
  const device = await strict.device(serial, { like: 'linux-agent' })
  const id = strict.events('device.connected')[0].device_id as number
  const flooded = () => strict.events('device.event').some(({ event }) => event.type === 'device.flooding')
  const heard: unknown[] = []
  strict.bus.subscribe(streamSubject(id, session), (piece) => heard.push(piece))
  const opened = strict.command(serial, 'shell', { op: 'open', session })
  device.answer((await device.next('x-belvedere.shell.open')).id)
  await opened
  for (let n = 0; n < 50; n++) tell(device, { session, data: 'eA==' })
  await until(() => heard.length === 50)
  expect(flooded()).toBe(false)
  for (let n = 0; n < 50; n++) tell(device, { session: 'nobody-asked', data: 'eA==' })
  await until(flooded)
  await strict.close()
})
