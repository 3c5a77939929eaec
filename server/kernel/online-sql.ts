import sql from 'sql-template-tag'

/** Processes that run: not lost, not stopped. */
const runs = sql`n.lost_at is null and n.stopped_at is null`

/**
 * Whether the device of `device_state s` is online as far as anybody knows: written down so, by a gateway whose process runs. That
 * of one that was lost is unknown, and nothing is written for it. For statements over many devices: the list of gateways is
 * short, and made once.
 */
export const isOnline = sql`(s.online and (s.gateway_run is null
  or s.gateway_run in (select g.id from gateway_run g join node n on n.id = g.node where ${runs})))`

/** The same for the few devices of a page: joins by which `onlineHere` and `unknownSince` know. */
export const joinsGateway = sql`left join gateway_run r on r.id = s.gateway_run left join node n on n.id = r.node and ${runs}`
export const onlineHere = sql`(s.online and (s.gateway_run is null or n.id is not null))`
/** Since when nothing is known of the device; null: it is known. */
export const unknownSince = sql`case when s.online and s.gateway_run is not null and n.id is null then coalesce(r.seen_at, s.seen_at) end`
