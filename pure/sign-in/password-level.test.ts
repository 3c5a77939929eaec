import { expect, test } from 'vitest'
import { passwordLevel } from './password-level.ts'

test.each([
  ['', 0, 'empty'],
  ['a1b2c3d', 0, 'seven characters'],
  ['abcdefgh', 0, 'only letters'],
  ['ABCDefgh', 0, 'only letters, both cases'],
  ['12345678', 0, 'only digits'],
  ['~!@#$%^&', 0, 'only symbols'],
  ['()_=+-~!', 0, 'only symbols'],
  ['abcd 1234', 0, 'a space'],
  ['abcd1234.', 0, 'a full stop is not among the symbols'],
  ['密码abcd1234', 0, 'other letters'],
  [`${'a1'.repeat(16)}b`, 0, '33 characters'],
  ['abcd1234\n', 0, 'a line feed at the end'],
  ['abcd1234', 1, 'lower case and digits'],
  ['a1'.repeat(16), 1, '32 characters'],
  ['abcd_efg', 1, 'lower case and symbol'],
  ['1234_567', 1, 'digits and symbol'],
  ['Abcd1234', 2, 'an upper case letter'],
  ['ABCD1234', 2, 'upper case and digits'],
  ['ABCD_EFG', 2, 'upper case and symbol'],
  ['abcd_123', 2, 'digit, lower case and symbol'],
  ['ABCD_123', 2, 'no lower case'],
  ['Abcd_efg', 2, 'no digit'],
  ['Abcd_123', 3, 'all four'],
])('%j is level %i: %s', (password, level) => {
  expect(passwordLevel(password)).toBe(level)
})
