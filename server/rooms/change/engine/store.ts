import sql from 'sql-template-tag'
import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import { leasesOf } from '../../../engines/leased-loop/lease-store.ts'
import { jsonText, numbers, texts } from '../../../kernel/columns.ts'
import type { Db } from '../../../kernel/db.ts'
import { deleteHolds } from '../../intent/api.ts'
import type { ItemState, ApplyOptions, SetFacts } from '../rules.ts'
import type { ItemLine, ChangeReason } from '../store.ts'

/** The state of a set that its engine uses. */
export interface DrivenSet extends SetFacts {
  id: number
  team_id: number
  uid: number
  operator: string
  name: string
  options: ApplyOptions
  watched: number[]
  terminals_before: number
  undo_of: number | null
  task_id: number | null
  reason: ChangeReason | null
  started_at: number
}

export interface DrivenItem {
  id: number
  scene_id: number
  wave: number
  state: ItemState
  armed: boolean
  uuid: number
  /** 0: there is nothing to send. */
  after_id: number
  back_id: number | null
  reason: ChangeReason | null
  msg: string
  lines: ItemLine[] | null
  until: number | null
  /** The current state of the device; a removed device is never online. */
  online: boolean
  /** Only those that matter here. */
  verbs: readonly string[]
  family: string
  gone: boolean
}

export const leases = leasesOf({
  table: 'change_set',
  holder: 'lease_by',
  open: sql`state in ('running', 'returning')`,
})

export function loadSet(db: Db, id: number): Promise<DrivenSet | undefined> {
  return db.find<DrivenSet>(sql`
    select id, team_id, uid, operator, name, state, phase, wave, asked, soak_until, options, watched, terminals_before, undo_of, task_id, reason, started_at
    from change_set where id = ${id} and state in ('running', 'returning')`)
}

/** Verbs that decide how a device is configured and rolled back. */
const looked = ['arm', 'confirm', 'running', 'refresh'] as const

export async function loadItems(db: Db, set_id: number): Promise<DrivenItem[]> {
  // one number for each device: arrays of texts cost more to read than the rest of the row
  const rows = await db.rows<Omit<DrivenItem, 'verbs'> & { can: number }>(sql`
    select i.device_id as id, i.scene_id, i.wave, i.state, i.armed, i.uuid, coalesce(i.after_id, 0) as after_id, i.back_id, i.reason, i.msg, i.lines, i.until,
      coalesce(s.online, false) as online, coalesce(d.family, '') as family, (d.id is null or d.scene_id is distinct from i.scene_id) as gone,
      coalesce(('arm' = any(d.verbs))::int + 2 * ('confirm' = any(d.verbs))::int + 4 * ('running' = any(d.verbs))::int + 8 * ('refresh' = any(d.verbs))::int, 0) as can
    from change_item i left join device_view d on d.id = i.device_id left join device_state_view s on s.device_id = i.device_id
    where i.set_id = ${set_id} order by i.device_id`)
  return rows.map(({ can, ...item }) => ({ ...item, verbs: verbSets[can] ?? [] }))
}

/**
 * Updates whether the devices of loaded items are online. Their states are written by the engine that drives the set,
 * which has them in memory; reading them all again after each move took longer than writing them.
 */
export async function lookAgain(db: Db, items: readonly DrivenItem[]): Promise<void> {
  const ids = numbers(items.map(({ id }) => id))
  const scenes = numbers(items.map(({ scene_id }) => scene_id))
  const away = await db.rows<{ id: number; online: boolean; gone: boolean }>(sql`
    select i.id, coalesce(s.online, false) as online, d.scene_id is distinct from i.scene_id as gone
    from unnest(${ids}::int[], ${scenes}::int[]) i(id, scene_id) left join device_state_view s on s.device_id = i.id
      left join device_view d on d.id = i.id
    where s.online is not true or d.scene_id is distinct from i.scene_id`)
  const byId = new Map(away.map((one) => [one.id, one]))
  for (const item of items) {
    const { online = true, gone = false } = byId.get(item.id) ?? {}
    item.online = online && !gone
    item.gone = gone
  }
}

const verbSets = Array.from({ length: 16 }, (_, can) => looked.filter((__, bit) => can & (1 << bit)) as string[])

/** Edits with their secrets sealed, for the engine. */
export async function editsOf(db: Db, set_id: number): Promise<Edit[]> {
  const rows = await db.rows<Edit & { removed: 0 | 1; rev: number | null }>(sql`
    select level, target_id, kind, key, fields as set, removed::int as removed, rev from change_edit where set_id = ${set_id} order by position`)
  return rows.map(({ removed, rev, ...edit }) => ({
    ...edit,
    ...(removed ? { removed } : {}),
    ...(rev === null ? {} : { rev }),
  }))
}

/** A step of one device; absent fields stay unchanged. */
export interface ItemStep {
  id: number
  state: ItemState
  armed?: boolean
  back_id?: number
  reason?: ChangeReason
  msg?: string
  lines?: ItemLine[] | null
  until?: number
}

/** The set has finished with the device: its timer no longer matters. */
const ended: ReadonlySet<ItemState> = new Set(['failed', 'skipped', 'returned', 'lost'])

