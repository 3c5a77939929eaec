import type { AccountLoss } from '@belvedere/contract/rooms/account/loss/enums.ts'
import type { Db } from '../../../kernel/db.ts'
import type { System } from '../../../kernel/implement.ts'
import { writeAuditEntries } from '../../log/api.ts'
import { sceneOwner } from './store.ts'

/** The audit log of the scene states why a schedule has stopped: its account has lost its rights. */
export async function logLostRights(
  system: System,
  db: Db,
  { scene_id, uid }: { scene_id: number; uid: number },
  what: { object: string; call: string; lost: AccountLoss },
): Promise<void> {
  const { name, team_id } = await sceneOwner(db, scene_id)
  const how = { channel: 'timer', ip: '', request_id: '', call: what.call, object: `${what.object}:${scene_id}` }
  const after = { on: 0, reason: what.lost }
  await writeAuditEntries(
    db,
    [{ at: system.now(), uid, account: '', team_id, scene_id, ...how, name, before: { on: 1 }, after }],
    system,
  )
}
