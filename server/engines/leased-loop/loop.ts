import type { System } from '../../kernel/implement.ts'
import { StoreClosed } from '../../kernel/database/recognise-error.ts'

export interface Loop {
  /** Looks at once, unless it is looking. */
  now(): void
}

/**
 * Does `work` every so many ms, one at a time, for as long as the process lives. What fails is tried again with the next look and said
 * in the log: while the database restarts, too. The pool of a stopped server ends it.
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
