import { expect, test } from 'vitest'
import { bareAddress, firstName, normalSerial, serialPiece } from './rules.ts'

test.each([
  ['0c1111aa0001', '0c1111aa0001'],
  [' 0C:11:11:AA:00:01 ', '0c1111aa0001'],
  ['0C-11-11-aa-00-01', '0c1111aa0001'],
  ['0c11.11aa.0001', '0c1111aa0001'],
  ['0c1111aa000', undefined],
  ['0c1111aa00012', undefined],
  ['0g1111aa0001', undefined],
  ['', undefined],
])('the serial number in %j is %j', (typed, serial) => {
  expect(normalSerial(typed)).toBe(serial)
})

test.each([
  ['AA:00', 'aa00'],
  ['lobby', undefined],
  ['a', undefined],
])('a search for %j looks for serial numbers with %j', (typed, piece) => {
  expect(serialPiece(typed)).toBe(piece)
})

test('a device is named by its model and the end of its serial number, within 32 characters', () => {
  expect(firstName('CW-AX50', '0c1111aa0001')).toBe('CW-AX50 0001')
  expect(firstName('', '0c1111aa0001')).toBe('0001')
  expect(firstName('x'.repeat(64), '0c1111aa0001')).toHaveLength(32)
})

test.each([
  ['10.0.0.1/24', '10.0.0.1'],
  ['fd00::1', 'fd00::1'],
  ['', null],
  [undefined, null],
])('the address in %j is %j', (address, bare) => {
  expect(bareAddress(address)).toBe(bare)
})
