import sql, { type Sql } from 'sql-template-tag'
import type { In } from '@belvedere/contract/kit/define-calls.ts'
import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import { type firmwareChannel, firmwareFormat } from '@belvedere/contract/rooms/firmware/enums.ts'
import type { firmwareCalls } from '@belvedere/contract/rooms/firmware/firmware.ts'
import type { QueryContext } from '../../kernel/db.ts'
import { containsSql } from '../../kernel/database/list-sql.ts'
import { allOf, pageOf } from '../../kernel/page.ts'

export interface Firmware {
  id: number
  team_id: number | null
  vendor: string
  models: string[]
  version: string
  min_version: string
  channel: IdOf<typeof firmwareChannel>
  notes_zh: string
  notes_en: string
  format: IdOf<typeof firmwareFormat>
  family: string
  file: string
  filename: string
  bytes: number
  signature: string
  device_signature: string
  signed_by: string
  uploaded_by: string
  created_at: number
  changed_by: string
  rev: number
}

/** A key that is no longer trusted is ignored, also for earlier signatures. */
const signer = sql`case when f.team_id is null or exists (select from firmware_key k where k.team_id = f.team_id and k.name = f.signed_by)
  then f.signed_by else '' end as signed_by`

const columns = sql`f.id, f.team_id, f.vendor, f.models, f.version, f.min_version, f.channel, f.notes_zh, f.notes_en, f.format, f.family,
  f.file, f.filename, f.bytes, f.signature, f.device_signature, ${signer}, f.uploaded_by, f.created_at, f.changed_by, f.rev`

/** Images of the own team, and those that come with the product. */
const visible = ({ access }: QueryContext): Sql => sql`(f.team_id is null or ${access.owns(sql`f.team_id`)})`

export function listFirmware(ctx: QueryContext, input: In<typeof firmwareCalls.list>): Promise<TableOut<Firmware>> {
  const { model, channel, ready, ids, search } = input
  const isReady = sql`(f.version <> '' and (f.models <> '{}' or f.family <> ''))`
  return pageOf<Firmware>(ctx.db, input, {
    from: sql`firmware f`,
    id: sql`f.id`,
    where: allOf(
      visible(ctx),
      model ? sql`${model} = any(f.models)` : undefined,
      channel ? sql`f.channel = ${channel}` : undefined,
      ready === undefined ? undefined : sql`${isReady} = ${ready === 1}`,
      ids ? sql`f.id = any(${ids}::int[])` : undefined,
      search
        ? containsSql(search, [sql`f.version`, sql`f.vendor`, sql`f.filename`, sql`array_to_string(f.models, ' ')`])
        : undefined,
    ),
    order: {
      id: sql`f.id`,
      version: sql`f.version`,
      vendor: sql`f.vendor`,
      channel: sql`f.channel`,
      bytes: sql`f.bytes`,
      created_at: sql`f.created_at`,
    },
    newestFirst: true,
    select: columns,
    join: sql`join firmware f on f.id = page.id`,
  })
}

/** Everything that the caller may use, the oldest first. A library has at most hundreds of images. */
export function allFirmware(ctx: QueryContext): Promise<Firmware[]> {
  return ctx.db.rows<Firmware>(sql`select ${columns} from firmware f where ${visible(ctx)} order by f.id limit 5000`)
}

/** Of a team and the product, for jobs without a caller. */
export function firmwareOf(ctx: QueryContext, ids: readonly number[]): Promise<Firmware[]> {
  return ctx.db.rows<Firmware>(
    sql`select ${columns} from firmware f where ${visible(ctx)} and f.id = any(${ids}::int[]) order by f.id`,
  )
}

export function findFirmware(ctx: QueryContext, id: number): Promise<Firmware | undefined> {
  return ctx.db.find<Firmware>(sql`select ${columns} from firmware f where f.id = ${id} and ${visible(ctx)}`)
}

/** An image of the own team by its bytes. */
export function findByFile(ctx: QueryContext, file: string): Promise<Firmware | undefined> {
  return ctx.db.find<Firmware>(sql`select ${columns} from firmware f where f.file = ${file} and ${visible(ctx)}`)
}

export type NewFirmware = Omit<Firmware, 'id' | 'rev' | 'changed_by'>

/** Undefined when the team already has the file. */
export async function insertFirmware({ db }: Pick<QueryContext, 'db'>, one: NewFirmware): Promise<number | undefined> {
  const made = await db.find<{ id: number }>(sql`
    insert into firmware (team_id, vendor, models, version, min_version, channel, notes_zh, notes_en, format, family, file, filename, bytes,
      signature, device_signature, signed_by, uploaded_by, created_at, updated_at, changed_by)
    values (${one.team_id}, ${one.vendor}, ${one.models}, ${one.version}, ${one.min_version}, ${one.channel}, ${one.notes_zh}, ${one.notes_en},
      ${one.format}, ${one.family}, ${one.file}, ${one.filename}, ${one.bytes}, ${one.signature}, ${one.device_signature}, ${one.signed_by}, ${one.uploaded_by},
      ${one.created_at}, ${one.created_at}, ${one.uploaded_by})
    on conflict do nothing returning id`)
  return made?.id
}

/** The size of the images of teams; images of the product belong to no team. */
export function countBytes(
  { db }: Pick<QueryContext, 'db'>,
  team_ids: readonly number[],
): Promise<{ team_id: number; used: number }[]> {
  return db.rows(sql`
    select f.team_id, sum(f.bytes)::float8 as used from firmware f where f.team_id = any(${team_ids}::int[]) group by 1`)
}

