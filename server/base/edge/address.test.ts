import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { AddressList, placeOf, Proxies } from './address.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['', ''],
])('%s is counted as %s', (address, place) => {
  expect(placeOf(address)).toBe(place)
})

test.each([
  [['10.0.0.0/8'], '10.1.2.3', true],
  [['10.0.0.0/8'], '::ffff:10.1.2.3', true],
  [['10.0.0.0/8'], '11.1.2.3', false],
  [['127.0.0.1', '::1'], '::1', true],
  [['2001:db8::/32'], '2001:db8:9::1', true],
  [['2001:db8::/32'], '10.1.2.3', false],
  [['0.0.0.0/0'], 'nonsense', false],
  [[], '127.0.0.1', false],
])('of %j, %s: %s', (entries, address, has) => {
  expect(new AddressList(entries).has(address)).toBe(has)
})

test.each(['10.0.0.0/33', '10.0.0', 'proxy.example.com', '10.0.0.0/', '::/129', '10.0.0.1/x'])(
  '%s is no network',
  (entry) => {
    expect(() => new AddressList([entry])).toThrow(entry)
  },
)

describe('the client address', () => {
  const request = (remoteAddress: string, forwarded?: string) =>
    ({
      socket: { remoteAddress },
      headers: forwarded ? { 'x-forwarded-for': forwarded } : {},
    }) as unknown as IncomingMessage
  test.each([
    // without a proxy the header is ignored
    [[], '198.51.100.1', '203.0.113.9', '198.51.100.1'],
    [['127.0.0.1'], '198.51.100.1', '203.0.113.9', '198.51.100.1'],
    [['127.0.0.1'], '127.0.0.1', '203.0.113.9', '203.0.113.9'],
    [['127.0.0.1'], '::ffff:127.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
    // entries of the client precede those of the proxy
    [['127.0.0.1'], '127.0.0.1', '192.0.2.66, 203.0.113.9', '203.0.113.9'],
    [['127.0.0.1', '10.0.0.0/8'], '127.0.0.1', '192.0.2.66, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    [['127.0.0.1'], '127.0.0.1', 'unknown', '127.0.0.1'],
    [['127.0.0.1'], '127.0.0.1', `${'1.1.1.1,'.repeat(5000)} 203.0.113.9`, '203.0.113.9'],
    [['127.0.0.1'], '127.0.0.1', undefined, '127.0.0.1'],
    [['1'], '10.0.0.9', '192.0.2.66, 203.0.113.9', '203.0.113.9'],
    [['2'], '10.0.0.9', '192.0.2.66, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
  ])('through %j from %s with %s is %s', (proxies, from, forwarded, client) => {
    expect(new Proxies(proxies).clientOf(request(from, forwarded))).toBe(client)
  })

  test('behind an unknown proxy the address is unknown', () => {
    expect(new Proxies([]).isKnown(request('127.0.0.1'))).toBe(true)
    expect(new Proxies([]).isKnown(request('127.0.0.1', '127.0.0.1'))).toBe(false)
    expect(new Proxies(['127.0.0.1']).isKnown(request('127.0.0.1', '192.0.2.1'))).toBe(true)
  })
})
