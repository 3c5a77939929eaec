import type { System } from '../../../kernel/implement.ts'
import { consoleUrl } from '../../../base/settings/config.ts'
import { hashToken, newToken } from '../../../kernel/session.ts'
import { openVault } from '../../../base/keys/vault.ts'
import { findMember } from '../../account/api.ts'
import { addMailLeave, findConfirmedContact, type LeaveRow } from './unsubscribe-store.ts'
import { sealTarget } from './channels.ts'
import { maskTarget } from '../../delivery/api.ts'

/** A confirmed address and its unsubscribe links. */
export interface MailTarget {
  /** Its owner unsubscribed. */
  left: boolean
  unsubscribe: { page: string; post: string }
}

/** A confirmed address of a contact or member of a team; undefined: not confirmed. */
export async function confirmedMail(system: System, team_id: number, address: string): Promise<MailTarget | undefined> {
  const { place } = await sealTarget(system, address)
  const found =
    (await findConfirmedContact(system, team_id, place)) ?? (await leaveOfMember(system, team_id, address, place))
  return found && { left: found.left_at !== null, unsubscribe: await leaveLinks(system, found.leave_token) }
}

/** Members confirmed their address when they bound it; the unsubscribe link is created with the first mail. */
async function leaveOfMember(
  system: System,
  team_id: number,
  address: string,
  place: string,
): Promise<LeaveRow | undefined> {
  if (!(await findMember(system, team_id, address))) return undefined
  const token = newToken()
  const leave_token = (await openVault(system.config.data)).seal(token, 'alarm-leave')
  return addMailLeave(system, {
    team_id,
    place,
    masked: maskTarget('email', address),
    leave_token,
    leave_hash: hashToken(token),
  })
}

/** The page for people, and the address for the button of mail programs. */
export async function leaveLinks(
  { config }: Pick<System, 'config'>,
  leave_token: string,
): Promise<MailTarget['unsubscribe']> {
  const token = (await openVault(config.data)).open(leave_token, 'alarm-leave')
  const console = consoleUrl(config)
  return { page: `${console}/alarm/leave?t=${token}`, post: `${console}/api/v1/alarm/user/unsubscribe?t=${token}` }
}
