import type { TerminalFact } from '@belvedere/drivers/kit/facts.ts'
import { oncePerReport, type DeviceReport } from '../../../devices/device-link.ts'

/**
 * The usage of terminals, from reports of the connected ones with counters since association. Collected in memory for
 * five minutes of each device; returned with the first report after them.
 */

/** The usage of one terminal at one device in five minutes. */
export interface UsageDelta {
  device_id: number
  scene_id: number
  mac: string
  /** Beginning of the five minutes. */
  ts: number
  /** 3 radio, 2 switch port, 1 address table. */
  rank: 1 | 2 | 3
  /** Octets in both directions. */
  flow: number
  /** Seconds. */
  online: number
  access: 0 | 1
  /** Time of the report that first contained it, while access is 1. */
  came_at: number
}

export const FINE = 300
/** Seconds without a report after which presence is not known. */
const MAX_GAP = 900
/** Maximum error in seconds of the connection time that a device reports. */
const JITTER = 30
/** Implausible octets a second: 10 Gbit/s. */
const MAX_RATE = 1.25e9
/** Maximum number of cached terminals of one device, and of cached devices. */
const MOST_TERMINALS = 2000
const MOST_DEVICES = 500_000

interface TerminalUsage {
  octets: number
  /** Number of the last report that contained it. */
  round: number
  /** Since the beginning of the current five minutes. */
  flow: number
  online: number
  access: 0 | 1
  came_at: number
  rank: 1 | 2 | 3
}

interface LastTerminalCounters {
  scene_id: number
  at: number
  round: number
  /** The beginning of the current five minutes. */
  ts: number
  terminals: Map<string, TerminalUsage>
}

const macForm = /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/
const none: readonly UsageDelta[] = []

export class TerminalCounters {
  private readonly memories = new Map<number, LastTerminalCounters>()

  /** The deltas that this report completes. A retried batch gets the same answer. */
  readonly take = oncePerReport((report): readonly UsageDelta[] =>
    report.facts.terminals && report.scene_id ? this.count(report, report.facts.terminals) : none,
  )

  /** Removes devices without a report since `before` (unix seconds). */
  prune(before: number): void {
    for (const [device_id, memory] of this.memories) if (memory.at < before) this.memories.delete(device_id)
  }

  private count({ device_id, scene_id, at }: DeviceReport, reported: readonly TerminalFact[]): readonly UsageDelta[] {
    const ts = Math.floor(at / FINE) * FINE
    const before = this.memories.get(device_id)
    if (before && at <= before.at) return none
    const moved = before && before.scene_id !== scene_id
    const over = before && (ts > before.ts || moved) ? handOver(device_id, before) : none
    if (this.memories.size >= MOST_DEVICES) this.memories.clear()
    const memory = !before || moved ? { scene_id, at, round: 0, ts, terminals: new Map() } : before
    const gap = before && !moved ? at - before.at : undefined
    memory.round++
    memory.ts = ts
    memory.at = at
    for (const one of reported.slice(0, MOST_TERMINALS)) if (macForm.test(one.mac)) see(memory, one, gap)
    if (gap !== undefined && gap <= MAX_GAP) creditGone(memory, gap)
    this.memories.set(device_id, memory)
    return over
  }
}

/** The totals of the five minutes; terminals that left are removed. */
function handOver(device_id: number, memory: LastTerminalCounters): UsageDelta[] {
  const { scene_id, ts, round, terminals } = memory
  const deltas: UsageDelta[] = []
  for (const [mac, known] of terminals) {
    const { rank, flow, online, access, came_at } = known
    if (online > 0 || flow > 0) deltas.push({ device_id, scene_id, mac, ts, rank, flow, online, access, came_at })
    if (known.round !== round) terminals.delete(mac)
    else Object.assign(known, { flow: 0, online: 0, access: 0 })
  }
  return deltas
}

/** A terminal that left did so at some time since the previous report: on average half of it counts. */
function creditGone({ terminals, round }: LastTerminalCounters, gap: number): void {
  for (const known of terminals.values()) if (known.round === round - 1) known.online += Math.trunc(gap / 2)
}

/** `gap`: seconds since the previous report; undefined: it is the first, and former presence is not known. */
function see(memory: LastTerminalCounters, reported: TerminalFact, gap: number | undefined): void {
  const octets =
    reported.up_bytes === undefined && reported.down_bytes === undefined
      ? Number.NaN
      : (reported.up_bytes ?? 0) + (reported.down_bytes ?? 0)
  const known = memory.terminals.get(reported.mac)
  const there = known && known.round === memory.round - 1
  const connected = reported.connected_s
  // the maximum age of a connection that counts as new
  const reach = gap ?? FINE / 2
  // a new association between two reports counts as one more, also for a terminal that was connected before
  const came = connected === undefined ? !there && gap !== undefined : connected < (there ? reach : reach + JITTER)
  const lasted = Math.min(gap ?? (came ? reach : 0), connected ?? (there ? reach : (gap ?? 0) / 2))
  const one = known ?? { octets: Number.NaN, round: 0, flow: 0, online: 0, access: 0, came_at: 0, rank: 1 }
  // counters of a new connection begin at zero; those of an existing one are compared with the former values
  one.flow += passed(came && connected !== undefined ? 0 : one.octets, octets, reach)
  // at least one second: it was connected
  one.online += lasted > MAX_GAP ? 0 : Math.max(1, Math.trunc(lasted))
  if (came) Object.assign(one, { access: 1, came_at: memory.at })
  one.octets = octets
  one.round = memory.round
  one.rank = reported.link !== 'wired' ? 3 : reported.port ? 2 : 1
  memory.terminals.set(reported.mac, one)
}

/** Counters increase from association on; one that decreased was reset, an implausible one counts nothing. */
function passed(before: number, now: number, seconds: number): number {
  if (Number.isNaN(now) || Number.isNaN(before)) return 0
  const octets = now >= before ? now - before : now
  return octets <= MAX_RATE * Math.max(1, seconds) ? octets : 0
}
