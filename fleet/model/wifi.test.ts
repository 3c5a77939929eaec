import { expect, test } from 'vitest'
import { centreChannel, frequencyOf, rateAt } from './wifi.ts'

test('channels have the frequencies of the standard', () => {
  expect([frequencyOf('2G', 1), frequencyOf('2G', 13), frequencyOf('5G', 44), frequencyOf('6G', 5)]).toEqual([
    2412, 2472, 5220, 5975,
  ])
  expect(centreChannel('5G', 44, 80)).toBe(42)
  expect(centreChannel('5G', 36, 40)).toBe(38)
  expect(centreChannel('5G', 157, 80)).toBe(155)
  expect(centreChannel('5G', 100, 160)).toBe(114)
  expect(centreChannel('6G', 37, 160)).toBe(47)
  expect(centreChannel('2G', 6, 20)).toBe(6)
})

test('a stronger signal never gives a slower rate, and the highest rates are those of the standard', () => {
  expect(rateAt(-40, '5G', 80, 2, true)).toMatchObject({ mcs: 11, nss: 2, standard: 'he' })
  expect(rateAt(-40, '5G', 80, 2, true).bitrate).toBeCloseTo(1_201_000, -4)
  expect(rateAt(-40, '2G', 20, 1, false)).toMatchObject({ bitrate: 86_700, standard: 'ht' })
  let last = 0
  for (let rssi = -90; rssi <= -30; rssi++) {
    const { bitrate } = rateAt(rssi, '5G', 80, 2, true)
    expect(bitrate).toBeGreaterThanOrEqual(last)
    last = bitrate
  }
})
