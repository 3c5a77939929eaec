import { readFileSync } from 'node:fs'
import { defaultDbFile } from 'ip2region-ts'
import { expect, test } from 'vitest'
import { placeOf } from './place.ts'

/** Every different region of the data, with the addresses it stands for. */
function regionsOfFile(): Map<string, number> {
  const file = readFileSync(defaultDbFile)
  const found = new Map<string, number>()
  // one entry has 14 bytes: first and last address, length and place of the region
  for (let at = file.readUInt32LE(8); at <= file.readUInt32LE(12); at += 14) {
    const start = file.readUInt32LE(at + 10)
    const region = file.toString('utf8', start, start + file.readUInt16LE(at + 8))
    const addresses = file.readUInt32LE(at + 4) - file.readUInt32LE(at) + 1
    found.set(region, (found.get(region) ?? 0) + addresses)
  }
  return found
}

const regions = regionsOfFile()
const han = /\p{Script=Han}/u
const organisation = { number: 64500, organisation: 'Example' }

test('no English name has Chinese in it', () => {
  const wrong = [...regions.keys()].filter((region) => {
    const { country, province, city, isp } = placeOf({ region, system: organisation })
    return [country, province, city, isp].some(({ en }) => han.test(en))
  })
  expect(wrong).toEqual([])
})

test('every province and prefecture of China has its English name', () => {
  const unnamed = [...regions.keys()].filter((region) => {
    const [country, , province, city] = region.split('|')
    if (country !== '中国') return false
    const place = placeOf({ region })
    return (province !== '0' && place.province.en === '') || (city !== '0' && place.city.en === '')
  })
  expect(unnamed).toEqual([])
})

test('nearly all addresses with a country have it in both languages', () => {
  let [known, named] = [0, 0]
  for (const [region, addresses] of regions) {
    if (region.startsWith('0|')) continue
    known += addresses
    if (placeOf({ region }).country.en) named += addresses
  }
  expect(named / known).toBeGreaterThan(0.993)
})
