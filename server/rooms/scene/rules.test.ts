import { sceneErrors as errors } from '@belvedere/contract/rooms/scene/errors.ts'
import { expect, test } from 'vitest'
import { isTimeZone, mayRemove, wrongPlace } from './rules.ts'

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

const holding = (devices: number) => ({ devices, online: 0, terminals: 0, groups: 2, guests: 1 })

test.each([
  [0, {}, 'go'],
  [3, {}, 'holdsDevices'],
  [3, { name: 'Site' }, 'holdsDevices'],
  [3, { force: 0, name: 'Site' }, 'holdsDevices'],
  [3, { force: 1 }, 'nameDiffers'],
  [3, { force: 1, name: 'site' }, 'nameDiffers'],
  [3, { force: 1, name: ' Site ' }, 'go'],
] as const)('a scene with %i devices, asked %j: %s', (devices, asked, removal) => {
  expect(mayRemove({ name: 'Site' }, holding(devices), asked)).toBe(removal)
})
