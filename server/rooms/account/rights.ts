import type { Lang } from '@belvedere/contract/kit/text.ts'
import { Access } from '../../kernel/access.ts'
import type { System } from '../../kernel/implement.ts'
import { sceneModesOf } from '../scene/api.ts'
import { permissionsFor } from './permissions.ts'
import { findActive } from './store.ts'

/** What an account may do and see at this moment, and how logs name it. */
export interface Rights {
  uid: number
  access: Access
  account: string
  name: string
  lang: Lang
}

/** The rights an account has now, for what runs on its behalf later; undefined when it is gone or being closed. */
export async function rightsOf(system: Pick<System, 'db' | 'access'>, uid: number): Promise<Rights | undefined> {
  const found = await findActive(system, uid)
  if (!found) return undefined
  const { team_id, account, nickName, lang } = found
  const [permissions, modes] = await Promise.all([permissionsFor(found), sceneModesOf(system, { uid, team_id })])
  const access = new Access({ uid, team_id, is_admin: found.is_admin === 1, permissions, modes })
  return { uid, access, account, name: nickName, lang }
}
