import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
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
  // of what the caller does not see nothing is told
  expect(codeOf(() => owner.requireOwned([10, 12]))).toBeUndefined()
  expect(codeOf(() => owner.requireOwned([10, 13]))).toBe(commonErrors.ownerOnly.code)
  expect(owner.asOwner()).toBe(owner)
  expect(Access.system.asOwner()).toBe(Access.system)
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
