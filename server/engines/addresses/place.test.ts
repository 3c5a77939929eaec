import { expect, test } from 'vitest'
import { placeOf } from './place.ts'

const reported = (clues: Parameters<typeof placeOf>[0]) => {
  const { country, province, city, isp } = placeOf(clues)
  return { zh: [country.zh, province.zh, city.zh, isp.zh], en: [country.en, province.en, city.en, isp.en] }
}
const google = { number: 15169, organisation: 'Google LLC' }

test('inside China the region data is used and translated', () => {
  const city = { country_code: 'SG', state1: '', city: 'Singapore' }
  expect(
    reported({ region: '中国|0|广东省|深圳市|电信', city, system: { number: 4134, organisation: 'Chinanet' } }),
  ).toEqual({
    zh: ['中国', '广东省', '深圳市', '中国电信'],
    en: ['China', 'Guangdong', 'Shenzhen', 'China Telecom'],
  })
})

test('elsewhere the newer city data is used; Chinese names are used if both sources agree on the country', () => {
  const city = { country_code: 'US', state1: 'California', city: 'Mountain View (Whisman)' }
  expect(reported({ region: '美国|0|加利福尼亚|0|Level3', city, system: google })).toEqual({
    zh: ['美国', '加利福尼亚', 'Mountain View', 'Google LLC'],
    en: ['United States', 'California', 'Mountain View', 'Google LLC'],
  })
  expect(reported({ region: '澳大利亚|0|0|0|0', city, system: google }).zh).toEqual([
    '美国',
    'California',
    'Mountain View',
    'Google LLC',
  ])
})

test('Hong Kong, Macao and Taiwan are provinces of China in both sources', () => {
  const city = { country_code: 'HK', state1: 'Kowloon', city: 'Hong Kong' }
  expect(reported({ region: '澳大利亚|0|0|0|0', city }).zh).toEqual(['中国', '香港', '', ''])
  expect(reported({ region: '中国|0|台湾省|台北|中华电信' }).en).toEqual([
    'China',
    'Taiwan',
    'Taipei',
    'Chunghwa Telecom',
  ])
})

test('Chinese IPv6 is named in both languages, as far as the tables go', () => {
  const china = (state1: string, city: string) =>
    reported({ city: { country_code: 'CN', state1, city }, system: { number: 9808, organisation: 'China Mobile' } })
  expect(china('Guangdong', 'Dongguan')).toEqual({
    zh: ['中国', '广东', '东莞', '中国移动'],
    en: ['China', 'Guangdong', 'Dongguan', 'China Mobile'],
  })
  expect(china('Beijing', 'Jinrongjie (Xicheng District)')).toEqual({
    zh: ['中国', '北京', '', '中国移动'],
    en: ['China', 'Beijing', 'Jinrongjie', 'China Mobile'],
  })
})

test('without a province in the region data, the city data is used only inside China', () => {
  const known = { country_code: 'CN', state1: 'Hubei', city: 'Wuhan' }
  expect(reported({ region: '中国|0|0|0|电信', city: known }).zh).toEqual(['中国', '湖北', '武汉', '中国电信'])
  expect(
    reported({ region: '中国|0|0|0|电信', city: { country_code: 'US', state1: 'Ohio', city: 'Lima' } }).zh,
  ).toEqual(['中国', '', '', '中国电信'])
})

test('unknown fields are empty', () => {
  expect(reported({})).toEqual({ zh: ['', '', '', ''], en: ['', '', '', ''] })
  expect(reported({ region: '欧洲|0|0|0|0' }).zh).toEqual(['', '', '', ''])
  expect(reported({ region: '朝鲜|0|0|0|0' }).en).toEqual(['North Korea', '', '', ''])
})
