import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { Access } from './access.ts'
import type { Refusal } from './refuse.ts'

const access = new Access({
  uid: 1,
  team_id: 7,
  is_admin: false,
  permissions: ['scene.read'],
  modes: new Map([
    [10, 0],
    [11, 3],
    [13, 1],
  ]),
})

const codeOf = (work: () => void) => {
  try {
    work()
  } catch (error) {
    return (error as Refusal).spec.code
  }
}

test('sees all its scenes, writes those that are not read-only, owns its team', () => {
  expect(access.sees(sql`s.id`).values).toEqual([[10, 11, 13]])
  expect(access.writes(sql`s.id`).values).toEqual([[10, 13]])
  expect(access.ownsScene(sql`s.id`).values).toEqual([[10]])
  expect(access.owns(sql`t.id`).values).toEqual([7])
})

test('entering: own, read-only, foreign', () => {
  expect(codeOf(() => access.enter(10, 'write'))).toBeUndefined()
  expect(codeOf(() => access.enter(11, 'read'))).toBeUndefined()
  expect(codeOf(() => access.enter(11, 'write'))).toBe(commonErrors.sceneReadOnly.code)
  expect(codeOf(() => access.enter(12, 'read'))).toBe(commonErrors.foreignScene.code)
})

test('in a call of the owner alone, shared scenes are seen and not written', () => {
  const owner = access.asOwner()
  expect(owner.sees(sql`s.id`).values).toEqual([[10, 11, 13]])
  expect(owner.writes(sql`s.id`).values).toEqual([[10]])
  expect(codeOf(() => owner.enter(10, 'write'))).toBeUndefined()
  expect(codeOf(() => owner.enter(13, 'read'))).toBeUndefined()
  expect(codeOf(() => owner.enter(13, 'write'))).toBe(commonErrors.ownerOnly.code)
  expect(codeOf(() => access.enter(13, 'own'))).toBe(commonErrors.ownerOnly.code)
  expect(codeOf(() => access.enter(11, 'own'))).toBe(commonErrors.sceneReadOnly.code)
  // invisible scenes are not revealed
  expect(codeOf(() => owner.requireOwned([10, 12]))).toBeUndefined()
  expect(codeOf(() => owner.requireOwned([10, 13]))).toBe(commonErrors.ownerOnly.code)
  expect(owner.asOwner()).toBe(owner)
  expect(Access.system.asOwner()).toBe(Access.system)
})

describe('in one call', () => {
  const guest = (permissions: string[]) =>
    new Access({
      uid: 1,
      team_id: 7,
      is_admin: false,
      permissions,
      modes: new Map([
        [10, 0],
        [11, 3],
        [13, 1],
      ]),
      shares: new Map([
        [1, new Set(['device.read', 'device.command'])],
        [3, new Set(['device.read'])],
      ]),
    })
  const read = { who: 'device.read', scene: 'read' } as const
  const command = { who: 'device.command', scene: 'write' } as const
  const download = { who: 'device.command', scene: 'read' } as const

  test('own scenes use the role, shared scenes use the share', () => {
    const owner = guest(['device.read', 'device.command'])
    expect(owner.within(read)).toBe(owner)
    expect(owner.within(download).sees(sql`s.id`).values).toEqual([[10, 13]])
    expect(owner.within(command).writes(sql`s.id`).values).toEqual([[10, 13]])
    expect(owner.within(download), 'kept').toBe(owner.within(download))
    expect(codeOf(() => owner.within(download).enter(11, 'read'))).toBe(commonErrors.noPermission.code)
    expect(codeOf(() => owner.within(command).enter(11, 'write'))).toBe(commonErrors.sceneReadOnly.code)
    expect(codeOf(() => owner.within(command).enter(12, 'write'))).toBe(commonErrors.foreignScene.code)
    expect([owner.canIn(10, 'device.command'), owner.canIn(11, 'device.command')]).toEqual([true, false])
  })

  test('a role without the permission has no access to the own team', () => {
    const viewer = guest(['device.read'])
    expect([viewer.may(command), viewer.may({ ...command, scene: 'none' }), viewer.may({ ...command, scene: 'own' })]) //
      .toEqual([true, false, false])
    const within = viewer.within(command)
    expect(within.sees(sql`s.id`).values).toEqual([[13]])
    expect(within.owns(sql`t.id`).values).toEqual([])
    expect(codeOf(() => within.ownTeam())).toBe(commonErrors.noPermission.code)
    expect(codeOf(() => within.enter(10, 'write'))).toBe(commonErrors.noPermission.code)
    expect(viewer.within(read).ownTeam()).toBe(7)
    expect(within.within(read).owns(sql`t.id`).values, 'a call within a call gives nothing back').toEqual([])
    expect(viewer.everywhere()).toEqual(['device.read', 'device.command'])
  })

  test('a permission that no share grants does not apply in a shared scene', () => {
    const owner = guest(['device.new', 'device.read'])
    expect(owner.within({ who: 'device.new', scene: 'read' }).sees(sql`s.id`).values).toEqual([[10]])
    expect(guest([]).may({ who: 'device.new', scene: 'read' })).toBe(false)
    expect(Access.system.within(command)).toBe(Access.system)
  })
})

test('a user without scenes sees nothing rather than everything', () => {
  const nobody = new Access({ uid: 2, team_id: 8, is_admin: true, permissions: [], modes: new Map() })
  expect(nobody.sees(sql`s.id`).values).toEqual([[]])
  expect(nobody.can('scene.read')).toBe(false)
})

test('the system sees everything without a condition on scenes', () => {
  expect(Access.system.sees(sql`s.id`).values).toEqual([])
  expect(Access.system.can('anything.at-all')).toBe(true)
})
