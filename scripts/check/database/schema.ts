import pg from 'pg'
import { installSchema, listMigrations, migrate } from '../../../server/kernel/database/schema.ts'
import { installViews, listViews } from '../../../server/kernel/database/views.ts'
import { startTestPostgres } from '../../../server/kernel/database/test-database.ts'
import type { Finding } from '../finding.ts'

/** All parts of a schema, one per line, comparable between databases. */
const describe = `
  select 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
         || case when a.attnotnull then ' not null' else '' end
         || case a.attidentity when '' then '' else ' identity ' || a.attidentity::text end
         || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
         || case a.attstorage when t.typstorage then '' else ' storage ' || a.attstorage::text end as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where n.nspname = 'public' and a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm')
  union all
  select 'relation ' || c.relname || ' ' || c.relkind::text || coalesce(' partition by ' || pg_get_partkeydef(c.oid), '')
         || coalesce(' of ' || pg_get_expr(c.relpartbound, c.oid), '') || coalesce(' with ' || array_to_string(c.reloptions, ', '), '')
         || ' ' || c.relpersistence::text
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm', 'S')
  union all
  select 'constraint ' || conrelid::regclass || ' ' || pg_get_constraintdef(k.oid) || case when convalidated then '' else ' not valid' end
    from pg_constraint k join pg_namespace n on n.oid = k.connamespace where n.nspname = 'public'
  union all
  select 'index ' || indexdef from pg_indexes where schemaname = 'public'
  union all
  select 'view ' || viewname || ' ' || definition from pg_views where schemaname = 'public'
  union all
  select 'function ' || pg_get_functiondef(p.oid) from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where n.nspname = 'public' and not exists (select from pg_depend e where e.objid = p.oid and e.deptype = 'e')
  union all
  select 'trigger ' || pg_get_triggerdef(g.oid) from pg_trigger g where not tgisinternal
  union all
  select 'extension ' || extname from pg_extension
  order by 1`

async function schemaOf(server: string, name: string, fill: (pool: pg.Pool) => Promise<unknown>): Promise<string[]> {
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const pool = new pg.Pool({ connectionString: url.href, max: 1 })
  // dropping the database may end a connection that is just closing
  pool.on('error', () => {})
  try {
    await fill(pool)
    return (await pool.query<{ line: string }>(describe)).rows.map(({ line }) => line)
  } finally {
    await pool.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
}

async function migrateFromNothing(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await migrate(client, await listMigrations())
    await installViews(client, await listViews())
  } finally {
    client.release()
  }
}

/** A database created from the current `tables.sql` has the same schema as one created by all migrations. */
export async function checkSchema(): Promise<{ findings: Finding[]; note: string }> {
  const postgres = await startTestPostgres()
  try {
    const [fresh, migrated] = await Promise.all([
      schemaOf(postgres.url, `test_${process.pid}_fresh`, installSchema),
      schemaOf(postgres.url, `test_${process.pid}_migrated`, migrateFromNothing),
    ])
    return { findings: differencesOf(fresh, migrated), note: `${fresh.length} lines` }
  } finally {
    await postgres.stop()
  }
}

/** Lines that only one of the two contains. */
export function differencesOf(fresh: readonly string[], migrated: readonly string[]): Finding[] {
  const only = (these: readonly string[], those: readonly string[]) => these.filter((line) => !those.includes(line))
  return [
    ...only(fresh, migrated).map((line) => ({ path: 'server/migrations', text: `do not create: ${line}` })),
    ...only(migrated, fresh).map((line) => ({ path: 'server/rooms/*/tables.sql', text: `do not create: ${line}` })),
  ]
}
