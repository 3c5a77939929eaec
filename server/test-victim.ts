import sql from 'sql-template-tag'
import type { CallSpec } from '@belvedere/contract/kit/define-calls.ts'
import type { TestServer } from './kernel/test-server.ts'

/**
 * A customer whose objects all have the same number and contain the mark, so that one payload names all of them and one
 * search of an answer shows a leak.
 */
export const VICTIM = 4242
export const MARK = 'FOREIGN-MARK'
/** In configurations, recordings and logs, and not visible to read-only users. */
export const SECRET = `${MARK}-SECRET`

/** The start of rows that a daily job deletes by age, at any hour of the tests. */
const STARTED = Math.floor(Date.now() / 1000)
/** The year 2100: of what a job ends by its age within minutes. */
const FAR_AHEAD = 4102444800

export interface PayloadSchema {
  /** Several: an object or null. */
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: PayloadSchema[]
  items?: PayloadSchema
  properties?: Record<string, PayloadSchema>
  required?: string[]
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

const candidates = [
  '07:30',
  'Testing-2026',
  'admin',
  MARK,
  '0c1111aa4242',
  'id desc',
  '192.168.1.1',
  '2026-01-01',
  'cn',
  'a',
  '1',
  'Asia/Shanghai',
  '0c1111aa42420c1111aa42420c1111aa',
  'interfaces',
  'noc@example.com',
  '123456',
]

/** A value that the schema accepts. */
export function sample(schema: PayloadSchema): unknown {
  if (schema.enum) return schema.enum[0]
  if (schema.const !== undefined) return schema.const
  if (schema.anyOf) return sample(schema.anyOf.find(({ type }) => type !== 'null') ?? {})
  if (schema.type === 'integer' || schema.type === 'number')
    return Math.min(Math.max(VICTIM, schema.minimum ?? VICTIM), schema.maximum ?? VICTIM)
  if (schema.type === 'array') return [sample(schema.items ?? {})]
  if (schema.type === 'object' || Array.isArray(schema.type)) return sampleObject(schema)
  if (schema.type === 'boolean') return false
  const fits = candidates.find((text) => textFits(text, schema))
  if (fits !== undefined) return fits
  return 'a'.repeat(schema.minLength ?? 1)
}

function textFits(text: string, { pattern, minLength = 0, maxLength = 1000 }: PayloadSchema): boolean {
  return text.length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern).test(text))
}

function sampleObject({ properties = {}, required = [] }: PayloadSchema): Record<string, unknown> {
  const names = Object.keys(properties).filter(
    (name) => required.includes(name) || /^(id|ids|scene_id|scene_ids|group_id|sn)$/.test(name),
  )
  return Object.fromEntries(
    names.map((name) => [name, name === 'sn' ? '0c1111aa4242' : sample(properties[name] as PayloadSchema)]),
  )
}

/** An input of the call that names the victim's objects in every field that can. */
export const payloadOf = ({ in: schema }: CallSpec) => sampleObject(schema as PayloadSchema)

