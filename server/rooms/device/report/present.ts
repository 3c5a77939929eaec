import type { Report } from '../../../kernel/device-link.ts'
import type { LiveNews } from '../../../kernel/event.ts'
import type { Db } from '../../../kernel/db.ts'
import { defineSink } from '../../../kernel/ingest.ts'
import { countersKnow, hundredths, memoryUsed, takeUpCounting, tenths, trafficOf } from '../../stat/api.ts'
import { bareAddress } from '../rules.ts'
import { detailText, dueDetail } from './detail.ts'
import { findCounters, type StateRow, writeDetails, writeStates } from './store.ts'

/** Before anybody counts: what those told last that this process has not heard yet. */
export const heardBefore = defineSink({
  name: 'device.heard-before',
  order: 5,
  take: (reports, db) => takeUp(reports, db),
})

/** The present state of devices: a narrow row with every message, the bulky facts now and then. */
export const sink = defineSink({
  name: 'device.present',
  order: 10,
  async take(reports, db) {
    const states = new Map<number, StateRow>()
    const details = new Map<number, { device_id: number; at: number; facts: string }>()
    for (const report of reports) {
      const { device_id, at } = report
      states.set(device_id, stateOf(report, states.get(device_id)))
      if (dueDetail(report)) details.set(device_id, { device_id, at, facts: detailText(report, trafficOf(report)) })
    }
    const [scenes] = await Promise.all([
      writeStates(db, [...states.values()]),
      details.size && writeDetails(db, [...details.values()]),
    ])
    return scenes.map(({ scene_id, ids }): LiveNews => ({ topic: 'device', scene_id, ids }))
  },
})

/** Ports remembered as ways to the gateway. */
const MOST_UPLINKS = 8
/** And as giving power. */
const MOST_POWERS = 128

async function takeUp(reports: readonly Report[], db: Db): Promise<void> {
  const ids = [
    ...new Set(
      reports
        .filter(({ facts, device_id }) => facts.interfaces && !countersKnow(device_id))
        .map(({ device_id }) => device_id),
    ),
  ]
  if (ids.length) await takeUpCounting(db, ids, await findCounters(db, ids), reports[reports.length - 1]?.at ?? 0)
}

/** What this report tells over what an earlier one of the same batch told. */
function stateOf(report: Report, before: StateRow | undefined): StateRow {
  const { device_id, at, facts } = report
  const traffic = trafficOf(report)
  const bps = (octets: number | undefined) =>
    traffic && traffic.span > 0 && octets !== undefined ? Math.round((octets * 8) / traffic.span) : null
  const told: StateRow = {
    device_id,
    at,
    cpu: tenths(facts.cpu),
    mem: tenths(memoryUsed(facts.memory)),
    temp: tenths(facts.temperature),
    load: hundredths(facts.load?.[0]),
    uptime: facts.uptime === undefined ? null : Math.trunc(facts.uptime),
    terminals: facts.terminals?.length ?? null,
    rx_bps: bps(traffic?.rx),
    tx_bps: bps(traffic?.tx),
    wan_ip: bareAddress(facts.wans?.find(({ up }) => up)?.addresses[0] ?? addressOf(report, 'wan')),
    lan_ip: bareAddress(facts.address ?? addressOf(report, 'lan')),
    config_uuid: facts.config_uuid === undefined ? null : Math.trunc(facts.config_uuid),
    uplinks: facts.uplinks?.length ? facts.uplinks.slice(0, MOST_UPLINKS).join(' ') : null,
    powers: powersOf(facts.interfaces),
  }
  return before ? over(told, before) : told
}

/** Null: this report says nothing of its ports. */
function powersOf(interfaces: Report['facts']['interfaces']): string | null {
  if (!interfaces?.some(({ role }) => role === 'port')) return null
  const giving = interfaces.filter(({ poe }) => poe !== undefined)
  return giving
    .slice(0, MOST_POWERS)
    .map(({ name }) => name)
    .join(' ')
}

function over(told: StateRow, before: StateRow): StateRow {
  const merged = { ...before }
  for (const [key, value] of Object.entries(told)) if (value !== null) Object.assign(merged, { [key]: value })
  return merged
}

const addressOf = ({ facts }: Report, role: 'wan' | 'lan') =>
  facts.interfaces?.find((one) => one.role === role && one.addresses?.length)?.addresses?.[0]
