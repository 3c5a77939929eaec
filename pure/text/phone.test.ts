import { expect, test } from 'vitest'
import { maskPhone, normalPhone } from './phone.ts'

test.each([
  ['13800138000', '+8613800138000'],
  [' 138 0013-8000 ', '+8613800138000'],
  ['8613800138000', '+8613800138000'],
  ['+86 13800138000', '+8613800138000'],
  ['008613800138000', '+8613800138000'],
  ['+1 (415) 555-2671', '+14155552671'],
  ['0044 7911 123456', '+447911123456'],
  ['12800138000', undefined],
  ['1380013800', undefined],
  ['138001380000', undefined],
  ['010-12345678', undefined],
  ['+8601012345678', undefined],
  ['+0123456789', undefined],
  ['+12345', undefined],
  ['+1234567890123456', undefined],
  ['admin', undefined],
  ['', undefined],
])('%s is %s', (text, wanted) => {
  expect(normalPhone(text)).toBe(wanted)
})

test.each([
  ['+8613800138000', '+86 138****8000'],
  ['+14155552671', '+1 415****2671'],
])('%s is shown as %s', (phone, wanted) => {
  expect(maskPhone(phone)).toBe(wanted)
})
