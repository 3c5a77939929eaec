import type { Db } from '../../kernel/db.ts'
import type { System } from '../../kernel/implement.ts'
import { writeAuditEntries } from '../log/api.ts'

interface StartAuditEntry {
  call: string
  object: string
  name: string
  after: Record<string, unknown>
}

/** What the start of the server did to an account stands in the operation log of its team, like what people do. */
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
