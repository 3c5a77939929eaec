import sql from 'sql-template-tag'

/** Processes whose gateways run: not lost, not stopped, and they answer. */
const runs = sql`n.lost_at is null and n.stopped_at is null and not n.hung`

/**
 * Whether the device of `device_state s` is online as far as anybody knows: written down so, by a gateway whose process runs. That
 * of one that was lost is unknown, and nothing is written for it. For statements over many devices: the list of gateways is
 * short, and made once.
 */
export const isOnline = sql`(s.online and (s.gateway_run is null
  or s.gateway_run in (select g.id from gateway_run_view g left join node n on n.id = g.node and ${runs} where n.id is not null or g.node = '')))`

/** Written down as online by a gateway whose process is lost, stopped or hangs. */
export const isUnknown = sql`(s.online and not ${isOnline})`

/** The same for the few devices of a page: joins by which `onlineHere` and `unknownSince` know. */
export const joinsGateway = sql`left join gateway_run_view r on r.id = s.gateway_run left join node n on n.id = r.node and ${runs}`
// a gateway of a release before does not announce itself: while both run, its devices are left as they are
const known = sql`(s.gateway_run is null or n.id is not null or coalesce(r.node, 'forgotten') = '')`
export const onlineHere = sql`(s.online and ${known})`
/** Since when nothing is known of the device; null: it is known. */
export const unknownSince = sql`case when s.online and not ${known} then coalesce(r.seen_at, s.seen_at) end`
