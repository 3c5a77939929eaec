import sql from 'sql-template-tag'
import type { DeviceFacts } from '@belvedere/contract/rooms/device/facts.ts'
import type { Db, Reach } from '../../../kernel/db.ts'

/** A device as hardware: what it is, can and last reported. */
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

export function findHardware(at: Reach, id: number): Promise<DeviceHardware | undefined> {
  return at.db.find<DeviceHardware>(sql`
    select d.id, d.serial as sn, d.name, d.model, d.firmware, d.family, d.scene_id, c.team_id, s.online, d.verbs, d.capabilities, t.facts
    from device d join scene c on c.id = d.scene_id join device_state s on s.device_id = d.id left join device_detail t on t.device_id = d.id
    where d.id = ${id} and ${at.access.sees(sql`d.scene_id`)}`)
}

/** A serial number nobody has, for the moment in which two are exchanged. */
const NOBODY = '000000000000'

/**
 * Exchanges the hardware of two devices: each row keeps its name, place and history and goes on with the serial number and
 * everything the other said of itself. Both count as offline until they dial again. The old one is renamed.
 */
export async function swapHardware(
  db: Db,
  place_id: number,
  new_id: number,
  how: { old_name: string; by: string; at: number },
): Promise<void> {
  const both = sql`array[${place_id}, ${new_id}]::int[]`
  const rows = await db.rows<{ id: number; serial: string }>(
    sql`select id, serial from device where id = any(${both}) order by id for update`,
  )
  const serial = (id: number) => rows.find((one) => one.id === id)?.serial ?? NOBODY
  await db.run(sql`
    update device d set scheme = o.scheme, type = o.type, type_set = o.type_set, vendor = o.vendor, model = o.model, firmware = o.firmware,
      family = o.family, mac = o.mac, verbs = o.verbs, cgi = o.cgi, capabilities = o.capabilities, simulated = o.simulated, identity_digest = '',
      key_fingerprint = o.key_fingerprint, key_issuer = o.key_issuer, key_certificate = o.key_certificate, key_ends_at = o.key_ends_at,
      key_at = o.key_at,
      serial = case when d.id = ${new_id} then ${NOBODY} else d.serial end,
      name = case when d.id = ${new_id} then ${how.old_name} else d.name end,
      updated_at = ${how.at}, changed_by = ${how.by}, rev = d.rev + 1
    from device o where d.id = any(${both}) and o.id = any(${both}) and o.id <> d.id`)
  // keys that wanted the place of another did so under a serial number, and come again
  await db.run(sql`delete from device_key_change where device_id = any(${both})`)
  await db.run(sql`update device set serial = ${serial(new_id)} where id = ${place_id}`)
  await db.run(sql`update device set serial = ${serial(place_id)} where id = ${new_id}`)
  await db.run(sql`
    update device_state set online = false, session = null, since = ${how.at}
    where device_id = any(${both})`)
}
