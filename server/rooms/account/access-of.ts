import { permissionsByMode, permissionsOf, type RoleId } from '@belvedere/contract/rooms/account/roles.ts'
import { Access } from '../../kernel/access.ts'
import { discoverGrants } from '../../kernel/discovery/discover.ts'
import type { System } from '../../kernel/implement.ts'
import { permissionsFor } from './permissions.ts'

export interface TokenHolder {
  uid: number
  team_id: number
  role: RoleId
  is_admin: 0 | 1
  /** The role of an API token. */
  token_role?: RoleId | null
}

const allByShares = [...new Set([...permissionsByMode.values()].flatMap((given) => [...given]))]

/**
 * The permissions that shares grant, by mode. An API token has only those that its role has, so that a read-only token
 * reads only.
 */
function sharesFor({ token_role }: TokenHolder): ReadonlyMap<number, ReadonlySet<string>> {
  if (token_role == null) return permissionsByMode
  const kept = permissionsOf(token_role, false, allByShares)
  return new Map([...permissionsByMode].map(([mode, given]) => [mode, new Set(kept.filter((one) => given.has(one)))]))
}

/** What an account may do and see now: by its role in its own team, by its shares elsewhere. */
export async function accessOf(system: Pick<System, 'db'>, holder: TokenHolder): Promise<Access> {
  const { uid, team_id, is_admin } = holder
  const grants = await discoverGrants()
  const [permissions, modes] = await Promise.all([permissionsFor(holder), grants.modesOf(system, { uid, team_id })])
  return new Access({ uid, team_id, is_admin: is_admin === 1, permissions, modes, shares: sharesFor(holder) })
}
