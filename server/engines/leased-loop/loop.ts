import type { System } from '../../kernel/implement.ts'
import { StoreClosed } from '../../kernel/database/recognise-error.ts'

export interface Loop {
  /** Runs at once, unless it is running. */
  now(): void
}

/**
 * Runs `work` at the interval, one run at a time, while the process lives. Failures are logged and retried at the next run, also while the
 * database restarts. The closed pool of a stopped server ends it.
 */
export function startLoop(ms: number, { log }: Pick<System, 'log'>, fails: string, work: () => Promise<unknown>): Loop {
  let looking = false
  const look = async () => {
    if (looking) return
    looking = true
    try {
      await work()
    } catch (error) {
      if (error instanceof StoreClosed) clearInterval(timer)
      else log.warn({ error: String(error) }, fails)
    } finally {
      looking = false
    }
  }
  const timer = setInterval(look, ms)
  timer.unref()
  return { now: () => void look() }
}
