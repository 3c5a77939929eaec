import type { AppFact } from '@belvedere/drivers/kit/facts.ts'
import { oncePerReport, type DeviceReport } from '../../../devices/device-link.ts'

/** The traffic of one application through one device in five minutes. */
export interface AppUsageDelta {
  device_id: number
  scene_id: number
  app: string
  /** The beginning of their hour. */
  ts: number
  rx: number
  tx: number
}

/** Counters of a device up to which the traffic is stored: counting continues from there. */
export interface Reached {
  device_id: number
  scene_id: number
  at: number
  /** Octets by application. */
  counters: readonly AppFact[]
}

export interface AppUsage {
  deeds: readonly AppUsageDelta[]
  reached?: Reached
}

const FINE = 300
const HOUR = 3600
/** Seconds after which former counters are too old to compare. */
const MAX_GAP = 86_400
/** Implausible octets a second: 800 Gbit/s. */
const MAX_RATE = 1e11
/** Maximum number of cached applications of one device, and of cached devices. */
const MOST_APPS = 256
const MOST_DEVICES = 100_000

interface AppOctetCounts {
  rx: number
  tx: number
  /** Since the beginning of the current five minutes. */
  moved: { rx: number; tx: number }
}

interface LastAppCounters {
  scene_id: number
  at: number
  ts: number
  apps: Map<string, AppOctetCounts>
}

const nothing: AppUsage = { deeds: [] }

/**
 * Differences of the devices' counters of applications, returned with the first report after five minutes. Differences
 * that were not returned are in no table: the process that continues counts them again from the stored counters.
 */
export class AppCounters {
  private readonly memories = new Map<number, LastAppCounters>()

  knows(device_id: number): boolean {
    return this.memories.has(device_id)
  }

  /** A new connection of the device: another process may have counted meanwhile. */
  forget(device_id: number): void {
    this.memories.delete(device_id)
  }

  /** Continues from stored counters. */
  resume({ device_id, scene_id, at, counters }: Reached): void {
    const apps = new Map(
      counters
        .slice(0, MOST_APPS)
        .map(({ app, rx_bytes, tx_bytes }) => [app, { rx: rx_bytes, tx: tx_bytes, moved: { rx: 0, tx: 0 } }]),
    )
    this.memories.set(device_id, { scene_id, at, ts: startOf(at), apps })
  }

  /** The deltas that this report completes. A retried batch gets the same answer. */
  readonly take = oncePerReport(
    (report): AppUsage => (report.facts.apps && report.scene_id ? this.count(report, report.facts.apps) : nothing),
  )

  private count({ device_id, scene_id, at }: DeviceReport, reported: readonly AppFact[]): AppUsage {
    const ts = startOf(at)
    const before = this.memories.get(device_id)
    if (before && at <= before.at) return nothing
    const fresh = !before || before.scene_id !== scene_id || at - before.at > MAX_GAP
    const over = before && (ts > before.ts || fresh) ? handOver(device_id, before) : []
    const reached = before && !fresh && over.length > 0 ? reachedBy(device_id, before) : undefined
    if (this.memories.size >= MOST_DEVICES) this.memories.clear()
    const memory: LastAppCounters = fresh ? { scene_id, at, ts, apps: new Map() } : before
    for (const one of reported.slice(0, MOST_APPS)) see(memory, one, fresh ? undefined : at - memory.at)
    memory.ts = ts
    memory.at = at
    this.memories.set(device_id, memory)
    const began = fresh ? reachedBy(device_id, memory) : reached
    return { deeds: over, ...(began && { reached: began }) }
  }
}

const startOf = (at: number) => Math.floor(at / FINE) * FINE

const reachedBy = (device_id: number, { scene_id, at, apps }: LastAppCounters): Reached => ({
  device_id,
  scene_id,
  at,
  counters: [...apps].map(([app, { rx, tx }]) => ({ app, rx_bytes: rx, tx_bytes: tx })),
})

function handOver(device_id: number, { scene_id, ts, apps }: LastAppCounters): AppUsageDelta[] {
  const deltas: AppUsageDelta[] = []
  for (const [app, known] of apps) {
    const { rx, tx } = known.moved
    if (rx + tx > 0) deltas.push({ device_id, scene_id, app, ts: Math.floor(ts / HOUR) * HOUR, rx, tx })
    known.moved = { rx: 0, tx: 0 }
  }
  return deltas
}

/** `gap`: seconds since the previous report; undefined: there is nothing to compare with. */
function see({ apps }: LastAppCounters, { app, rx_bytes, tx_bytes }: AppFact, gap: number | undefined): void {
  const known = apps.get(app)
  if (!known && apps.size >= MOST_APPS) return
  const moved = known?.moved ?? { rx: 0, tx: 0 }
  if (gap !== undefined) {
    moved.rx += passed(known?.rx ?? 0, rx_bytes, gap)
    moved.tx += passed(known?.tx ?? 0, tx_bytes, gap)
  }
  apps.set(app, { rx: rx_bytes, tx: tx_bytes, moved })
}

/** A counter that decreased was reset; an implausible one counts nothing. */
function passed(before: number, now: number, gap: number): number {
  const octets = now >= before ? now - before : now
  return octets <= MAX_RATE * gap ? octets : 0
}
