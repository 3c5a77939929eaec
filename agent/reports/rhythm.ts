import type { LooseJson } from '../loose.ts'

/** The periodic reports and their times. */
export interface ReportSchedule {
  /** A connection is established: the first report is sent within three seconds. */
  start(): void
  /** No connection: states are made once a minute and kept, until there is one. */
  alone(): void
  /** Stops all reports, telemetry included. */
  stop(): void
  /** Streams states every `seconds`; 0 ends the stream. False when one is running already. */
  stream(seconds: number): boolean
}

export interface Reporters {
  state(): Promise<void>
  health(): Promise<void>
  telemetry(): Promise<void>
}

const healthSeconds = 300
/** Seconds between states that are kept. */
const aloneSeconds = 60
// A stream that is never stopped must not load the connection forever; uCentral's documents specify half an hour.
const longestStreamMs = 30 * 60_000

export function makeRhythm(intervalSeconds: number, report: Reporters): ReportSchedule {
  const timers = new Set<NodeJS.Timeout>()
  let streaming: NodeJS.Timeout[] = []
  const endStream = () => {
    for (const timer of streaming) clearInterval(timer)
    streaming = []
  }
  const stop = () => {
    for (const timer of timers) clearInterval(timer)
    timers.clear()
    endStream()
  }
  const every = (seconds: number, work: () => Promise<void>) => timers.add(setInterval(single(work), seconds * 1000))
  const begin = () => {
    void report.state()
    every(intervalSeconds, report.state)
    every(healthSeconds, report.health)
  }
  return {
    start: () => {
      stop()
      timers.add(setTimeout(begin, 200 + Math.random() * 1300))
      timers.add(setTimeout(() => void report.health(), 2000 + Math.random() * 2000))
    },
    alone: () => {
      stop()
      every(Math.max(aloneSeconds, intervalSeconds), report.state)
    },
    stop,
    stream: (seconds) => {
      if (seconds > 0 && streaming.length > 0) return false
      endStream()
      if (seconds > 0) {
        void report.telemetry()
        streaming = [setInterval(single(report.telemetry), seconds * 1000), setTimeout(endStream, longestStreamMs)]
      }
      return true
    },
  }
}

// A report that takes longer than the interval is not started twice.
function single(work: () => Promise<void>): () => void {
  let busy = false
  return () => {
    if (busy) return
    busy = true
    void work().finally(() => {
      busy = false
    })
  }
}

/** The telemetry message of one state. */
export function telemetryOf(state: LooseJson): LooseJson {
  return { data: { state: [[Math.floor(Date.now() / 1000), state]] } }
}
