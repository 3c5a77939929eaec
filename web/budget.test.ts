import { expect, test } from 'vitest'
import { closure } from './budget.ts'

test('a chunk counts with everything it imports, once', () => {
  const manifest = {
    a: { file: 'a.js', imports: ['b', 'c'] },
    b: { file: 'b.js', imports: ['c'] },
    c: { file: 'c.js', imports: ['a'] },
    d: { file: 'd.js' },
  }
  expect([...closure(manifest, ['a'])].sort()).toEqual(['a', 'b', 'c'])
})