/** The own images among these, locked. */
export function holdFirmware(ctx: QueryContext, ids: readonly number[]): Promise<Firmware[]> {
  return ctx.db.rows<Firmware>(sql`
    select ${columns} from firmware f where f.id = any(${ids}::int[]) and ${visible(ctx)} order by f.id for update`)
}

export type FirmwareChange = Partial<
  Pick<Firmware, 'vendor' | 'models' | 'version' | 'min_version' | 'channel' | 'notes_zh' | 'notes_en'>
>

export async function changeFirmware(
  ctx: QueryContext,
  id: number,
  to: FirmwareChange,
  by: string,
  now: number,
): Promise<void> {
  await ctx.db.run(sql`
    update firmware f set vendor = coalesce(${to.vendor ?? null}, vendor), models = coalesce(${to.models ?? null}::text[], models),
      version = coalesce(${to.version ?? null}, version), min_version = coalesce(${to.min_version ?? null}, min_version),
      channel = coalesce(${to.channel ?? null}, channel), notes_zh = coalesce(${to.notes_zh ?? null}, notes_zh),
      notes_en = coalesce(${to.notes_en ?? null}, notes_en), updated_at = ${now}, changed_by = ${by}, rev = rev + 1
    where f.id = ${id} and ${ctx.access.owns(sql`f.team_id`)}`)
}

export async function deleteFirmware(ctx: QueryContext, ids: readonly number[]): Promise<void> {
  await ctx.db.run(sql`delete from firmware f where f.id = any(${ids}::int[]) and ${ctx.access.owns(sql`f.team_id`)}`)
}

/** Those of the files that no image uses any more. */
export async function unnamedFiles({ db }: Pick<QueryContext, 'db'>, files: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ file: string }>(sql`
    select u.file from unnest(${files}::text[]) as u(file) where not exists (select 1 from firmware f where f.file = u.file)`)
  return rows.map(({ file }) => file)
}

/** Removes uploads before that time without a description; no device can get them. */
export function deleteUnready({ db }: Pick<QueryContext, 'db'>, before: number): Promise<{ file: string }[]> {
  return db.rows(sql`
    delete from firmware f where f.created_at < ${before} and f.team_id is not null
      and (f.version = '' or (f.models = '{}' and f.family = '')) returning f.file`)
}

export interface FirmwareKey {
  id: number
  name: string
  key: Buffer
  created_by: string
  created_at: number
}

export function listKeys({ db, access }: QueryContext): Promise<FirmwareKey[]> {
  return db.rows<FirmwareKey>(sql`
    select k.id, k.name, k.key, k.created_by, k.created_at from firmware_key k where ${access.owns(sql`k.team_id`)} order by k.name`)
}

/** Undefined when the team already has the key, or one of that name. */
export async function insertKey(
  { db, access }: QueryContext,
  one: { name: string; key: Buffer; by: string; at: number },
): Promise<number | undefined> {
  const made = await db.find<{ id: number }>(sql`
    insert into firmware_key (team_id, name, key, created_by, created_at)
    values (${access.team_id}, ${one.name}, ${one.key}, ${one.by}, ${one.at}) on conflict do nothing returning id`)
  return made?.id
}

export function deleteKey({ db, access }: QueryContext, id: number): Promise<{ name: string } | undefined> {
  return db.find(sql`delete from firmware_key k where k.id = ${id} and ${access.owns(sql`k.team_id`)} returning k.name`)
}

/** Stores the agent package as an image for all teams; the former one is removed. */
export async function saveBuiltIn(
  ctx: Pick<QueryContext, 'db'>,
  one: Pick<NewFirmware, 'family' | 'version' | 'file' | 'bytes' | 'signature' | 'filename'>,
  now: number,
): Promise<void> {
  await ctx.db.run(
    sql`delete from firmware f where f.team_id is null and f.family = ${one.family} and f.file <> ${one.file}`,
  )
  await insertFirmware(ctx, {
    ...one,
    team_id: null,
    vendor: 'Belvedere',
    models: [],
    min_version: '',
    channel: 'stable',
    notes_zh: '',
    notes_en: '',
    format: firmwareFormat.id.agent,
    device_signature: '',
    signed_by: 'Belvedere',
    uploaded_by: 'Belvedere',
    created_at: now,
  })
}

/** Devices that are equal for a library: one model, one firmware. */
export interface FirmwareKind {
  vendor: string
  model: string
  compatible: string
  family: string
  firmware: string
  total: number
}

/** The number of devices of each kind that the caller sees. */
export function countKinds({ db, access }: QueryContext, scene_id: number | undefined): Promise<FirmwareKind[]> {
  return db.rows<FirmwareKind>(sql`
    select d.vendor, d.model, coalesce(d.capabilities ->> 'compatible', '') as compatible, d.family, d.firmware, count(*)::int as total
    from device_view d
    where d.scene_id is not null and ${access.sees(sql`d.scene_id`)} and ${scene_id ? sql`d.scene_id = ${scene_id}` : sql`true`}
      and d.firmware <> ''
    group by 1, 2, 3, 4, 5`)
}

/** The kind of each of these devices. */
export function kindsOf(
  { db, access }: QueryContext,
  ids: readonly number[],
): Promise<(Omit<FirmwareKind, 'total'> & { id: number })[]> {
  return db.rows(sql`
    select d.id, d.vendor, d.model, coalesce(d.capabilities ->> 'compatible', '') as compatible, d.family, d.firmware
    from device_view d where d.id = any(${ids}::int[]) and d.scene_id is not null and ${access.sees(sql`d.scene_id`)} and d.firmware <> ''
    order by d.id`)
}
