import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { returnPolicy } from '@belvedere/contract/rooms/intent/enums.ts'
import sql from 'sql-template-tag'
import { numbers } from '../../kernel/columns.ts'
import type { Db, QueryContext } from '../../kernel/db.ts'

export type ReturnPolicy = IdOf<typeof returnPolicy>

/** The policy of a scene, and of all scenes of its team; null: not set. `scene_id` 0: of the caller's team only. */
export async function findPolicy(
  { db, access }: QueryContext,
  scene_id: number,
): Promise<{ scene: ReturnPolicy | null; team: ReturnPolicy | null }> {
  return db.one(sql`
    with asked as (
      select coalesce((select c.team_id from scene_view c where c.id = ${scene_id} and ${access.sees(sql`c.id`)}), ${access.team_id}) as team_id
    )
    select (select p.on_return from config_policy p where p.team_id = asked.team_id and p.scene_id = ${scene_id}) as scene,
      (select p.on_return from config_policy p where p.team_id = asked.team_id and p.scene_id is null) as team
    from asked`)
}

/** Of a scene, or of the caller's team; null removes it. */
export async function setPolicy(
  { db, access }: QueryContext,
  scene_id: number,
  on_return: ReturnPolicy | null,
  uid: number,
): Promise<void> {
  const place = scene_id === 0 ? null : scene_id
  const mine = sql`(${place}::int is null or exists (select from scene_view c where c.id = ${place} and c.team_id = ${access.team_id} and ${access.writes(sql`c.id`)}))`
  if (on_return === null)
    await db.run(sql`
      delete from config_policy p where p.team_id = ${access.team_id} and p.scene_id is not distinct from ${place}::int and ${mine}`)
  else
    await db.run(sql`
      insert into config_policy (team_id, scene_id, on_return, uid) select ${access.team_id}, ${place}::int, ${on_return}, ${uid} where ${mine}
      on conflict (team_id, scene_id) do update set on_return = excluded.on_return, uid = excluded.uid`)
}

/** Removes the policies of an account that was removed or lost its rights. Returns the scene. */
export async function dropPolicies(db: Db, scene_id: number, uid: number): Promise<{ name: string; team_id: number }> {
  return db.one(sql`
    with gone as (
      delete from config_policy p using scene_view c where c.id = ${scene_id} and p.team_id = c.team_id and p.uid = ${uid}
        and p.on_return = 'resend' and (p.scene_id = c.id or p.scene_id is null)
    )
    select name, team_id from scene_view where id = ${scene_id}`)
}

/** Seconds within which a policy does not send a device its configuration twice. */
const RESEND_AGAIN = 6 * 3600

export interface ToResend {
  device_id: number
  scene_id: number
  /** The account that set it. */
  uid: number
}

/**
 * Devices that reconnected with another number than the one sent last, where scene or team has the resend policy. A
 * device whose latest revision is not the one it ran has refused or reverted it, or is being sent one: it is sent again
 * on request only.
 */
export function listToResend({ db }: Pick<QueryContext, 'db'>, now: number, most: number): Promise<ToResend[]> {
  return db.rows<ToResend>(sql`
    select c.device_id, d.scene_id, p.uid from device_config c join device_view d on d.id = c.device_id join device_state_view s on s.device_id = d.id
      join scene_view e on e.id = d.scene_id join device_revision r on r.id = c.desired_id
      join lateral (
        select w.uid, w.on_return from config_policy w where w.team_id = e.team_id and (w.scene_id = e.id or w.scene_id is null)
        order by w.scene_id nulls last limit 1
      ) p on p.on_return = 'resend'
    where c.sync = 3 and s.online and s.config_uuid <> r.uuid and c.resent_at < ${now - RESEND_AGAIN}
      and not exists (select from config_lock h where h.device_id = d.id)
      and not exists (select from device_revision m where m.device_id = d.id and m.id > r.id)
    order by d.scene_id, d.id limit ${most}`)
}

/** Before it is sent: independent of the result it is not sent again soon. */
export async function noteResent({ db }: Pick<QueryContext, 'db'>, ids: readonly number[], now: number): Promise<void> {
  await db.run(sql`update device_config set resent_at = ${now} where device_id = any(${numbers(ids)}::int[])`)
}
