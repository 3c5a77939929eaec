import { sceneErrors as errors } from '@belvedere/contract/rooms/scene/errors.ts'
import { expect, test } from 'vitest'
import { bpsOf, inWgs84, isHalf, isTimeZone, mayRemove, sceneStateOf, wrongPlace } from './rules.ts'

test.each([
  ['Asia/Shanghai', true],
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Asia/Nowhere', false],
  ['+08:00', false],
  ['', false],
  ['local', false],
])('time zone %j: %s', (name, known) => {
  expect(isTimeZone(name)).toBe(known)
})

const place = { lat: null as number | null, lng: null as number | null, time_zone: 'Asia/Shanghai' }

test.each([
  [{}, undefined],
  [{ lat: 0, lng: 0 }, undefined],
  [{ lat: 31.2, lng: 121.5 }, undefined],
  [{ lat: 31.2 }, { field: 'lng', error: errors.halfPlace }],
  [{ lng: 121.5 }, { field: 'lat', error: errors.halfPlace }],
  [{ time_zone: 'Mars/Base' }, { field: 'time_zone', error: errors.unknownTimeZone }],
])('place %j', (given, wrong) => {
  expect(wrongPlace({ ...place, ...given })).toEqual(wrong)
})

test('coordinates of a map service are stored in WGS-84', () => {
  const kept = inWgs84({ lat: 39.916404, lng: 116.410244, crs: 1, city: 'Beijing' })
  expect(kept).toEqual({ lat: expect.closeTo(39.915, 4), lng: expect.closeTo(116.404, 4), city: 'Beijing' })
  expect(inWgs84({ lat: 48.85, lng: 2.35, crs: 2 })).toEqual({ lat: 48.85, lng: 2.35 })
  expect(inWgs84({ lat: null, lng: null, crs: 1 })).toEqual({ lat: null, lng: null })
  expect(inWgs84({ lat: 180, lng: 500 })).toEqual({ lat: 90, lng: 180 })
})

test.each([
  [{ lat: 31.2 }, false],
  [{ lat: 31.2, crs: 1 }, true],
  [{ crs: 1 }, false],
  [{ lat: 31.2, lng: 121.5, crs: 1 }, false],
] as const)('incomplete coordinates cannot be converted: %j %s', (given, half) => expect(isHalf(given)).toBe(half))

const kind = (type: number, total: number, online: number, bps = 0, unknown = 0) => ({
  type,
  total,
  online,
  unknown,
  bps,
})

test.each([
  ['nothing in it', [], 0, 0],
  ['all there', [kind(0, 1, 1), kind(1, 3, 3)], 0, 1],
  ['an alarm', [kind(0, 1, 1), kind(1, 3, 3)], 1, 2],
  ['an access point missing', [kind(0, 1, 1), kind(1, 3, 2)], 0, 2],
  ['the gateway gone, its access points still told online', [kind(4, 1, 0), kind(1, 3, 3)], 1, 3],
  ['one of two gateways', [kind(0, 1, 0), kind(3, 1, 1)], 0, 2],
  ['no gateway', [kind(1, 2, 1)], 0, 2],
  ['no gateway, all gone', [kind(1, 2, 0), kind(2, 1, 0)], 0, 3],
  ['all unknown', [kind(0, 1, 0, 0, 1), kind(1, 3, 0, 0, 3)], 1, 4],
  ['the gateway gone, of its access points nothing known', [kind(0, 1, 0), kind(1, 3, 0, 0, 3)], 0, 3],
  ['the gateway there, an access point unknown', [kind(0, 1, 1), kind(1, 3, 2, 0, 1)], 0, 5],
  ['an access point unknown, with an alarm', [kind(0, 1, 1), kind(1, 3, 2, 0, 1)], 1, 2],
  ['an access point unknown, another missing', [kind(0, 1, 1), kind(1, 3, 1, 0, 1)], 0, 2],
  ['no gateway, some gone and one unknown', [kind(1, 3, 0, 0, 1)], 0, 4],
])('state of a scene with %s', (_, kinds, alarms, state) => expect(sceneStateOf(kinds, alarms)).toBe(state))

test('traffic is counted where it leaves the scene', () => {
  expect(bpsOf([kind(0, 1, 1, 5), kind(4, 1, 1, 2), kind(1, 3, 3, 100)])).toBe(7)
  expect(bpsOf([kind(1, 3, 3, 100), kind(2, 1, 1, 40)])).toBe(100)
  expect(bpsOf([kind(2, 1, 1, 40), kind(7, 1, 1, 9)])).toBe(40)
  expect(bpsOf([])).toBe(0)
})

const holding = (devices: number) => ({ devices, online: 0, terminals: 0, groups: 2, guests: 1 })

test.each([
  [0, {}, 'go'],
  [3, {}, 'holdsDevices'],
  [3, { name: 'Site' }, 'holdsDevices'],
  [3, { force: 0, name: 'Site' }, 'holdsDevices'],
  [3, { force: 1 }, 'nameDiffers'],
  [3, { force: 1, name: 'site' }, 'nameDiffers'],
  [3, { force: 1, name: ' Site ' }, 'go'],
] as const)('a scene with %i devices, asked %j: %s', (devices, request, removal) => {
  expect(mayRemove({ name: 'Site' }, holding(devices), request)).toBe(removal)
})
