import fc from 'fast-check'
import { Address4 } from 'ip-address'
import { expect, test } from 'vitest'
import { binaryIpv4, classOfIpv4, formatIpv4, lengthOfMask, maskOfLength, parseIpv4, reverseIpv4 } from './ipv4.ts'

const address = fc.integer({ min: 0, max: 0xffffffff })

test('reads and writes every address like the reference library', () => {
  fc.assert(
    fc.property(address, (value) => {
      const text = formatIpv4(value)
      expect(parseIpv4(text)).toBe(value)
      expect(new Address4(text).bigInt()).toBe(BigInt(value))
      expect(reverseIpv4(value)).toBe(new Address4(text).reverseForm({ omitSuffix: false }).replace(/\.$/, ''))
      expect(binaryIpv4(value).replaceAll('.', '')).toBe(new Address4(text).binaryZeroPad())
    }),
  )
})

test('rejects every text that the reference library rejects', () => {
  const almost = fc.oneof(
    fc.string({ maxLength: 16 }),
    fc
      .array(fc.oneof(fc.integer({ min: -1, max: 300 }), fc.constantFrom('', '00', '1e1', ' 1', '0x1')), {
        maxLength: 6,
      })
      .map((parts) => parts.join('.')),
  )
  fc.assert(
    fc.property(almost, (text) => {
      if (parseIpv4(text) !== undefined) expect(Address4.isValid(text)).toBe(true)
    }),
  )
})

test.each(['', '1.2.3', '1.2.3.4.5', '256.1.1.1', '01.2.3.4', ' 1.2.3.4', '1.2.3.4/24', '１.2.3.4'])(
  '%j is not an address',
  (text) => {
    expect(parseIpv4(text)).toBeUndefined()
  },
)

test('masks and lengths correspond', () => {
  for (let length = 0; length <= 32; length++) expect(lengthOfMask(maskOfLength(length))).toBe(length)
  fc.assert(
    fc.property(address, (mask) => {
      const ones = /^1*0*$/.test(mask.toString(2).padStart(32, '0'))
      expect(lengthOfMask(mask) !== undefined).toBe(ones)
    }),
  )
})

test.each([
  ['10.0.0.1', 'A'],
  ['127.255.255.255', 'A'],
  ['128.0.0.0', 'B'],
  ['192.168.0.1', 'C'],
  ['224.0.0.1', 'D'],
  ['255.255.255.255', 'E'],
])('%s is of class %s', (text, wanted) => expect(classOfIpv4(parseIpv4(text) as number)).toBe(wanted))
