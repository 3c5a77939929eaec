import sql from 'sql-template-tag'
import { jsonText } from '../../../kernel/columns.ts'
import type { Db, QueryContext } from '../../../kernel/db.ts'

/** Scenes of the demo network by the key that its devices use; empty once the demo was removed. */
export async function demoScenes(db: Db): Promise<Map<string, number>> {
  const rows = await db.rows<{ key: string; scene_id: number }>(sql`select key, scene_id from demo_scene`)
  return new Map(rows.map(({ key, scene_id }) => [key, scene_id]))
}

export interface JoiningDevice {
  serial: string
  /** The key of its scene among the simulated devices. */
  key: string
}

/**
 * Scenes that simulated devices join, by serial number. A device joins once: one that a person removed stays unclaimed
 * when it connects again.
 */
export async function joinDemo(db: Db, devices: readonly JoiningDevice[]): Promise<Map<string, number>> {
  if (devices.length === 0) return new Map()
  const rows = await db.rows<{ serial: string; scene_id: number }>(sql`
    insert into demo_device (serial, scene_id)
    select x.serial, s.scene_id
    from jsonb_to_recordset(${jsonText(devices)}::jsonb) as x (serial text, key text) join demo_scene s on s.key = x.key
    order by x.serial on conflict do nothing returning serial, scene_id`)
  return new Map(rows.map(({ serial, scene_id }) => [serial, scene_id]))
}

export async function saveDemoScene(db: Db, key: string, scene_id: number): Promise<void> {
  await db.run(sql`insert into demo_scene (key, scene_id) values (${key}, ${scene_id})`)
}

/** True when the database holds no data yet. */
export async function storeIsEmpty(db: Db): Promise<boolean> {
  const { filled } = await db.one<{ filled: boolean }>(
    sql`select exists (select 1 from scene_view) or exists (select 1 from device) as filled`,
  )
  return !filled
}

export interface DemoDeviceRow {
  id: number
  sn: string
  name: string
  scene_id: number | null
}

/** Simulated devices of the demo scenes, and unclaimed ones. */
export function listDemoDevices({ db, access }: QueryContext): Promise<DemoDeviceRow[]> {
  return db.rows<DemoDeviceRow>(sql`
    select id, serial as sn, name, scene_id from device d
    where simulated and (scene_id is null or (scene_id in (select scene_id from demo_scene) and ${access.writes(sql`d.scene_id`)}))
    order by id for update`)
}

/** Only those that `listDemoDevices` returned. */
export async function deleteDemoDevices({ db }: QueryContext, ids: readonly number[]): Promise<void> {
  await db.run(sql`delete from device where id = any(${ids}::int[]) and simulated`)
}
