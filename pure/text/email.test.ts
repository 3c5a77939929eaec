import { expect, test } from 'vitest'
import { maskEmail, normalEmail } from './email.ts'

test.each([
  ['Li.Lei@Example.COM ', 'li.lei@example.com'],
  ["o'neil+net@a-b.example.co", "o'neil+net@a-b.example.co"],
  ['李雷@example.com', '李雷@example.com'],
  ['a@b', undefined],
  ['a b@example.com', undefined],
  ['a@@example.com', undefined],
  ['a@-example.com', undefined],
  ['.a@example.com', undefined],
  ['a..b@example.com', undefined],
  ['a@example.com\nbcc: b@example.com', undefined],
  [`${'a'.repeat(60)}@example.com`, undefined],
  ['', undefined],
])('%j is %s', (text, wanted) => {
  expect(normalEmail(text)).toBe(wanted)
})

test.each([
  ['lilei@example.com', 'li***@example.com'],
  ['a@example.com', 'a***@example.com'],
])('%s is shown as %s', (email, wanted) => {
  expect(maskEmail(email)).toBe(wanted)
})
