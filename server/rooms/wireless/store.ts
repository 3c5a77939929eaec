import sql from 'sql-template-tag'
import type { QueryContext } from '../../kernel/db.ts'

/** The reported radios of devices; `wifi` is missing where there are none. */
export function listRadios(
  { db, access }: QueryContext,
  ids: readonly number[],
): Promise<{ id: number; capabilities: Record<string, unknown> }[]> {
  return db.rows(sql`
    select d.id, jsonb_strip_nulls(jsonb_build_object('wifi', d.capabilities -> 'wifi')) as capabilities
    from device_view d where d.id = any(${ids}::int[]) and ${access.writes(sql`d.scene_id`)} order by d.id`)
}
