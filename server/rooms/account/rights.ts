import type { Lang } from '@belvedere/contract/kit/text.ts'
import type { Access, Asked } from '../../kernel/access.ts'
import type { System } from '../../kernel/implement.ts'
import type { AccountLoss } from '@belvedere/contract/rooms/account/loss/enums.ts'
import { lossOf } from '../../kernel/loss.ts'
import { accessOf } from './access-of.ts'
import { findActive } from './store.ts'

/** What an account may do and see at this moment, and how logs name it. */
export interface Rights {
  uid: number
  /** Of the call it stands for: only the scenes in which that is allowed. */
  access: Access
  account: string
  name: string
  lang: Lang
  /** What is lacking for the call in a scene; undefined: nothing. */
  lossIn(scene_id: number): AccountLoss | undefined
}

/**
 * The rights an account has now in a call, for what runs on its behalf later; in a scene, where it is about one. What waits or
 * goes on in steps asks at each of them, and tells the reason when they are lost.
 */
export async function actAs(
  system: Pick<System, 'db' | 'access'>,
  uid: number,
  call: Asked,
  scene_id?: number,
): Promise<Rights | { lost: AccountLoss }> {
  const found = await findActive(system, uid)
  if (!found) return { lost: 'account_gone' }
  const { account, nickName, lang } = found
  const all = await accessOf(system, { ...found, uid })
  const lost = lossOf(all, call, scene_id)
  if (lost) return { lost }
  const access = all.within(call)
  return { uid, access, account, name: nickName, lang, lossIn: (scene) => lossOf(all, call, scene) }
}