const rows = [
  `insert into scene (id, team_id, name, created_at, updated_at, changed_by) overriding system value select ${VICTIM}, team_id, '${MARK}', 0, 0, '' from account where account = 'admin'`,
  `insert into scene_group (id, team_id, name, created_at, updated_at, changed_by) overriding system value select ${VICTIM}, team_id, '${MARK}', 0, 0, '' from account where account = 'admin'`,
  `insert into scene_group_member (group_id, scene_id) values (${VICTIM}, ${VICTIM})`,
  `insert into device (id, serial, scene_id, type, name, claimed_at, created_at, updated_at) values (${VICTIM}, '0c1111aa4242', ${VICTIM}, 0, '${MARK}', 0, 0, 0)`,
  `insert into device_state (device_id) values (${VICTIM}) on conflict do nothing`,
  `insert into device_content (id, digest, format, bytes, sha256, stored) overriding system value values (${VICTIM}, '${MARK}', 'archive', 1, '', 1)`,
  `insert into device_backup (id, device_id, content_id, sha256, newest, note, created_at) values (${VICTIM}, ${VICTIM}, ${VICTIM}, '', true, '${SECRET}', 0)`,
  `insert into task (id, type, team_id, uid, operator, until, total_cnt, created_at, result) select ${VICTIM}, 'reboot', team_id, id, '${SECRET}', 0, 1, ${STARTED}, 0 from account where account = 'admin'`,
  `insert into task_item (task_id, device_id, sn, name, scene_id, started_at, result) values (${VICTIM}, ${VICTIM}, '0c1111aa4242', '${MARK}', ${VICTIM}, 0, 0)`,
  `insert into audit_log (id, at, uid, account, team_id, scene_id, channel, ip, request_id, call, object, name) overriding system value select ${VICTIM}, 0, id, '${SECRET}', team_id, ${VICTIM}, 'console', '', '', 'POST scene', 'scene:${VICTIM}', '${MARK}' from account where account = 'admin'`,
  `insert into feedback (id, uid, type, title, text, contact, page, version, created_at, updated_at) overriding system value select ${VICTIM}, id, 'feature', '${MARK}', '${MARK}', '', '', '', 0, 0 from account where account = 'admin'`,
  `insert into feedback_picture (id, feedback_id, width, height, bytes) overriding system value values (${VICTIM}, ${VICTIM}, 1, 1, '${MARK}')`,
  `insert into scene_share (id, scene_id, by_name, channel, permission, note, max_uses, created_at, updated_at) overriding system value values (${VICTIM}, ${VICTIM}, '${MARK}', 1, 1, '${MARK}', 1, 0, 0)`,
  `insert into notification_contact (id, team_id, type, name, target, masked, place, leave_hash, leave_token, lang, status, level, scope, recover, named_only, outside_hours, override_level, time_zone, verified_at, created_at, updated_at, changed_by) overriding system value select ${VICTIM}, team_id, 0, '${MARK}', '', '${MARK}', '', '', '', 'zh', 0, 1, 0, 0, 0, 0, 0, 'Asia/Shanghai', 0, 0, 0, '' from account where account = 'admin'`,
  `insert into alarm_message (id, uuid, notification_contact_id, team_id, place, state, body, incident_cnt, next_at, created_at) overriding system value select ${VICTIM}, '00000000-0000-4000-8000-000000004242', ${VICTIM}, team_id, '', 2, '{"subject": "${MARK}"}', 1, 0, 4000000000 from account where account = 'admin'`,
  `insert into terminal (id, scene_id, mac, device_id, link, rank, since, first_seen, last_seen, hostname) overriding system value values (${VICTIM}, ${VICTIM}, '3c:22:fb:10:20:30', ${VICTIM}, 0, 1, 0, 0, ${FAR_AHEAD}, '${MARK}')`,
  `insert into monitored_device (device_id, kind, ip, monitor) values (${VICTIM}, 'printer', '192.0.2.1', '{"type": "none", "user": "${SECRET}"}')`,
  `insert into device_remote (id, session, kind, device_id, device_name, scene_id, task_id, uid, operator, target, started_at) overriding system value values (${VICTIM}, '${SECRET}', 'shell', ${VICTIM}, '${MARK}', ${VICTIM}, ${VICTIM}, 1, '${SECRET}', '${SECRET}', ${STARTED})`,
  `insert into device_capture (id, device_id, device_name, scene_id, task_id, uid, operator, interface, filter, state, started_at, expires_at, bytes) overriding system value values (${VICTIM}, ${VICTIM}, '${MARK}', ${VICTIM}, ${VICTIM}, 1, '${SECRET}', 'any', '${SECRET}', 1, 0, ${FAR_AHEAD}, 24)`,
  `insert into report_profile (scene_id, fields, uid, changed_by) values (${VICTIM}, '{"targets": ["${SECRET}@example.com"]}', 1, '${MARK}')`,
  `insert into report (id, scene_id, uid, by, source, lang, created_at, from_at, to_at, request, state) overriding system value values (${VICTIM}, ${VICTIM}, 1, '${SECRET}', 'timer', 'en', ${STARTED}, 0, 1, '{"targets": ["${SECRET}@example.com"], "sections": []}', 'failed')`,
  `insert into alarm_config (id, team_id, scene_id, type, fields, changed_by, updated_at) overriding system value select ${VICTIM}, team_id, ${VICTIM}, 'dev_offline', '{"level": 1}', '${MARK}', 0 from account where account = 'admin'`,
  `insert into alarm_silence (id, team_id, scene_id, kind, name, from_at, created_at, updated_at, changed_by) overriding system value select ${VICTIM}, team_id, ${VICTIM}, 0, '${MARK}', 0, 0, 0, '' from account where account = 'admin'`,
  `insert into device_timer (id, team_id, uid, operator, name, kind, scope, args, minute, grace_minutes, wait_hours, created_at, updated_at, changed_by) overriding system value select ${VICTIM}, team_id, id, '${SECRET}', '${MARK}', 'upgrade', 'scene', '{"uri": "https://${SECRET}"}', 0, 0, 0, 0, 0, '' from account where account = 'admin'`,
  `insert into device_timer_scene (timer_id, scene_id) values (${VICTIM}, ${VICTIM})`,
  `insert into change_set (id, team_id, uid, operator, name, state, created_at) overriding system value select ${VICTIM}, team_id, id, '${SECRET}', '${SECRET}', 'done', 0 from account where account = 'admin'`,
]

