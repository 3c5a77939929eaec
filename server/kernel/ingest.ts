import type { Db, Transaction } from './db.ts'
import type { LateReport, Report } from './device-link.ts'
import type { LiveNews } from './event.ts'
import { isStoreAway } from './recognise-error.ts'

/** A room's share of every batch of reports, written in one transaction with the others'. */
export interface Sink {
  readonly name: string
  /** Lower first. Those of one order ask the store at once, so none of them may need what another of them does. */
  readonly order: number
  /** Reports come sorted by device id, one device may come more than once, oldest first. Returns what browsers are told. */
  take(reports: readonly Report[], db: Db): Promise<LiveNews[] | undefined | void>
  /** The same of what devices measured earlier and hand in now (`startLateIntake`), in a transaction of its own. */
  takeLate?(reports: readonly LateReport[], db: Transaction): Promise<void>
}

const mark = Symbol.for('belvedere.sink')

/** Export the result from a file of the room. */
export function defineSink(sink: Sink): Sink {
  Object.defineProperty(sink, mark, { value: true })
  return sink
}

export function isSink(value: unknown): value is Sink {
  return typeof value === 'object' && value !== null && mark in value
}

export interface Ingest {
  /** Takes a report; never waits. When the store is slower than the devices the oldest report of the queue is dropped and counted. */
  push(report: Report): void
  /** The store is behind: stop reading from the device that sent this until `room` resolves, and nothing need be dropped. */
  readonly crowded: boolean
  room(): Promise<void>
  /** Commits what is queued. */
  drain(): Promise<void>
  /** Running numbers for metrics. */
  readonly counts: { taken: number; stored: number; dropped: number; failed: number; batches: number }
}

/** Reports kept while the store is slow: a minute of 20,000 devices at 60 s. */
const MAX_QUEUED = 20_000
const MAX_BATCH = 1000
/** Reports waiting from which on gateways are asked to hold their devices back. */
const CROWDED = 4000
/**
 * From one batch to the next, ms: a batch costs half a dozen round trips whatever is in it, and a screen shows changes within
 * a second. A report that comes after a quiet time waits only for those that come with it.
 */
const EVERY = 250
const COMPANY = 25

export interface IngestHow {
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>
  sinks: readonly Sink[]
  tell(news: LiveNews): void
  onError(error: unknown): void
}

/** Collects reports and writes them in batches, one transaction each, at most one under way. */
export function startIngest(how: IngestHow): Ingest {
  const turns = [...Map.groupBy(how.sinks, ({ order }) => order)].sort(([a], [b]) => a - b).map(([, sinks]) => sinks)
  const counts = { taken: 0, stored: 0, dropped: 0, failed: 0, batches: 0 }
  let queue: Report[] = []
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined
  let begun = Number.NEGATIVE_INFINITY
  const waiting: (() => void)[] = []

  const write = async (batch: Report[]) => {
    // sorted, so that concurrent writers lock rows in one order; unsorted batched upserts deadlock
    batch.sort((a, b) => a.device_id - b.device_id || a.at - b.at)
    const news = await how.transaction(async (db) => {
      const told: LiveNews[] = []
      for (const sinks of turns) told.push(...(await takeTogether(sinks, batch, db)))
      return told
    })
    counts.stored += batch.length
    counts.batches++
    for (const one of news) how.tell(one)
  }

  /** What has come is written; what comes meanwhile waits for its turn, unless it is a batch already. */
  const work = async () => {
    do {
      const batch = queue.length <= MAX_BATCH ? queue : queue.slice(0, MAX_BATCH)
      queue = queue.length <= MAX_BATCH ? [] : queue.slice(MAX_BATCH)
      if (queue.length < CROWDED / 2) for (const go of waiting.splice(0)) go()
      try {
        await write(batch)
      } catch (error) {
        await retryAlone(batch, error)
      }
    } while (queue.length >= MAX_BATCH)
  }

  /** One poisonous report must not take its batch along; a store that is down fails them all and they are put back. */
  const retryAlone = async (batch: Report[], error: unknown) => {
    how.onError(error)
    if (isStoreAway(error)) {
      queue = [...batch, ...queue].slice(-MAX_QUEUED)
      await new Promise((resolve) => setTimeout(resolve, 500))
      return
    }
    for (const report of batch) {
      await write([report]).catch((again) => {
        counts.failed++
        how.onError(again)
      })
    }
  }

  const wake = () => {
    timer = undefined
    begun = performance.now()
    working ??= work().finally(() => {
      working = undefined
      if (queue.length > 0) wakeSoon()
    })
  }
  const wakeSoon = () => {
    if (queue.length < MAX_BATCH) timer ??= setTimeout(wake, Math.max(COMPANY, begun + EVERY - performance.now()))
    else wakeNow()
  }
  const wakeNow = () => {
    clearTimeout(timer)
    wake()
  }

  return {
    counts,
    get crowded() {
      return queue.length > CROWDED
    },
    room: () => (queue.length < CROWDED / 2 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    push(report) {
      counts.taken++
      if (queue.length >= MAX_QUEUED) {
        queue.shift()
        counts.dropped++
      }
      queue.push(report)
      if (!working) wakeSoon()
    },
    async drain() {
      while (queue.length > 0 || working) {
        if (!working) wakeNow()
        await working
      }
    },
  }
}

/** The news of all. None goes on asking once this has thrown: the transaction may be over then. */
async function takeTogether(sinks: readonly Sink[], batch: readonly Report[], db: Db): Promise<LiveNews[]> {
  const taken = await Promise.allSettled(sinks.map(async (sink) => sink.take(batch, db)))
  return taken.flatMap((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value ?? []
  })
}
