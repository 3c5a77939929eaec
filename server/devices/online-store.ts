import sql from 'sql-template-tag'

/** Processes whose gateways run: not lost, not stopped, and they answer. */
const runs = sql`n.lost_at is null and n.stopped_at is null and not n.hung`

/**
 * Whether the device of `device_state s` is known to be online: stored as online by a gateway whose process runs. With a lost gateway the
 * state is unknown, and no row is changed. For statements over many devices: the list of gateways is short, and made once.
 */
export const isOnline = sql`(s.online and (s.gateway_run is null
  or s.gateway_run in (select g.id from gateway_run_view g left join node n on n.id = g.node and ${runs} where n.id is not null or g.node = '')))`

/** Stored as online by a gateway whose process is lost, stopped or hangs. */
export const isUnknown = sql`(s.online and not ${isOnline})`

/** The same for the few devices of a page: joins for `onlineHere` and `unknownSince`. */
export const joinsGateway = sql`left join gateway_run_view r on r.id = s.gateway_run left join node n on n.id = r.node and ${runs}`
// a gateway of a former release does not register itself: while both run, its devices stay unchanged
const known = sql`(s.gateway_run is null or n.id is not null or coalesce(r.node, 'forgotten') = '')`
export const onlineHere = sql`(s.online and ${known})`
/** Since when the state of the device is unknown; null: it is known. */
export const unknownSince = sql`case when s.online and not ${known} then coalesce(r.seen_at, s.seen_at) end`
