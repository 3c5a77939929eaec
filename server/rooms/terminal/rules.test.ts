import { expect, test } from 'vitest'
import { isEnough, macPiece } from './rules.ts'

test.each([
  ['iph', true],
  ['10.2', true],
  ['a-1', true],
  [' zz ', false],
  ['a', false],
  ['手机', false],
  ['...', false],
])('%j is selective: %j', (typed, enough) => expect(isEnough(typed)).toBe(enough))

test.each([
  ['AA:BB:cc', 'aabbcc'],
  ['0c11.22aa.0003', '0c1122aa0003'],
  ['aa-bb', 'aabb'],
  ['ab', undefined],
  ['10.2.3.4', undefined],
  ['10.', undefined],
  ['lobby', undefined],
])('%j may be part of a hardware address: %j', (typed, piece) => expect(macPiece(typed)).toBe(piece))
