import type { Db, Transaction } from '../../kernel/db.ts'
import type { DeviceEventReport, LateReport, LogReport, DeviceReport, StoredLine } from '../device-link.ts'
import type { LiveNews } from '../../kernel/event.ts'
import type { ReportQueue } from './fair-queue.ts'
import { isStoreAway } from '../../kernel/database/recognise-error.ts'

/** A room's part of every batch of reports, written in the common transaction. */
export interface Sink {
  readonly name: string
  /** Lower first. Sinks of one order run concurrently, so none of them may depend on another one. */
  readonly order: number
  /** Reports are sorted by device id; a device may have several, oldest first. Returns the live messages. */
  take(reports: readonly DeviceReport[], db: Db): Promise<LiveNews[] | undefined | void>
  /** A new connection of the device: cached state of its reports may be outdated. */
  forget?(device_id: number): void
  /** The same for backfilled samples (`startLateIntake`), in a separate transaction. */
  takeLate?(reports: readonly LateReport[], db: Transaction): Promise<void>
  /** Lines of logs (`startLogIntake`), in a separate transaction. */
  takeLogs?(reports: readonly LogReport[], db: Transaction): Promise<LogsTaken>
}

/** The effects of lines of logs after they are stored. */
export interface LogsTaken {
  news: readonly LiveNews[]
  happened: readonly DeviceEventReport[]
  lines: readonly StoredLine[]
}

const mark = Symbol.for('belvedere.sink')

/** Export the result from a file of the room. */
export function defineSink(sink: Sink): Sink {
  Object.defineProperty(sink, mark, { value: true })
  defined.add(sink)
  return sink
}

/** Sinks of this process, each with its own cache. */
const defined = new Set<Sink>()

/** A new connection of a device: its first report is written completely and compared with the database, not with the cache. */
export function invalidateReports(device_id: number): void {
  for (const sink of defined) sink.forget?.(device_id)
}

export function isSink(value: unknown): value is Sink {
  return typeof value === 'object' && value !== null && mark in value
}

export interface Ingest {
  /** Accepts a report; never waits. False: the device reports too often, see `fairQueue`. */
  push(report: DeviceReport): boolean
  /** Commits all queued reports. */
  drain(): Promise<void>
  /** Running numbers for metrics. */
  readonly counts: { taken: number; stored: number; joined: number; dropped: number; failed: number; batches: number }
}

const MAX_BATCH = 1000
/**
 * Interval of batches, ms: a batch costs half a dozen round trips for any size, and a screen shows changes within a second. A report after
 * a quiet time waits only for concurrent ones.
 */
const EVERY = 250
const COMPANY = 25

export interface IngestOptions {
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>
  sinks: readonly Sink[]
  /** The waiting reports. */
  queue: ReportQueue
  tell(news: LiveNews): void
  onError(error: unknown): void
}

/** Collects reports and writes them in batches, one transaction each, one at a time. */
export function startIngest(options: IngestOptions): Ingest {
  const { queue } = options
  const turns = [...Map.groupBy(options.sinks, ({ order }) => order)]
    .sort(([a], [b]) => a - b)
    .map(([, sinks]) => sinks)
  const counts = { taken: 0, stored: 0, failed: 0, batches: 0 }
  let timer: NodeJS.Timeout | undefined
  /** Timer for held back reports. */
  let heldTimer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined
  let begun = Number.NEGATIVE_INFINITY

  const write = async (batch: DeviceReport[]) => {
    // sorted, so that concurrent writers lock rows in one order; unsorted batched upserts deadlock. Reports of one device keep the order of
    // arrival, even if the clock is set back
    batch.sort((a, b) => a.device_id - b.device_id)
    const news = await options.transaction(async (db) => {
      const told: LiveNews[] = []
      for (const sinks of turns) told.push(...(await takeTogether(sinks, batch, db)))
      return told
    })
    counts.stored += batch.length
    counts.batches++
    for (const one of news) options.tell(one)
  }

  /** Writes the present reports; new ones wait for their turn, unless they fill a batch. */
  const work = async () => {
    do {
      const batch = queue.take(MAX_BATCH)
      if (batch.length === 0) return
      try {
        await write(batch)
      } catch (error) {
        await retryHalves(batch, error)
      }
    } while (queue.ready >= MAX_BATCH)
  }

  /**
   * If the database is down, all reports are returned to the queue. A refused report is found by bisection: a transaction per report would
   * make every team wait for one device.
   */
  const retryHalves = async (batch: DeviceReport[], error: unknown): Promise<void> => {
    options.onError(error)
    if (isStoreAway(error)) {
      queue.putBack(batch)
      await new Promise((resolve) => setTimeout(resolve, 500))
      return
    }
    if (batch.length === 1) {
      return write(batch).catch((again: unknown) => {
        counts.failed++
        options.onError(again)
      })
    }
    const middle = batch.length >> 1
    for (const half of [batch.slice(0, middle), batch.slice(middle)]) {
      await write(half).catch((again: unknown) => retryHalves(half, again))
    }
  }

  const wake = () => {
    timer = heldTimer = undefined
    begun = performance.now()
    working ??= work().finally(() => {
      working = undefined
      if (queue.size > 0) wakeSoon()
    })
  }
  const wakeSoon = () => {
    if (queue.ready >= MAX_BATCH) return wakeNow()
    if (queue.ready > 0) timer ??= setTimeout(wake, Math.max(COMPANY, begun + EVERY - performance.now()))
    else heldTimer ??= setTimeout(wakeNow, Math.max(COMPANY, queue.heldFor ?? 0))
  }
  const wakeNow = () => {
    clearTimeout(timer)
    clearTimeout(heldTimer)
    wake()
  }

  return {
    get counts() {
      return { ...counts, ...queue.counts }
    },
    push(report) {
      counts.taken++
      const fits = queue.push(report)
      if (!working) wakeSoon()
      return fits
    },
    async drain() {
      queue.release()
      while (queue.size > 0 || working) {
        if (!working) wakeNow()
        await working
      }
    },
  }
}

/** The live messages of all. No query follows an exception: the transaction may have ended. */
async function takeTogether(sinks: readonly Sink[], batch: readonly DeviceReport[], db: Db): Promise<LiveNews[]> {
  const taken = await Promise.allSettled(sinks.map(async (sink) => sink.take(batch, db)))
  return taken.flatMap((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value ?? []
  })
}
