import sql, { type Sql } from 'sql-template-tag'
import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import type { doorCalls } from '@belvedere/contract/rooms/enrol/door.ts'
import { jsonText, numbers, texts } from '../../../kernel/columns.ts'
import type { Db, QueryContext } from '../../../kernel/db.ts'
import type { DoorRefusal } from '../../../devices/door-link.ts'
import { containsSql } from '../../../kernel/database/list-sql.ts'
import { allOf, pageOf } from '../../../kernel/page.ts'

/** Maximum number of rows with a certificate, and without one; and of one address. */
const MOST = 1000
const MOST_EACH = 64

const order = {
  id: sql`r.id`,
  last_at: sql`r.last_at`,
  first_at: sql`r.first_at`,
  count: sql`r.count`,
  address: sql`r.address`,
  sn: sql`r.serial`,
  reason: sql`r.reason`,
}

/**
 * A refused connection belongs to no team, and any client can choose the text of its certificate. Administrators of the
 * installation see all; a team sees the serial numbers of devices in its own scenes.
 */
const visible = ({ access }: QueryContext): Sql =>
  access.is_admin
    ? sql`true`
    : sql`r.serial <> '' and exists (select from device_view d where d.serial = r.serial
        and ${access.ownsScene(sql`d.scene_id`)} and ${access.sees(sql`d.scene_id`)})`

type DoorListRow = Out<typeof doorCalls.refused>['list'][number]

export function listRefused(
  ctx: QueryContext,
  input: In<typeof doorCalls.refused>,
): Promise<Out<typeof doorCalls.refused>> {
  const { reason, search } = input
  const text = [sql`r.address`, sql`r.subject`, sql`r.issuer`, sql`r.serial`]
  return pageOf<DoorListRow>(ctx.db, input, {
    from: sql`door_refusal r`,
    id: sql`r.id`,
    where: allOf(
      visible(ctx),
      reason === undefined ? undefined : sql`r.reason = ${reason}`,
      search ? containsSql(search, text) : undefined,
    ),
    order,
    newestFirst: true,
    select: sql`r.id, r.address, r.reason, r.subject, r.issuer, r.serial as sn, nullif(r.ends_at, 0) as ends_at, r.detail,
      r.count, r.first_at, r.last_at,
      case when s.id is not null then jsonb_build_object('id', d.id, 'name', d.name, 'scene_name', s.name) end as device`,
    join: sql`join door_refusal r on r.id = page.id
      left join device_view d on r.serial <> '' and d.serial = r.serial and ${ctx.access.sees(sql`d.scene_id`)}
      left join scene_view s on s.id = d.scene_id`,
  })
}

export async function dropRefused(ctx: QueryContext, ids: readonly number[]): Promise<number> {
  return ctx.db.run(
    sql`delete from door_refusal r where r.id = any(${numbers(ids)}::int[]) and ${ctx.access.is_admin ? sql`true` : sql`false`}`,
  )
}

/** One refusal as stored. */
export type DoorRefusalRow = Omit<DoorRefusal, 'reason'> & { readonly reason: number }

/** Adds them to the stored ones; returns the scenes of the devices that connected this way. */
export async function saveRefused(db: Db, list: readonly DoorRefusalRow[]): Promise<number[]> {
  await db.run(sql`
    insert into door_refusal as r (address, place, reason, subject, issuer, serial, ends_at, detail, count, first_at, last_at)
    select address, place, reason, subject, issuer, serial, ends_at, detail, count, first_at, last_at
    from jsonb_to_recordset(${jsonText(list)}::jsonb) as w(address text, place text, reason int, subject text, issuer text, serial text,
      ends_at bigint, detail text, count int, first_at bigint, last_at bigint)
    order by address, reason, subject
    on conflict (address, reason, subject) do update set issuer = excluded.issuer, serial = excluded.serial, ends_at = excluded.ends_at,
      detail = excluded.detail, count = least(r.count::bigint + excluded.count, 2000000000)::int, last_at = greatest(r.last_at, excluded.last_at)`)
  await db.run(sql`
    delete from door_refusal where id in (
      select id from (
        select id, row_number() over (partition by subject = '' order by last_at desc, id desc) as place_in_all,
          row_number() over (partition by place order by last_at desc, id desc) as place_in_own
        from door_refusal
      ) ranked where place_in_all > ${MOST} or place_in_own > ${MOST_EACH}
    )`)
  const serials = [...new Set(list.map(({ serial }) => serial).filter(Boolean))]
  if (serials.length === 0) return []
  const scenes = await db.rows<{ scene_id: number }>(sql`
    select distinct scene_id from device_view where serial = any(${texts(serials)}) and scene_id is not null`)
  return scenes.map(({ scene_id }) => scene_id)
}

export async function purgeRefused({ db }: QueryContext, before: number): Promise<number> {
  return db.run(sql`delete from door_refusal where last_at < ${before}`)
}
