import type { WifiBand } from '@belvedere/pure/network/wifi-channels.ts'
import { type Able, overlapOf, strengthOf, type Tuning, tuningsOf } from './channel-rules.ts'

/** The current state of one radio. */
export interface RadioNow extends Able {
  device_id: number
  now: Tuning
  /** dBm; null: not reported. */
  power: number | null
  /** Percent of the time for which its channel is busy; null: not reported. */
  utilisation: number | null
  /** It stays unchanged: offline, or not configurable. It interferes with others all the same. */
  fixed: boolean
  /** dBm of the weakest tenth of its terminals; null: it has too few. */
  weakest: number | null
}

/** A transmitter that a device received: a device of the scene, or a foreign one (0). */
export interface RadioReception {
  receiver: number
  transmitter: number
  band: WifiBand
  channel: number
  /** dBm. */
  signal: number
}

export interface RadioPlanOptions {
  /** Points of interference that a change must save to be applied. */
  threshold: number
  /** Radar channels may be chosen. */
  dfs: boolean
  /** Channels may become narrower, power may be changed. */
  width: boolean
  power: boolean
}

export interface PlannedTuning {
  device_id: number
  band: WifiBand
  before: Tuning & { power: number | null; interference: number }
  after: Tuning & { power: number | null; interference: number }
  moved: boolean
}

export interface RadioPlan {
  items: PlannedTuning[]
  /** Mean of the radios' interference, percent. */
  before: number
  after: number
}

/** Percent of the time that a foreign transmitter is assumed to send. */
const STRANGER = 20
/** Minimum percent of the time that a managed radio is assumed to send: its beacons alone. */
const LEAST = 10
/** Cost in points of halving a width, and of a radar channel, which is left when radar is detected. */
const NARROWER = 8
const RADAR = 2
/** Maximum rounds of improving one radio after the other. */
const ROUNDS = 30

/**
 * A plan of channels, widths and power for radios that receive each other. Three starting points are improved radio by
 * radio: the current plan, and two greedy colourings in the order of most interference, one of them with the narrowest
 * channels; every change costs `threshold`, so that only useful changes are made. The input is measured: signal levels
 * between radios, and the utilisation of each channel.
 */
export function planRadios(
  radios: readonly RadioNow[],
  heard: readonly RadioReception[],
  how: RadioPlanOptions,
): RadioPlan {
  const items = (['2g', '5g', '6g'] as const).flatMap((band) => planBand(band, radios, heard, how))
  const mean = (of: (one: PlannedTuning) => number) =>
    items.length > 0 ? Math.round((10 * items.reduce((sum, one) => sum + of(one), 0)) / items.length) / 10 : 0
  return { items, before: mean(({ before }) => before.interference), after: mean(({ after }) => after.interference) }
}

function planBand(
  band: WifiBand,
  all: readonly RadioNow[],
  heard: readonly RadioReception[],
  how: RadioPlanOptions,
): PlannedTuning[] {
  const radios = all.filter((one) => one.band === band)
  const own = heard.filter((one) => one.band === band)
  const powers = radios.map((radio) => (how.power ? powerOf(radio, own) : radio.power))
  const before = new BandInterference(
    band,
    radios,
    own,
    radios.map(() => 0),
  )
  const after = new BandInterference(
    band,
    radios,
    own,
    radios.map(({ power }, at) => (powers[at] ?? 0) - (power ?? powers[at] ?? 0)),
  )
  const now = radios.map((radio) => radio.now)
  const options = radios.map((radio) =>
    radio.fixed ? [radio.now] : [radio.now, ...tuningsOf(radio, radio.now, how.dfs, how.width)],
  )
  // two wide radios in one block: neither gains by becoming narrower alone
  const narrow = options.map((list) => {
    const least = Math.min(...list.map(({ width }) => width))
    return list.filter(({ width }) => width === least)
  })
  const starts = [now, coloured(after, options), coloured(after, narrow)]
  const plans = starts.map((start) => better(after, start, options, how))
  const [best = now] = plans.toSorted((a, b) => after.worth(a, how) - after.worth(b, how))
  return radios.map((radio, at) => {
    const to = best[at] ?? radio.now
    return {
      device_id: radio.device_id,
      band,
      before: { ...radio.now, power: radio.power, interference: before.at(at, now) },
      after: { ...to, power: powers[at] ?? null, interference: after.at(at, best) },
      moved: !isSame(to, radio.now) || powers[at] !== radio.power,
    }
  })
}

const isSame = (a: Tuning, b: Tuning) => a.channel === b.channel && a.width === b.width

interface Edge {
  /** Index of the other radio. */
  other: number
  /** Points at full overlap that it takes from this one, and this one from it. */
  takes: number
  gives: number
}

/** The interference between the radios of one band. */
class BandInterference {
  private readonly band: WifiBand
  private readonly radios: readonly RadioNow[]
  private readonly edges: Edge[][]
  private readonly strangers: { tuning: Tuning; points: number }[][]

  /** `louder`: dB by which each radio becomes louder. */
  constructor(
    band: WifiBand,
    radios: readonly RadioNow[],
    heard: readonly RadioReception[],
    louder: readonly number[],
  ) {
    this.band = band
    this.radios = radios
    const place = new Map(radios.map(({ device_id }, at) => [device_id, at]))
    this.edges = radios.map(() => [])
    this.strangers = radios.map(() => [])
    const loudest = new Map<string, number>()
    for (const { receiver, transmitter, channel, signal } of heard) {
      const at = place.get(receiver)
      if (at === undefined) continue
      const other = place.get(transmitter)
      if (other !== undefined && other !== at) {
        // several names of one radio are one transmitter
        const key = `${at} ${other}`
        loudest.set(key, Math.max(loudest.get(key) ?? -200, signal))
      } else if (transmitter === 0)
        this.strangers[at]?.push({ tuning: { channel, width: 20 }, points: STRANGER * strengthOf(signal) })
    }
    for (const [key, signal] of loudest) {
      const [at = 0, other = 0] = key.split(' ').map(Number)
      const points = strengthOf(signal + (louder[other] ?? 0)) * Math.max(LEAST, radios[other]?.utilisation ?? LEAST)
      if (points <= 0) continue
      this.edgeOf(at, other).takes = points
      this.edgeOf(other, at).gives = points
    }
  }

