import type { CallSpec } from '../../kit/define-calls.ts'
import type { IdOf } from '../../kit/define-enum.ts'
import { sceneMode, type sharePermission } from '../scene/enums.ts'
import { accountRole } from './enums.ts'

export type RoleId = IdOf<typeof accountRole>

/**
 * What each role may do, as patterns over the permission names that calls state in `who`; a new room needs a word here only
 * when operators may write in it. Owners and administrators differ in whom they manage, see `mayManage`.
 */
const rolePatterns: Readonly<Record<keyof typeof accountRole.id, readonly string[]>> = {
  owner: ['*'],
  administrator: ['*'],
  operator: ['*.read', 'scene.write', 'device.*', 'terminal.*', 'alarm.*', 'change.*'],
  viewer: ['*.read'],
}

const patternsOf = (role: RoleId) =>
  Object.entries(rolePatterns).flatMap(([name, patterns]) =>
    accountRole.id[name as keyof typeof rolePatterns] === role ? patterns : [],
  )

const looking = ['alarm.read', 'device.read', 'firmware.read', 'scene.read', 'stat.read', 'terminal.read']

/**
 * What a share gives in its scene, whatever the receiver's role at home. What is not named here no share gives: a new
 * permission is the owner's alone until somebody names it. Who may only look sees how things are, and none of what is
 * configured, recorded or logged.
 */
export const sharedPermissions: Readonly<Record<keyof typeof sharePermission.id, readonly string[]>> = {
  manage: [
    ...looking,
    'alarm.write',
    'change.read',
    'change.write',
    'config.read',
    'device.command',
    'device.write',
    'log.read',
    'report.read',
    'scene.write',
  ],
  // who operates it runs what it is configured to be, and does not change that
  operate: [...looking, 'alarm.write', 'change.read', 'config.read', 'device.command', 'log.read', 'report.read'],
  view: looking,
}

/** Whether a share lets its receiver make a call in its scene: what touches no scene, or is its owner's alone, no share does. */
export function shareAllows(share: keyof typeof sharedPermissions, { who, scene }: Pick<CallSpec, 'who' | 'scene'>) {
  if (scene === 'none' || scene === 'own' || (scene === 'write' && share === 'view')) return false
  return !who.includes('.') || sharedPermissions[share].includes(who)
}

/** What a share gives, by the mode that it gives its scene. */
export const permissionsByMode: ReadonlyMap<number, ReadonlySet<string>> = new Map([
  [sceneMode.id.shared, new Set(sharedPermissions.manage)],
  [sceneMode.id.delegated, new Set(sharedPermissions.operate)],
  [sceneMode.id.readOnly, new Set(sharedPermissions.view)],
])

/** Permissions over what belongs to no team: administrators of the installation alone have them, whatever their role. */
export const installationPermissions: readonly string[] = [
  'account.outbox',
  'account.quota',
  'device.adopt',
  'device.networks',
  'feedback.answer',
  'node.manage',
]

/** The permissions an account has, out of `all` that calls ask for. */
export function permissionsOf(role: RoleId, is_admin: boolean, all: readonly string[]): string[] {
  return all.filter((name) => {
    if (installationPermissions.includes(name)) return is_admin
    return patternsOf(role).some((pattern) => matches(pattern, name))
  })
}

function matches(pattern: string, name: string): boolean {
  if (pattern === '*') return true
  if (pattern.startsWith('*')) return name.endsWith(pattern.slice(1))
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}

/** True when an account of role `mine` may give or take role `theirs`: an owner any, others none above their own. */
export function mayManage(mine: RoleId, theirs: RoleId): boolean {
  return theirs >= mine
}
