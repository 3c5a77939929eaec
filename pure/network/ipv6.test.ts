import fc from 'fast-check'
import { Address6 } from 'ip-address'
import { expect, test } from 'vitest'
import {
  compressIpv6,
  eui64Of,
  expandIpv6,
  ipv6BlockOf,
  macOfEui64,
  parseIpv6,
  reverseIpv6,
  reverseZones,
} from './ipv6.ts'

/** Typical addresses: groups of zeros are common. */
const address = fc
  .array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff })), { minLength: 8, maxLength: 8 })
  .map((groups) => groups.reduce((sum, group) => (sum << 16n) | BigInt(group), 0n))
const isMapped = (value: bigint) => value >> 32n === 0xffffn

test('reads and writes every address like the reference library', () => {
  fc.assert(
    fc.property(address, (value) => {
      expect(parseIpv6(compressIpv6(value))).toBe(value)
      expect(parseIpv6(expandIpv6(value).toUpperCase())).toBe(value)
      const other = Address6.fromBigInt(value)
      expect(other.bigInt()).toBe(value)
      expect(expandIpv6(value)).toBe(other.canonicalForm())
      if (!isMapped(value)) expect(compressIpv6(value)).toBe(other.correctForm())
      expect(reverseIpv6(value)).toBe(other.reverseForm().replace(/\.$/, ''))
    }),
  )
})

test('accepts exactly the texts that the reference library accepts', () => {
  const part = fc.constantFrom('0', '1', 'ffff', '0db8', '12345', 'g', '', ':', '::', '1.2.3.4', '256.0.0.1', ' ')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 10 }), fc.constantFrom(':', '::', ''), (parts, between) => {
      const text = parts.join(between)
      if (/[/%]/.test(text)) return
      expect([text, parseIpv6(text) !== undefined]).toEqual([text, Address6.isValid(text)])
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['::', 0n],
  ['::1', 1n],
  ['::ffff:192.0.2.1', 0xffffc0000201n],
  ['64:ff9b::192.0.2.33', 0x64ff9b0000000000000000c0000221n],
  ['1:2:3:4:5:6:7::', 0x00010002000300040005000600070000n],
])('%s', (text, value) => expect(parseIpv6(text)).toBe(value))

test.each([
  '',
  ':',
  ':::',
  '1::2::3',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  'fe80::1%eth0',
  '::/0',
  '1.2.3.4',
  '::1.2.3',
  '12345::',
])('%j is not an address', (text) => {
  expect(parseIpv6(text)).toBeUndefined()
})

test.each([
  ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
  ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
  ['0:0:0:0:0:ffff:c000:201', '::ffff:192.0.2.1'],
])('%s is written %s (RFC 5952)', (text, wanted) => expect(compressIpv6(parseIpv6(text) as bigint)).toBe(wanted))

test('blocks equal those of the reference library', () => {
  fc.assert(
    fc.property(address, fc.integer({ min: 0, max: 128 }), (value, length) => {
      const block = ipv6BlockOf(value, length)
      const other = new Address6(`${expandIpv6(value)}/${length}`)
      expect(block.first).toBe(other.startAddress().bigInt())
      expect(block.last).toBe(other.endAddress().bigInt())
      expect(block.last - block.first + 1n).toBe(block.size)
    }),
  )
})

test('the MAC address can be read from an address that was made from it', () => {
  const mac = fc.bigInt({ min: 0n, max: 2n ** 48n - 1n })
  fc.assert(
    fc.property(address, mac, (prefix, value) => {
      const made = eui64Of(prefix, value)
      expect(made >> 64n).toBe(prefix >> 64n)
      expect(macOfEui64(made)).toBe(value)
    }),
  )
  expect(compressIpv6(eui64Of(parseIpv6('fe80::') as bigint, 0x0050c2aabbccn))).toBe('fe80::250:c2ff:feaa:bbcc')
  expect(macOfEui64(1n)).toBeUndefined()
})

test('the zones of a block contain the names of all its addresses', () => {
  fc.assert(
    fc.property(
      address,
      fc.integer({ min: 1, max: 124 }),
      fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }),
      (value, length, pick) => {
        const block = ipv6BlockOf(value, length)
        const zones = reverseZones(block)
        const inside = reverseIpv6(block.network + (pick % block.size))
        expect(zones.filter((zone) => inside.endsWith(`.${zone}`))).toHaveLength(1)
      },
    ),
  )
  expect(reverseZones(ipv6BlockOf(parseIpv6('2001:db8::') as bigint, 32))).toEqual(['8.b.d.0.1.0.0.2.ip6.arpa'])
})
