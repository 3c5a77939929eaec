import sql, { type Sql } from 'sql-template-tag'
import type { IntentKind } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { jsonText, numbers, texts } from '../../kernel/columns.ts'
import type { QueryContext } from '../../kernel/db.ts'

export type IntentLevel = 0 | 1 | 2

export interface IntentTarget {
  level: IntentLevel
  target_id: number
}

/** A row as stored: secrets sealed. */
export interface IntentRow extends IntentTarget {
  id: number
  kind: IntentKind
  key: string
  fields: Record<string, unknown>
  removed: boolean
  rev: number
  origins: Record<string, [by: string, at: number]>
  changed_by: string
  changed_at: number
}

const columns = sql`i.id, i.level, i.target_id, i.kind, i.key, i.fields, i.removed, i.rev, i.origins, i.changed_by, i.changed_at`

interface UpperLevels {
  scenes: readonly number[]
  groups: readonly number[]
  devices: readonly number[]
}

/** The columns of a row that compilers need. */
export type IntentContent = Pick<IntentRow, 'level' | 'target_id' | 'kind' | 'key' | 'fields' | 'removed'>

/** Intents that apply to devices that the caller sees, for many devices at once. */
export function contentsFor({ db }: QueryContext, of: UpperLevels): Promise<IntentContent[]> {
  const content = sql`i.level, i.target_id, i.kind, i.key, i.fields, i.removed`
  return db.rows<IntentContent>(sql`
    select ${content} from intent i where i.scene_id = any(${numbers(of.scenes)}::int[])
    union all select ${content} from intent i where i.group_id = any(${numbers(of.groups)}::int[])
    union all select ${content} from intent i where i.device_id = any(${numbers(of.devices)}::int[])`)
}

/**
 * Intents that apply to devices that the caller sees: a guest of a scene sees what its owner's groups define for its
 * devices.
 */
export function intentsFor({ db }: QueryContext, of: UpperLevels): Promise<IntentRow[]> {
  return db.rows<IntentRow>(sql`
    select ${columns} from intent i where i.scene_id = any(${numbers(of.scenes)}::int[])
    union all select ${columns} from intent i where i.group_id = any(${numbers(of.groups)}::int[])
    union all select ${columns} from intent i where i.device_id = any(${numbers(of.devices)}::int[])`)
}

/** Whether a group of one of the devices has intents. */
export async function groupsStating({ db, access }: QueryContext, ids: readonly number[]): Promise<boolean> {
  const found = await db.find(sql`
    select from device_view d join intent i on i.group_id = d.group_id
    where d.id = any(${numbers(ids)}::int[]) and ${access.sees(sql`d.scene_id`)} limit 1`)
  return found !== undefined
}

export interface ConfiguredDevice {
  id: number
  scene_id: number
  group_id: number | null
  family: string
  /** Digest of its last report about itself. */
  identity_digest: string
  /** Released from central configuration. */
  standalone: boolean
  /** Its running configuration was neither read nor imported, and its replacement was not approved. */
  unread: boolean
  /** A person approved the replacement of its former configuration. */
  agreed: boolean
  /** It reconnected with another number, and its configuration cannot be read. */
  lost: boolean
  base: string | null
  desired_id: number | null
  /** Digest of the configuration that was sent last. */
  desired: string | null
  sync: number
  /** Digest of the running configuration that was found last. */
  running: string | null
  /** Ports over which it last reached its default gateway, separated by spaces. */
  uplinks: string | null
  /** Ports that supply power, separated by spaces. */
  powers: string | null
  /** IPv4 subnets at its uplinks, separated by spaces. */
  upstream: string | null
}

/** Devices that the caller sees, with all data that compilers need. */
export function listConfigured({ db, access }: QueryContext, ids: readonly number[]): Promise<ConfiguredDevice[]> {
  return db.rows<ConfiguredDevice>(sql`
    select d.id, d.scene_id, d.group_id, d.family, d.identity_digest, d.standalone,
      c.desired_id is null and coalesce(c.base_from, 'reported') = 'reported' as unread, coalesce(c.base_from = 'agreed', false) as agreed,
      c.sync = 3 and not 'running' = any(d.verbs) and s.config_uuid is distinct from r.uuid as lost,
      c.base, c.desired_id, r.digest as desired, case when c.sync = 3 and exists (select from config_lock h where h.device_id = d.id) then 2 else coalesce(c.sync, 0) end as sync, c.running, s.uplinks, s.powers, s.upstream
    from device_view d join device_state_view s on s.device_id = d.id
      left join device_config c on c.device_id = d.id left join device_revision r on r.id = c.desired_id
    where d.id = any(${numbers(ids)}::int[]) and d.scene_id is not null and ${access.sees(sql`d.scene_id`)} order by d.id`)
}

