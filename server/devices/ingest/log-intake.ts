import type { Transaction } from '../../kernel/db.ts'
import type { DeviceEventReport, LogReport, StoredLine } from '../device-link.ts'
import type { LiveNews } from '../../kernel/event.ts'
import type { Sink } from './ingest.ts'
import { isStoreAway } from '../../kernel/database/recognise-error.ts'

/** Accepts lines of logs, of connected devices and of devices with syslog only. */
export interface LogIntake {
  /** Never waits. Lines beyond the rates of the source or its scene, or beyond the queue, are dropped and counted. */
  push(report: LogReport): void
  /** Called with committed lines. Returns the function that unsubscribes. */
  onStored(hear: (lines: readonly StoredLine[]) => void): () => void
  /** Commits all queued lines. */
  drain(): Promise<void>
  /** Lines that wait for the store. */
  readonly waiting: number
  /** Running numbers of lines. */
  readonly counts: { taken: number; stored: number; limited: number; dropped: number; failed: number }
}

export const logLimits = {
  /** Lines a second, sustained, and at once after a quiet time: of one source, and of all of one scene. */
  source: { each: 50, burst: 3000 },
  scene: { each: 1000, burst: 20_000 },
  /** Sources and scenes whose allowance is remembered. */
  remembered: 50_000,
  /** Lines, and characters of them, that wait for the store. */
  lines: 100_000,
  characters: 32_000_000,
  /** Lines of a batch; ms the first one waits for others. */
  batch: 5000,
  company: 100,
}

export interface LogIntakeOptions {
  transaction<T>(work: (db: Transaction) => Promise<T>): Promise<T>
  sinks: readonly Sink[]
  tell(news: LiveNews): void
  happened(happened: DeviceEventReport): void
  onError(error: unknown): void
  limits?: Partial<typeof logLimits>
}

/** ms until a failed database is tried again. */
const AGAIN = 500

/** Batches of lines, one transaction each, one at a time; they do not delay reports. */
export function startLogIntake({
  transaction,
  sinks,
  tell,
  happened,
  onError,
  limits: given,
}: LogIntakeOptions): LogIntake {
  const limits = { ...logLimits, ...given }
  const takers = sinks.filter((sink) => sink.takeLogs).sort((a, b) => a.order - b.order)
  const counts = { taken: 0, stored: 0, limited: 0, dropped: 0, failed: 0 }
  const sources = allowances(limits.source, limits.remembered)
  const scenes = allowances(limits.scene, limits.remembered)
  const hearers = new Set<(lines: readonly StoredLine[]) => void>()
  let queue: LogReport[] = []
  let waiting = { lines: 0, characters: 0 }
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined

  const write = async (batch: readonly LogReport[]) => {
    const taken = await transaction(async (db) => {
      const results = []
      for (const sink of takers) results.push(await sink.takeLogs?.(batch, db))
      return results
    })
    counts.stored += linesOf(batch)
    for (const one of taken) {
      one?.news.forEach(tell)
      one?.happened.forEach(happened)
      if (one) for (const hear of hearers) hear(one.lines)
    }
  }

  /** A refused line is found by bisection; if the database is down, all lines are returned to the queue. */
  const retryHalves = async (batch: readonly LogReport[], error: unknown): Promise<void> => {
    onError(error)
    if (isStoreAway(error)) {
      queue = [...batch, ...queue]
      add(batch, 1)
      return new Promise<void>((resolve) => setTimeout(resolve, AGAIN))
    }
    if (batch.length === 1) {
      counts.failed += linesOf(batch)
      return
    }
    const middle = batch.length >> 1
    for (const half of [batch.slice(0, middle), batch.slice(middle)])
      await write(half).catch((again: unknown) => retryHalves(half, again))
  }

  const add = (reports: readonly LogReport[], sign: 1 | -1) => {
    for (const { lines } of reports) {
      waiting.lines += sign * lines.length
      for (const { text, program } of lines) waiting.characters += sign * (text.length + program.length)
    }
  }

  const nextBatch = (): LogReport[] => {
    let size = 0
    let count = 0
    while (count < queue.length && size < limits.batch) size += (queue[count++] as LogReport).lines.length
    const batch = queue.slice(0, count)
    queue = queue.slice(count)
    add(batch, -1)
    return batch
  }

  const work = async () => {
    while (queue.length > 0) {
      const batch = nextBatch()
      await write(batch).catch((error: unknown) => retryHalves(batch, error))
    }
    working = undefined
  }
  const wake = () => {
    clearTimeout(timer)
    timer = undefined
    working ??= work()
  }

  return {
    counts,
    onStored(hear) {
      hearers.add(hear)
      return () => void hearers.delete(hear)
    },
    get waiting() {
      return waiting.lines
    },
    push(report) {
      const { device_id, scene_id, source, lines } = report
      counts.taken += lines.length
      const allowed = scenes.take(scene_id, sources.take(device_id || `${scene_id} ${source}`, lines.length))
      counts.limited += lines.length - allowed
      if (allowed === 0) return
      const fits = allowed < lines.length ? { ...report, lines: lines.slice(0, allowed) } : report
      if (waiting.lines + allowed > limits.lines || waiting.characters > limits.characters) {
        counts.dropped += allowed
        return
      }
      add([fits], 1)
      queue.push(fits)
      if (working) return
      if (waiting.lines >= limits.batch) wake()
      else timer ??= setTimeout(wake, limits.company)
    },
    async drain() {
      while (queue.length > 0 || working) {
        wake()
        await working
      }
    },
  }
}

const linesOf = (reports: readonly LogReport[]) => reports.reduce((sum, { lines }) => sum + lines.length, 0)

/** How many of the lines may pass now: a sustained rate, and a burst after a quiet time. */
function allowances({ each, burst }: { each: number; burst: number }, most: number) {
  /** The time until which a sender at the sustained rate would have sent its lines, ms. */
  const used = new Map<number | string, number>()
  let prunedAt = Number.NEGATIVE_INFINITY
  const prune = (now: number) => {
    if (now - prunedAt < 1000) return
    prunedAt = now
    for (const [old, until] of used) if (until <= now) used.delete(old)
  }
  return {
    take(key: number | string, lines: number): number {
      const now = performance.now()
      const from = Math.max(used.get(key) ?? 0, now)
      const allowed = Math.max(0, Math.min(lines, burst - Math.ceil(((from - now) * each) / 1000)))
      if (used.size >= most && !used.has(key)) prune(now)
      // too many entries: names invented by strangers must not grow without bound
      if (used.size >= most && !used.has(key)) return 0
      used.set(key, from + (allowed * 1000) / each)
      return allowed
    },
  }
}
