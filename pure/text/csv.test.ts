import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

// proves: 15

test('texts are quoted only where needed and numbers stay numbers', () => {
  expect(
    csvOf(
      ['名称', 'n'],
      [
        ['a,b', 1],
        ['say "hi"', -2],
        [null, undefined],
      ],
    ),
  ).toBe('\ufeff名称,n\r\n"a,b",1\r\n"say ""hi""",-2\r\n,\r\n')
})

test('no text becomes a formula', () => {
  expect(csvOf(['x'], [['=1+1'], ['@cmd'], ['-1'], ['+2'], ['\tx']])).toBe(
    "\ufeffx\r\n'=1+1\r\n'@cmd\r\n'-1\r\n'+2\r\n'\tx\r\n",
  )
})
