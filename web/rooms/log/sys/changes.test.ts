import { expect, test } from 'vitest'
import { changesOf } from './changes.ts'

test('only what differs, nested fields with dots', () => {
  expect(changesOf('x', { n: 'a', at: { x: 1, y: 2 } }, { n: 'b', at: { x: 1, y: 3 } })).toEqual([
    { field: 'n', label: 'n', before: 'a', after: 'b' },
    { field: 'at.y', label: 'at.y', before: '2', after: '3' },
  ])
})

test('something made has no before, something removed no after', () => {
  expect(changesOf('x', null, { list_of: [1, 2] })).toMatchObject([{ before: undefined, after: '[1,2]' }])
  expect(changesOf('scene', { name: 'a', note: null }, undefined)).toMatchObject([
    { field: 'name', label: '名称', before: 'a', after: undefined },
    { field: 'note', label: '备注', before: '（空）', after: undefined },
  ])
})

test('equal and empty values have no changes', () => {
  expect(changesOf('x', { a: 1 }, { a: 1 })).toEqual([])
  expect(changesOf('x', null, null)).toEqual([])
})

test('values are shown in words, by the kind of the object', () => {
  expect(changesOf('device', { type: 7 }, { type: 0 })).toMatchObject([
    { label: '类型', before: '其他设备', after: '路由器' },
  ])
  expect(changesOf('device-group', { group_of: { 12: null } }, { group_of: { 12: 3 } })).toMatchObject([
    { label: '#12 的分组', before: '（空）', after: '#3' },
  ])
  expect(changesOf('patrol-timer', { on: 1 }, { on: 1, reason: 'role_changed' })).toMatchObject([
    { label: '原因', after: '发起者的角色已无此权限' },
  ])
  const names = { 'device:12': '大堂 AP', 'device-group:3': '门店' }
  expect(changesOf('device-group', { group_of: { 12: null } }, { group_of: { 12: 3 } }, names)).toMatchObject([
    { label: '大堂 AP 的分组', before: '（空）', after: '门店' },
  ])
  expect(changesOf('scene-group', { scene_ids: [] }, { scene_ids: [1, 2] }, { 'scene:1': '总部' })).toMatchObject([
    { before: '（空）', after: '总部、#2' },
  ])
})
