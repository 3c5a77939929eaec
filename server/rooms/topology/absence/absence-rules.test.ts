import { expect, test } from 'vitest'
import { belowOf, boundFrom, kindOf, statedBound } from './absence-rules.ts'

test.each<[string, Parameters<typeof boundFrom>, number]>([
  ['nothing is known', [undefined, 600], 600],
  ['too few came back', [{ n: 2, slowest: 40 }, 600], 600],
  ['twice the slowest and a minute', [{ n: 3, slowest: 90 }, 600], 240],
  ['not below two minutes', [{ n: 50, slowest: 10 }, 600], 120],
  ['not above what was said', [{ n: 50, slowest: 500 }, 600], 600],
])('the bound when %s', (_, request, seconds) => {
  expect(boundFrom(...request)).toBe(seconds)
})

test('a device is offline for its work, and for nothing else', () => {
  expect(['reboot', 'upgrade', 'configure', 'arm', 'restore', 'factory'].map((verb) => kindOf(verb as 'arm'))).toEqual([
    'reboot',
    'upgrade',
    'configure',
    'configure',
    'restore',
    'factory',
  ])
  expect(kindOf('running')).toBeUndefined()
  expect(statedBound('arm', { seconds: 300 })).toBe(360)
  expect(statedBound('configure', { seconds: 300 })).toBe(0)
})

test('devices behind a device are found from the uplink paths', () => {
  const below = belowOf(
    new Map([
      [1, []],
      [2, [1]],
      [3, [2, 1]],
    ]),
  )
  expect([...below]).toEqual([
    [1, [2, 3]],
    [2, [3]],
  ])
})
