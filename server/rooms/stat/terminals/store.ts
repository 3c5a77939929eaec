import sql, { raw } from 'sql-template-tag'
import type { Reach } from '../../../kernel/db.ts'
import { type Scope, within } from '../scope/store.ts'
import { numbersOf, type Page } from './page.ts'

export type LedgerColumn = 'flow' | 'online' | 'access'

/** The last pages of scenes by a moment, by scene; those of which there is none are left out. */
export async function pagesBy(
  at: Reach,
  scope: Scope,
  column: LedgerColumn,
  moment: number,
): Promise<Map<number, Page>> {
  const rows = await at.db.rows<{ scene_id: number; ids: Buffer; kinds: Buffer; values: Buffer }>(sql`
    select c.id as scene_id, p.ids, p.kinds, p.${raw(column)} as values from scene c cross join lateral (
      select p.ids, p.kinds, p.${raw(column)} from terminal_page p where p.scene_id = c.id and p.ts <= ${moment} order by p.ts desc limit 1
    ) p where ${within(at, scope, sql`c.id`)}`)
  return new Map(
    rows.map(({ scene_id, ids, kinds, values }) => [
      scene_id,
      { ids: numbersOf(ids), kinds, values: numbersOf(values) } satisfies Page,
    ]),
  )
}

export interface NamedTerminal {
  id: number
  mac: string
  hostname: string | null
  scene_id: number
  scene_name: string
}

/** Who they are, of those the caller sees. */
export function nameTerminals(at: Reach, ids: readonly number[]): Promise<NamedTerminal[]> {
  return at.db.rows(sql`
    select t.id, t.mac, t.hostname, t.scene_id, c.name as scene_name from terminal t join scene c on c.id = t.scene_id
    where t.id = any(${ids}::int[]) and ${at.access.sees(sql`t.scene_id`)}`)
}
