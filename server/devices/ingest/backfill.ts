import type { LateReport } from '../device-link.ts'
import type { Transaction } from '../../kernel/db.ts'
import type { Sink } from './ingest.ts'
import { isStoreAway } from '../../kernel/database/recognise-error.ts'

/** Accepts backfilled samples of devices, and acknowledges them after the commit. */
export interface LateIntake {
  /** False: the queue is full; the device keeps its samples. */
  push(report: LateReport): boolean
  /** The database is behind: request no more samples, and stop reading from this device until `room` resolves. */
  readonly crowded: boolean
  room(): Promise<void>
  /** Commits all queued samples. */
  drain(): Promise<void>
  /** Running numbers of samples. */
  readonly counts: { taken: number; stored: number; refused: number; failed: number }
}

/** Samples, not reports: one report holds up to some hundreds. A sample takes about 300 bytes while it waits. */
const MAX_QUEUED = 200_000
const CROWDED = 30_000
/** Samples of a full batch: larger ones do not cost less per sample. */
const FULL = 8000
/** Concurrent batches: while one is prepared or committed, the database is busy with the other. */
const WRITERS = 2
/** ms that the first sample waits for further ones; past data is not urgent on screens. */
const COMPANY = 25
/** ms until a failed database is tried again. */
const AGAIN = 500

export interface BackfillOptions {
  transaction<T>(work: (db: Transaction) => Promise<T>): Promise<T>
  sinks: readonly Sink[]
  onError(error: unknown): void
}

/** Batches of late samples, one transaction each; they do not delay present reports. */
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

  /** A refused sample of one device must not affect the others; it is not acknowledged. */
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
