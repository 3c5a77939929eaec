import { expect, test } from 'vitest'
import { codeIn } from './use-receive.ts'

const code = 'Ab3_-xYz0123456789Ab3_-xYz0123456789abcdefg'

test.each([
  [code, code],
  [` https://net.example.com/share/${code} `, code],
  [`https://net.example.com/share/${code}/`, code],
  [`https://net.example.com/mid?share=${code}`, code],
  ['https://net.example.com/share/', undefined],
  ['short', undefined],
  ['', undefined],
])('the code in %j', (typed, found) => {
  expect(codeIn(typed)).toBe(found)
})
