import { expect, test } from 'vitest'
import { accountRole } from './enums.ts'
import { mayManage, permissionsOf, type RoleId, shareAllows } from './roles.ts'

const { owner, administrator, operator, viewer } = accountRole.id
const all = [
  'account.write',
  'device.adopt',
  'device.command',
  'device.read',
  'log.read',
  'order.pay',
  'scene.read',
  'scene.remove',
  'scene.write',
]

test.each([
  [owner, false, all.filter((name) => name !== 'device.adopt')],
  [owner, true, all],
  [administrator, false, all.filter((name) => name !== 'device.adopt')],
  [operator, false, ['device.command', 'device.read', 'log.read', 'scene.read', 'scene.write']],
  [operator, true, ['device.adopt', 'device.command', 'device.read', 'log.read', 'scene.read', 'scene.write']],
  [viewer, false, ['device.read', 'log.read', 'scene.read']],
] as const)('role %i, administrator of the installation %s: %j', (role, is_admin, wanted) => {
  expect(permissionsOf(role, is_admin, all)).toEqual(wanted)
})

test.each([
  [owner, owner, true],
  [owner, viewer, true],
  [administrator, owner, false],
  [administrator, administrator, true],
  [operator, administrator, false],
] as [RoleId, RoleId, boolean][])('role %i may manage role %i: %s', (mine, theirs, may) => {
  expect(mayManage(mine, theirs)).toBe(may)
})

test.each([
  ['view', { who: 'device.read', scene: 'read' }, true],
  ['view', { who: 'device.read', scene: 'write' }, false],
  ['view', { who: 'config.read', scene: 'read' }, false],
  ['view', { who: 'log.read', scene: 'read' }, false],
  ['manage', { who: 'device.command', scene: 'write' }, true],
  ['manage', { who: 'device.command', scene: 'own' }, false],
  ['manage', { who: 'device.read', scene: 'none' }, false],
  ['manage', { who: 'scene.share', scene: 'read' }, false],
  ['manage', { who: 'device.new', scene: 'read' }, false],
  ['operate', { who: 'device.command', scene: 'write' }, true],
  ['operate', { who: 'alarm.write', scene: 'write' }, true],
  ['operate', { who: 'config.read', scene: 'read' }, true],
  ['operate', { who: 'change.write', scene: 'write' }, false],
  ['operate', { who: 'device.write', scene: 'write' }, false],
  ['operate', { who: 'scene.write', scene: 'write' }, false],
] as const)('a share to %s allows %j: %s', (share, call, may) => {
  expect(shareAllows(share, call)).toBe(may)
})
