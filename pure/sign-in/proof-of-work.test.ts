import { expect, test } from 'vitest'
import { leadingZeroBits, workText } from './proof-of-work.ts'

test.each([
  [[], 0],
  [[0x80], 0],
  [[0x7f, 0xff], 1],
  [[0x01], 7],
  [[0x00, 0x80], 8],
  [[0x00, 0x00, 0x10], 19],
  [[0x00, 0x00], 16],
])('%j begins with %i zero bits', (bytes, bits) => {
  expect(leadingZeroBits(Uint8Array.from(bytes))).toBe(bits)
})

test('a solution of one puzzle does not solve another', () => {
  expect(workText('a', 'b')).not.toBe(workText('ab', ''))
})
