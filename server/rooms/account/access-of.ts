import { permissionsByMode, type RoleId } from '@belvedere/contract/rooms/account/roles.ts'
import { Access } from '../../kernel/access.ts'
import type { System } from '../../kernel/implement.ts'
import { sceneModesOf } from '../scene/api.ts'
import { permissionsFor } from './permissions.ts'

export interface Holder {
  uid: number
  team_id: number
  role: RoleId
  is_admin: 0 | 1
}

/** What an account may do and see at this moment: by its role at home, by its shares elsewhere. */
export async function accessOf(system: Pick<System, 'db'>, holder: Holder): Promise<Access> {
  const { uid, team_id, is_admin } = holder
  const [permissions, modes] = await Promise.all([permissionsFor(holder), sceneModesOf(system, { uid, team_id })])
  return new Access({ uid, team_id, is_admin: is_admin === 1, permissions, modes, shares: permissionsByMode })
}