/** Writes steps of devices, ordered by id; false when another engine drives the set by now. */
export async function writeSteps(
  db: Db,
  set_id: number,
  by: string,
  steps: readonly ItemStep[],
  now: number,
): Promise<boolean> {
  const sorted = [...steps].sort((a, b) => a.id - b.id)
  const bits = (values: (boolean | undefined)[]) =>
    numbers(values.map((value) => (value === undefined ? null : value ? 1 : 0)))
  const written = await db.run(sql`
    update change_item i set state = t.state, armed = coalesce(t.armed = 1, i.armed), back_id = coalesce(t.back_id, i.back_id),
      reason = coalesce(t.reason, i.reason), msg = coalesce(t.msg, i.msg), lines = coalesce(t.lines::jsonb, i.lines), until = coalesce(t.until, i.until), at = ${now}
    from unnest(${numbers(sorted.map(({ id }) => id))}::int[], ${texts(sorted.map(({ state }) => state))}, ${bits(sorted.map(({ armed, state }) => (ended.has(state) ? false : armed)))}::int[],
      ${numbers(sorted.map(({ back_id }) => back_id ?? null))}::int[], ${texts(sorted.map(({ reason }) => reason ?? null))},
      ${texts(sorted.map(({ msg }) => msg ?? null))}, ${texts(sorted.map(({ lines }) => (lines?.length ? jsonText(lines) : null)))}, ${numbers(sorted.map(({ until }) => until ?? null))}::bigint[])
      as t(id, state, armed, back_id, reason, msg, lines, until), change_set c
    where i.set_id = ${set_id} and i.device_id = t.id and c.id = i.set_id and c.lease_by = ${by}`)
  // finished devices are released before the end of the set
  const free = sorted.filter(({ state }) => ended.has(state))
  if (free.length > 0)
    await deleteHolds(
      { db },
      set_id,
      free.map(({ id }) => id),
    )
  return written === sorted.length
}

export interface SetStep {
  state?: 'running' | 'returning' | 'done' | 'returned'
  phase?: SetFacts['phase']
  wave?: number
  soak_until?: number
  reason?: ChangeReason
  inverse?: readonly Edit[]
  ended_at?: number
}

/** A line for people. */
export interface ChangeLogLine {
  at: number
  what: string
  data?: unknown
}

/** Writes a step of the set, with an optional line; false when another engine drives it by now. */
export async function writeSet(db: Db, id: number, by: string, step: SetStep, line?: ChangeLogLine): Promise<boolean> {
  const written = await db.rows(sql`
    with moved as (update change_set set state = coalesce(${step.state ?? null}, state), phase = coalesce(${step.phase ?? null}, phase),
      wave = coalesce(${step.wave ?? null}::int, wave), soak_until = coalesce(${step.soak_until ?? null}::bigint, soak_until),
      reason = coalesce(${step.reason ?? null}, reason), ended_at = coalesce(${step.ended_at ?? null}::bigint, ended_at),
      inverse = coalesce(${step.inverse ? jsonText(step.inverse) : null}::jsonb, inverse)
      where id = ${id} and lease_by = ${by} returning id),
    told as (
      insert into change_event (set_id, at, by, what, data)
      select id, ${line?.at ?? 0}, '', ${line?.what ?? ''}, ${line?.data === undefined ? null : jsonText(line.data)}::jsonb from moved where ${line !== undefined})
    select id from moved`)
  return written.length > 0
}

export async function linkUndo(db: Db, undone: number, by: number): Promise<void> {
  await db.run(sql`update change_set set undone_by = ${by} where id = ${undone}`)
}

/** How many of these are offline now, and the number of terminals behind them. */
export function countHealth(db: Db, ids: readonly number[]): Promise<{ away: number; terminals: number }> {
  return db.one(sql`
    select (select count(*)::int from device_state_view s where s.device_id = any(${numbers(ids)}::int[]) and not s.online) as away,
      (select count(*)::int from terminal_view t join device_state_view s on s.device_id = t.device_id and s.online
        where t.device_id = any(${numbers(ids)}::int[]) and t.online) as terminals`)
}

/** The last report of the device about itself. */
export function findRunning(db: Db, id: number): Promise<{ online: boolean; config_uuid: number | null } | undefined> {
  return db.find(sql`select online, config_uuid from device_state_view where device_id = ${id}`)
}

/** The parts that were not in effect of the last configuration that a set sent to a device. */
export async function findStandingLines(db: Db, device_id: number): Promise<ItemLine[]> {
  const last = await db.find<{ lines: ItemLine[] | null }>(sql`
    select case state when 'partly' then lines end as lines from change_item
    where device_id = ${device_id} and state in ('done', 'partly') order by set_id desc limit 1`)
  return last?.lines ?? []
}

export interface Stranded {
  set_id: number
  id: number
  scene_id: number
  uuid: number
  after_id: number
  back_id: number | null
  verbs: string[]
}

/** Devices that could not be rolled back when their set ended, are online again, and are in no later set. */
export function findStranded(db: Db): Promise<Stranded[]> {
  return db.rows<Stranded>(sql`
    select i.set_id, i.device_id as id, i.scene_id, i.uuid, i.after_id, i.back_id, d.verbs
    from change_item i join device_state_view s on s.device_id = i.device_id and s.online join device_view d on d.id = i.device_id
    where i.state = 'lost' and not exists (select from change_item o where o.device_id = i.device_id and o.set_id > i.set_id)
    order by i.device_id limit 200`)
}

/** A stranded device runs its former configuration again. */
export async function markReturned(db: Db, { set_id, id }: Stranded, now: number): Promise<void> {
  await db.run(sql`
    update change_item set state = 'returned', at = ${now} where set_id = ${set_id} and device_id = ${id} and state = 'lost'`)
}
