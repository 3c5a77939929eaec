import type { Reading } from '../define-device-driver.ts'
import type { DeviceFacts, Happening } from '../facts.ts'
import { keysOf, listOf, objectOf, type Loose } from '../coerce.ts'
import { eventOf } from './happenings.ts'

/** Happenings kept of one message; an access point queues up to 250. */
const MAX_HAPPENINGS = 256

/** `data: {type: [[time, payload], …]}`: the newest `state` is facts, every other entry happened. `read`: of `{uuid?, state}`. */
export function telemetryOf(params: Loose, read: (message: Loose) => DeviceFacts): Reading {
  const data = objectOf(params.data)
  const reading: Reading = {}
  const happenings: Happening[] = []
  for (const type of keysOf(data, 32)) {
    const entries = listOf(data[type], MAX_HAPPENINGS)
    if (type === 'state') reading.facts = newest(entries, read)
    else addAll(happenings, type, entries)
  }
  if (happenings.length > 0) reading.happenings = happenings
  return reading
}

function newest(entries: readonly unknown[], read: (message: Loose) => DeviceFacts): DeviceFacts | undefined {
  const last = entries[entries.length - 1]
  if (last === undefined) return undefined
  const payload = objectOf(Array.isArray(last) ? last[1] : last)
  return { ...read(payload.state === undefined ? { state: payload } : payload), streamed: true }
}

function addAll(happenings: Happening[], type: string, entries: readonly unknown[]): void {
  for (const one of entries) {
    if (happenings.length >= MAX_HAPPENINGS) return
    const [at, payload] = Array.isArray(one) ? one : [0, one]
    const happening = eventOf([at, { type, payload }])
    if (happening) happenings.push(happening)
  }
}
