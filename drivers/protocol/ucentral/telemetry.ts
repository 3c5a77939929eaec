import type { Reading } from '../../kit/reading.ts'
import type { DeviceFacts, DeviceEvent } from '../../kit/facts.ts'
import { keysOf, listOf, objectOf, type Loose } from '../../kit/coerce.ts'
import { eventOf } from './device-events.ts'

/** Device events kept of one message; an access point queues up to 250. */
const MAX_EVENTS = 256

/**
 * `data: {type: [[time, payload], …]}`: the newest `state` becomes facts, every other entry an event. `read`: of `{uuid?,
 * state}`.
 */
export function telemetryOf(params: Loose, read: (message: Loose) => DeviceFacts): Reading {
  const data = objectOf(params.data)
  const reading: Reading = {}
  const events: DeviceEvent[] = []
  for (const type of keysOf(data, 32)) {
    const entries = listOf(data[type], MAX_EVENTS)
    if (type === 'state') reading.facts = newest(entries, read)
    else addAll(events, type, entries)
  }
  if (events.length > 0) reading.events = events
  return reading
}

function newest(entries: readonly unknown[], read: (message: Loose) => DeviceFacts): DeviceFacts | undefined {
  const last = entries[entries.length - 1]
  if (last === undefined) return undefined
  const payload = objectOf(Array.isArray(last) ? last[1] : last)
  return { ...read(payload.state === undefined ? { state: payload } : payload), streamed: true }
}

function addAll(events: DeviceEvent[], type: string, entries: readonly unknown[]): void {
  for (const one of entries) {
    if (events.length >= MAX_EVENTS) return
    const [at, payload] = Array.isArray(one) ? one : [0, one]
    const event = eventOf([at, { type, payload }])
    if (event) events.push(event)
  }
}
