import { expect, test } from 'vitest'
import { confirmBreachesOf, ends, questions, type ConfirmedCall } from './confirm-rules.ts'
import { reachOf } from './reach-rules.ts'
import { parseSource } from '../source.ts'

/** The smallest program that the rule accepts. */
const house = [
  ...[...ends, ...questions].map((place) => {
    const [path = '', name = ''] = place.split('#')
    return parseSource(path, `export const ${name} = () => 0`)
  }),
  parseSource('server/engines/confirm/require-confirmed.ts', 'export async function requireConfirmed() { return 0 }'),
  parseSource('server/rooms/device/api.ts', "export { tell as tellDevice } from './tell.ts'"),
  parseSource(
    'server/rooms/device/tell.ts',
    "import { commandSubject } from '../../devices/device-link.ts'\nexport const tell = (id: number) => commandSubject(id)",
  ),
  parseSource(
    'server/rooms/lamp/job.ts',
    "import { tellDevice } from '../device/api.ts'\nimport { lit } from './api.ts'\nexport const blink = defineJob({ run: () => tellDevice(1) })\nexport const hear = listen(lit, () => tellDevice(2))",
  ),
  parseSource('server/rooms/lamp/api.ts', "export const lit = defineEvent('lamp.lit')"),
]

const lamp = (body: string, stated: Partial<ConfirmedCall['spec']> = {}) => {
  const handler = parseSource(
    'server/rooms/lamp/lamp.ts',
    `import { requireConfirmed } from '../../engines/confirm/require-confirmed.ts'
     import { tellDevice } from '../device/api.ts'
     import { queryRunning } from '../intent/running.ts'
     import { lit } from './api.ts'
     import { blink } from './job.ts'
     const inner = () => tellDevice(3)
     export const calls = implement(lampCalls, { ${body} })`,
  )
  const call: ConfirmedCall = { name: 'lamp/lamp.set', spec: { at: 'POST lamp', in: {}, ...stated } }
  return confirmBreachesOf([call], reachOf([...house, handler])).map(({ text }) => text)
}
const confirmed = { in: { properties: { confirm_token: {} } } }
const because = { unconfirmed: 'it is a lamp' }

test.each([
  ['a call that acts on nothing', 'set: (ctx) => ctx.now()', {}],
  ['one that asks what a device runs', 'set: () => queryRunning()', {}],
  ['one that is confirmed', 'async set() { await requireConfirmed(); return tellDevice(1) }', confirmed],
  ['one that says why not', 'set: () => tellDevice(1)', because],
  ['one that reads', 'set: () => tellDevice(1)', { at: 'GET lamp' }],
  ['the neighbour of one that acts', 'set: () => 0, other: () => tellDevice(1)', {}],
  ['a type of the same name', 'set: (x: tellDevice) => x', {}],
] as const)('%s', (_, body, stated) => {
  expect(lamp(body, stated)).toEqual([])
})

const acts = /acts on devices/
test.each([
  ['a call that sends a command to a device', 'set: () => tellDevice(1)', {}, acts],
  ['a call that uses a helper', 'set: () => inner()', {}, acts],
  ['a call that enqueues a job', 'set: (ctx) => ctx.enqueue(blink)', {}, acts],
  ['a call whose event has an acting listener', 'set: (ctx) => ctx.emit(lit)', {}, acts],
  ['a call of another handler', 'set: () => calls.handlers.other(), other: () => tellDevice(1)', {}, acts],
  ['a confirmation that is not required', 'set: () => tellDevice(1)', confirmed, /never requires/],
  ['both', 'async set() { await requireConfirmed() }', { ...confirmed, ...because }, /why it requires none/],
  ['a reason that is not needed', 'set: () => 0', because, /acts on no device/],
] as const)('%s is found', (_, body, stated, says) => {
  expect(lamp(body, stated)).toEqual([expect.stringMatching(says)])
})

test('an end that does not exist is found', () => {
  expect(confirmBreachesOf([], reachOf(house.slice(1))).map(({ text }) => text)).toEqual([`${ends[0]} does not exist`])
})
