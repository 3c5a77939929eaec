import { expect, test } from 'vitest'
import { flowText, rateText } from './flow.ts'

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.00 KB'],
  [1536, '1.50 KB'],
  [1024 ** 2 - 1, '1.00 MB'],
  [5.25 * 1024 ** 3, '5.25 GB'],
  [3 * 1024 ** 4, '3.00 TB'],
  [4096 * 1024 ** 4, '4096.00 TB'],
  [-5, '0 B'],
])('%d bytes are %s', (bytes, text) => expect(flowText(bytes)).toBe(text))

test.each([
  [0, '0 bps'],
  [950, '950 bps'],
  [1_000, '1.00 Kbps'],
  [12_340, '12.3 Kbps'],
  [999_900, '1.00 Mbps'],
  [48_600_000, '48.6 Mbps'],
  [940_000_000, '940 Mbps'],
  [2_500_000_000, '2.50 Gbps'],
])('%d bit/s are %s', (bps, text) => expect(rateText(bps)).toBe(text))
