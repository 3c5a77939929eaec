import { expect, test } from 'vitest'
import { mentionedIn } from './mentioned.ts'

test('numbers of devices, scenes and groups, once each', () => {
  expect(mentionedIn('device:1', { scene_id: 3, name: 'a' }, { scene_id: 4, ids: [1, 2, 1] })).toEqual([
    'scene:3',
    'scene:4',
    'device:1',
    'device:2',
  ])
  expect(mentionedIn('device-group:5', { group_of: { 12: null } }, { group_of: { 12: 5 } })).toEqual([
    'device:12',
    'device-group:5',
  ])
})

test('a number that is not an id is ignored', () => {
  expect(mentionedIn('x', null, { scene_id: 0, ids: ['x', -1, 1.5, 2 ** 40], main_device_id: null })).toEqual([])
  expect(mentionedIn('x', { group_of: null, ids: null })).toEqual([])
})

test('a group of devices is distinguished from one of scenes', () => {
  expect(mentionedIn('device-timer:1', { group_id: 4 })).toEqual(['device-group:4'])
  expect(mentionedIn('alarm-silence:1', { group_id: 4 })).toEqual([])
})
