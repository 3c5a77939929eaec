import type { InterfaceFact } from '@belvedere/drivers/kit/facts.ts'
import { oncePerReport, type DeviceReport } from '../../devices/device-link.ts'
import type { CounterLayout, Traffic } from '../../devices/traffic.ts'

/**
 * Devices report increasing counters; the useful value is the traffic since the last report. This stores the last
 * counters of each device, compactly, and computes differences. A counter that decreased was reset, and counts from
 * zero. A restarted process resumes from the store, see `baseline`.
 */

interface LastInterfaceCounters {
  layout: CounterLayout
  /** rx, tx of each interface; NaN: never reported. */
  counters: Float64Array
  at: number
}

type InterfaceOctets = Pick<InterfaceFact, 'name' | 'rx_bytes' | 'tx_bytes'>

/** Maximum number of counted interfaces of one device. */
const MAX_INTERFACES = 256
/** Seconds after which former counters are too old to compare. */
const MAX_SPAN = 86_400
/** Maximum seconds of a report in transit: a larger difference means another time. */
const LATER = 5
/** Implausible octets a second: 800 Gbit/s. */
const MAX_RATE = 1e11

export class InterfaceCounters {
  private readonly memories = new Map<number, LastInterfaceCounters>()
  private readonly layouts = new Map<string, CounterLayout>()

  knows(device_id: number): boolean {
    return this.memories.has(device_id)
  }

  /** A new connection: another process may have counted meanwhile. */
  forget(device_id: number): void {
    this.memories.delete(device_id)
  }

  /**
   * The stored state of a device without a report in this process: names in the order of its samples, counters if they
   * are current.
   */
  baseline(device_id: number, names: readonly string[], at: number, counted: readonly InterfaceFact[]): void {
    const layout = this.layoutOf(names)
    this.memories.set(device_id, { layout, counters: countersOf(layout, counted), at })
  }

  /**
   * The differences of one report, undefined when it has no counters or there is nothing to compare with. Repeated for
   * the same report (a batch is retried) it returns the same.
   */
  readonly take = oncePerReport((report): Traffic | undefined => this.compare(report))

  /** Removes devices without a report since `before` (unix seconds). */
  prune(before: number): void {
    for (const [device_id, memory] of this.memories) if (memory.at < before) this.memories.delete(device_id)
  }

  private compare({ device_id, at, facts }: DeviceReport): Traffic | undefined {
    const counted = countedOf(facts.interfaces ?? [])
    if (counted.length === 0) return undefined
    const before = this.resumed(device_id, at, facts.since) ?? this.memories.get(device_id)
    // the clock was set back: the stored time is in the future
    if (before && at < before.at - LATER) {
      before.counters.fill(Number.NaN)
      before.at = at
    }
    // a second report within the same second waits for the next one: no time has passed to divide by
    if (before && at <= before.at && hasCounters(before)) return undefined
    const layout = this.layoutWith(before?.layout, counted)
    const grown = layout !== before?.layout
    const span = at - (before?.at ?? at)
    const memory = before ?? { layout, counters: nothing, at }
    // the stored state is changed in place: a new array for every report of every device is expensive for the garbage
    // collector
    if (grown) {
      memory.layout = layout
      memory.counters = widened(layout, memory.counters)
    }
    memory.at = at
    if (!before) this.memories.set(device_id, memory)
    const each = count(memory, counted, span)
    if (!before || span > MAX_SPAN) return grown ? empty(layout) : undefined
    const [rx, tx] = throughUplinks(layout, each, counted)
    return { span, rx, tx, each, layout, grown }
  }

  /**
   * A device that delivered its earlier traffic by other means reports its counters of that time: counting continues
   * from there, unless later ones are known.
   */
  private resumed(
    device_id: number,
    at: number,
    since: DeviceReport['facts']['since'],
  ): LastInterfaceCounters | undefined {
    const memory = this.memories.get(device_id)
    if (!since || (memory && memory.at > at - since.seconds + LATER && hasCounters(memory))) return undefined
    const layout = memory?.layout ?? this.layoutOf([])
    const resumed: LastInterfaceCounters = {
      layout,
      counters: countersOf(layout, since.interfaces),
      at: at - since.seconds,
    }
    this.memories.set(device_id, resumed)
    return resumed
  }

