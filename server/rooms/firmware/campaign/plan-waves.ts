import { type PlacedUpgrade, ConcurrentOutages, type Placement } from './placement.ts'

/** A device to be upgraded. */
export interface PlannedUpgrade extends PlacedUpgrade, Placement {
  model: string
  online: boolean
}

export interface Wave {
  kind: 'canary' | 'rest'
  /** Hops from the uplink of the scene. */
  depth: number
  ids: number[]
}

export interface WavePlanOptions {
  /** Number of canary devices of each model. */
  canary: number
  /** Maximum number of devices in one wave. */
  most: number
}

/** Number of devices in the first wave after the canaries; each further one is twice as large. */
const FIRST = 10

/**
 * The waves of a campaign: the deepest devices first, uplinks last; at the first occurrence of a model, a few canaries
 * go before the others; no wave contains two devices that must not be offline together (`ConcurrentOutages`). Every
 * device is in exactly one wave.
 */
export function planWaves(devices: readonly PlannedUpgrade[], options: WavePlanOptions): Wave[] {
  const waves: Wave[] = []
  const proven = new Set<string>()
  let room = Math.min(FIRST, options.most)
  const byDepth = Map.groupBy(devices, ({ depth }) => depth)
  for (const depth of [...byDepth.keys()].sort((a, b) => b - a)) {
    const level = byDepth.get(depth) ?? []
    const canaries = canariesOf(level, proven, options.canary)
    for (const ids of pack(canaries, options.most)) waves.push({ kind: 'canary', depth, ids })
    const first = new Set(canaries)
    let rest = level.filter((one) => !first.has(one)).sort((a, b) => crowd(b, level) - crowd(a, level) || a.id - b.id)
    while (rest.length > 0) {
      const [ids, left] = fill(rest, room)
      waves.push({ kind: 'rest', depth, ids })
      rest = left
      room = Math.min(options.most, room * 2)
    }
  }
  return waves
}

/** Only online devices, because an offline one proves nothing; only models that no deeper level has proven. */
function canariesOf(level: readonly PlannedUpgrade[], proven: Set<string>, count: number): PlannedUpgrade[] {
  if (count === 0) return []
  const chosen: PlannedUpgrade[] = []
  for (const [model, devices] of Map.groupBy(level, ({ model }) => model)) {
    if (proven.has(model)) continue
    proven.add(model)
    const best = [...devices].sort((a, b) => Number(b.online) - Number(a.online) || a.id - b.id)
    chosen.push(...best.slice(0, count))
  }
  return chosen
}

const crowds = new WeakMap<readonly PlannedUpgrade[], Map<number, number>>()

/**
 * The number of devices of a level at the same place: the fullest places need the most waves, so they begin with the
 * first.
 */
function crowd({ place }: PlannedUpgrade, level: readonly PlannedUpgrade[]): number {
  let counts = crowds.get(level)
  if (!counts) {
    counts = new Map([...Map.groupBy(level, (one) => one.place)].map(([key, list]) => [key, list.length]))
    crowds.set(level, counts)
  }
  return place === 0 ? 0 : (counts.get(place) ?? 0)
}

function pack(devices: readonly PlannedUpgrade[], most: number): number[][] {
  const all: number[][] = []
  let rest: readonly PlannedUpgrade[] = devices
  while (rest.length > 0) {
    const [ids, left] = fill(rest, most)
    all.push(ids)
    rest = left
  }
  return all
}

/** Fills one wave from the remaining devices, and returns the rest. */
function fill(devices: readonly PlannedUpgrade[], room: number): [number[], PlannedUpgrade[]] {
  const dark = new ConcurrentOutages()
  const ids: number[] = []
  const left: PlannedUpgrade[] = []
  for (const one of devices) {
    if (ids.length >= room || dark.clashes(one)) left.push(one)
    else {
      dark.add(one)
      ids.push(one.id)
    }
  }
  return [ids, left]
}
