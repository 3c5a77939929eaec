import type { Page } from 'playwright-core'

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds: elapsed time, and CPU time of the thread. */
  dur?: number
  tdur?: number
  args?: { name?: string }
}

/**
 * Every task of the page's main thread during `work`, in milliseconds: the elapsed time, and the CPU time of the thread, which
 * other load of the machine does not lengthen.
 */
export async function tasksOf(page: Page, work: () => Promise<void>): Promise<{ wall: number; cpu: number }[]> {
  const browser = page.context().browser()
  if (!browser) throw new Error('the browser has ended')
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', 'toplevel'] })
  await work()
  await page.waitForTimeout(200)
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  return traceEvents
    .filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && main.has(`${pid} ${tid}`))
    .map(({ dur = 0, tdur = dur }) => ({ wall: dur / 1000, cpu: tdur / 1000 }))
}
