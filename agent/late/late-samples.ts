import type { LooseJson } from '../loose.ts'
import type { StateDirectory } from '../files/state-directory.ts'
import { type LateEntry, openLateFile } from './late-file.ts'
import { type StateMeasures, measuredOf, type Moment, momentNow, passedBetween, secondsBetween } from './measured.ts'

/** The type of telemetry for the delivery, and of the gateway's request for it. */
export const lateType = 'x-belvedere.samples'

/**
 * Measurements of the host while offline, kept until the gateway confirms that they are stored. States that were sent shortly
 * before a connection loss are kept as well: the gateway knows whether it received them.
 */
export interface LateSamples {
  /** Added to the first state after rows were kept: counting continues from there. */
  since(): LooseJson | undefined
  /** Called when a state was made, sent or not. */
  measured(state: LooseJson, sent: boolean): void
  /** Called when the connection is lost; `heard`: time of the last data from the gateway (ms of the process). */
  lost(heard: number): void
  /** Parameters of a message with at most this number of rows, oldest first. */
  message(serial: string, most: number): LooseJson
  forget(series: number, last: number): void
}

/** ms after which the gateway has received sent data, as long as it is alive. */
const UNDER_WAY = 5000
/** Number of remembered states that may not have arrived. */
const MOST_UNSURE = 64
/** Bytes of one message, names of interfaces and rows in it. */
const LARGEST = 300_000
const MOST_NAMES = 64
const MOST_ROWS = 512
/** Longest age of the rows of a message, and longest time from its first row, in seconds. */
const OLDEST = 7 * 86_400 - 1

export function openLateSamples(directory: StateDirectory, boot: string): LateSamples {
  const file = openLateFile(directory)
  let before = resumed(file.rows.at(-1))
  /** Rows were kept, or the connection was lost, since the last state that was sent. */
  let due = before !== undefined
  let unsure: { entry: LateEntry; at: number }[] = []
  const settle = (heard: number) => {
    unsure = unsure.filter(({ at }) => at > heard - UNDER_WAY)
  }
  return {
    since() {
      if (!due || !before) return undefined
      return { seconds: secondsBetween(before.at, momentNow(boot)), counters: before.counters }
    },
    measured(state, sent) {
      const now = measuredOf(state, momentNow(boot))
      const entry: LateEntry = { ...passedBetween(before, now), counters: now.counters }
      before = now
      due = !sent
      if (!sent) return file.add(entry)
      unsure.push({ entry, at: performance.now() })
      if (unsure.length > MOST_UNSURE) unsure.shift()
    },
    lost(heard) {
      settle(heard)
      for (const { entry } of unsure) file.add({ ...entry, unsure: true })
      unsure = []
      due = before !== undefined
    },
    message: (serial, most) => ({
      serial,
      data: { [lateType]: [messageOf(file.rows.slice(0, Math.min(most, MOST_ROWS)), file, momentNow(boot))] },
    }),
    forget: (series, last) => file.forget(series, last),
  }
}

/** The last measurement of the previous run. */
function resumed(last: LateEntry | undefined): StateMeasures | undefined {
  return last && { at: last.at, gauges: last.gauges, counters: last.counters, uplinks: [] }
}

/** `[time of the first row, {series, first, more, now, names, unsure, rows}]`: names once, then rows of numbers. */
function messageOf(
  entries: readonly LateEntry[],
  { series, first, rows: all }: { series: number; first: number; rows: readonly LateEntry[] },
  now: Moment,
): [number, LooseJson] {
  const names = [...new Set(entries.flatMap(({ each }) => Object.keys(each)))].slice(0, MOST_NAMES)
  const ages = entries.map(({ at }) => Math.min(OLDEST, secondsBetween(at, now)))
  const from = now.wall - (ages[0] ?? 0)
  const rows: (number | null)[][] = []
  let size = 0
  let after = -1
  for (const [n, entry] of entries.entries()) {
    // a wall clock that was set back between two boots must not put two rows at the same time
    after = Math.max(after + 1, now.wall - (ages[n] as number) - from)
    const row = rowOf(entry, after, names)
    size += JSON.stringify(row).length + 1
    if (size > LARGEST && rows.length > 0) break
    rows.push(row)
  }
  const unsure = rows.flatMap((_, n) => (entries[n]?.unsure ? [n] : []))
  return [from, { series, first, more: all.length - rows.length, now: now.wall, names, unsure, rows }]
}

function rowOf({ span, gauges, sum, each }: LateEntry, after: number, names: readonly string[]): (number | null)[] {
  if (span === 0) return [after, 0, ...gauges]
  return [after, span, ...gauges, ...sum, ...names.flatMap((name) => each[name] ?? [null, null])]
}
