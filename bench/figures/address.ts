import { asOf, cityOf, makerOf, regionOf } from '@belvedere/server/engines/addresses/sources/data-files.ts'
import { formatIpv4 } from '@belvedere/pure/network/ipv4.ts'
import { defineFigure } from '../kit/define-figure.ts'
import { median } from '../kit/process-figures.ts'

const addresses = Array.from({ length: 400 }, (_, at) => (at * 10_007_653) % 2 ** 32)
const lookUps = [
  (value: number) => regionOf(formatIpv4(value)),
  async (value: number) => cityOf(4, BigInt(value)),
  async (value: number) => asOf(4, BigInt(value)),
  async (value: number) => cityOf(6, (0x240en << 112n) | (BigInt(value) << 72n)),
  async (value: number) => makerOf((value >>> 8).toString(16).padStart(6, '0')),
]

export const address = defineFigure({
  name: 'address',
  what: 'one look-up of an address in the offline data, of the slowest kind',
  must: { is: 'at most', value: 1, unit: 'ms' },
  async round() {
    const medians: number[] = []
    for (const lookUp of lookUps) {
      const times: number[] = []
      for (const value of addresses) {
        const began = performance.now()
        await lookUp(value)
        times.push(performance.now() - began)
      }
      medians.push(median(times))
    }
    return { value: Math.max(...medians) }
  },
})
