import type { TerminalFact } from '@belvedere/drivers/kit/facts.ts'
import { oncePerReport, type DeviceReport } from '../../devices/device-link.ts'
import { HASH_START, textHash } from '../../devices/ingest/shape.ts'

/**
 * Which terminals of a report are worth a row. Who comes, goes, or changes address, name or radio is written at once; rates
 * and signals of those who merely stay, now and then: with every message they would be most of what the store does.
 */

/** Seconds between two full writings of a device's terminals. */
const FULL_EVERY = 110
/** Devices remembered; far more than one process serves. */
const MOST = 500_000

/** Reports no terminals in a row are as new as this memory, else the store may know more. */
interface ReportMemory {
  full_at: number
  /** One 32-bit fingerprint for each terminal, sorted. */
  who: Int32Array
}

export interface DueTerminals {
  /** Terminals to be written. */
  write: readonly TerminalFact[]
  /** Somebody may have gone. */
  gone: boolean
}

const nothing: DueTerminals = { write: [], gone: false }
const memories = new Map<number, ReportMemory>()

/** A new connection: another process may have written meanwhile. */
export function invalidateTerminals(device_id: number): void {
  memories.delete(device_id)
}

/** The answer for one report stays the same when its batch is tried again. */
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
  // nearly always the same are there: nothing is made again
  if (before && strangers === 0 && reported.length === before.who.length) {
    if (!full) return nothing
    before.full_at = at
    // whoever had none and has none needs no writing, however long ago
    return reported.length === 0 ? nothing : { write: reported, gone: true }
  }
  const who = prints.slice(0, reported.length).sort()
  if (memories.size >= MOST) memories.clear()
  memories.set(device_id, { full_at: full ? at : before.full_at, who })
  if (full) return { write: reported, gone: true }
  const write = reported.filter((one) => !has(before.who, fingerprint(one)))
  return { write, gone: before.who.some((print) => !has(who, print)) }
}

/** Of the report under way; a device with more terminals has its own. */
const scratch = new Int32Array(1024)

/** What makes a terminal worth writing when it changes. */
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
