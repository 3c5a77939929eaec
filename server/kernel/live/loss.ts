import { type Access, type RequiredRights, READ_ONLY_MODE } from '../access.ts'

/** The call that something stands for: a channel it opened, work it ordered. */
export const standsFor = ({ who, scene }: RequiredRights): RequiredRights => ({ who, scene })

/**
 * Why what somebody began may not go on. Each has its words among the reasons of tasks: who has lost it reads what happened,
 * and not only that something did.
 */
export type Loss = AccountLoss | 'signed_out'

/** Of an account; what runs on its behalf later needs no session. The contract has the words (`losses`). */
export type AccountLoss = 'account_gone' | 'role_changed' | 'share_ended' | 'share_narrowed'

/** What these rights lack for a call, in a scene where it concerns one; undefined: nothing. */
export function lossOf(access: Access, call: RequiredRights, scene_id?: number): AccountLoss | undefined {
  if (scene_id === undefined) return access.may(call) ? undefined : 'role_changed'
  const mode = access.modeOf(scene_id)
  if (mode === undefined) return 'share_ended'
  const isOwners = call.scene === 'own' && mode !== 0
  const isToLook = mode === READ_ONLY_MODE && (call.scene === 'write' || call.scene === 'own')
  if (access.within(call).modeOf(scene_id) !== undefined && !isOwners && !isToLook) return undefined
  return mode === 0 ? 'role_changed' : 'share_narrowed'
}
