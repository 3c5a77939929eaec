import type { Page } from 'playwright-core'
import { routeChange } from '@belvedere/e2e/kit/route-change.ts'
import { findRoutes } from '@belvedere/e2e/kit/routes.ts'
import { openVisitor } from '@belvedere/e2e/kit/visitor.ts'
import { consoleOf, devicePage, endConsole, slowCpu, slowLine } from '../kit/console-rig.ts'
import { defineFigure } from '../kit/define-figure.ts'
import { quantile } from '../kit/process-figures.ts'

// proves: 25

export const firstRow = defineFigure({
  name: 'first-row',
  what: 'first data row of the device list: cold cache, a quarter of the processor, 1.6 Mbit/s, 150 ms',
  must: { is: 'at most', value: 2.8, unit: 's' },
  after: endConsole,
  async round() {
    const console = await consoleOf()
    const { page, cdp, close } = await console.open()
    await cdp.send('Network.enable')
    await cdp.send('Network.emulateNetworkConditions', slowLine)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowCpu })
    await page.goto(console.url + devicePage, { waitUntil: 'commit' })
    const value = (await rowPainted(page)) / 1000
    await close()
    return { value }
  },
})

/** Milliseconds from the request of the page until the first row with text is painted. */
function rowPainted(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const hasRow = () =>
      [...document.querySelectorAll('tbody td')].some((cell) => /[0-9a-f]{12}/.test(cell.textContent ?? ''))
    while (!hasRow()) await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now()
  })
}

export const largestPaint = defineFigure({
  name: 'largest-paint',
  what: 'largest contentful paint of the device list at a quarter of the processor, cold cache',
  must: { is: 'at most', value: 1.5, unit: 's' },
  after: endConsole,
  async round() {
    const console = await consoleOf()
    const { page, cdp, close } = await console.open()
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowCpu })
    await page.goto(console.url + devicePage)
    await rowPainted(page)
    const value = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const paints = new PerformanceObserver((list) => resolve((list.getEntries().at(-1)?.startTime ?? 0) / 1000))
          paints.observe({ type: 'largest-contentful-paint', buffered: true })
        }),
    )
    await close()
    return { value }
  },
})

export const nextPaint = defineFigure({
  name: 'next-paint',
  what: 'interaction to next paint on the device list at a quarter of the processor: the slowest of a dozen',
  must: { is: 'at most', value: 100, unit: 'ms' },
  after: endConsole,
  async round() {
    const console = await consoleOf()
    const { page, cdp, close } = await console.open()
    await page.goto(console.url + devicePage)
    await rowPainted(page)
    await interact(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowCpu })
    await page.evaluate(() => {
      const slow: [number, string][] = []
      const events = new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as PerformanceEventTiming[])
          if ((entry as PerformanceEventTiming & { interactionId: number }).interactionId)
            slow.push([entry.duration, entry.name])
      })
      events.observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit)
      Object.assign(window, { slow })
    })
    await interact(page)
    await page.waitForTimeout(500)
    const slow = await page.evaluate(() => (window as unknown as { slow: [number, string][] }).slow)
    await close()
    const [value, name] = slow.sort(([a], [b]) => b - a)[0] ?? [0, 'none was slower than a frame']
    return { value, note: `${name} of ${slow.length}` }
  },
})

/** Typical actions of an administrator on a list: once to load the code, once to measure. */
async function interact(page: Page): Promise<void> {
  const row = page.locator('tbody tr').first()
  const filter = page.getByRole('button', { name: /^(筛选|Filter)/ })
  await filter.click()
  await filter.and(page.locator('[aria-expanded=true]')).waitFor()
  await filter.click()
  await page.getByRole('searchbox').fill('A')
  await page.getByRole('searchbox').press('Backspace')
  await page
    .getByRole('columnheader', { name: /^(型号|Model)/ })
    .getByRole('button')
    .click()
  await row.getByRole('checkbox').click()
  await row.getByRole('checkbox').click()
  await row.getByRole('button', { name: /^(更多操作|More)/ }).click()
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: /^(添加设备|Add device)/ }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

export const routeChanges = defineFigure({
  name: 'route-change',
  what: 'route change to painted content over every address behind sign-in, warm, p95',
  must: { is: 'at most', value: 150, unit: 'ms' },
  after: endConsole,
  async round() {
    const console = await consoleOf()
    const { page, close } = await console.open()
    const browser = page.context().browser()
    await close()
    if (!browser) throw new Error('the browser has gone')
    const visitor = await openVisitor(browser, { url: console.url, lang: 'zh', storage: console.kept })
    const routes = (await findRoutes()).filter(({ isPublic }) => !isPublic)
    for (const { path } of routes) await visitor.visit(path)
    const took: { path: string; ms: number }[] = []
    for (const { path } of routes) {
      took.push({ path, ms: await routeChange(visitor.page, path) })
      await visitor.rest()
    }
    await visitor.close()
    const slowest = took.sort((a, b) => b.ms - a.ms)[0]
    const value = quantile(
      took.map(({ ms }) => ms),
      0.95,
    )
    return { value, note: `${took.length} addresses, slowest ${slowest?.path} ${Math.round(slowest?.ms ?? 0)} ms` }
  },
})

const MINUTE = 60_000

export const heapGrowth = defineFigure({
  name: 'heap-growth',
  what: 'memory of the device list after two minutes of live changes, against the memory after one minute',
  must: { is: 'at most', value: 1.03, unit: '×' },
  after: endConsole,
  async round() {
    const console = await consoleOf()
    const { page, cdp, close } = await console.open()
    await page.goto(console.url + devicePage)
    await rowPainted(page)
    const heap = async () => {
      await page.waitForTimeout(MINUTE)
      await cdp.send('HeapProfiler.collectGarbage')
      const { usedSize } = await cdp.send('Runtime.getHeapUsage')
      return usedSize
    }
    const [first, second] = [await heap(), await heap()]
    await close()
    return { value: second / first, note: `${(first / 1e6).toFixed(1)} MB, then ${(second / 1e6).toFixed(1)}` }
  },
})
