import sql from 'sql-template-tag'
import { numbers } from '../../../kernel/columns.ts'
import type { QueryContext } from '../../../kernel/db.ts'
import type { StoredContent } from '../content/content.ts'
import type { Recoverable } from './recover-rules.ts'

/** A backup with the current state of its device. */
export interface RecoverRow extends Recoverable, StoredContent {
  id: number
  device_id: number
  name: string
  sn: string
  scene_id: number
  family: string
  capabilities: Record<string, unknown>
  sha256: string
  bytes: number
  created_at: number
  newest_id: number | null
  derived: boolean
}

const newest = sql`(select max(n.id) from device_backup n where n.device_id = b.device_id and n.complete)`
const row = sql`b.id, b.device_id, d.name, d.serial as sn, d.scene_id, d.family, d.capabilities, b.complete, b.model, b.firmware, b.created_at,
  d.model as model_now, d.firmware as firmware_now, d.verbs, s.online, c.sha256, c.bytes, c.format, c.sealed, c.file,
  ${newest} as newest_id, b.derived, not d.verbs && '{running,backup}'::text[] and k.desired_id is null and coalesce(k.base_from, 'reported') = 'reported' as unknown`
const from = sql`device_backup b join device_view d on d.id = b.device_id join device_state_view s on s.device_id = d.id
  join device_content c on c.id = b.content_id left join device_config_view k on k.device_id = d.id`

export function findRecover(ctx: QueryContext, id: number): Promise<RecoverRow | undefined> {
  return ctx.db.find<RecoverRow>(
    sql`select ${row} from ${from} where b.id = ${id} and ${ctx.access.sees(sql`d.scene_id`)}`,
  )
}

/**
 * Backups of devices that the caller may change: those of `backups`; without it the newest complete one of each device.
 */
export function listRecovers(
  ctx: QueryContext,
  devices: readonly number[],
  backups: readonly number[] | undefined,
): Promise<RecoverRow[]> {
  const chosen = backups ? sql`b.id = any(${numbers(backups)}::int[])` : sql`b.id = ${newest}`
  return ctx.db.rows<RecoverRow>(sql`
    select ${row} from ${from} where b.device_id = any(${numbers(devices)}::int[]) and ${chosen} and ${ctx.access.writes(sql`d.scene_id`)}
    order by b.id`)
}
