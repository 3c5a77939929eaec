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
  /** Of an API token. */
  token_role?: RoleId | null
}

const allByShares = [...new Set([...permissionsByMode.values()].flatMap((given) => [...given]))]

/** What shares give, by mode; a token has of it what its role has, so that one made for reading reads. */
function sharesFor({ token_role }: TokenHolder): ReadonlyMap<number, ReadonlySet<string>> {
  if (token_role == null) return permissionsByMode
  const kept = permissionsOf(token_role, false, allByShares)
  return new Map([...permissionsByMode].map(([mode, given]) => [mode, new Set(kept.filter((one) => given.has(one)))]))
}

/** What an account may do and see at this moment: by its role at home, by its shares elsewhere. */
export async function accessOf(system: Pick<System, 'db'>, holder: TokenHolder): Promise<Access> {
  const { uid, team_id, is_admin } = holder
  const grants = await discoverGrants()
  const [permissions, modes] = await Promise.all([permissionsFor(holder), grants.modesOf(system, { uid, team_id })])
  return new Access({ uid, team_id, is_admin: is_admin === 1, permissions, modes, shares: sharesFor(holder) })
}
