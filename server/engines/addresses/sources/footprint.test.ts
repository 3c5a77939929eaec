import { expect, test } from 'vitest'
import { formatIpv4 } from '@belvedere/pure/network/ipv4.ts'
import { asOf, cityOf, makerOf, regionOf } from './data-files.ts'

/** In a separate file: readers of other tests would distort its memory figures. */
test('no file is held in memory', async () => {
  const addresses = Array.from({ length: 400 }, (_, at) => (at * 10_007_653) % 2 ** 32)
  const lookUps = [
    (value: number) => regionOf(formatIpv4(value)),
    async (value: number) => cityOf(4, BigInt(value)),
    async (value: number) => asOf(4, BigInt(value)),
    async (value: number) => cityOf(6, (0x240en << 112n) | (BigInt(value) << 72n)),
    async (value: number) => makerOf((value >>> 8).toString(16).padStart(6, '0')),
  ]
  const before = process.memoryUsage()
  for (const lookUp of lookUps) for (const value of addresses) await lookUp(value)
  const after = process.memoryUsage()
  const grown = after.external + after.heapUsed - before.external - before.heapUsed
  expect(grown).toBeLessThan(20e6)
})
