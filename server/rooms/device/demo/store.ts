import sql from 'sql-template-tag'
import type { Db, Reach } from '../../../kernel/db.ts'

/** Scenes of the demo network by the name its devices know them by; empty once the demo was removed. */
export async function demoScenes(db: Db): Promise<Map<string, number>> {
  const rows = await db.rows<{ key: string; scene_id: number }>(sql`select key, scene_id from demo_scene`)
  return new Map(rows.map(({ key, scene_id }) => [key, scene_id]))
}

export async function keepDemoScene(db: Db, key: string, scene_id: number): Promise<void> {
  await db.run(sql`insert into demo_scene (key, scene_id) values (${key}, ${scene_id})`)
}

/** True when nobody has put anything into this store yet. */
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

/** Simulated devices of the demo scenes, and those of nobody. */
export function listDemoDevices({ db, access }: Reach): Promise<DemoDeviceRow[]> {
  return db.rows<DemoDeviceRow>(sql`
    select id, serial as sn, name, scene_id from device d
    where simulated and (scene_id is null or (scene_id in (select scene_id from demo_scene) and ${access.writes(sql`d.scene_id`)}))
    order by id for update`)
}

/** Only what `listDemoDevices` gave. */
export async function deleteDemoDevices({ db }: Reach, ids: readonly number[]): Promise<void> {
  await db.run(sql`delete from device where id = any(${ids}::int[]) and simulated`)
}
