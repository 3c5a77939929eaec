import sql from 'sql-template-tag'
import { texts } from '../../../kernel/columns.ts'
import type { QueryContext } from '../../../kernel/db.ts'

export interface ListedNetwork {
  network: string
  note: string
}

/** Networks listed for the whole installation; they belong to no team. */
export function listNetworks({ db }: Pick<QueryContext, 'db'>): Promise<ListedNetwork[]> {
  return db.rows<ListedNetwork>(sql`select network, note from monitor_network order by network`)
}

export async function setNetworks({ db }: Pick<QueryContext, 'db'>, list: readonly ListedNetwork[]): Promise<void> {
  const networks = texts(list.map(({ network }) => network))
  await db.run(sql`delete from monitor_network where network <> all(${networks})`)
  await db.run(sql`
    insert into monitor_network (network, note)
    select * from unnest(${networks}, ${texts(list.map(({ note }) => note))})
    on conflict (network) do update set note = excluded.note`)
}
