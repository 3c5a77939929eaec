import { describe, expect, test } from 'vitest'
import { needsDfs } from '@belvedere/pure/network/wifi-channels.ts'
import { bandwidthOf, overlapOf, spanOf, strengthOf, tuningsOf } from './channel-rules.ts'
import { type RadioReception, planRadios, type RadioPlanOptions, type RadioNow } from './plan-rules.ts'

const options: RadioPlanOptions = { threshold: 3, dfs: false, width: true, power: false }
const radio = (device_id: number, more: Partial<RadioNow> = {}): RadioNow => ({
  device_id,
  band: '2g',
  region: 'CN',
  channels: [],
  widest: 0,
  now: { channel: 1, width: 20 },
  power: 17,
  utilisation: 30,
  fixed: false,
  weakest: null,
  ...more,
})
const five = (device_id: number, more: Partial<RadioNow> = {}) =>
  radio(device_id, { band: '5g', now: { channel: 36, width: 80 }, power: 20, ...more })
/** All of them receive each other. */
const everybody = (radios: readonly RadioNow[], signal = -60): RadioReception[] =>
  radios.flatMap((receiver) =>
    radios
      .filter((one) => one !== receiver)
      .map(({ device_id, band, now }) => ({
        receiver: receiver.device_id,
        transmitter: device_id,
        band,
        channel: now.channel,
        signal,
      })),
  )

describe('the air', () => {
  test('spans', () => {
    expect(spanOf('2g', { channel: 6, width: 20 })).toEqual([20, 40])
    expect(spanOf('5g', { channel: 44, width: 80 })).toEqual([170, 250])
    expect(spanOf('5g', { channel: 149, width: 40 })).toEqual([735, 775])
  })
  test.each([
    ['2g', 1, 20, 6, 20, 0],
    ['2g', 1, 20, 1, 20, 1],
    ['2g', 1, 20, 3, 20, 0.5],
    ['5g', 36, 80, 48, 80, 1],
    ['5g', 36, 80, 52, 80, 0],
    ['5g', 36, 80, 40, 20, 1],
    ['5g', 36, 40, 44, 40, 0],
  ] as const)('%s: %i/%i over %i/%i is %f', (band, a, wa, b, wb, wanted) => {
    expect(overlapOf(band, { channel: a, width: wa }, { channel: b, width: wb })).toBe(wanted)
    expect(overlapOf(band, { channel: b, width: wb }, { channel: a, width: wa })).toBe(wanted)
  })
  test('strength', () => expect([-100, -92, -76, -60, -30].map(strengthOf)).toEqual([0, 0, 0.5, 1, 1]))
  test('bandwidths of intents', () =>
    expect([bandwidthOf('2g', 20), bandwidthOf('5g', 40), bandwidthOf('5g', 80)]).toEqual(['20', '20/40', '80']))

  test('China has no 100 to 140, and radar channels only when allowed', () => {
    const channels = (region: 'CN' | 'US', dfs: boolean, width = 80) =>
      tuningsOf(five(1, { region }), { channel: 36, width }, dfs, false).map(({ channel }) => channel)
    expect(channels('CN', false)).toEqual([149, 36])
    expect(channels('CN', true)).toEqual([149, 52, 36])
    expect(channels('US', true)).toEqual([149, 116, 100, 52, 36])
    expect(channels('US', false).some(needsDfs)).toBe(false)
  })
  test('a radio is tuned within its capabilities', () => {
    const able = five(1, { channels: [36, 40, 44, 48], widest: 40 })
    expect(tuningsOf(able, { channel: 36, width: 80 }, true, true)).toEqual([
      { channel: 44, width: 40 },
      { channel: 36, width: 40 },
    ])
  })
})

