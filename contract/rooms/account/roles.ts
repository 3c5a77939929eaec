import type { CallSpec } from '../../kit/define-calls.ts'
import type { IdOf } from '../../kit/define-enum.ts'
import { sceneMode, type sharePermission } from '../scene/enums.ts'
import { accountRole } from './enums.ts'

export type RoleId = IdOf<typeof accountRole>

/**
 * The permissions of each role, as patterns over the names that calls state in `who`; a new room needs an entry here only if operators may
 * write in it. Owners and administrators differ in the roles they manage, see `mayManage`.
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
 * The permissions of a share in its scene, independent of the receiver's role in the own team. A permission that is not listed here belongs
 * to the owner's team only. A read-only guest sees states, but no configurations, recordings and logs.
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
  // an operator runs the network as configured, and does not change the configuration
  operate: [...looking, 'alarm.write', 'change.read', 'config.read', 'device.command', 'log.read', 'report.read'],
  view: looking,
}

/** Whether a share permits a call in its scene; never for calls without a scene or with the right `own`. */
export function shareAllows(share: keyof typeof sharedPermissions, { who, scene }: Pick<CallSpec, 'who' | 'scene'>) {
  if (scene === 'none' || scene === 'own' || (scene === 'write' && share === 'view')) return false
  return !who.includes('.') || sharedPermissions[share].includes(who)
}

/** The permissions of a share by the mode of its scene. */
export const permissionsByMode: ReadonlyMap<number, ReadonlySet<string>> = new Map([
  [sceneMode.id.shared, new Set(sharedPermissions.manage)],
  [sceneMode.id.delegated, new Set(sharedPermissions.operate)],
  [sceneMode.id.readOnly, new Set(sharedPermissions.view)],
])

/** Permissions over installation-wide objects: only administrators of the installation have them, independent of their role. */
export const installationPermissions: readonly string[] = [
  'account.outbox',
  'account.quota',
  'device.adopt',
  'device.networks',
  'feedback.answer',
  'node.manage',
]

/** The permissions of an account, out of `all` that calls state. */
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

/** Whether an account of role `mine` may assign or remove role `theirs`: an owner any, others none above their own. */
export function mayManage(mine: RoleId, theirs: RoleId): boolean {
  return theirs >= mine
}
