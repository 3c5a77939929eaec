import type { Reach } from '../../../kernel/db.ts'
import { devWanFull } from '../alarm-types/dev-wan-full.ts'
import { busySamples, type SpellAt, uplinkSpeeds, type Where } from './store.ts'

/** Seconds between two samples beyond which they are not of one spell. */
const GAP = 200

/** From when to when the uplinks of a place carried so many percent of their speed, measured from the samples of devices. */
export async function wanSpells(
  at: Reach,
  where: Where,
  percent: number,
  from: number,
  to: number,
): Promise<SpellAt[]> {
  const uplinks = await uplinkSpeeds(at, where)
  const byId = new Map(uplinks.map((one) => [one.device_id, one]))
  const octetsOf = ({ speed_mbps }: { speed_mbps: number }) => (speed_mbps * 1e6) / 8
  const limits = uplinks.map((one) => ({ device_id: one.device_id, octets: (octetsOf(one) * percent) / 100 }))
  const spells: SpellAt[] = []
  for (const { device_id, ts, span, octets } of await busySamples(at.db, limits, from)) {
    const uplink = byId.get(device_id)
    if (!uplink || ts > to) continue
    const peak = (octets / octetsOf(uplink)) * 100
    const last = spells.at(-1)
    if (last?.device_id === device_id && ts - last.to_at <= GAP) {
      last.to_at = ts
      last.peak = Math.max(last.peak ?? 0, peak)
      continue
    }
    const { scene_id, device_name, scene_name, name } = uplink
    const from_at = Math.round(ts - span)
    spells.push({
      device_id,
      scene_id,
      type: devWanFull.id,
      key: name,
      from_at,
      to_at: ts,
      peak,
      device_name,
      scene_name,
      lasts: false,
    })
  }
  return spells
}