describe('a plan', () => {
  test('three that receive each other on one channel use three', () => {
    const radios = [radio(1), radio(2), radio(3)]
    const { items, before, after } = planRadios(radios, everybody(radios), options)
    expect(items.map(({ after: to }) => to.channel).toSorted((a, b) => a - b)).toEqual([1, 6, 11])
    expect([before, after]).toEqual([60, 0])
    expect(items.filter(({ moved }) => moved)).toHaveLength(2)
  })

  test('a strong foreign transmitter is avoided', () => {
    const { items } = planRadios(
      [radio(1)],
      [{ receiver: 1, transmitter: 0, band: '2g', channel: 1, signal: -55 }],
      options,
    )
    expect(items[0]).toMatchObject({
      before: { channel: 1, interference: 20 },
      after: { interference: 0 },
      moved: true,
    })
  })

  test('changes that save less than the threshold are not made', () => {
    const weak: RadioReception[] = [{ receiver: 1, transmitter: 0, band: '2g', channel: 1, signal: -80 }]
    expect(planRadios([radio(1)], weak, { ...options, threshold: 10 }).items[0]?.moved).toBe(false)
    expect(planRadios([radio(1)], weak, { ...options, threshold: 3 }).items[0]?.moved).toBe(true)
  })

  test('a fixed radio stays, and the others are planned around it', () => {
    const radios = [
      radio(1, { fixed: true, now: { channel: 6, width: 20 } }),
      radio(2, { now: { channel: 6, width: 20 } }),
    ]
    const [fixed, other] = planRadios(radios, everybody(radios), options).items
    expect(fixed?.moved).toBe(false)
    expect(other?.after.channel).not.toBe(6)
  })

  test('wide channels become narrower where there is no room, and stay wide without neighbours', () => {
    const crowd = Array.from({ length: 4 }, (_, n) => five(n + 1, { utilisation: 60 }))
    const { items } = planRadios(crowd, everybody(crowd), options)
    expect(items.every(({ after }) => after.width === 40)).toBe(true)
    expect(new Set(items.map(({ after }) => after.channel)).size).toBe(4)
    expect(
      planRadios(crowd, everybody(crowd), { ...options, width: false }).items.every(({ after }) => after.width === 80),
    ).toBe(true)
    expect(planRadios([five(9)], [], options).items[0]).toMatchObject({
      after: { channel: 36, width: 80 },
      moved: false,
    })
  })

  test('power is reduced where three receive it too strongly, as far as its terminals stay connected', () => {
    const radios = [radio(1), radio(2), radio(3), radio(4)]
    const loud = everybody(radios, -50)
    const power = (weakest: number | null) =>
      planRadios([{ ...(radios[0] as RadioNow), weakest }, ...radios.slice(1)], loud, { ...options, power: true })
        .items[0]?.after.power
    expect(power(-50)).toBe(11)
    expect(power(-67)).toBe(12)
    expect(power(-71)).toBe(17)
    expect(
      planRadios(radios, everybody(radios, -75), { ...options, power: true }).items.every(
        ({ after }) => after.power === 17,
      ),
    ).toBe(true)
    expect(
      planRadios(radios.slice(0, 3), everybody(radios.slice(0, 3), -50), { ...options, power: true }).items[0]?.after
        .power,
    ).toBe(17)
  })

  test('bands do not interfere with each other', () => {
    const radios = [radio(1), five(1)]
    expect(planRadios(radios, [], options).items.map(({ moved }) => moved)).toEqual([false, false])
  })

  test('an applied plan does not change again', () => {
    const radios = Array.from({ length: 20 }, (_, n) => radio(n + 1))
    const heard = everybody(radios, -70)
    const first = planRadios(radios, heard, options)
    const then = radios.map((one, at) => ({ ...one, now: { channel: first.items[at]?.after.channel ?? 0, width: 20 } }))
    expect(planRadios(then, heard, options).items.filter(({ moved }) => moved)).toEqual([])
  })

  test('never worse than before, for any reception between access points', () => {
    let state = 7
    const next = (n: number) => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) % n
    for (const size of [3, 12, 40, 500]) {
      const radios = Array.from({ length: size }, (_, n) =>
        n % 2
          ? five(n, { now: { channel: [36, 52, 149][next(3)] ?? 36, width: 80 }, utilisation: next(80) })
          : radio(n, { now: { channel: 1 + next(11), width: 20 }, utilisation: next(80) }),
      )
      const heard = radios.flatMap(({ device_id: receiver, band }) =>
        Array.from(
          { length: 12 },
          (): RadioReception => ({
            receiver,
            transmitter: next(size),
            band,
            channel: 1 + next(11),
            signal: -50 - next(45),
          }),
        ),
      )
      const { before, after } = planRadios(radios, heard, options)
      expect(after).toBeLessThanOrEqual(before)
    }
  })
})
