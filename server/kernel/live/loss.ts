import { type Access, type RequiredRights, READ_ONLY_MODE } from '../access.ts'

/** The call on whose behalf a channel is open or work runs. */
export const standsFor = ({ who, scene }: RequiredRights): RequiredRights => ({ who, scene })

/**
 * Why started work may not continue. Each loss has its words among the reasons of tasks.
 */
export type Loss = AccountLoss | 'signed_out'

/** Of an account; deferred work needs no session. The contract has the words (`losses`). */
export type AccountLoss = 'account_gone' | 'role_changed' | 'share_ended' | 'share_narrowed'

/** The right that is missing for a call, in a scene if it concerns one; undefined: none. */
export function lossOf(access: Access, call: RequiredRights, scene_id?: number): AccountLoss | undefined {
  if (scene_id === undefined) return access.may(call) ? undefined : 'role_changed'
  const mode = access.modeOf(scene_id)
  if (mode === undefined) return 'share_ended'
  const isOwners = call.scene === 'own' && mode !== 0
  const isToLook = mode === READ_ONLY_MODE && (call.scene === 'write' || call.scene === 'own')
  if (access.within(call).modeOf(scene_id) !== undefined && !isOwners && !isToLook) return undefined
  return mode === 0 ? 'role_changed' : 'share_narrowed'
}
