import { expect, test } from 'vitest'
import { cpeId, readDeviceId, snOf } from './device-id.ts'

test.each([
  ['0C:11:11-aa.00 01', { scheme: 'mac', value: '0c1111aa0001' }],
  [' 00259E-HG8245-48575443AB%2DCD ', { scheme: 'cpe', value: '00259E-HG8245-48575443AB%2DCD' }],
  ['ABCDEF--123456', { scheme: 'cpe', value: 'ABCDEF--123456' }],
  ['M-ABCDEFGHI234', { scheme: 'monitored', value: 'm-abcdefghi234' }],
])('%s is accepted', (typed, id) => expect(readDeviceId(typed)).toEqual(id))

test.each([
  '',
  '0c1111aa000',
  '0c1111aa00011',
  'm-abc',
  'zz259E-a-b',
  `00259E-a-${'9'.repeat(64)}`,
  "00259E-a-b' or 1",
])('%s is not an identity', (typed) => expect(readDeviceId(typed)).toBeUndefined())

test('an identity of TR-069 is read as it was printed, with any characters in its parts', () => {
  for (const [productClass, serial] of [
    ['HG8245', '48575443'],
    ['', '123456'],
    ['F-660 (v2)', "a-b*c'd~e"],
    ['光猫', '序列号 7'],
  ] as const) {
    const id = cpeId('00259e', productClass, serial)
    expect(id?.scheme).toBe('cpe')
    expect(id && readDeviceId(snOf(id))).toEqual(id)
  }
  expect(cpeId('00259', 'x', '1')).toBeUndefined()
  expect(cpeId('00259E', 'x', ' ')).toBeUndefined()
  expect(cpeId('00259E', 'x', '9'.repeat(200))).toBeUndefined()
})
