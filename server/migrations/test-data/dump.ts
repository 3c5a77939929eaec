import type pg from 'pg'
import { partitionOf } from '../../engines/partitions/partition-store.ts'

/** A small database of an earlier release: `test-make-dump.ts` creates it. */
export interface Dump {
  /** When it was created, Unix seconds. */
  at: number
  schema: string
  migrations: string[]
  /** Key of the vault that sealed its secrets, base64. */
  vault: string
  /** Rows as JSON texts, by table. */
  tables: Record<string, string[]>
  sequences: { name: string; value: number }[]
  /** The answers of `reads` for the first administrator. */
  answers: unknown[]
}

const page = { page: 1, limit: 100 }

/** Calls that read the tables; they must answer the same before and after a migration. */
export const reads: { at: `GET ${string}`; payload: Record<string, unknown> }[] = [
  { at: 'GET scene', payload: page },
  { at: 'GET device/all', payload: page },
  { at: 'GET device/group', payload: page },
  { at: 'GET device/backup/list', payload: { ...page, device_id: 4242 } },
  { at: 'GET device/task/timer', payload: page },
  { at: 'GET alarm/log', payload: page },
  { at: 'GET alarm/log/count', payload: {} },
  { at: 'GET alarm/user', payload: page },
  { at: 'GET alarm/user/delivery', payload: page },
  { at: 'GET alarm/duty', payload: {} },
  { at: 'GET alarm/silence', payload: page },
  { at: 'GET change', payload: page },
  { at: 'GET log/sys', payload: { ...page, object: 'device' } },
  { at: 'GET log/task', payload: page },
  { at: 'GET scene/share/send', payload: page },
  { at: 'GET scene/topology', payload: { scene_id: 1 } },
  { at: 'GET terminal/online', payload: page },
]

/** Days of a partition, by partitioned table. */
const partitioned: Readonly<Record<string, number>> = {
  device_log: 1,
  telemetry_sample: 1,
  terminal_1h: 1,
  telemetry_5m: 30,
  scene_5m: 30,
  telemetry_1h: 360,
  scene_1h: 360,
}

const DAY = 86_400
const NEAR = 400 * DAY

/**
 * Times in the dump, at any place, shifted by this number of seconds. A time is a number within 400 days of its
 * creation.
 */
export function shifted<T>(value: T, at: number, by: number): T {
  if (typeof value === 'number') return (Math.abs(value - at) < NEAR ? value + by : value) as T
  if (Array.isArray(value)) return value.map((part: unknown) => shifted(part, at, by)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shifted(part, at, by)])) as T
}

/** Whole days since the creation of a dump: jobs that delete old rows leave its rows. */
export const ageOf = ({ at }: Dump) => Math.floor((Date.now() / 1000 - at) / DAY) * DAY

/** Restores a dump into an empty database, its times shifted by `by` seconds. */
export async function restore(client: pg.Client, dump: Dump, by: number): Promise<void> {
  await client.query('begin')
  await client.query(dump.schema)
  await client.query('create table migration (name text primary key, at timestamptz not null default now())')
  await client.query('insert into migration (name) select unnest($1::text[])', [dump.migrations])
  // without foreign keys and triggers: the rows are complete
  await client.query('set local session_replication_role = replica')
  for (const [table, texts] of Object.entries(dump.tables)) {
    const rows = texts.map((text) => shifted(JSON.parse(text) as Record<string, unknown>, dump.at, by))
    for (const row of rows) await coverPartition(client, table, row)
    const { rows: columns } = await client.query<{ name: string }>(
      `select quote_ident(attname) as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    )
    const list = columns.map(({ name }) => name).join(', ')
    await client.query(
      `insert into ${table} (${list}) overriding system value select ${list} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [JSON.stringify(rows)],
    )
  }
  for (const { name, value } of dump.sequences) await client.query('select setval($1, $2)', [name, value])
  await client.query('commit')
}

async function coverPartition(client: pg.Client, table: string, row: Record<string, unknown>): Promise<void> {
  const days = partitioned[table]
  if (!days) return
  const { name, from, to } = partitionOf(table, days, Number(row['ts'] ?? row['at']))
  await client.query(`create table if not exists ${name} partition of ${table} for values from (${from}) to (${to})`)
}
