import type { Db } from '../../kernel/db.ts'
import type { System } from '../../kernel/implement.ts'
import { writeAuditEntries } from '../log/api.ts'

interface StartAuditEntry {
  call: string
  object: string
  name: string
  after: Record<string, unknown>
}

/**
 * Writes what the server did to an account at its start to the operation log of the account's team, as for actions of
 * people.
 */
export async function noteStart(
  db: Db,
  system: System,
  who: { id: number; account: string; team_id: number },
  done: StartAuditEntry,
): Promise<void> {
  const { id: uid, account, team_id } = who
  const common = { at: system.now(), uid, account, team_id, scene_id: null, channel: 'system', ip: '', request_id: '' }
  await writeAuditEntries(db, [{ ...common, ...done, before: null }])
}
