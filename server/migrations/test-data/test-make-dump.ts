import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import sql, { raw } from 'sql-template-tag'
import type { DeviceFacts } from '@belvedere/drivers/kit/facts.ts'
import { freshSchema, listMigrations } from '../../kernel/database/schema.ts'
import { introduce, openIngest, openLateIntake } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { furnish } from '../../test-victim.ts'
import { reads } from './dump.ts'

/**
 * Writes a dump of a small database with rows of every kind, created by the server itself. Run it on the commit before
 * a change of the schema: `node server/migrations/test-data/test-make-dump.ts <name>.json.gz`, then add the name to
 * `migrate-data.test.ts`.
 */
const target = process.argv[2] ?? 'dump.json.gz'
const server = await startTestServer(['--webhook-inside', 'allow'])
const token = await server.signIn()
try {
  await fill(server)
  await writeFile(target, gzipSync(JSON.stringify(await dump(server)), { level: 9 }))
} finally {
  await server.close()
}

async function say(at: `${string} ${string}`, payload: Record<string, unknown>): Promise<any> {
  const { code, msg, data } = await server.call(token, at, payload)
  if (code !== 0) throw new Error(`${at}: ${code} ${msg}`)
  return data
}

async function fill({ system }: TestServer): Promise<void> {
  const { db } = system
  await server.age(-9_000_000)
  const scene = (await say('POST scene', { name: 'Hotel' })).id as number
  const other = (await say('POST scene', { name: 'Office' })).id as number
  const types = { gateway: 0, core: 2, floor: 2, ap: 1, spare: 1, leaving: 1 } as const
  const serials = Object.keys(types).map((_, index) => `0c222200000${index + 1}`)
  const mac = (index: number) => (serials[index] as string).replace(/(..)(?=.)/g, '$1:')
  const ids: number[] = []
  for (const [index, [name, type]] of Object.entries(types).entries()) {
    const sn = serials[index] as string
    const verbs = ['reboot', 'upgrade', 'configure', 'running', 'arm', 'confirm'] as const
    const { device_id } = await introduce(system, sn, { identity: { type, verbs: [...verbs] } })
    ids.push(device_id)
    await say('POST device/add', { sn, scene_id: scene, name })
  }
  const [gateway = 0, core = 0, floor = 0, ap = 0, spare = 0, leaving = 0] = ids
  await report(server, scene, ids, mac)

  const group = (await say('POST device/group', { name: 'Rooms', color: 1, note: '' })).id as number
  await say('POST device/group/join', { group_id: group, ids: [ap, spare] })
  await say('POST device/third/mod', {
    scene_id: scene,
    name: 'Printer',
    kind: 'printer',
    ip: '192.0.2.10',
    monitor: { type: 'tcp', port: 9, interval: 86_400 },
  })
  await db.run(sql`update device set family = 'ucentral-ap' where id = ${spare}`)
  await say('POST device/alone', { ids: [spare], standalone: 1 })

  const person = { level: 1, hours: [{ weekdays: ['1'], from: '08:00', to: '18:00' }] }
  const contact = (await say('POST alarm/user', { type: 1, address: 'noc@example.com', name: 'NOC', level: 1 })).id
  const leaver = (
    await say('POST alarm/user', { type: 1, address: 'old@example.com', name: 'Old', level: person.level })
  ).id
  const robot = { provider: 'webhook', settings: { webhook: 'http://127.0.0.1:9/robot' } }
  await say('POST alarm/user', { type: 3, name: 'Robot', ...robot })
  await say('PUT alarm/duty', {
    member_ids: [contact],
    every_days: 7,
    minute: 540,
    first_day: '2026-11-23',
    time_zone: 'UTC',
    rev: 0,
  })
  await db.run(sql`update notification_contact set verified_at = 1 where id = ${contact}`)
  await say('POST alarm/silence', {
    kind: 0,
    name: 'Known',
    scene_id: other,
    from_at: system.now() - 60,
    to_at: null,
    weekdays: [],
    minute_from: null,
    minute_to: null,
  })
  await say('PUT alarm/user', { id: contact, rev: 1, name: 'NOC', level: 2, override_level: 1, outside_hours: 1 })
  const night = { weekdays: [], minute_from: 1320, minute_to: 420, override_level: 1 }
  await say('POST alarm/config', {
    list: [
      { type: 'dev_offline', repeat_s: 3600 },
      { type: 'dev_offline', quiet: [night] },
    ],
  })
  await say('POST alarm/config', { scene_id: other, list: [{ type: 'dev_offline', quiet: [night] }] })

  await away(server, [core, floor, ap])
  const alarms = (await say('GET alarm/log', { page: 1, limit: 20, state: 0 })).list as { id: number }[]
  if (alarms[0]) await say('POST alarm/log/note', { ids: [alarms[0].id], note: 'looked at' })

  await say('POST device/command/reboot', { ids: [core, ap], wait_offline: 1, wait_hours: 24 })
  await say('POST change/edit', {
    edits: [
      { level: 0, target_id: scene, kind: 'raw', key: 'place', set: { document: { unit: { location: 'Hall' } } } },
    ],
  })
  await say('POST device/timer/reboot', { ids: [gateway], weekdays: ['1'], time: '03:00' })
  await say('POST scene/share/url', { scene_id: other, permission: 1, expires_in: 86_400 * 300 })
  await furnish(server)
  await unproduced(server, scene, ids)

  await say('DELETE device', { ids: [leaving] })
  await say('DELETE alarm/user', { id: leaver })
  await say('DELETE scene', { id: other, force: 1, name: 'Office' })
}

