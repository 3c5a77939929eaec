import fc from 'fast-check'
import { Address4 } from 'ip-address'
import { expect, test } from 'vitest'
import { divideBlock } from './divide-block.ts'
import { formatIpv4, parseIpv4 } from './ipv4.ts'

const divide = (text: string, length: number, counts: number[]) =>
  divideBlock(parseIpv4(text) as number, length, counts)
const cidr = ({ network, length }: { network: number; length: number }) => `${formatIpv4(network)}/${length}`

test('places the largest share first and returns the order of the needs', () => {
  const division = divide('192.168.1.9', 24, [10, 100, 50, 2])
  expect(division).toMatchObject({ fits: true, used: 212, waste: 4 + 26 + 12 })
  if (!division.fits) return
  expect(division.shares.map(cidr)).toEqual([
    '192.168.1.192/28',
    '192.168.1.0/25',
    '192.168.1.128/26',
    '192.168.1.208/30',
  ])
  expect(division.free.map(cidr)).toEqual(['192.168.1.212/30', '192.168.1.216/29', '192.168.1.224/27'])
})

test.each([
  ['192.168.1.0', 24, [254, 1], 260, 4],
  ['192.168.1.0', 24, [255], 512, 256],
  ['10.0.0.0', 31, [1], 4, 2],
  ['10.0.0.0', 32, [2], 4, 3],
] as const)('%s/%i has no room for %j: %i needed, %i short', (text, length, counts, needed, short) => {
  expect(divide(text, length, [...counts])).toMatchObject({ fits: false, needed, short })
})

test('a need that fills the block exactly fits', () => {
  expect(divide('10.0.0.0', 24, [254])).toMatchObject({ fits: true, waste: 0, free: [] })
  expect(divide('0.0.0.0', 0, [2 ** 32 - 2])).toMatchObject({ fits: true, waste: 0, free: [] })
})

test('shares are inside the base, do not overlap, have the requested size, and account for all addresses', () => {
  const address = fc.integer({ min: 0, max: 0xffffffff })
  const counts = fc.array(fc.integer({ min: 1, max: 9999 }), { minLength: 1, maxLength: 64 })
  fc.assert(
    fc.property(address, fc.integer({ min: 0, max: 32 }), counts, (value, length, needs) => {
      const division = divideBlock(value, length, needs)
      const { base } = division
      if (!division.fits) {
        expect(division.needed - base.size).toBe(division.short)
        return
      }
      const outer = new Address4(cidr(base))
      for (const [at, share] of division.shares.entries()) {
        expect(share.hosts - share.waste).toBe(needs[at])
        expect(new Address4(cidr(share)).isInSubnet(outer)).toBe(true)
        // half the size is too small
        expect(share.size / 2 - 2).toBeLessThan(needs[at] as number)
      }
      const laid = [...division.shares, ...division.free].sort((a, b) => a.network - b.network)
      let next = base.network
      for (const block of laid) {
        expect(block.network).toBe(next)
        next += block.size
      }
      expect(next).toBe(base.network + base.size)
    }),
  )
})
