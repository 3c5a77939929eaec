import { hash32 } from '../random.ts'
import { type Coming, moveTerminals } from './movement.ts'
import type { NetNode } from './network.ts'
import { hourOfWeek } from './presence.ts'
import type { FleetSite } from './site.ts'
import { localOffset } from './site-plan.ts'
import { runTraffic } from './traffic.ts'

/** Shorter steps are skipped; seconds. */
const shortest = 0.9
/** After a suspension the simulation catches up at most this time. */
const longest = 300

/**
 * Advances the time of a site. Each reporter calls `advance` first; the whole site advances together, so that all its devices
 * report a consistent state, and devices that report together share the work.
 */
export class SiteClock {
  readonly site: FleetSite
  readonly #coming: Coming
  readonly #offset: number
  #at: number

  /** `now` in unix seconds; `offset` in hours east of Greenwich. */
  constructor(site: FleetSite, now: number, coming: Coming = {}, offset = localOffset) {
    this.site = site
    this.#coming = coming
    this.#offset = offset
    this.#at = now
    for (const node of site.nodes) backdate(site, node, now)
    moveTerminals(site, now, hourOfWeek(now, offset), {})
    for (const terminal of site.terminals) settleIn(site, terminal, now)
  }

  advance(now: number): void {
    const seconds = Math.min(longest, now - this.#at)
    if (seconds < shortest) return
    this.#at = now
    const hour = hourOfWeek(now, this.#offset)
    moveTerminals(this.site, now, hour, this.#coming)
    runTraffic(this.site, now, seconds, hour)
  }
}

// A simulation that starts now would have uptimes of seconds: its devices start with uptimes of hours or weeks, the same at every
// start.
function backdate(site: FleetSite, node: NetNode, now: number): void {
  const uptime = 3600 + (hash32(node.serial) % (40 * 86_400))
  node.bootAt = now - uptime
  for (const wan of node.wans) wan.since = node.bootAt + 40
  let down = 0
  let up = 0
  for (const { port, at, home, kind } of site.terminals) {
    if (port ? at !== node : site.aps[home] !== node) continue
    const age = uptime / idle
    port?.counters.add(kind.up * age, kind.down * age)
    const outside = 1 - (kind.local ?? 0)
    down += kind.down * outside
    up += kind.up * outside
  }
  for (let at: NetNode | undefined = node; at; at = at.parent) startCounters(at, down, up, now)
}

/** Mean octets/s for a full demand in bit/s: includes nights and idle users. */
const idle = 80

function startCounters(node: NetNode, down: number, up: number, now: number): void {
  const age = (now - node.bootAt) / idle
  const above = (now - (node.parent?.bootAt ?? now)) / idle
  node.uplink?.counters.add(down * age, up * age)
  node.parentPort?.counters.add(up * above, down * above)
  node.wans[0]?.port.counters.add(down * age, up * age)
}

// Terminals that were present before the start did not all arrive at this second.
function settleIn(site: FleetSite, terminal: FleetSite['terminals'][number], now: number): void {
  const age = site.random.between(30, 5400)
  terminal.decideAt = now + site.random.between(5, 600)
  if (!terminal.online) return
  terminal.since = now - age
  terminal.leasedAt = now - age - site.random.between(0, 18_000)
  terminal.tx = (terminal.kind.down * age) / idle
  terminal.rx = (terminal.kind.up * age) / idle
}