  private layoutWith(known: CounterLayout | undefined, counted: readonly InterfaceFact[]): CounterLayout {
    if (known && counted.every(({ name }) => known.place.has(name))) return known
    const added = counted.filter(({ name }) => !known?.place.has(name)).map(({ name }) => name)
    return this.layoutOf([...new Set([...(known?.names ?? []), ...added])].slice(0, MAX_INTERFACES))
  }

  private layoutOf(names: readonly string[]): CounterLayout {
    const key = names.join('\n')
    const known = this.layouts.get(key)
    if (known) return known
    // one process sees few kinds of devices; invented names must not fill the memory
    if (this.layouts.size > 5000) this.layouts.clear()
    const layout = { names, place: new Map(names.map((name, place) => [name, place])) }
    this.layouts.set(key, layout)
    return layout
  }
}

/** Those with counters; nearly always all of them, which need no separate list. */
function countedOf(interfaces: readonly InterfaceFact[]): readonly InterfaceFact[] {
  if (interfaces.length <= MAX_INTERFACES && interfaces.every(isCounted)) return interfaces
  return interfaces.filter(isCounted).slice(0, MAX_INTERFACES)
}

const isCounted = ({ rx_bytes, tx_bytes }: InterfaceOctets) => rx_bytes !== undefined || tx_bytes !== undefined

const hasCounters = ({ counters }: LastInterfaceCounters) => counters.some((value) => !Number.isNaN(value))

const nothing = new Float64Array(0)

/** The same counters with room for more. */
function widened({ names }: CounterLayout, before: Float64Array): Float64Array {
  const counters = new Float64Array(names.length * 2).fill(Number.NaN)
  counters.set(before)
  return counters
}

/** Counters in the order of the layout. */
function countersOf(layout: CounterLayout, counted: readonly InterfaceOctets[]): Float64Array {
  const counters = widened(layout, nothing)
  count({ layout, counters, at: 0 }, counted, 0)
  return counters
}

/**
 * Stores counters and returns the differences: zero where none is reported, NaN where none ever was, or where the value
 * is implausible.
 */
function count(
  { layout, counters }: LastInterfaceCounters,
  counted: readonly InterfaceOctets[],
  span: number,
): number[] {
  const each = new Array<number>(counters.length).fill(Number.NaN)
  for (let at = 0; at < counters.length; at++) if (!Number.isNaN(counters[at])) each[at] = 0
  const most = MAX_RATE * span
  const take = (at: number, now: number) => {
    const before = counters[at] as number
    const passed = now >= before ? now - before : Number.isNaN(before) ? Number.NaN : now
    each[at] = passed <= most ? passed : Number.NaN
    counters[at] = now
  }
  for (const { name, rx_bytes, tx_bytes } of counted) {
    const place = layout.place.get(name)
    if (place === undefined) continue
    if (rx_bytes !== undefined) take(place * 2, rx_bytes)
    if (tx_bytes !== undefined) take(place * 2 + 1, tx_bytes)
  }
  return each
}

function empty(layout: CounterLayout): Traffic {
  return { span: 0, rx: 0, tx: 0, each: [], layout, grown: true }
}

/** Sum over the WANs; a device without one counts its LANs, a plain switch its ports. */
function throughUplinks(
  layout: CounterLayout,
  each: readonly number[],
  counted: readonly InterfaceFact[],
): [number, number] {
  for (const role of ['wan', 'lan', 'port', 'other'] as const) {
    if (!counted.some((one) => one.role === role)) continue
    let [rx, tx] = [0, 0]
    for (const { name, role: its } of counted) {
      if (its !== role) continue
      const place = layout.place.get(name)
      if (place === undefined) continue
      rx += each[place * 2] || 0
      tx += each[place * 2 + 1] || 0
    }
    return [rx, tx]
  }
  return [0, 0]
}
