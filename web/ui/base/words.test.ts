import { expect, test } from 'vitest'
import { say } from './words.ts'

test('a text follows its number where the language asks for it', () => {
  const words = '{n} {n:switch|switches} of {what}'
  const text = (n: number) => say({ zh: words, en: words }, { n, what: 'Lab' })
  expect([0, 1, 2].map(text)).toEqual(['0 switches of Lab', '1 switch of Lab', '2 switches of Lab'])
  expect(say({ zh: '{n} {other}', en: '{n} {other}' }, { n: 1 })).toBe('1 {other}')
})
