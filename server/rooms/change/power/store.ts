import sql from 'sql-template-tag'
import type { Db, QueryContext } from '../../../kernel/db.ts'

export interface Powering {
  id: number
  name: string
  scene_id: number
  online: boolean
  configurable: boolean
}

/** A device that the caller may change, locked until the transaction ends. */
export function holdPowering({ db, access }: QueryContext, id: number): Promise<Powering | undefined> {
  return db.find<Powering>(sql`
    select d.id, d.name, d.scene_id, s.online, 'configure' = any(d.verbs) and not d.standalone as configurable
    from device_view d join device_state_view s on s.device_id = d.id
    where d.id = ${id} and d.scene_id is not null and ${access.writes(sql`d.scene_id`)} for no key update of d`)
}

export interface PoweredOffDevice {
  device_id: number
  scene_id: number
  /** The revision without power. */
  off_id: number
  made_by: string
}

/** Seconds after which the process that turned the power off counts as dead. */
const LONG = 150
/** Seconds after which recovery stops. */
const GIVEN_UP = 7 * 86_400

/** Online devices that were sent nothing since the power of their ports was turned off. */
export function listDark(db: Db, now: number): Promise<PoweredOffDevice[]> {
  return db.rows<PoweredOffDevice>(sql`
    select r.device_id, d.scene_id, r.id as off_id, r.made_by
    from device_revision_view r join device_view d on d.id = r.device_id join device_state_view s on s.device_id = d.id and s.online
    where r.source = 'power' and r.state = 0 and d.scene_id is not null and r.created_at between ${now - GIVEN_UP} and ${now - LONG}
    order by r.id limit 100`)
}

/** Another configuration was sent since. */
export async function hasLater(db: Db, device_id: number, revision_id: number): Promise<boolean> {
  const later = await db.find(sql`
    select 1 from device_revision_view where device_id = ${device_id} and id > ${revision_id} and source <> 'back' limit 1`)
  return later !== undefined
}
