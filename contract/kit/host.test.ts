import { isIP } from 'node:net'
import { expect, test } from 'vitest'
import { Host } from './host.ts'

const pattern = new RegExp((Host as unknown as { pattern: string }).pattern)

test.each([
  '127.0.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  '2001:db8::8:800:200c:417a',
  '1:2:3:4:5:6:7:8',
  '1::8',
  '::ffff:10.0.0.1',
  'localhost',
  'switch-7',
  'core_sw.example',
  '3com',
  '1.example.com',
  'a.b.c',
  'xn--fiq228c.cn',
  'cafe',
  'x'.repeat(63),
])('%s', (text) => expect(pattern.test(text)).toBe(true))

test.each([
  '',
  '999.1.1.1',
  '1.1.1.256',
  '1.2.3',
  '1.2.3.4.5',
  '01.2.3.4',
  '1',
  '4294967295',
  '0x7f000001',
  '0x7f.1',
  'a.1',
  '1.1.1.1.',
  ':',
  ':::',
  '1:2',
  '1:2:3:4:5:6:7:8:9',
  '1::2::3',
  '12345::',
  '::g',
  'fe80::1%eth0',
  '[::1]',
  'a b',
  'a/b',
  'a:80',
  '-a',
  'a-',
  'a..b',
  '.a',
  'a.',
  'ä.de',
  'a\n',
  '\0',
  'user@host',
  'x'.repeat(64),
])('not %j', (text) => expect(pattern.test(text)).toBe(false))

test('a text that is accepted as an address is one for the system too', () => {
  let seed = 7
  const next = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  const pieces = ['0', '1', '12', '255', '256', '99', 'a', 'ff', 'ffff', '::', ':', ':', '.', '.', '0x1', 'g']
  let addresses = 0
  for (let tried = 0; tried < 30_000; tried++) {
    const text = Array.from({ length: 1 + next(14) }, () => pieces[next(pieces.length)]).join('')
    const matches = pattern.test(text)
    if (isIP(text)) addresses++
    // dotted tails are accepted only in mapped addresses
    if (isIP(text) && !(text.includes(':') && text.includes('.'))) expect(matches, text).toBe(true)
    if (matches && (text.includes(':') || /(^|\.)\d+$/.test(text))) expect(isIP(text), text).toBeGreaterThan(0)
    if (matches) expect(() => new URL(`http://${text.includes(':') ? `[${text}]` : text}:80/`)).not.toThrow()
  }
  expect(addresses).toBeGreaterThan(100)
})
