import { expect, test } from 'vitest'
import { formatMac, macDigits, macFlags } from './mac.ts'

test.each(['00:1A:2b:3C:4d:5E', '00-1a-2b-3c-4d-5e', '001a.2b3c.4d5e', ' 001A2B 3C4D5E '])('%j', (text) => {
  expect(macDigits(text)).toBe('001a2b3c4d5e')
})

test('is written in the common notations', () => {
  expect(formatMac('001a2b3c4d5e')).toBe('00:1a:2b:3c:4d:5e')
  expect(formatMac('001a2b3c4d5e', '.', 4)).toBe('001a.2b3c.4d5e')
  expect(formatMac('001a2b3')).toBe('00:1a:2b:3')
  expect(formatMac('')).toBe('')
})

test.each([
  ['001a2b3c4d5e', false, false],
  ['01005e000001', true, false],
  ['da1ab2c3d4e5', false, true],
  ['333300000001', true, true],
  ['ffffffffffff', true, true],
])('%s: group address %s, locally administered %s', (digits, group, local) => {
  expect(macFlags(digits)).toEqual({ group, local })
})
