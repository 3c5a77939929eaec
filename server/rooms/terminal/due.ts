import type { TerminalFact } from '@belvedere/drivers/kit/facts.ts'
import { oncePerReport, type DeviceReport } from '../../devices/device-link.ts'
import { HASH_START, textHash } from '../../devices/ingest/shape.ts'

/**
 * Selects the terminals of a report to be written. Terminals that connect, disconnect, or change address, name or radio
 * are written immediately; rates and signals of the others periodically: written with every message they would be most
 * of the database's work.
 */

/** Seconds between two complete writes of a device's terminals. */
const FULL_EVERY = 110
/** Maximum number of cached devices; far more than one process serves. */
const MOST = 500_000

/** The terminals of a device at its last report; `full_at`: the time of the last complete write. */
interface ReportMemory {
  full_at: number
  /** One 32-bit fingerprint for each terminal, sorted. */
  who: Int32Array
}

export interface DueTerminals {
  /** Terminals to be written. */
  write: readonly TerminalFact[]
  /** Terminals may have disconnected. */
  gone: boolean
}

const nothing: DueTerminals = { write: [], gone: false }
const memories = new Map<number, ReportMemory>()

/** A new connection: another process may have written meanwhile. */
export function invalidateTerminals(device_id: number): void {
  memories.delete(device_id)
}

/** The answer for one report stays the same when its batch is retried. */
export const dueTerminals = oncePerReport(
  (report): DueTerminals => (report.facts.terminals ? decide(report, report.facts.terminals) : nothing),
)

function decide({ device_id, at }: DeviceReport, reported: readonly TerminalFact[]): DueTerminals {
  const before = memories.get(device_id)
  const full = !before || at - before.full_at >= FULL_EVERY
  const prints = reported.length <= scratch.length ? scratch : new Int32Array(reported.length)
  let strangers = 0
  for (let place = 0; place < reported.length; place++) {
    const print = fingerprint(reported[place] as TerminalFact)
    prints[place] = print
    if (before && !has(before.who, print)) strangers++
  }
  // nearly always the same terminals are connected: nothing is allocated
  if (before && strangers === 0 && reported.length === before.who.length) {
    if (!full) return nothing
    before.full_at = at
    // a device that had no terminals and has none needs no write, independent of the time
    return reported.length === 0 ? nothing : { write: reported, gone: true }
  }
  const who = prints.slice(0, reported.length).sort()
  if (memories.size >= MOST) memories.clear()
  memories.set(device_id, { full_at: full ? at : before.full_at, who })
  if (full) return { write: reported, gone: true }
  const write = reported.filter((one) => !has(before.who, fingerprint(one)))
  return { write, gone: before.who.some((print) => !has(who, print)) }
}

/** For the current report; a device with more terminals gets a separate array. */
const scratch = new Int32Array(1024)

/** The values whose change makes a terminal due. */
function fingerprint({ mac, link, ip, hostname, dhcp_class, ssid, port }: TerminalFact): number {
  const place = textHash(textHash(textHash(textHash(HASH_START, mac), link), port), ssid)
  return textHash(textHash(textHash(place, ip), hostname), dhcp_class)
}

function has(sorted: Int32Array, wanted: number): boolean {
  let [low, high] = [0, sorted.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const value = sorted[middle] as number
    if (value === wanted) return true
    if (value < wanted) low = middle + 1
    else high = middle - 1
  }
  return false
}
