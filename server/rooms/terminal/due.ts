import type { Report } from '../../kernel/device-link.ts'

/** Seconds between two writings of a device's terminals while nobody came or went. */
const EVERY = 30
/** Devices remembered; far more than one process serves. */
const MOST = 500_000

const written = new Map<number, { at: number; who: number }>()
const decided = new WeakMap<Report, boolean>()

/** A new connection: another process may have written meanwhile. */
export function forgetTerminals(device_id: number): void {
  written.delete(device_id)
}

/** Is it time to write this report's terminals? The answer for one report stays the same when its batch is tried again. */
export function dueTerminals(report: Report): boolean {
  const known = decided.get(report)
  if (known !== undefined) return known
  const due = decide(report)
  decided.set(report, due)
  return due
}

function decide({ device_id, at, facts }: Report): boolean {
  const who = fingerprint(facts.terminals?.map(({ mac, link, ip }) => `${mac}${link}${ip ?? ''}`) ?? [])
  const before = written.get(device_id)
  if (before && at - before.at < EVERY && before.who === who) return false
  // an empty list that was empty before needs no writing, however long ago
  if (before && before.who === who && facts.terminals?.length === 0) return false
  if (written.size >= MOST) written.clear()
  written.set(device_id, { at, who })
  return true
}

/** 32 bits that change with the set, whatever its order (FNV-1a of each, added up). */
function fingerprint(texts: readonly string[]): number {
  let sum = texts.length
  for (const text of texts) {
    let hash = 0x811c9dc5
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    sum = (sum + hash) | 0
  }
  return sum
}
