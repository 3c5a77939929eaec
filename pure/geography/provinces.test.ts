import { expect, test } from 'vitest'
import { provinceNamed, provinces } from './provinces.ts'

test.each([
  ['浙江省', 330000],
  ['浙江', 330000],
  [' 北京市 ', 110000],
  ['广西壮族自治区', 450000],
  ['新疆维吾尔自治区', 650000],
  ['内蒙古自治区', 150000],
  ['香港特别行政区', 810000],
  ['Zhejiang Province', 330000],
  ['inner mongolia autonomous region', 150000],
  ['Xizang', 540000],
  ['Macau SAR', 820000],
])('%s is known', (name, code) => expect(provinceNamed(name)?.code).toBe(code))

test.each(['', 'Bavaria', '杭州市', '省', 'constructor'])('“%s” is not a province', (name) =>
  expect(provinceNamed(name)).toBeUndefined(),
)

test('there are 34, each with a unique code', () => {
  expect(new Set(provinces.map(({ code }) => code)).size).toBe(34)
})
