import type { TerminalFact } from '@belvedere/drivers/kit/facts.ts'
import type { Report } from '../../kernel/device-link.ts'
import type { LiveNews } from '../../kernel/event.ts'
import { defineSink } from '../../kernel/ingest.ts'
import { dueTerminals } from './due.ts'
import { keepSightings, markGone, type Sighting } from './store.ts'

/** Terminals of one device that are kept. */
const MOST = 2000
const links = { wired: 0, '2.4G': 1, '5G': 2, '6G': 3 } as const

export const sink = defineSink({
  name: 'terminal.sighting',
  order: 30,
  async take(reports, db) {
    const due = reports
      .filter(({ scene_id, facts }) => scene_id > 0 && facts.terminals !== undefined)
      .filter(dueTerminals)
    if (due.length === 0) return
    // of several reports of one device in a batch the last tells all
    const last = new Map(due.map((report) => [report.device_id, report]))
    const sightings = [...last.values()].flatMap(sightingsOf)
    if (sightings.length) await keepSightings(db, sightings)
    await markGone(
      db,
      [...last.values()].map(({ device_id, at, facts }) => ({
        device_id,
        at,
        macs: facts.terminals?.map(({ mac }) => mac) ?? [],
      })),
    )
    return newsOf(last.values())
  },
})

function sightingsOf({ device_id, at, facts }: Report): Sighting[] {
  return (facts.terminals ?? []).slice(0, MOST).map((one) => ({
    device_id,
    mac: one.mac,
    at,
    link: links[one.link] ?? 0,
    rank: rankOf(one),
    ip: one.ip ?? one.ipv6?.[0] ?? null,
    hostname: one.hostname?.slice(0, 64) ?? null,
    ssid: one.ssid?.slice(0, 32) ?? null,
    port: one.port?.slice(0, 32) ?? null,
    vlan: one.vlan ?? null,
    signal: one.signal_dbm ?? null,
    up_kbps: one.up_kbps ?? null,
    down_kbps: one.down_kbps ?? null,
    up_bytes: one.up_bytes ?? null,
    down_bytes: one.down_bytes ?? null,
    since: one.connected_s === undefined ? null : at - Math.trunc(one.connected_s),
  }))
}

/** The radio it is associated with knows best, then the port it is plugged into, then whoever has seen its address. */
const rankOf = ({ link, port }: TerminalFact) => (link !== 'wired' ? 3 : port ? 2 : 1)

function newsOf(reports: Iterable<Report>): LiveNews[] {
  const scenes = new Set([...reports].map(({ scene_id }) => scene_id))
  return [...scenes].map((scene_id) => ({ topic: 'terminal', scene_id }))
}
