import { type Access, type Asked, READ_ONLY_MODE } from './access.ts'

/** The call that something stands for: a channel it opened, work it ordered. */
export const standsFor = ({ who, scene }: Asked): Asked => ({ who, scene })

/**
 * Why what somebody began may not go on. Each has its words among the reasons of tasks: who has lost it reads what happened,
 * and not only that something did.
 */
export type Loss = AccountLoss | 'signed_out'

/** Of an account; what runs on its behalf later needs no session. The contract has the words (`losses`). */
export type AccountLoss = 'account_gone' | 'role_changed' | 'share_ended' | 'share_narrowed'

/** What these rights lack for a call, in a scene where it concerns one; undefined: nothing. */
export function lossOf(access: Access, call: Asked, scene_id?: number): AccountLoss | undefined {
  if (scene_id === undefined) return access.may(call) ? undefined : 'role_changed'
  const allowed = access.within(call).modeOf(scene_id)
  if (allowed === READ_ONLY_MODE && call.scene !== 'read') return 'share_narrowed'
  if (allowed !== undefined) return undefined
  const mode = access.modeOf(scene_id)
  if (mode === undefined) return 'share_ended'
  return mode === 0 ? 'role_changed' : 'share_narrowed'
}
