import { expect, test } from 'vitest'
import { say } from './text.ts'

test('a text has singular and plural where the language needs it', () => {
  const text = (n: number | string) => say({ zh: '{n} 台', en: '{n} {n:device|devices} of {what}' }, 'en', { n })
  expect([0, 1, '1', 2].map(text)).toEqual([
    '0 devices of {what}',
    '1 device of {what}',
    '1 device of {what}',
    '2 devices of {what}',
  ])
})
