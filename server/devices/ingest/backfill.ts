import type { LateReport } from '../device-link.ts'
import type { Transaction } from '../../kernel/db.ts'
import type { Sink } from './ingest.ts'
import { isStoreAway } from '../../kernel/database/recognise-error.ts'

/** Takes what devices measured while nobody listened, and says to each when it is committed. */
export interface LateIntake {
  /** False: there is no room; the device keeps its samples. */
  push(report: LateReport): boolean
  /** The store is behind: ask nobody for more, and stop reading from the device that sent this until `room` resolves. */
  readonly crowded: boolean
  room(): Promise<void>
  /** Commits what is queued. */
  drain(): Promise<void>
  /** Running numbers of samples. */
  readonly counts: { taken: number; stored: number; refused: number; failed: number }
}

/** Samples, not reports: one report holds up to some hundreds. A sample takes about 300 bytes while it waits. */
const MAX_QUEUED = 200_000
const CROWDED = 30_000
/** Samples from which on a batch is full: larger ones cost the store no less a sample. */
const FULL = 8000
/** Batches under way at once: while one is made ready or committed, the store is busy with the other. */
const WRITERS = 2
/** ms the first one waits for those that come with it; nobody looks at a screen for what is over. */
const COMPANY = 25
/** ms until a store that is down is asked again. */
const AGAIN = 500

export interface BackfillOptions {
  transaction<T>(work: (db: Transaction) => Promise<T>): Promise<T>
  sinks: readonly Sink[]
  onError(error: unknown): void
}

/** Batches of late samples, one transaction each; beside the reports of the present, which wait for none of it. */
export function startLateIntake({ transaction, sinks, onError }: BackfillOptions): LateIntake {
  const takers = sinks.filter((sink) => sink.takeLate).sort((a, b) => a.order - b.order)
  const counts = { taken: 0, stored: 0, refused: 0, failed: 0 }
  let queue: LateReport[] = []
  let queued = 0
  let timer: NodeJS.Timeout | undefined
  const working = new Set<Promise<void>>()
  const waiting: (() => void)[] = []

  const write = async (batch: LateReport[]) => {
    // sorted, so that concurrent writers lock rows in one order
    batch.sort((a, b) => a.device_id - b.device_id || a.at - b.at)
    await transaction(async (db) => {
      for (const sink of takers) await sink.takeLate?.(batch, db)
    })
    for (const report of batch) {
      counts.stored += sizeOf(report)
      report.kept()
    }
  }

  const nextBatch = (): LateReport[] => {
    let size = 0
    let count = 0
    while (count < queue.length && size < FULL) size += sizeOf(queue[count++] as LateReport)
    const batch = queue.slice(0, count)
    queue = queue.slice(count)
    queued -= size
    if (queued < CROWDED / 2) for (const go of waiting.splice(0)) go()
    return batch
  }

  /** What one device handed in must not take the others' along; one that is refused is not acknowledged. */
  const retryAlone = async (batch: LateReport[], error: unknown) => {
    onError(error)
    if (isStoreAway(error)) {
      queue = [...batch, ...queue]
      queued += batch.reduce((sum, report) => sum + sizeOf(report), 0)
      return new Promise<void>((resolve) => setTimeout(resolve, AGAIN))
    }
    for (const report of batch) {
      await write([report]).catch((again) => {
        counts.failed += sizeOf(report)
        onError(again)
      })
    }
  }

  const work = async () => {
    while (queue.length > 0) {
      const batch = nextBatch()
      await write(batch).catch((error) => retryAlone(batch, error))
    }
  }
  const wake = () => {
    timer = undefined
    if (working.size >= WRITERS) return
    const one = work().finally(() => working.delete(one))
    working.add(one)
  }

  return {
    counts,
    get crowded() {
      return queued > CROWDED
    },
    room: () => (queued < CROWDED / 2 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    push(report) {
      const size = sizeOf(report)
      if (queued + size > MAX_QUEUED) {
        counts.refused += size
        return false
      }
      counts.taken += size
      queued += size
      queue.push(report)
      if (working.size === 0) timer ??= setTimeout(wake, COMPANY)
      else if (queued > FULL) wake()
      return true
    },
    async drain() {
      clearTimeout(timer)
      timer = undefined
      while (queue.length > 0 || working.size > 0) {
        if (working.size === 0) wake()
        await Promise.all(working)
      }
    },
  }
}

const sizeOf = ({ samples }: LateReport) => samples.rows.length
