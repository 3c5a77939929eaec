import sql from 'sql-template-tag'
import { numbers, texts } from '../../../kernel/columns.ts'
import type { Db } from '../../../kernel/db.ts'

/** Something was wrong from one moment to another; `peak`: the worst value. */
export interface Spell {
  device_id: number
  scene_id: number
  type: string
  key: string
  from_at: number
  to_at: number
  peak: number | null
}

/** `to_at` of what lasts still. */
export const LASTS = 2_147_483_647

export async function keepSpells(db: Db, spells: readonly Spell[]): Promise<void> {
  if (spells.length === 0) return
  await db.run(sql`
    insert into alarm_spell (device_id, scene_id, type, key, from_at, to_at, peak)
    select t.device_id, t.scene_id, t.type, t.key, t.from_at, t.to_at, t.peak from unnest(
      ${numbers(spells.map(({ device_id }) => device_id))}::int[], ${numbers(spells.map(({ scene_id }) => scene_id))}::int[],
      ${texts(spells.map(({ type }) => type))}, ${texts(spells.map(({ key }) => key))}, ${numbers(spells.map(({ from_at }) => from_at))}::int[],
      ${numbers(spells.map(({ to_at }) => to_at))}::int[], ${numbers(spells.map(({ peak }) => peak))}::real[]
    ) as t(device_id, scene_id, type, key, from_at, to_at, peak)
    join device d on d.id = t.device_id and d.scene_id = t.scene_id order by 1, 3, 4, 5
    on conflict (device_id, type, key, from_at) do update set to_at = excluded.to_at, peak = greatest(alarm_spell.peak, excluded.peak)`)
}

/** Those of these devices that last end now; returns them as they were. */
export function endSpells(db: Db, type: string, ends: readonly { device_id: number; at: number }[]): Promise<Spell[]> {
  return db.rows<Spell>(sql`
    update alarm_spell s set to_at = greatest(s.from_at, g.at)
    from unnest(${numbers(ends.map(({ device_id }) => device_id))}::int[], ${numbers(ends.map(({ at }) => at))}::int[]) as g(device_id, at)
    where s.device_id = g.device_id and s.type = ${type} and s.to_at = ${LASTS}
    returning s.device_id, s.scene_id, s.type, s.key, s.from_at, s.to_at, s.peak`)
}

export function dropOldSpells(db: Db, before: number): Promise<number> {
  return db.run(sql`delete from alarm_spell where to_at < ${before}`)
}
