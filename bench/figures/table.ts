import type { Page } from 'playwright-core'
import { defineFigure, type Figure, type FigureRound } from '../kit/define-figure.ts'
import { median } from '../kit/process-figures.ts'
import { tasksOf } from '../kit/page-tasks.ts'
import { closeTable, openTable, ROWS } from '../kit/table-page.ts'

// proves: 7

const TRIES = 7

let page: Page

/** A figure on the page with the table; the page is opened before the figure and closed after it. */
const onTable = (figure: Omit<Figure, 'before' | 'after'>) =>
  defineFigure({
    ...figure,
    async before() {
      page = await openTable()
    },
    after: closeTable,
  })

const against = (ours: readonly number[], plain: readonly number[]): FigureRound => ({
  value: median(ours) / median(plain),
  floor: median(plain),
  note: `${median(ours).toFixed(1)} ms against ${median(plain).toFixed(1)} ms`,
})

export const tablePaint = onTable({
  name: 'table-paint',
  what: 'painting 1,000 device rows × 9 columns against the same cells as one HTML text in the same page',
  must: { is: 'at most', value: 0.2, unit: '×' },
  async round() {
    const { ours, plain } = await page.evaluate(
      async ({ rows, tries }) => {
        const times = { ours: [] as number[], plain: [] as number[] }
        window.devices.fill(rows)
        const text = window.plainRows(rows)
        for (let round = 0; round < tries; round++) {
          window.devices.fill(0)
          await new Promise(requestAnimationFrame)
          times.ours.push(window.timed(() => window.devices.fill(rows)))
          times.plain.push(window.timed(() => window.paintPlain(text)))
          window.clearPlain()
        }
        return times
      },
      { rows: ROWS, tries: TRIES },
    )
    return against(ours, plain)
  },
})

export const tableSort = onTable({
  name: 'table-sort',
  what: 'sorting 1,000 device rows and painting them against sorting and painting the same cells as one HTML text',
  must: { is: 'at most', value: 0.15, unit: '×' },
  async round() {
    const { ours, plain } = await page.evaluate(
      async ({ rows, tries }) => {
        const times = { ours: [] as number[], plain: [] as number[] }
        window.devices.fill(rows)
        const text = window.plainRows(rows)
        window.paintPlain(text)
        for (let round = 0; round < tries; round++) {
          const down = round % 2 === 0
          window.clearPlain()
          await new Promise(requestAnimationFrame)
          times.ours.push(window.timed(() => window.devices.sort(down)))
          const order = (a: { key: string }, b: { key: string }) => (a.key < b.key === down ? 1 : -1)
          times.plain.push(window.timed(() => window.paintPlain(text.toSorted(order))))
        }
        window.clearPlain()
        return times
      },
      { rows: ROWS, tries: TRIES },
    )
    return against(ours, plain)
  },
})

/** The longest task of the page during `work`. */
async function longestTask(work: () => Promise<void>): Promise<FigureRound> {
  await page.evaluate((rows) => window.devices.fill(rows), ROWS)
  // the garbage of the filling is collected first
  await page.waitForTimeout(1000)
  const tasks = await tasksOf(page, work)
  const longest = Math.max(...tasks.map(({ cpu }) => cpu))
  const seen = Math.max(...tasks.map(({ wall }) => wall))
  return { value: longest, note: `${tasks.length} tasks, the longest ${seen.toFixed(0)} ms by the clock` }
}

export const tableUpdate = onTable({
  name: 'table-update',
  what: '100 row updates a second in a list of 1,000 devices, for three seconds: the longest task, in CPU time of its thread',
  must: { is: 'at most', value: 50, unit: 'ms' },
  round: () =>
    longestTask(() =>
      page.evaluate(
        () =>
          new Promise<void>((resolve) => {
            let left = 30
            const timer = setInterval(() => {
              window.devices.touch(10)
              if (--left > 0) return
              clearInterval(timer)
              resolve()
            }, 100)
          }),
      ),
    ),
})

export const tableScroll = onTable({
  name: 'table-scroll',
  what: 'scrolling through 1,000 device rows by the wheel: the longest task, in CPU time of its thread',
  must: { is: 'at most', value: 50, unit: 'ms' },
  round: () =>
    longestTask(async () => {
      await page.evaluate(() => document.querySelector('[role=region]')?.scrollTo(0, 0))
      await page.mouse.move(700, 500)
      for (let step = 0; step < 60; step++) await page.mouse.wheel(0, 700)
      await page.waitForSelector('[data-row="999"]')
    }),
})
