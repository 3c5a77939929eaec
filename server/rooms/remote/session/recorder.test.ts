import { describe, expect, test } from 'vitest'
import { Recorder } from './recorder.ts'

/** Plays lines: `> ` typed, `< ` displayed, and returns what was stored of the typed text. */
function typedOf(...lines: [way: '>' | '<', text: string][]): string {
  const recorder = new Recorder(80, 24, () => 0)
  for (const [way, text] of lines) recorder[way === '>' ? 'typed' : 'shown'](Buffer.from(text))
  return recorder
    .cast()
    .events.filter(([, kind]) => kind === 'i')
    .map(([, , text]) => text)
    .join('')
}

describe('of the typed text', () => {
  test('echoed text is kept', () => {
    expect(typedOf(['<', '$ '], ['>', 'l'], ['<', 'l'], ['>', 's'], ['<', 's'], ['>', '\r'], ['<', '\r\n'])).toBe(
      'ls\r',
    )
  })
  test('a late echo counts', () => {
    expect(typedOf(['<', '$ '], ['>', 'whoami\r'], ['<', 'whoami\r\nroot\r\n$ '])).toBe('whoami\r')
  })
  test('an echo in colours counts', () => {
    expect(typedOf(['<', '$ '], ['>', 'ls'], ['<', '\u001b[32ml\u001b[0m\u001b[32ms\u001b[0m'])).toBe('ls')
  })
  test('a password without echo is dots', () => {
    expect(typedOf(['<', '[sudo] '], ['>', 'hunter2\r'], ['<', '\r\n$ '], ['>', 'id\r'], ['<', 'id\r\n'])).toBe(
      '•••••••\rid\r',
    )
  })
  test('after a password prompt nothing is kept, for any output', () => {
    expect(typedOf(['<', 'Password: '], ['>', 'abc'], ['<', 'abc'], ['>', '\r'], ['<', '\r\n'])).toBe('•••\r')
    expect(typedOf(['<', '请输入密码：'], ['>', 'a'], ['<', 'a'], ['>', '\r'])).toBe('•\r')
    expect(typedOf(['<', 'Enter passphrase for key: '], ['>', 'x\r'])).toBe('•\r')
  })
  test('stars instead of a password hide it', () => {
    expect(typedOf(['<', 'PIN> '], ['>', '1'], ['<', '*'], ['>', '2'], ['<', '*'], ['>', '\r'], ['<', '\r\n'])).toBe(
      '••\r',
    )
  })
  test('control keys stay', () => {
    expect(typedOf(['>', '\u001b[A'], ['>', '\u0003'])).toBe('\u001b[A\u0003')
  })
  test('text that is never echoed becomes dots', () => {
    expect(typedOf(['>', 'dd'])).toBe('••')
  })
})

test('all output is kept with its time, including text split between messages', () => {
  let at = 1_000_000
  const recorder = new Recorder(100, 30, () => at)
  const text = Buffer.from('揽景 $ ')
  recorder.shown(text.subarray(0, 2))
  at += 1500
  recorder.shown(text.subarray(2))
  recorder.resized(120, 40)
  expect(recorder.cast()).toEqual({
    width: 100,
    height: 30,
    started_at: 1000,
    events: [
      [1.5, 'o', '揽景 $ '],
      [1.5, 'r', '120x40'],
    ],
  })
})

test('a recording is bounded, and states that', () => {
  const recorder = new Recorder(80, 24, () => 0)
  for (let n = 0; n < 100; n++) recorder.shown(Buffer.alloc(64 << 10, 'x'))
  expect(recorder.truncated).toBe(true)
  expect(JSON.stringify(recorder.cast()).length).toBeLessThan(3 << 20)
  expect(recorder.bytes).toBe(100 * (64 << 10))
})
