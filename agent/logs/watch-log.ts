import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileRow, journalRow, type LogRow } from '../query/log-tail.ts'
import { toolEnv } from '../host/run-tool.ts'
import { hasJournal, LogFollower } from './log-files.ts'

/** Unix seconds, severity, program, text. */
export type LogLine = [number, number, string, string]

export interface LogBatch {
  lines: LogLine[]
  /** Number of lines that were left out. */
  dropped?: number
}

/** Lines of a message, and characters of a line, as the gateway accepts them. */
const most = { lines: 200, program: 48, text: 1024 } as const
const everyMs = 2000
const againMs = 10_000
/** Severity of a line without one: notice. */
const NOTICE = 5
/** Lines of this agent. */
const own = 'belvedere-agent'

/** Most lines between two messages; the rest is counted. */
export class LogGatherer {
  #lines: LogLine[] = []
  #dropped = 0

  add({ time, severity = NOTICE, source = '', text = '' }: LogRow, now = Math.floor(Date.now() / 1000)): void {
    if (text === '' || source === own) return
    if (this.#lines.length >= most.lines) this.#dropped++
    else this.#lines.push([time ?? now, severity, source.slice(0, most.program), text.slice(0, most.text)])
  }

  take(): LogBatch | undefined {
    if (this.#lines.length === 0) return undefined
    const batch = { lines: this.#lines, ...(this.#dropped > 0 && { dropped: this.#dropped }) }
    this.#lines = []
    this.#dropped = 0
    return batch
  }
}

/** Delivers new log lines of this host in batches. Returns the function that ends the watch. */
export function watchLog(hand: (batch: LogBatch) => void): () => void {
  const gatherer = new LogGatherer()
  const files = new LogFollower()
  const stopJournal = hasJournal()
    ? followJournal((line) => journalRow(line).forEach((row) => gatherer.add(row)))
    : undefined
  let busy = false
  const look = async () => {
    if (busy) return
    busy = true
    if (!stopJournal) for (const line of await files.read()) gatherer.add(fileRow(line, new Date()))
    busy = false
    const batch = gatherer.take()
    if (batch) hand(batch)
  }
  void look()
  const timer = setInterval(() => void look(), everyMs)
  return () => {
    clearInterval(timer)
    stopJournal?.()
  }
}

/** `journalctl` ends when the journal is vacuumed or its service restarts: then it is started again. */
function followJournal(take: (line: string) => void): () => void {
  let ended = false
  let child: ReturnType<typeof begin> | undefined
  let timer: NodeJS.Timeout | undefined
  const begin = () => {
    const started = spawn('journalctl', ['-f', '-n', '0', '-o', 'json', '--no-pager'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: toolEnv(),
    })
    createInterface({ input: started.stdout }).on('line', take)
    const again = () => {
      if (!ended) timer = setTimeout(() => (child = begin()), againMs)
    }
    started.once('error', again)
    started.once('exit', again)
    return started
  }
  child = begin()
  return () => {
    ended = true
    clearTimeout(timer)
    child?.kill()
  }
}
