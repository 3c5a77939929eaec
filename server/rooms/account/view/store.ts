import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import type { viewCalls } from '@belvedere/contract/rooms/account/view.ts'
import sql from 'sql-template-tag'
import type { QueryContext } from '../../../kernel/db.ts'

export type ViewRow = Out<typeof viewCalls.add>

const columns = sql`id, list, name, usual, state`

/** The account's views by name; of one list when `list` is given. */
export function listViews({ db }: QueryContext, uid: number, list: string | undefined): Promise<ViewRow[]> {
  return db.rows<ViewRow>(sql`
    select ${columns} from list_view where uid = ${uid} and list = coalesce(${list ?? null}, list) order by lower(name)`)
}

export function findView({ db }: QueryContext, uid: number, id: number): Promise<ViewRow | undefined> {
  return db.find<ViewRow>(sql`select ${columns} from list_view where id = ${id} and uid = ${uid}`)
}

/** Undefined when the list has a view of that name. */
export function addView(
  { db }: QueryContext,
  uid: number,
  one: Omit<ViewRow, 'id'>,
  now: number,
): Promise<ViewRow | undefined> {
  return db.find<ViewRow>(sql`
    insert into list_view (uid, list, name, usual, state, created_at, updated_at)
    values (${uid}, ${one.list}, ${one.name}, ${one.usual}, ${JSON.stringify(one.state)}, ${now}, ${now})
    on conflict (uid, list, lower(name)) do nothing returning ${columns}`)
}

/** Undefined when another view of the list has that name. */
export function saveView({ db }: QueryContext, uid: number, one: ViewRow, now: number): Promise<ViewRow | undefined> {
  return db.find<ViewRow>(sql`
    update list_view v set name = ${one.name}, usual = ${one.usual}, state = ${JSON.stringify(one.state)}, updated_at = ${now}
    where id = ${one.id} and uid = ${uid} and not exists (
      select from list_view o where o.uid = ${uid} and o.list = v.list and lower(o.name) = lower(${one.name}) and o.id <> v.id)
    returning ${columns}`)
}

/** Removes the default mark of all other views of the list. Returns the view that had it. */
export function clearUsual({ db }: QueryContext, uid: number, list: string, beside = 0): Promise<ViewRow[]> {
  return db.rows<ViewRow>(sql`
    update list_view set usual = 0 where uid = ${uid} and list = ${list} and usual = 1 and id <> ${beside} returning ${columns}`)
}

/** True when there was one. */
export async function removeView({ db }: QueryContext, uid: number, id: number): Promise<boolean> {
  const gone = await db.find(sql`delete from list_view where id = ${id} and uid = ${uid} returning id`)
  return gone !== undefined
}
