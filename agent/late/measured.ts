import { uptime } from 'node:os'
import { isObject, type LooseJson, number, objects, text, texts } from '../loose.ts'

/** A time by the wall clock, which may be adjusted at any time, and by the seconds since boot, which only increase. */
export interface Moment {
  wall: number
  up: number
  boot: string
}

/** The values of a state document that charts use. */
export interface StateMeasures {
  at: Moment
  /** cpu %, memory in use %, °C, load over a minute, terminals. */
  gauges: (number | null)[]
  /** Octets received and sent, by interface. */
  counters: Record<string, [number, number]>
  /** Interfaces that carry the traffic of the host. */
  uplinks: string[]
}

/** The difference of two measurements. */
export interface IntervalMeasures {
  at: Moment
  /** Seconds that the traffic covers; 0: unknown. */
  span: number
  gauges: (number | null)[]
  /** Through the uplinks. */
  sum: [number, number]
  each: Record<string, [number, number]>
}

const MAX_SPAN = 86_400

export function momentNow(boot: string): Moment {
  return { wall: Math.floor(Date.now() / 1000), up: Math.floor(uptime()), boot }
}

/** Seconds from one time to another: by the wall clock where the host booted in between. */
export function secondsBetween(a: Moment, b: Moment): number {
  return Math.max(0, a.boot === b.boot ? b.up - a.up : b.wall - a.wall)
}

export function measuredOf(state: LooseJson, at: Moment): StateMeasures {
  const unit = isObject(state.unit) ? state.unit : {}
  const links = objects(state.interfaces)
  const counters: StateMeasures['counters'] = {}
  for (const { name, counters: counted } of links) {
    const [rx, tx] = isObject(counted) ? [number(counted.rx_bytes), number(counted.tx_bytes)] : []
    if (typeof name === 'string' && rx !== undefined && tx !== undefined) counters[name] = [rx, tx]
  }
  return { at, gauges: gaugesOf(unit, terminalsOf(links)), counters, uplinks: uplinksOf(state, counters) }
}

function gaugesOf(unit: LooseJson, terminals: number): (number | null)[] {
  const first = (value: unknown) => (Array.isArray(value) ? number(value[0]) : undefined) ?? null
  const heat = Array.isArray(unit.temperature) ? unit.temperature.map(Number).filter(Number.isFinite) : []
  const used = isObject(unit.memory) ? memoryUsed(unit.memory) : null
  return [first(unit.cpu_load), used, heat.length > 0 ? Math.max(...heat) : null, first(unit.load), terminals]
}

/** Percent, as the controller computes it from a state. */
function memoryUsed({ total, free, cached, buffered }: LooseJson): number | null {
  const [all, idle] = [number(total) ?? 0, number(free)]
  if (all <= 0 || idle === undefined) return null
  const spare = Math.min(all, idle + (number(cached) ?? 0) + (number(buffered) ?? 0))
  return Math.round(1000 * (1 - spare / all)) / 10
}

function terminalsOf(links: readonly LooseJson[]): number {
  const wireless = links.flatMap(({ ssids }) => objects(ssids).flatMap(({ associations }) => objects(associations)))
  const wired = links.flatMap(({ clients }) => objects(clients))
  return new Set([...wireless.map(({ station }) => text(station)), ...wired.map(({ mac }) => text(mac))]).size
}

/** The WAN interfaces; of a host without any its LAN interfaces, and so on, as in the controller. */
function uplinksOf(state: LooseJson, counters: StateMeasures['counters']): string[] {
  const own = isObject(state['x-belvedere']) ? objects(state['x-belvedere'].interfaces) : []
  const counted = own.filter(({ name }) => Object.hasOwn(counters, String(name)))
  for (const role of ['wan', 'lan', 'port', 'other']) {
    const names = texts(counted.filter((link) => link.role === role).map(({ name }) => name))
    if (names.length > 0) return names
  }
  return []
}

/** A counter that decreased was reset: its present value is the difference. */
export function passedBetween(before: StateMeasures | undefined, now: StateMeasures): IntervalMeasures {
  const { at, gauges } = now
  const span = before ? secondsBetween(before.at, at) : 0
  const each: IntervalMeasures['each'] = {}
  if (!before || span === 0 || span > MAX_SPAN) return { at, span: 0, gauges, sum: [0, 0], each }
  const rebooted = before.at.boot !== at.boot
  for (const [name, [rx, tx]] of Object.entries(now.counters)) {
    const [rx0, tx0] = rebooted ? [0, 0] : (before.counters[name] ?? [Number.NaN, Number.NaN])
    if (!Number.isNaN(rx0)) each[name] = [rx >= rx0 ? rx - rx0 : rx, tx >= tx0 ? tx - tx0 : tx]
  }
  const sum: IntervalMeasures['sum'] = [0, 0]
  for (const name of now.uplinks) {
    sum[0] += each[name]?.[0] ?? 0
    sum[1] += each[name]?.[1] ?? 0
  }
  return { at, span, gauges, sum, each }
}
