import type { Page } from 'playwright-core'

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Asks every `every` ms until the answer is neither false nor nothing, and returns it. Errors count as no. Throws `what`
 * with the last error after `ms`.
 */
export async function until<T>(
  what: string,
  ms: number,
  ask: () => T | Promise<T>,
  every = 50,
): Promise<NonNullable<T>> {
  const end = performance.now() + ms
  let last: unknown
  for (;;) {
    try {
      const answer = await ask()
      if (answer) return answer as NonNullable<T>
      last = answer
    } catch (error) {
      last = error
    }
    if (performance.now() > end) throw new Error(`not within ${ms / 1000} s: ${what} (${String(last)})`)
    await pause(every)
  }
}

/** Waits until `probe` says yes in the page. The browser library's own way evaluates text there, which our policy forbids. */
export async function comesTrue<Arg>(page: Page, probe: (arg: Arg) => unknown, arg?: Arg, ms = 30_000): Promise<void> {
  await until('it comes true in the page', ms, () => page.evaluate(probe as (arg: unknown) => unknown, arg))
}

/** Milliseconds until `until` is content. */
export async function timed(what: string, ms: number, ask: () => unknown, every = 20): Promise<number> {
  const began = performance.now()
  await until(what, ms, ask, every)
  return performance.now() - began
}

export const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