/** Samples, terminals, links and application counters of ten minutes. */
async function report({ system }: TestServer, scene: number, ids: number[], mac: (index: number) => string) {
  const ingest = await openIngest(system)
  const late = await openLateIntake(system)
  const start = system.now() - 900
  const ports: DeviceFacts[] = [
    {
      wans: [{ name: 'WAN', up: true, type: 'static', addresses: ['203.0.113.2/24'], gateway: '203.0.113.1' }],
      neighbours: [{ port: 'LAN1', mac: mac(1), remote_port: 'P1', capabilities: ['Bridge'] }],
    },
    {
      neighbours: [
        { port: 'P1', mac: mac(0), remote_port: 'LAN1' },
        { port: 'P2', mac: mac(2), remote_port: 'P1' },
      ],
    },
    {
      neighbours: [{ port: 'P1', mac: mac(1), remote_port: 'P2' }],
      terminals: [{ mac: mac(3), link: 'wired', port: 'P4' }],
    },
    { terminals: [{ mac: '3c:22:fb:00:00:01', link: 'wired', port: 'LAN1', hostname: 'laptop' }] },
    {},
    { neighbours: [{ port: 'P1', mac: mac(2), remote_port: 'P5' }] },
  ]
  for (let step = 0; step < 10; step++) {
    for (const [index, device_id] of ids.entries()) {
      const rx_bytes = 1_000_000 * (step + 1)
      const interfaces = [{ name: 'WAN', role: 'wan' as const, up: true, rx_bytes, tx_bytes: rx_bytes }]
      const facts = { uptime: 1000 + step * 60, cpu: 12.5, load: [0.5, 0.4, 0.3], interfaces, ...ports[index] }
      ingest.push({ device_id, scene_id: scene, at: start + step * 60, facts: facts as DeviceFacts })
    }
    await ingest.drain()
  }
  await late.drain()
}

/** Those devices have been offline for ten minutes: alarms, an incident, its messages. */
async function away({ system }: TestServer, ids: number[]): Promise<void> {
  const since = system.now() - 600
  await system.db.run(
    sql`update device_state set online = false, since = ${since}, seen_at = ${since} where device_id = any(${ids}::int[])`,
  )
  const { lookAtPresence } = await import('../../rooms/alarm/watch/watch-presence.job.ts')
  const { makeRound } = await import('../../rooms/notify/send/send.job.ts')
  await lookAtPresence(system)
  const round = makeRound(system)
  for (let n = 0; n < 3; n++) await (await round()).sent
}