/** Reported capabilities of devices. The caller sees the devices of the ids. */
export function findCapabilities(
  { db }: QueryContext,
  ids: readonly number[],
): Promise<{ id: number; capabilities: Record<string, unknown> }[]> {
  return db.rows(sql`select d.id, d.capabilities from device_view d where d.id = any(${numbers(ids)}::int[])`)
}

const targetIs = ({ level, target_id }: IntentTarget): Sql => sql`i.level = ${level} and i.target_id = ${target_id}`

const seen = ({ access }: QueryContext): Sql => sql`(
  i.level = 0 and ${access.sees(sql`i.scene_id`)}
  or i.level = 1 and exists (select from device_group_view g where g.id = i.group_id and ${access.owns(sql`g.team_id`)})
  or i.level = 2 and exists (select from device_view d where d.id = i.device_id and ${access.sees(sql`d.scene_id`)}))`

export function listIntents(ctx: QueryContext, target: IntentTarget): Promise<IntentRow[]> {
  return ctx.db.rows<IntentRow>(
    sql`select ${columns} from intent i where ${targetIs(target)} and ${seen(ctx)} order by i.kind, i.key`,
  )
}

/** Those of the targets the caller may change. */
export function listTargets(
  { db, access }: QueryContext,
  targets: readonly IntentTarget[],
): Promise<(IntentTarget & { name: string; scene_id: number | null })[]> {
  const ids = (level: IntentLevel) =>
    numbers(targets.filter((one) => one.level === level).map(({ target_id }) => target_id))
  return db.rows(sql`
    select 0 as level, s.id as target_id, s.name, s.id as scene_id from scene_view s where s.id = any(${ids(0)}::int[]) and ${access.writes(sql`s.id`)}
    union all
    select 1, g.id, g.name, null from device_group_view g where g.id = any(${ids(1)}::int[]) and ${access.owns(sql`g.team_id`)}
    union all
    select 2, d.id, d.name, d.scene_id from device_view d where d.id = any(${ids(2)}::int[]) and ${access.writes(sql`d.scene_id`)}`)
}

/** The current rows at the places, locked until the transaction ends. The targets were checked before. */
export function holdIntents(
  ctx: QueryContext,
  places: readonly (IntentTarget & { kind: string; key: string })[],
): Promise<IntentRow[]> {
  return ctx.db.rows<IntentRow>(sql`
    select ${columns} from intent i join unnest(${numbers(places.map(({ level }) => level))}::smallint[], ${numbers(places.map(({ target_id }) => target_id))}::int[],
      ${texts(places.map(({ kind }) => kind))}, ${texts(places.map(({ key }) => key))}) as p(level, target_id, kind, key)
      on i.level = p.level and i.target_id = p.target_id and i.kind = p.kind and i.key = p.key
    where ${seen(ctx)} order by i.id for update of i`)
}

export type NewIntent = Omit<IntentRow, 'id' | 'rev'>

/** Replaces rows. The targets were checked before. */
export async function putIntents({ db }: QueryContext, rows: readonly NewIntent[]): Promise<void> {
  const ids = (level: IntentLevel) => numbers(rows.map((row) => (row.level === level ? row.target_id : null)))
  await db.run(sql`
    insert into intent (level, scene_id, group_id, device_id, kind, key, fields, removed, origins, changed_by, changed_at)
    select level, scene_id, group_id, device_id, kind, key, fields::jsonb, removed = 1, origins::jsonb, changed_by, changed_at
    from unnest(${numbers(rows.map(({ level }) => level))}::smallint[], ${ids(0)}::int[], ${ids(1)}::int[], ${ids(2)}::int[],
      ${texts(rows.map(({ kind }) => kind))}, ${texts(rows.map(({ key }) => key))}, ${texts(rows.map(({ fields }) => jsonText(fields)))},
      ${numbers(rows.map(({ removed }) => (removed ? 1 : 0)))}::int[], ${texts(rows.map(({ origins }) => jsonText(origins)))},
      ${texts(rows.map(({ changed_by }) => changed_by))}, ${numbers(rows.map(({ changed_at }) => changed_at))}::bigint[])
      as t(level, scene_id, group_id, device_id, kind, key, fields, removed, origins, changed_by, changed_at)
    order by level, coalesce(scene_id, group_id, device_id), kind, key
    on conflict (level, target_id, kind, key) do update set fields = excluded.fields, removed = excluded.removed, origins = excluded.origins,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at, rev = intent.rev + 1`)
}

