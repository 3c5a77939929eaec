import { formatBlock, parseBlock } from '@belvedere/pure/network/cidr.ts'
import { hundredths, memoryUsed, tenths } from '../../../devices/ingest/report-units.ts'
import type { DeviceReport } from '../../../devices/device-link.ts'
import type { LiveNews } from '../../../kernel/event.ts'
import { defineSink } from '../../../devices/ingest/ingest.ts'
import { bareAddress } from '../rules.ts'
import { detailText, dueDetail, invalidateDetail } from './detail.ts'
import { type Leap, type StateRow, writeDetails, writeStates } from './store.ts'
import { hasRestarted, type OwnTime } from './uptime-rules.ts'

/** The current state of devices: a narrow row with every message, the large facts less often. */
export const sink = defineSink({
  name: 'device.present',
  order: 10,
  forget: invalidateDetail,
  async take(reports, db) {
    const states = new Map<number, StateRow>()
    const restarts = new Restarts()
    const details = new Map<number, { device_id: number; at: number; facts: string }>()
    for (const report of reports) {
      const { device_id, at } = report
      states.set(device_id, stateOf(report, states.get(device_id)))
      restarts.add(report)
      if (dueDetail(report)) details.set(device_id, { device_id, at, facts: detailText(report) })
    }
    const [scenes] = await Promise.all([
      writeStates(db, [...states.values()]),
      details.size && writeDetails(db, [...details.values()]),
    ])
    restarts.judge(scenes.flatMap(({ leaps }) => leaps ?? []))
    return scenes.map(({ scene_id, ids }): LiveNews => ({ topic: 'device', scene_id, ids }))
  },
})

/** Maximum number of ports stored as paths to the gateway. */
const MOST_UPLINKS = 8
/** Maximum number of ports stored as supplying power. */
const MOST_POWERS = 128

/** Merges this report into an earlier one of the same batch. */
function stateOf(report: DeviceReport, before: StateRow | undefined): StateRow {
  const { device_id, facts } = report
  const { uptime, clock } = ownTimeOf(report)
  const { traffic } = report
  const bps = (octets: number | undefined) =>
    traffic && traffic.span > 0 && octets !== undefined ? Math.round((octets * 8) / traffic.span) : null
  const reported: StateRow = {
    device_id,
    session: report.session ?? null,
    first_uptime: uptime,
    first_clock: clock,
    clock,
    cpu: tenths(facts.cpu),
    mem: tenths(memoryUsed(facts.memory)),
    temp: tenths(facts.temperature),
    load: hundredths(facts.load?.[0]),
    uptime,
    terminals: facts.terminals?.length ?? null,
    rx_bps: bps(traffic?.rx),
    tx_bps: bps(traffic?.tx),
    wan_ip: bareAddress(facts.wans?.find(({ up }) => up)?.addresses[0] ?? addressOf(report, 'wan')),
    lan_ip: bareAddress(facts.address ?? addressOf(report, 'lan')),
    config_uuid: facts.config_uuid === undefined ? null : Math.trunc(facts.config_uuid),
    config_at: facts.config_uuid === undefined ? null : report.at,
    uplinks: facts.uplinks?.length ? facts.uplinks.slice(0, MOST_UPLINKS).join(' ') : null,
    powers: powersOf(facts.interfaces),
    upstream: upstreamOf(facts),
  }
  return before ? over(reported, before) : reported
}

const ownTimeOf = ({ facts: { uptime, clock } }: DeviceReport) => ({
  uptime: uptime === undefined ? null : Math.trunc(uptime),
  clock: uptime === undefined || clock === undefined ? null : clock,
})

/** Marks the reports before which their devices restarted. */
class Restarts {
  /** The reports of each device that contain its uptime, in order. */
  private readonly reports = new Map<number, DeviceReport[]>()

  add(report: DeviceReport): void {
    if (report.facts.uptime === undefined) return
    const own = this.reports.get(report.device_id)
    if (own) own.push(report)
    else this.reports.set(report.device_id, [report])
  }

  judge(leaps: readonly Leap[]): void {
    for (const leap of leaps) {
      const [first] = this.reports.get(leap.device_id) ?? []
      if (first) mark(first, leap, leap.elapsed)
    }
    for (const own of this.reports.values())
      for (let at = 1; at < own.length; at++) {
        const [before, now] = [own[at - 1] as DeviceReport, own[at] as DeviceReport]
        // of two connections, the older one may have delayed its report for long
        if (before.session !== now.session) continue
        const { uptime, clock } = ownTimeOf(before)
        if (uptime !== null) mark(now, { uptime, clock }, now.at - before.at)
      }
  }
}

function mark(report: DeviceReport, before: OwnTime, elapsed: number): void {
  const { uptime, clock } = ownTimeOf(report)
  if (uptime !== null) report.restarted = hasRestarted(before, { uptime, clock }, elapsed)
}

/** IPv4 subnets at the uplinks. Null: this report contains no address there. */
function upstreamOf({ wans, interfaces }: DeviceReport['facts']): string | null {
  const reported = [
    ...(wans ?? []).filter(({ up }) => up).flatMap(({ addresses }) => addresses),
    ...(interfaces ?? []).filter(({ role }) => role === 'wan').flatMap(({ addresses }) => addresses ?? []),
  ]
  const subnets = new Set(reported.flatMap((address) => parseBlock(address) ?? []).map(formatBlock))
  return subnets.size > 0 ? [...subnets].sort().slice(0, MOST_UPLINKS).join(' ') : null
}

/** Null: this report does not list its ports. */
function powersOf(interfaces: DeviceReport['facts']['interfaces']): string | null {
  if (!interfaces?.some(({ role }) => role === 'port')) return null
  const giving = interfaces.filter(({ poe }) => poe !== undefined)
  return giving
    .slice(0, MOST_POWERS)
    .map(({ name }) => name)
    .join(' ')
}

function over(reported: StateRow, before: StateRow): StateRow {
  const merged = { ...before }
  for (const [key, value] of Object.entries(reported)) if (value !== null) Object.assign(merged, { [key]: value })
  const { first_uptime, first_clock } = before.first_uptime === null ? reported : before
  return { ...merged, first_uptime, first_clock, clock: reported.uptime === null ? before.clock : reported.clock }
}

const addressOf = ({ facts }: DeviceReport, role: 'wan' | 'lan') =>
  facts.interfaces?.find((one) => one.role === role && one.addresses?.length)?.addresses?.[0]
