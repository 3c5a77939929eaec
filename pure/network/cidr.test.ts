import fc from 'fast-check'
import { Address4 } from 'ip-address'
import { expect, test } from 'vitest'
import { blockOf, blocksBetween, lengthForHosts } from './cidr.ts'
import { formatIpv4, parseIpv4 } from './ipv4.ts'

const address = fc.integer({ min: 0, max: 0xffffffff })
const length = fc.integer({ min: 0, max: 32 })
const reported = (text: string, prefix: number) => {
  const block = blockOf(parseIpv4(text) as number, prefix)
  const { network, broadcast, first, last } = block
  return [
    formatIpv4(network),
    broadcast === undefined ? '-' : formatIpv4(broadcast),
    formatIpv4(first),
    formatIpv4(last),
    block.hosts,
  ]
}

test('results equal those of the reference library', () => {
  fc.assert(
    fc.property(address, length, (value, prefix) => {
      const block = blockOf(value, prefix)
      const other = new Address4(`${formatIpv4(value)}/${prefix}`)
      expect(formatIpv4(block.network)).toBe(other.startAddress().address)
      expect(formatIpv4(block.network + block.size - 1)).toBe(other.endAddress().address)
      expect(formatIpv4(block.mask)).toBe(other.subnetMaskAddress().address)
      expect(block.mask + block.wildcard).toBe(0xffffffff)
      if (prefix < 31) {
        expect(formatIpv4(block.first)).toBe(other.startAddressExclusive().address)
        expect(formatIpv4(block.last)).toBe(other.endAddressExclusive().address)
      }
    }),
  )
})

test.each([
  ['192.168.1.77', 24, ['192.168.1.0', '192.168.1.255', '192.168.1.1', '192.168.1.254', 254]],
  ['10.0.0.5', 30, ['10.0.0.4', '10.0.0.7', '10.0.0.5', '10.0.0.6', 2]],
  ['10.0.0.5', 31, ['10.0.0.4', '-', '10.0.0.4', '10.0.0.5', 2]],
  ['10.0.0.5', 32, ['10.0.0.5', '-', '10.0.0.5', '10.0.0.5', 1]],
  ['203.0.113.9', 0, ['0.0.0.0', '255.255.255.255', '0.0.0.1', '255.255.255.254', 4294967294]],
  ['255.255.255.255', 1, ['128.0.0.0', '255.255.255.255', '128.0.0.1', '255.255.255.254', 2147483646]],
] as const)('%s/%i', (text, prefix, wanted) => expect(reported(text, prefix)).toEqual(wanted))

test('the length for a number of hosts is the longest that has room', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 32 - 2 }), (count) => {
      const found = lengthForHosts(count) as number
      expect(blockOf(0, found).hosts).toBeGreaterThanOrEqual(count)
      if (found < 30) expect(blockOf(0, found + 1).hosts).toBeLessThan(count)
    }),
  )
  expect(lengthForHosts(2 ** 32 - 1)).toBeUndefined()
})

test('blocks between two addresses cover them exactly, and no two can be merged', () => {
  fc.assert(
    fc.property(address, address, (one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)]
      const blocks = blocksBetween(from, to)
      let next = from
      for (const [at, block] of blocks.entries()) {
        expect(block.network).toBe(next)
        next += block.size
        const following = blocks[at + 1]
        if (following?.size === block.size) expect(block.network % (block.size * 2)).not.toBe(0)
      }
      expect(next).toBe(to + 1)
    }),
  )
  expect(blocksBetween(5, 4)).toEqual([])
})
