import { join } from 'node:path'
import { launchBrowser } from '@belvedere/e2e/browser.ts'
import { servePage } from '@belvedere/web/ui/test-page-server.ts'
import type { Page } from 'playwright-core'
import { defineFigure } from '../kit/define-figure.ts'
import { tasksOf } from '../kit/page-tasks.ts'

// one language: the page of the charts is served in Chinese
const RESET = '还原缩放'

/** The page with all charts, in a separate browser. */
async function openCharts(): Promise<Page> {
  const browser = await launchBrowser()
  const page = await browser.newPage({ viewport: { width: 900, height: 1400 } })
  await servePage(page, join(import.meta.dirname, '../../web/ui/chart-checks/test-page.tsx'))
  await page.locator('canvas').first().waitFor()
  return page
}

/** Draws 20 lines, moves the pointer over them, zooms and resets the zoom. */
async function readChart(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'many' }).click()
  await page.getByRole('button', { name: 'line 19' }).waitFor()
  const box = await page
    .getByRole('application', { name: /traffic/ })
    .locator('.u-over')
    .boundingBox()
  if (!box) throw new Error('no chart')
  await page.waitForTimeout(300)
  for (let at = 0; at <= 40; at++) await page.mouse.move(box.x + (box.width * at) / 40, box.y + 60)
  await page.mouse.move(box.x + 100, box.y + 50)
  await page.mouse.down()
  await page.mouse.move(box.x + 300, box.y + 50, { steps: 10 })
  await page.mouse.up()
  await page.getByRole('button', { name: RESET }).click()
  await page.waitForTimeout(300)
}

export const chartTasks = defineFigure({
  name: 'chart-tasks',
  what: 'a chart of 30 days in steps of five minutes with 20 series is drawn, pointed at and zoomed: the longest task, in CPU time of its thread',
  must: { is: 'at most', value: 50, unit: 'ms' },
  async round() {
    const page = await openCharts()
    try {
      const tasks = await tasksOf(page, () => readChart(page))
      const seen = Math.max(...tasks.map(({ wall }) => wall))
      const note = `${tasks.length} tasks, the longest ${seen.toFixed(0)} ms by the clock`
      return { value: Math.max(...tasks.map(({ cpu }) => cpu)), note }
    } finally {
      await page.context().browser()?.close()
    }
  },
})