  private edgeOf(at: number, other: number): Edge {
    const list = this.edges[at] ?? []
    const known = list.find((one) => one.other === other)
    if (known) return known
    const edge = { other, takes: 0, gives: 0 }
    list.push(edge)
    return edge
  }

  /** Percent of its air time that a radio loses to others. */
  at(at: number, plan: readonly (Tuning | undefined)[]): number {
    const own = plan[at]
    return own ? Math.round(10 * Math.min(100, this.taken(at, own, plan, 'takes'))) / 10 : 0
  }

  /** The same, for both directions; uncapped, so that every change counts. */
  cost(at: number, tuning: Tuning, plan: readonly (Tuning | undefined)[]): number {
    return this.taken(at, tuning, plan, 'takes') + this.taken(at, tuning, plan, 'gives')
  }

  private taken(at: number, tuning: Tuning, plan: readonly (Tuning | undefined)[], what: 'takes' | 'gives'): number {
    let sum = 0
    for (const edge of this.edges[at] ?? []) {
      const other = plan[edge.other]
      if (other) sum += edge[what] * overlapOf(this.band, tuning, other)
    }
    if (what === 'takes')
      for (const one of this.strangers[at] ?? []) sum += one.points * overlapOf(this.band, tuning, one.tuning)
    return sum
  }

  /** Radios, those with the most interference first. */
  order(): number[] {
    const weight = this.edges.map((list) => list.reduce((sum, { takes, gives }) => sum + takes + gives, 0))
    return this.radios.map((_, at) => at).toSorted((a, b) => (weight[b] ?? 0) - (weight[a] ?? 0) || a - b)
  }

  /** The cost of a tuning for the radio itself: a narrow channel, radar, the change. */
  price(at: number, tuning: Tuning, { threshold }: RadioPlanOptions): number {
    const { now } = this.radios[at] as RadioNow
    const narrower =
      tuning.width < now.width ? NARROWER * Math.log2(now.width / tuning.width) * (this.band === '2g' ? 0 : 1) : 0
    const radar = this.band === '5g' && tuning.channel >= 52 && tuning.channel <= 144 ? RADAR : 0
    return narrower + radar + (isSame(tuning, now) ? 0 : threshold)
  }

  /** The total cost of a plan. */
  worth(plan: readonly Tuning[], how: RadioPlanOptions): number {
    return plan.reduce(
      (sum, tuning, at) => sum + this.taken(at, tuning, plan, 'takes') + this.price(at, tuning, how),
      0,
    )
  }
}

/** Sets each radio to the best tuning for all, one after the other, until none gains. */
function better(
  air: BandInterference,
  start: readonly Tuning[],
  options: readonly (readonly Tuning[])[],
  how: RadioPlanOptions,
): Tuning[] {
  const plan = [...start]
  const order = air.order()
  for (let round = 0; round < ROUNDS; round++) {
    let changed = false
    for (const at of order) {
      const price = (one: Tuning) => air.cost(at, one, plan) + air.price(at, one, how)
      const present = plan[at] as Tuning
      let [best, least] = [present, price(present) - 1e-9]
      for (const one of options[at] ?? []) {
        const cost = price(one)
        if (cost < least) [best, least] = [one, cost]
      }
      if (best !== present && !isSame(best, present)) {
        plan[at] = best
        changed = true
      }
    }
    if (!changed) break
  }
  return plan
}

/** Greedy colouring, radios with the most interference first. */
function coloured(air: BandInterference, options: readonly (readonly Tuning[])[]): Tuning[] {
  const plan: (Tuning | undefined)[] = options.map(() => undefined)
  for (const at of air.order()) {
    const list = options[at] ?? []
    plan[at] = list.toSorted((a, b) => air.cost(at, a, plan) - air.cost(at, b, plan))[0]
  }
  return plan as Tuning[]
}

/** dBm at which its third neighbour should receive a radio: enough for roaming, no more. */
const WANTED = -70
/** dB below which nothing is changed, and the maximum change at once. */
const SLACK = 4
const STEP = 6
/** dBm that terminals should keep. */
const CARRIED = -72
const softest: Readonly<Record<WifiBand, number>> = { '2g': 8, '5g': 11, '6g': 11 }

/**
 * The power of a radio, reduced where three others receive it too strongly, as far as its own terminals stay connected.
 */
function powerOf(
  { device_id, band, power, fixed, weakest }: RadioNow,
  heard: readonly RadioReception[],
): number | null {
  if (power === null || fixed) return power
  const receivers = new Map<number, number>()
  for (const { receiver, transmitter, signal } of heard)
    if (transmitter === device_id) receivers.set(receiver, Math.max(receivers.get(receiver) ?? -200, signal))
  const third = [...receivers.values()].toSorted((a, b) => b - a)[2]
  if (third === undefined || third - WANTED < SLACK) return power
  const spare = weakest === null ? STEP : Math.max(0, weakest - CARRIED)
  const down = Math.floor(Math.min(third - WANTED, STEP, spare))
  return down < SLACK ? power : Math.max(softest[band], power - down)
}
