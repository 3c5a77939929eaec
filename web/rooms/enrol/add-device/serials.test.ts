import { expect, test } from 'vitest'
import { isSerial, serialsOf } from './serials.ts'

test('a pasted column becomes a list without doubles', () => {
  expect(serialsOf(' aabbccddeeff\n\nAA:BB:CC:00:11:22 , aabbccddeeff；001122334455')).toEqual([
    'aabbccddeeff',
    'AA:BB:CC:00:11:22',
    '001122334455',
  ])
  expect(serialsOf('  \n ')).toEqual([])
})

test.each([
  ['aabbccddeeff', true],
  ['AA:BB:CC:DD:EE:FF', true],
  ['aabb.ccdd.eeff', true],
  ['aa bb cc dd ee ff', true],
  ['aabbccddeef', false],
  ['aabbccddeefg', false],
  ['', false],
])('%s', (text, yes) => expect(isSerial(text)).toBe(yes))