/** Creates the victim's objects where none exist. */
export async function furnish({ system }: TestServer): Promise<void> {
  await system.database.pool.query(rows.join(';'))
}

/** The tables of those rows, in reverse order of creation. */
const tables = rows.map((row) => /insert into (\w+)/.exec(row)?.[1] ?? '').reverse()
const keys: Readonly<Record<string, string>> = {
  scene_group_member: 'group_id',
  device_state: 'device_id',
  task_item: 'task_id',
  monitored_device: 'device_id',
  report_profile: 'scene_id',
  device_timer_scene: 'timer_id',
}

/** The same after changes. Guests stay. */
export async function furnishAnew(server: TestServer): Promise<void> {
  const { pool } = server.system.database
  const guests = await pool.query(`select uid, mode from scene_guest where scene_id = ${VICTIM}`)
  const inScene = (await sceneTables(server)).map((table) => `delete from ${table} where scene_id = ${VICTIM}`)
  const gone = tables.map((table) => `delete from ${table} where ${keys[table] ?? 'id'} = ${VICTIM}`)
  const back = (guests.rows as { uid: number; mode: number }[]).map(({ uid, mode }) => guestRow(String(uid), mode))
  await pool.query(
    [`delete from device where serial = '0c1111aa4242'`, ...inScene, ...gone, ...rows, ...back].join(';'),
  )
}

const guestRow = (uid: string, mode: number) =>
  `insert into scene_guest (scene_id, uid, mode, created_at) values (${VICTIM}, ${uid}, ${mode}, 0)`

/** Rows that the server writes itself, for every caller: sums, alarms, positions of nodes that were not moved. */
const byItself =
  /_(5m|1h|1d)$|^app_|^(alarm|alarm_incident|condition_interval|device_count|device_(presence|properties)_interval|link_observation|notification|removed_device(_interval|_link)?)$|^topology_/

/** Tables with rows of scenes, except the log and the guests. */
async function sceneTables({ system }: TestServer): Promise<string[]> {
  const found = await system.db.rows<{ name: string }>(sql`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'scene_id'
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and c.relname not in ('audit_log', 'scene_guest') order by 1`)
  return found.map(({ name }) => name).filter((name) => !byItself.test(name))
}

let question: string | undefined

/** Everything that the victim owns: a digest of its rows by table, and the number of further rows of its scene. */
export async function fingerprint(server: TestServer): Promise<string> {
  question ??= `select ${[
    ...tables
      .filter((table) => table !== 'audit_log')
      .map(
        (table) =>
          `(select md5(jsonb_agg(to_jsonb(t) - 'lease_by')::text) from ${table} t where ${keys[table] ?? 'id'} = ${VICTIM}) as "${table}"`,
      ),
    ...(await sceneTables(server)).map(
      (table) => `(select count(*) from ${table} where scene_id = ${VICTIM}) as "${table} #"`,
    ),
    `(select row(id, account, role, rev) from account where account = 'admin') as admin`,
  ].join(', ')}`
  return JSON.stringify((await server.system.database.pool.query(question)).rows, null, 1)
}

export interface Settler {
  role?: number
  /** The victim's scene is shared with it in this mode. */
  mode?: number
  /** Of the victim's own team. */
  home?: boolean
}

/** A new account in a separate team, with the password of the first administrator. */
export async function settle(server: TestServer, account: string, { role = 0, mode, home }: Settler): Promise<void> {
  const team = home
    ? `select team_id as id from account where account = 'admin'`
    : `insert into team (name, created_at) values ('${account}', 0) returning id`
  const { pool } = server.system.database
  await pool.query(`
    with t as (${team})
    insert into account (team_id, account, nick_name, role, hash, created_at, updated_at, changed_by)
    select t.id, '${account}', '${account}', ${role}, a.hash, 0, 0, '' from t, account a where a.account = 'admin'`)
  if (mode) await pool.query(guestRow(`(select id from account where account = '${account}')`, mode))
}
