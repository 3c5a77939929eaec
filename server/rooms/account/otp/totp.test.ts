import { expect, test } from 'vitest'
import { base32, codeAt, newSecret, otpUri, stepOf } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('RFC 6238, appendix B, at %i', (time, code) => {
  expect(codeAt(secret, Math.floor(time / 30), 8)).toBe(code)
})

const counted = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489']

test.each(counted.map((code, count) => [count, code] as const))('RFC 4226, appendix D, count %i', (count, code) => {
  expect(codeAt(secret, count)).toBe(code)
})

test('a code is accepted one step early and late, not two', () => {
  const now = 1_234_567_890
  const step = Math.floor(now / 30)
  const taken = [-2, -1, 0, 1, 2].map((off) => stepOf(secret, codeAt(secret, step + off), now))
  expect(taken).toEqual([undefined, step - 1, step, step + 1, undefined])
  expect(stepOf(secret, ` ${codeAt(secret, step).slice(0, 3)} ${codeAt(secret, step).slice(3)}`, now)).toBe(step)
  for (const wrong of ['', '12345', '1234567', 'abcdef', '１２３４５６'])
    expect(stepOf(secret, wrong, now)).toBeUndefined()
})

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('RFC 4648, section 10: %j', (text, coded) => {
  expect(base32(Buffer.from(text))).toBe(coded)
})

test('the address has the format of authenticators', () => {
  expect(otpUri('揽景', 'ann@example.com', secret)).toBe(
    'otpauth://totp/%E6%8F%BD%E6%99%AF:ann%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=%E6%8F%BD%E6%99%AF',
  )
  expect(newSecret().equals(newSecret())).toBe(false)
})
