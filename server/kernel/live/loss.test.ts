import { expect, test } from 'vitest'
import { Access } from '../access.ts'
import { lossOf } from './loss.ts'

const shares = new Map([
  [1, new Set(['device.command', 'device.read'])],
  [3, new Set(['device.read'])],
])
/** Scene 1 of the own team, 2 shared to manage, 3 to look. */
const access = (permissions: string[]) =>
  new Access({
    uid: 1,
    team_id: 1,
    is_admin: false,
    permissions,
    shares,
    modes: new Map([
      [1, 0],
      [2, 1],
      [3, 3],
    ]),
  })
const command = { who: 'device.command', scene: 'write' } as const

test.each([
  ['the own scene, by role', ['device.command'], command, 1, undefined],
  ['the own scene, by a role that lacks it', ['device.read'], command, 1, 'role_changed'],
  ['a shared scene, whatever the role', [], command, 2, undefined],
  ['a scene shared to look', ['device.command'], command, 3, 'share_narrowed'],
  ['a scene shared to look, for looking', [], { who: 'device.read', scene: 'read' }, 3, undefined],
  ['a scene that is not shared any more', ['device.command'], command, 4, 'share_ended'],
  ['what is the owner’s, in the own scene', ['scene.write'], { who: 'scene.write', scene: 'own' }, 1, undefined],
  ['what is the owner’s, in a shared one', ['device.command'], { ...command, scene: 'own' }, 2, 'share_narrowed'],
  ['what any session may', [], { who: 'session', scene: 'write' }, 2, undefined],
  ['what any session may, in a scene to look at', [], { who: 'session', scene: 'write' }, 3, 'share_narrowed'],
  ['no scene', ['log.read'], { who: 'log.read', scene: 'none' }, undefined, undefined],
  ['no scene, and the role lacks it', [], { who: 'log.read', scene: 'none' }, undefined, 'role_changed'],
] as const)('%s', (_, permissions, call, scene, lost) => {
  expect(lossOf(access([...permissions]), call, scene)).toBe(lost)
})
