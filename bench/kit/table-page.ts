import { join } from 'node:path'
import { launchBrowser } from '@belvedere/e2e/browser.ts'
import { servePage } from '@belvedere/web/ui/test-page-server.ts'
import type { Browser, Page } from 'playwright-core'

export const ROWS = 1000

let browser: Browser | undefined

/** The list of devices alone on a page, in a separate browser. */
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

declare global {
  interface Window {
    /** Milliseconds of a piece of work, with the layout that it causes. */
    timed: (work: () => void) => number
    /** The same cells as one HTML text: the drawn rows of the devices, repeated. */
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
