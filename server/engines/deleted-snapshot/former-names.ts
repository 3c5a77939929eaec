import type { DeletedSnapshot } from '../../kernel/database/deleted-snapshot.ts'

/**
 * Former names of tables and columns in sealed rows, which a migration cannot change. Columns by the present name of their table.
 */
const renamedTables: Readonly<Record<string, string>> = {
  alarm_heard: 'incident_event_offset',
  alarm_news: 'incident_event',
  alarm_notice: 'notification',
  alarm_spell: 'condition_interval',
  alarm_user: 'notification_contact',
  alarm_user_group: 'notification_contact_group',
  alarm_user_scene: 'notification_contact_scene',
  change_trail: 'change_event',
  config_hold: 'config_lock',
  device_tally: 'device_count',
  device_third: 'monitored_device',
  device_ticket: 'transfer_token',
  device_wait: 'pending_command',
  radio_heard: 'radio_neighbor_scan',
  topology_rev: 'topology_version',
  topology_sight: 'link_observation',
  topology_stay: 'device_presence_interval',
}
const renamedColumns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  alarm: { judged_at: 'acknowledged_at' },
  alarm_message: { alarm_user_id: 'notification_contact_id' },
  campaign_device: { above: 'upstream_ids', hop: 'step_index' },
  device: { alone: 'standalone', told: 'identity_digest' },
  device_app: { told_at: 'reported_at' },
  device_claim_code: { told_at: 'reported_at' },
  device_config: { said: 'message' },
  device_revision: { said: 'message', told: 'notes' },
  link_observation: { way: 'source', who: 'peer' },
  notification: { alarm_user_id: 'notification_contact_id', told: 'content' },
  notification_contact: { but: 'override_level', outside: 'outside_hours' },
  notification_contact_group: { alarm_user_id: 'notification_contact_id' },
  notification_contact_scene: { alarm_user_id: 'notification_contact_id' },
  patrol_run: { way: 'source' },
  radio_neighbor_scan: { heard: 'networks' },
  radio_plan: { said: 'message', way: 'source' },
  report: { said: 'message', way: 'source', wish: 'request' },
  scene_share: { way: 'channel' },
  session: { way: 'channel' },
  sign_in_log: { way: 'method' },
}

const tableNow = (name: string) => renamedTables[name] ?? name
const columnNow = (table: string, name: string) => renamedColumns[table]?.[name] ?? name

/** A row as JSON text under the present names of its columns. */
function rowNow(table: string, text: string): string {
  // a quotation mark within a text is escaped, so this is a name in the JSON
  if (table === 'alarm_config') return text.replaceAll('"but":', '"override_level":')
  if (!renamedColumns[table]) return text
  const row = JSON.parse(text) as Record<string, unknown>
  return JSON.stringify(Object.fromEntries(Object.entries(row).map(([key, value]) => [columnNow(table, key), value])))
}

/** The same rows under the present names of tables and columns. */
export function underPresentNames({ root, tables, links, holds }: DeletedSnapshot): DeletedSnapshot {
  return {
    root: tableNow(root),
    tables: tables.map(({ table, rows }) => {
      const name = tableNow(table)
      return { table: name, rows: rows.map((row) => rowNow(name, row)) }
    }),
    links: links.map(({ table, column, to, key }) => {
      const name = tableNow(table)
      return { table: name, column: columnNow(name, column), to, key: rowNow(name, key) }
    }),
    holds,
  }
}
