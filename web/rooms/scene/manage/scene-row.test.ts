import { expect, test } from 'vitest'
import { entryOf, placeOf } from './scene-row.ts'

const none = { total: 0, online: 0 }
const some = { total: 2, online: 1 }
const device = { router: none, ap: none, switch: none, firewall: none, soft: none, other: none }

test('a scene is entered where its devices are', () => {
  expect(entryOf({ device: { ...device, ap: some } })).toBe('/config/device/ap')
  expect(entryOf({ device: { ...device, ap: some, soft: some } })).toBe('/config/device/soft')
  expect(entryOf({ device })).toBe('/config/device/router')
})

test('a place is written without repeating itself', () => {
  expect(placeOf({ province: '上海', city: '上海', address: '漕溪北路 1 号' })).toBe('上海 漕溪北路 1 号')
  expect(placeOf({ province: '广东', city: '深圳', address: '' })).toBe('广东 深圳')
  expect(placeOf({ province: '', city: '', address: '' })).toBe('')
})
