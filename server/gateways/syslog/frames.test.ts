import { expect, test } from 'vitest'
import { SyslogFrames } from './frames.ts'

const bounds = { message: 20, counted: 100 }

/** The messages of a stream in pieces of `size`; false at the end when it was refused. */
function framed(text: string, size: number, end = true): (string | false)[] {
  const frames = new SyslogFrames(bounds)
  const taken: (string | false)[] = []
  const take = (bytes: Buffer) => void taken.push(bytes.toString())
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size)
    if (!frames.push(bytes.subarray(at, at + size), take)) return [...taken, false]
  if (end) frames.end(take)
  return taken
}

test.each([
  ['lines', '<13>a\n<14>b\n\n<15>c', ['<13>a', '<14>b', '<15>c']],
  ['NUL', '<13>a\0<14>b\0', ['<13>a', '<14>b']],
  ['octet counting', '5 <13>a6 <13>b\n5 <13>c', ['<13>a', '<13>b\n', '<13>c']],
  ['both', '5 <13>a<14>b\n5 <13>c', ['<13>a', '<14>b', '<13>c']],
  ['a line that is too long', `<13>${'x'.repeat(50)}\n<14>b\n`, [`<13>${'x'.repeat(16)}`, '<14>b']],
  ['a count that is too long', `60 <13>${'x'.repeat(56)}5 <13>a`, [`<13>${'x'.repeat(16)}`, '<13>a']],
  ['a count beyond all bounds', '5 <13>a101 <13>', ['<13>a', false]],
  ['a number without an end', '123456789', [false]],
  ['no number', '0 <13>a', [false]],
  ['an unfinished count', '9 <13>', []],
])('%s, for any size of the pieces', (_, text, messages) => {
  for (const size of [1, 2, 3, 7, 1000]) expect(framed(text, size), `pieces of ${size}`).toEqual(messages)
})
