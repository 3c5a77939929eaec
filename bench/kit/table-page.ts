import { join } from 'node:path'
import { launchBrowser } from '@belvedere/e2e/browser.ts'
import { servePage } from '@belvedere/web/ui/test-page-server.ts'
import type { Browser, Page } from 'playwright-core'

export const ROWS = 1000

let browser: Browser | undefined

/** The list of devices alone on a page, in a browser of its own. */
export async function openTable(): Promise<Page> {
  browser = await launchBrowser()
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await servePage(page, join(import.meta.dirname, '../../web/rooms/device/device-table/test-page.tsx'))
  await page.waitForFunction(() => 'devices' in window)
  await page.evaluate(installFloor)
  return page
}

export async function closeTable(): Promise<void> {
  await browser?.close()
  browser = undefined
}

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds: by the clock, and of the thread itself. */
  dur?: number
  tdur?: number
  args?: { name?: string }
}

/**
 * Every task of the page's main thread while `work` goes on, in milliseconds: by the clock and of the thread's own time,
 * which others on the machine do not lengthen.
 */
export async function tasksOf(page: Page, work: () => Promise<void>): Promise<{ wall: number; cpu: number }[]> {
  if (!browser) throw new Error('no table is open')
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

declare global {
  interface Window {
    /** Milliseconds of a piece of work with the layout that follows from it. */
    timed: (work: () => void) => number
    /** The same cells as one HTML text: a row of each device that is drawn, over and over. */
    plainRows: (count: number) => { key: string; html: string }[]
    paintPlain: (rows: readonly { html: string }[]) => void
    clearPlain: () => void
  }
}

/** Runs in the page. */
function installFloor(): void {
  const place = document.body.appendChild(document.createElement('div'))
  window.timed = (work) => {
    const began = performance.now()
    work()
    document.body.getBoundingClientRect()
    return performance.now() - began
  }
  window.plainRows = (count) => {
    const drawn = [...document.querySelectorAll('[data-row]')].map(({ outerHTML }) => outerHTML)
    return Array.from({ length: count }, (_, index) => ({
      key: `AP-${((index + 1) * 7919) % 10_007}`,
      html: drawn[index % drawn.length] ?? '',
    }))
  }
  window.paintPlain = (rows) => {
    place.innerHTML = `<table class="group/table table-fixed border-separate border-spacing-0">${rows.map(({ html }) => html).join('')}</table>`
  }
  window.clearPlain = () => {
    place.innerHTML = ''
  }
}