/** Rows that need hours, or a real device, to be created. */
async function unproduced({ system }: TestServer, scene: number, ids: number[]): Promise<void> {
  const now = system.now()
  const hour = now - (now % 3600)
  const [gateway, core, floor, ap, spare, leaving] = ids
  const set = `(select min(id) from change_set)`
  for (const text of [
    `insert into backfill_cursor values (${ap}, 3, ${now - 900}, ${now - 600}), (${leaving}, 1, ${now - 900}, 0)`,
    `insert into rollup_recompute values (${ap}, ${hour}), (${core}, ${hour - 3600})`,
    `insert into client_usage_snapshot values (${scene}, ${hour}, '\\x01000000', '\\x09', '\\x00040000', '\\x3c000000', '\\x01000000')`,
    `insert into change_event (set_id, at, by, what, data) values (${set}, ${now}, 'admin', 'renamed', '{"name": "x"}')`,
    `insert into config_lock values (${floor}, 4242)`,
    `insert into transfer_token (hash, kind, device_id, task_id, scene_id, args, expires_at) values ('\\x01', 'upload', ${spare}, 1, ${scene}, '{"source": "manual"}', ${now + 3600}), ('\\x02', 'image', ${leaving}, null, ${scene}, '{}', ${now + 3600})`,
    `insert into radio_neighbor_scan values (${ap}, ${now}, '[{"bssid": "00:11:22:33:44:55", "ssid": "next door", "band": 2, "channel": 1, "signal": -70}]', '{"2": 20}'), (${leaving}, ${now}, '[]', '{}')`,
    `insert into notification_contact_scene (notification_contact_id, scene_id) select id, ${scene} from notification_contact where name = 'Old'`,
    `insert into condition_interval values (${leaving}, ${scene}, 'dev_cpu', '', ${now - 600}, ${now - 300}, 93.5), (${gateway}, ${scene}, 'dev_cpu', '', ${now - 600}, ${now - 300}, 91)`,
    `insert into alarm (scene_id, device_id, type, level, first_at, last_at, acknowledged_at) values (${scene}, ${leaving}, 'dev_reboot', 1, ${now - 500}, ${now - 400}, ${now - 300})`,
    `insert into alarm_incident (alarm_id, scene_id, type, level, opened_at) select id, scene_id, type, level, first_at from alarm where device_id = ${leaving}`,
    `insert into incident_event (incident_id, state, at) select i.id, 1, opened_at from alarm_incident i join alarm a on a.id = i.alarm_id where a.device_id = ${leaving}`,
    `insert into incident_event_offset select n.id from incident_event n where not exists (select from incident_event_offset h where h.news_id = n.id)`,
    `insert into notification (notification_contact_id, incident_id, alarm_id, scene_id, kind, told, due_at, created_at) select u.id, i.id, i.alarm_id, i.scene_id, 1, '{"scene_name": "Hotel"}', ${now + 9_000_000}, ${now} from alarm_incident i join alarm a on a.id = i.alarm_id, notification_contact u where a.device_id = ${leaving} and u.name in ('NOC', 'Old')`,
    `update notification set due_at = ${now + 9_000_000} where state = 0`,
    `insert into device_backup (device_id, content_id, sha256, newest, note, created_at) values (${leaving}, 4242, '', true, 'of the leaving one', ${now})`,
  ])
    await system.db.run(raw(text) as never)
}

async function dump({ system }: TestServer): Promise<unknown> {
  const { db } = system
  const names = await db.rows<{ name: string }>(sql`
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition and c.relname not in ('migration', 'job_schedule', 'node', 'outage', 'installation_key') order by 1`)
  const tables: Record<string, string[]> = {}
  for (const { name } of names) {
    const rows = await db.rows<{ row: string }>(
      sql`select to_jsonb(t)::text as row from ${raw(`"${name}"`)} t order by 1`,
    )
    if (rows.length > 0) tables[name] = rows.map(({ row }) => row)
  }
  const sequences = await db.rows(
    sql`select sequencename as name, last_value::int as value from pg_sequences where schemaname = 'public' and last_value is not null order by 1`,
  )
  const answers: unknown[] = []
  for (const { at, payload } of reads) answers.push((await server.call(token, at, payload)).data)
  return {
    at: system.now(),
    schema: await freshSchema(),
    migrations: (await listMigrations()).map(({ name }) => name),
    vault: (await readFile(join(system.config.data, 'vault-key'))).toString('base64'),
    tables,
    sequences,
    answers,
  }
}
