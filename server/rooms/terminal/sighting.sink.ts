import type { TerminalFact } from '@belvedere/drivers/kit/facts.ts'
import type { DeviceReport } from '../../devices/device-link.ts'
import { defineSink } from '../../devices/ingest/ingest.ts'
import { dueTerminals, invalidateTerminals } from './due.ts'
import { type DepartedTerminals, saveSightings, markGone, type Sighting } from './store.ts'

/** Maximum number of stored terminals of one device. */
const MOST = 2000
const macForm = /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/
const links = { wired: 0, '2.4G': 1, '5G': 2, '6G': 3 } as const

export const sink = defineSink({
  name: 'terminal.sighting',
  order: 30,
  forget: invalidateTerminals,
  async take(reports, db) {
    const sightings: Sighting[] = []
    const left = new Map<number, DepartedTerminals>()
    const scenes = new Set<number>()
    for (const report of reports) {
      if (report.scene_id === 0 || !report.facts.terminals) continue
      const { write, gone } = dueTerminals(report)
      if (write.length === 0 && !gone) continue
      scenes.add(report.scene_id)
      const through = new Map((report.facts.neighbours ?? []).map(({ port, mac }) => [port, mac]))
      for (const one of write.slice(0, MOST)) {
        if (macForm.test(one.mac)) sightings.push(sightingOf(report, one, rankOf(one, through)))
      }
      // of several reports of one device in a batch the last one determines which terminals are connected
      if (gone) left.set(report.device_id, goneSince(report))
    }
    if (sightings.length) await saveSightings(db, sightings)
    if (left.size) await markGone(db, [...left.values()])
    return [...scenes].map((scene_id) => ({ topic: 'terminal', scene_id }))
  },
})

function goneSince({ device_id, at, facts }: DeviceReport): DepartedTerminals {
  return { device_id, at, macs: facts.terminals?.map(({ mac }) => mac).filter((mac) => macForm.test(mac)) ?? [] }
}

function sightingOf({ device_id, at }: DeviceReport, one: TerminalFact, rank: number): Sighting {
  return {
    device_id,
    mac: one.mac,
    at,
    link: links[one.link] ?? 0,
    rank,
    ip: (one.ip ?? one.ipv6?.[0])?.slice(0, 64) ?? null,
    hostname: one.hostname?.slice(0, 64) ?? null,
    dhcp_class: one.dhcp_class?.slice(0, 64) ?? null,
    ssid: one.ssid?.slice(0, 32) ?? null,
    port: one.port?.slice(0, 32) ?? null,
    vlan: whole(one.vlan, 4095),
    signal: whole(one.signal_dbm, 1000),
    up_kbps: whole(one.up_kbps, 2 ** 31 - 1),
    down_kbps: whole(one.down_kbps, 2 ** 31 - 1),
    up_bytes: whole(one.up_bytes, Number.MAX_SAFE_INTEGER),
    down_bytes: whole(one.down_bytes, Number.MAX_SAFE_INTEGER),
    since: one.connected_s === undefined ? null : at - Math.trunc(one.connected_s),
  }
}

/** An integer within the range of its column; an invalid value from a driver is dropped, not the batch. */
const whole = (value: number | undefined, most: number) =>
  value !== undefined && Math.abs(value) <= most ? Math.trunc(value) : null

/**
 * The radio with the association ranks first, then the switch port, then devices that only saw its address: also at a
 * port where another device identifies itself, which is nearer to it.
 */
function rankOf({ link, port, mac }: TerminalFact, through: ReadonlyMap<string, string | undefined>): number {
  if (link !== 'wired') return 3
  return port && (!through.has(port) || through.get(port) === mac) ? 2 : 1
}
