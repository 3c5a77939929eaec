import { expect, test } from 'vitest'
import { cityNamed, provinceNamed } from './china-names.ts'

test.each([
  ['广东省', '深圳市', 'Guangdong', 'Shenzhen'],
  ['广西壮族自治区', '桂林', 'Guangxi', 'Guilin'],
  ['Guangdong', 'Guangzhou (Tianhe Qu)', 'Guangdong', 'Guangzhou'],
  ['Shaanxi', 'Xi’an', 'Shaanxi', "Xi'an"],
  ['Xinjiang', 'Ürümqi', 'Xinjiang', 'Urumqi'],
  ['北京', '北京市', 'Beijing', 'Beijing'],
  ['青海省', '海南', 'Qinghai', 'Hainan'],
  ['吉林', '吉林市', 'Jilin', 'Jilin City'],
  ['台湾省', '新竹县', 'Taiwan', 'Hsinchu County'],
])('%s %s', (province, city, inProvince, inCity) => {
  const found = provinceNamed(province)
  expect(found?.en).toBe(inProvince)
  expect(found && cityNamed(found, city)?.en).toBe(inCity)
})

test.each([
  ['江苏省', '泰州市'],
  ['浙江省', '台州市'],
])('towns of one spelling are told apart by their province: %s', (province, city) => {
  const found = provinceNamed(province)
  expect(found && cityNamed(found, 'Taizhou')?.zh).toBe(city.slice(0, -1))
})

test('what is no province or no prefecture has no name', () => {
  expect(provinceNamed('')).toBeUndefined()
  expect(provinceNamed('加利福尼亚')).toBeUndefined()
  const beijing = provinceNamed('Beijing')
  expect(beijing && cityNamed(beijing, 'Jinrongjie (Xicheng District)')).toBeUndefined()
})
