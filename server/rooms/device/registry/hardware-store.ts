import sql from 'sql-template-tag'
import { jsonText, numbers } from '../../../kernel/columns.ts'
import type { Db, QueryContext } from '../../../kernel/db.ts'

/** Releases devices from central configuration, or takes them back. Returns those that changed. */
export async function setStandalone(
  { db, access }: QueryContext,
  ids: readonly number[],
  { standalone, by, at }: { standalone: boolean; by: string; at: number },
): Promise<Set<number>> {
  const rows = await db.rows<{ id: number }>(sql`
    update device d set standalone = ${standalone}, updated_at = ${at}, changed_by = ${by}, rev = rev + 1
    where d.id = any(${numbers(ids)}::int[]) and d.standalone <> ${standalone} and ${access.writes(sql`d.scene_id`)}
    returning d.id`)
  return new Set(rows.map(({ id }) => id))
}

/** An unused serial number, for the exchange of two others. */
const NOBODY = '000000000000'

/**
 * Exchanges the hardware of two devices: each row keeps its name, place and history, and continues with the serial
 * number and reported facts of the other. Both count as offline until they reconnect. The old one is renamed.
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
  // pending key changes belong to a serial number, and are requested again
  await db.run(sql`delete from device_key_change where device_id = any(${both})`)
  await db.run(sql`update device set serial = ${serial(new_id)} where id = ${place_id}`)
  await db.run(sql`update device set serial = ${serial(place_id)} where id = ${new_id}`)
  await db.run(sql`
    update device_state set online = false, session = null, since = ${how.at}
    where device_id = any(${both})`)
}

export interface PolledDevice {
  name: string
  ip: string
  mac: string | null
  vendor: string
}

/** Registers polled devices, in the given order. */
export function addPolled(
  { db, access }: QueryContext,
  scene_id: number,
  list: readonly (PolledDevice & { serial: string; monitor: { type: string } })[],
  { by, at }: { by: string; at: number },
): Promise<{ id: number; serial: string }[]> {
  access.enter(scene_id, 'write')
  return db.rows(sql`
    with wish as (
      select * from jsonb_to_recordset(${jsonText(list)}::jsonb) as w(serial text, name text, ip text, mac text, vendor text, monitor jsonb)
    ), made as (
      insert into device (scheme, serial, scene_id, type, type_set, name, vendor, mac, family, claimed_at, created_at, updated_at, changed_by)
      select 'monitored', serial, ${scene_id}::int, 7, true, name, vendor, mac, monitor ->> 'type', ${at}::bigint, ${at}::bigint, ${at}::bigint, ${by}
      from wish returning id, serial
    ), states as (
      insert into device_state (device_id, address) select made.id, w.ip from made join wish w using (serial)
    )
    select id, serial from made order by id`)
}

/** False when the caller may not change the device. */
export async function changePolled(
  { db, access }: QueryContext,
  id: number,
  { name, mac, vendor, by, at }: Omit<PolledDevice, 'ip'> & { by: string; at: number },
): Promise<boolean> {
  const changed = await db.run(sql`
    update device d set name = ${name}, mac = ${mac}, vendor = ${vendor}, updated_at = ${at}, changed_by = ${by}, rev = rev + 1
    where d.id = ${id} and ${access.writes(sql`d.scene_id`)}`)
  return changed === 1
}

/** The device is no longer monitored: it counts as offline, and no gateway holds it. */
export async function clearPresence({ db, access }: QueryContext, id: number): Promise<void> {
  await db.run(sql`
    update device_state s set online = false, session = null, gateway_run = null
    from device d where d.id = s.device_id and d.id = ${id} and ${access.writes(sql`d.scene_id`)}`)
}
