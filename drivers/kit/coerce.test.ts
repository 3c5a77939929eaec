import { expect, test } from 'vitest'
import {
  countOf,
  flagOf,
  listOf,
  macOf,
  numberOf,
  objectOf,
  secondsOf,
  textOf,
  textsOf,
  wholeWithin,
} from './coerce.ts'

test.each([
  [5, 5],
  ['5', 5],
  [' 7.5 ', 7.5],
  ['54.0', 54],
  [true, 1],
  [false, 0],
  ['-57', -57],
  ['', undefined],
  [' ', undefined],
  ['x', undefined],
  [Number.NaN, undefined],
  [Infinity, undefined],
  [null, undefined],
  [[1], undefined],
])('the number in %j is %j', (value, number) => expect(numberOf(value)).toBe(number))

test.each([
  [1.9, 1],
  ['1288456677', 1288456677],
  [-1, undefined],
  [2 ** 53, undefined],
  ['1e400', undefined],
  [{}, undefined],
])('the count in %j is %j', (value, count) => expect(countOf(value)).toBe(count))

test.each([
  [1, true],
  [0, false],
  ['1', true],
  ['up', true],
  ['Down', false],
  [true, true],
  ['maybe', undefined],
  [null, undefined],
])('the flag in %j is %j', (value, flag) => expect(flagOf(value)).toBe(flag))

test.each([
  ['3C:22:FB:10:20:30', '3c:22:fb:10:20:30'],
  ['3c22.fb10.2030', '3c:22:fb:10:20:30'],
  ['3c-22-fb-10-20-30', '3c:22:fb:10:20:30'],
  ['3c22fb102030', '3c:22:fb:10:20:30'],
  ['00:00:00:00:00:00', undefined],
  ['3c:22:fb:10:20', undefined],
  ['zz:22:fb:10:20:30', undefined],
  [7, undefined],
])('the MAC address in %j is %j', (value, mac) => expect(macOf(value)).toBe(mac))

test.each([
  [1790003700, 1790003700],
  ['1790003700', 1790003700],
  [1790003700123, 1790003700],
  ['1790003700123456', 1790003700],
  ['1790003500123456789', 1790003500],
  [-5, 0],
  ['soon', 0],
  [undefined, 0],
])('the time in %j is %j s', (value, seconds) => expect(secondsOf(value)).toBe(seconds))

test('lists, objects and texts are bounded', () => {
  expect(listOf([1, 2, 3], 2)).toEqual([1, 2])
  expect(listOf('one', 2)).toEqual(['one'])
  expect(listOf(7, 2)).toEqual([])
  expect(objectOf([1])).toEqual({})
  expect(textOf('abc', 2)).toBe('ab')
  expect(textOf('a\u0000b')).toBe('a b')
  expect(textOf(44)).toBe('44')
  expect(textsOf(['a', {}, 'b'], 8)).toEqual(['a', 'b'])
  expect(wholeWithin('12.6', 0, 20)).toBe(13)
  expect(wholeWithin(21, 0, 20)).toBeUndefined()
})
