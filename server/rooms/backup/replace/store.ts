import sql from 'sql-template-tag'
import type { DeviceFacts } from '@belvedere/contract/rooms/device/facts.ts'
import type { QueryContext } from '../../../kernel/db.ts'

/** The hardware of a device: its type, capabilities and last report. */
export interface DeviceHardware {
  id: number
  sn: string
  name: string
  model: string
  firmware: string
  family: string
  scene_id: number
  team_id: number
  online: boolean
  verbs: string[]
  capabilities: Record<string, unknown>
  facts: DeviceFacts | null
}

export function findHardware(ctx: QueryContext, id: number): Promise<DeviceHardware | undefined> {
  return ctx.db.find<DeviceHardware>(sql`
    select d.id, d.serial as sn, d.name, d.model, d.firmware, d.family, d.scene_id, c.team_id, s.online, d.verbs, d.capabilities, t.facts
    from device_view d join scene_view c on c.id = d.scene_id join device_state_view s on s.device_id = d.id left join device_detail_view t on t.device_id = d.id
    where d.id = ${id} and ${ctx.access.sees(sql`d.scene_id`)}`)
}
