import { expect, test } from 'vitest'
import { cleanLine } from './clean-line.ts'

test.each([
  ['plain text, 中文', 100, 'plain text, 中文'],
  ['\u001b[31mred\u001b[0m\r\nnext\u0000', 100, '[31mred [0m next'],
  ['a\u202egnp.exe\u2066b\u2028c', 100, 'a gnp.exe b c'],
  ['half \ud83d of a pair, and a whole 😀', 100, 'half \ufffd of a pair, and a whole 😀'],
  ['cut here😀', 9, 'cut here\ufffd'],
  ['', 5, ''],
])('%j', (text, most, line) => expect(cleanLine(text, most)).toBe(line))
