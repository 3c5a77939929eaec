import type { Lang } from '@belvedere/contract/kit/text.ts'
import type { Access, Asked } from '../../kernel/access.ts'
import type { System } from '../../kernel/implement.ts'
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
}

/**
 * The rights an account has now in a call, for what runs on its behalf later; undefined when it is gone, being closed, or may
 * not make that call any more.
 */
export async function rightsOf(
  system: Pick<System, 'db' | 'access'>,
  uid: number,
  call: Asked,
): Promise<Rights | undefined> {
  const found = await findActive(system, uid)
  if (!found) return undefined
  const { account, nickName, lang } = found
  const access = await accessOf(system, { ...found, uid })
  return access.may(call) ? { uid, access: access.within(call), account, name: nickName, lang } : undefined
}