export async function dropIntents({ db }: QueryContext, ids: readonly number[]): Promise<void> {
  await db.run(sql`delete from intent where id = any(${numbers(ids)}::int[])`)
}

/** Devices that the caller may change to which the targets apply. */
export function devicesOf(
  { db, access }: QueryContext,
  targets: readonly IntentTarget[],
): Promise<{ id: number; scene_id: number; group_id: number | null; family: string }[]> {
  const ids = (level: IntentLevel) =>
    numbers(targets.filter((one) => one.level === level).map(({ target_id }) => target_id))
  return db.rows(sql`
    select d.id, d.scene_id, d.group_id, d.family from device_view d where ${access.writes(sql`d.scene_id`)} and d.scene_id is not null
      and (d.scene_id = any(${ids(0)}::int[]) or d.group_id = any(${ids(1)}::int[]) or d.id = any(${ids(2)}::int[])) order by d.id`)
}

export interface TargetFacts extends IntentTarget {
  name: string
  scene_id: number | null
  scene_name: string | null
  group_id: number | null
  group_name: string | null
}

/** A scene, group or device that the caller sees, with the levels above it. */
export function findTarget(
  { db, access }: QueryContext,
  { level, target_id }: IntentTarget,
): Promise<TargetFacts | undefined> {
  if (level === 0)
    return db.find(sql`
      select 0 as level, s.id as target_id, s.name, s.id as scene_id, s.name as scene_name, null::int as group_id, null as group_name
      from scene_view s where s.id = ${target_id} and ${access.sees(sql`s.id`)}`)
  if (level === 1)
    return db.find(sql`
      select 1 as level, g.id as target_id, g.name, null::int as scene_id, null as scene_name, g.id as group_id, g.name as group_name
      from device_group_view g where g.id = ${target_id} and ${access.owns(sql`g.team_id`)}`)
  return db.find(sql`
    select 2 as level, d.id as target_id, d.name, s.id as scene_id, s.name as scene_name, g.id as group_id, g.name as group_name
    from device_view d join scene_view s on s.id = d.scene_id left join device_group_view g on g.id = d.group_id
    where d.id = ${target_id} and ${access.sees(sql`d.scene_id`)}`)
}

/** Maximum number of intents searched before hidden parts are left out. */
const MOST_FOUND = 200

interface FoundIntent extends IntentTarget {
  id: number
  target: string
  sn: string
  scene_id: number
  kind: IntentKind
  key: string
  fields: Record<string, unknown>
  changed_at: number
}

/**
 * Intents that contain a text anywhere, last changed first; the caller leaves out those where only hidden parts match.
 */
export function findIntents({ db, access }: QueryContext, text: string): Promise<FoundIntent[]> {
  // `vlan: 30` is stored as "vlan": 30
  const pieces = text.split(/[\s:]+/).filter(Boolean)
  const fits = pieces.map(
    (piece) => sql`(i.key || ' ' || i.fields::text) ilike ${`%${piece.replace(/[\\%_]/g, '\\$&')}%`}`,
  )
  const all = fits.reduce<Sql>((a, b) => sql`${a} and ${b}`, sql`not i.removed`)
  return db.rows<FoundIntent>(sql`
    select i.id, i.level, i.target_id, coalesce(nullif(d.name, ''), d.serial, g.name, c.name, '') as target, coalesce(d.serial, '') as sn,
      coalesce(d.scene_id, c.id, 0) as scene_id, i.kind, i.key, i.fields, i.changed_at
    from intent i left join device_view d on d.id = i.device_id left join device_group_view g on g.id = i.group_id left join scene_view c on c.id = i.scene_id
    where ${all} and (${access.sees(sql`d.scene_id`)} or ${access.sees(sql`c.id`)} or ${access.owns(sql`g.team_id`)})
    order by i.changed_at desc, i.id limit ${MOST_FOUND}`)
}
