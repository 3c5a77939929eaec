import { permissionsOf, type RoleId } from '@belvedere/contract/rooms/account/roles.ts'
import { discoverCalls } from '../../kernel/discovery/discover.ts'

let names: Promise<string[]> | undefined

/** Every permission that a call requires. */
async function permissionNames(): Promise<string[]> {
  const request = (await discoverCalls()).map(({ spec }) => spec.who).filter((who) => who.includes('.'))
  return [...new Set(request)].sort()
}

/** The permissions of an account, by name. */
export async function permissionsFor({ role, is_admin }: { role: RoleId; is_admin: 0 | 1 }): Promise<string[]> {
  names ??= permissionNames()
  return permissionsOf(role, is_admin === 1, await names)
}
