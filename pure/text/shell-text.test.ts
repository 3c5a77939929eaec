import { expect, test } from 'vitest'
import { isShellText, unsafePlaceIn } from './shell-text.ts'

test.each(['Secret-123', 'a.b_c@d', '10%+1', 'https://x.example/a.tar.gz'])('a plain word: %s', (text) =>
  expect(isShellText(text)).toBe(true),
)

test.each([
  '',
  'a b',
  'a;reboot',
  '$(reboot)',
  '`reboot`',
  'a|b',
  'a&b',
  'a>b',
  "a'b",
  'a"b',
  'a\\b',
  'a*',
  '~root',
  '-n12345',
  'a#b',
  'é',
  'a\nb',
  'a!b',
])('not a plain word: %j', (text) => expect(isShellText(text)).toBe(false))

test('positions in a document that reach a shell', () => {
  expect(unsafePlaceIn({ unit: { 'system-password': 'a;b', name: 'a;b' } })).toBe('/unit/system-password')
  expect(unsafePlaceIn({ interfaces: [{ ssids: [{ captive: { 'web-root-url': '$(x)' } }] }] })).toBe(
    '/interfaces/0/ssids/0/captive/web-root-url',
  )
  expect(unsafePlaceIn({ services: { 'online-check': { 'ping-hosts': ['a.example', 'b c'] } } })).toBe(
    '/services/online-check/ping-hosts/1',
  )
  expect(unsafePlaceIn({ unit: { name: 'a;b', 'system-password': 'plain' }, list: [1, null] })).toBeUndefined()
})
