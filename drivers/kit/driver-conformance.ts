import { describe, expect, test } from 'vitest'
import type { DeviceDriver } from './define-device-driver.ts'
import { commandVerbs } from './facts.ts'
import { faultsIn } from './fact-faults.ts'
import { mutate, randomFrom } from './mutate.ts'
import { reportedIn, type StatisticId, statistics } from './statistics.ts'
import { identityIn, type Message, playRecording, readRecordings } from './play-recording.ts'

/** The tests every device driver must pass, with its own recordings. Call it in the driver's test file. */
export function describeConformance(driver: DeviceDriver, folder: URL): void {
  const { protocol } = driver
  const recordings = readRecordings(folder)
  const messages = [...recordings.values()].flat()
  const connects = messages.filter(({ method }) => method === 'connect')
  const others = messages.filter(({ method }) => method !== 'connect')

  describe(`${driver.family}: what every driver keeps`, () => {
    test.each([...recordings.keys()])('%s is decoded without faults', (name) => {
      const { identities, readings } = playRecording(driver, recordings.get(name) ?? [])
      expect(readings.flatMap(faultsIn)).toEqual([])
      for (const identity of identities) expect(JSON.stringify(identity)).not.toMatch(/r4nd0m-Secret|hunter2/)
    })

    test('has a connect among its recordings and identifies it', () => {
      expect(connects.length).toBeGreaterThan(0)
      for (const connect of connects) expect(protocol.matches(protocol.readHello(connect.params))).toBe(true)
    })

    test('handles any mutated message, and the result is well formed', () => {
      for (let seed = 1; seed <= 1500; seed++) spoilOne(driver, others, seed)
    })

    test('handles any mutated first message', () => {
      for (let seed = 1; seed <= 500; seed++) spoilHello(driver, connects, seed)
    })

    test('decodes invalid parameters to nothing', () => {
      for (const { method } of others) {
        for (const params of [null, undefined, 7, 'x', [], [[]], { state: null }, { data: { event: [] } }]) {
          expect(faultsIn(driver.decode(method, params as never))).toEqual([])
        }
      }
      expect(driver.decode('no-such-method', {})).toEqual({})
      expect(driver.decode('__proto__', {})).toEqual({})
    })

    test('reports its declared sources, and nothing else', () => {
      const heard = reportedIn([...recordings.values()].flatMap((list) => playRecording(driver, list).readings))
      const ids = Object.keys(statistics) as StatisticId[]
      const wrong = ids.filter((id) => {
        const source = driver.sources[id]
        return source === null ? heard.has(id) : typeof source === 'string' && !heard.has(id)
      })
      expect(wrong).toEqual([])
    })

    test('encodes every verb that it lists, or names the invalid argument', () => {
      for (const connect of connects) {
        const identity = identityIn(driver, connect)
        for (const verb of identity.verbs) expect(protocol.encode?.({ verb, args: {} }, identity), verb).toBeDefined()
        const others = commandVerbs.filter((verb) => !identity.verbs.includes(verb))
        for (const verb of others) expect(protocol.encode?.({ verb, args: {} }, identity), verb).toBeUndefined()
      }
    })
  })
}

function spoilOne(driver: DeviceDriver, messages: Message[], seed: number): void {
  const random = randomFrom(seed)
  const message = messages[Math.floor(random() * messages.length)]
  if (!message) return
  const params = mutate(message.params, random, 1 + Math.floor(random() * 6))
  expect(faultsIn(driver.decode(message.method, params)), `${message.method}, seed ${seed}`).toEqual([])
}

function spoilHello({ protocol }: DeviceDriver, connects: Message[], seed: number): void {
  const random = randomFrom(seed)
  const connect = connects[seed % connects.length]
  if (!connect) return
  const hello = protocol.readHello(mutate(connect.params, random, 1 + Math.floor(random() * 6)))
  protocol.matches(hello)
  const identity = protocol.identify(hello)
  expect([0, 1, 2, 3, 4, 7], `seed ${seed}`).toContain(identity.type)
  expect(JSON.stringify(identity).length, `seed ${seed}`).toBeLessThan(400_000)
  for (const one of [identity.vendor, identity.model, identity.firmware]) expect(one.length).toBeLessThanOrEqual(128)
}
