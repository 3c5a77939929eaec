import { expect, test } from 'vitest'
import { regionOf } from './region.ts'

const nowhere = { lat: null, lng: null }

test.each([
  [
    { province: '浙江省', ...nowhere },
    { code: '330000', name: '浙江' },
  ],
  [
    { province: 'Zhejiang', ...nowhere },
    { code: '330000', name: '浙江' },
  ],
  [
    { province: ' ', lat: 30.24, lng: 120.15 },
    { code: '330000', name: '浙江' },
  ],
  // the text of a person has priority over the coordinates
  [
    { province: '江苏', lat: 30.24, lng: 120.15 },
    { code: '320000', name: '江苏' },
  ],
  [
    { province: 'Bavaria', lat: 48.1, lng: 11.6 },
    { code: '', name: 'Bavaria' },
  ],
  [{ province: '', lat: 48.1, lng: 11.6 }, undefined],
  [{ province: '', ...nowhere }, undefined],
])('%j', (site, region) => expect(regionOf(site, 'zh')).toEqual(region))

test('regions have names in both languages', () => {
  expect(regionOf({ province: '浙江省', ...nowhere }, 'en')?.name).toBe('Zhejiang')
})
