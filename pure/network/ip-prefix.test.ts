import { expect, test } from 'vitest'
import { covers, formatIp, formatPrefix, holds, type IpPrefix, parseIp, parsePrefix } from './ip-prefix.ts'

const prefix = (text: string) => parsePrefix(text) as IpPrefix

test.each([
  ['10.1.2.3/8', '10.0.0.0/8'],
  ['192.0.2.1/32', '192.0.2.1/32'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['2001:DB8:0:0::7/32', '2001:db8::/32'],
  ['::/0', '::/0'],
])('%s is %s', (text, block) => expect(formatPrefix(prefix(text))).toBe(block))

test.each(['', '10.0.0.0', '10.0.0.0/33', '10.0.0/8', '010.0.0.0/8', '::/129', '::1', 'fe80::1%eth0/64', '1/2/3'])(
  '“%s” is not a prefix',
  (text) => expect(parsePrefix(text)).toBeUndefined(),
)

test('finds addresses in blocks, and blocks in blocks', () => {
  expect(holds(prefix('10.0.0.0/8'), parseIp('10.255.0.1') as never)).toBe(true)
  expect(holds(prefix('10.0.0.0/8'), parseIp('11.0.0.1') as never)).toBe(false)
  expect(holds(prefix('::/0'), parseIp('10.0.0.1') as never)).toBe(false)
  expect(covers(prefix('10.0.0.0/8'), prefix('10.1.0.0/16'))).toBe(true)
  expect(covers(prefix('10.1.0.0/16'), prefix('10.0.0.0/8'))).toBe(false)
  expect(covers(prefix('2001:db8::/32'), prefix('2001:db8:1::/48'))).toBe(true)
  expect(formatIp(parseIp('FE80:0::1') as never)).toBe('fe80::1')
  expect(parseIp('fe80::1%eth0')).toBeUndefined()
})
