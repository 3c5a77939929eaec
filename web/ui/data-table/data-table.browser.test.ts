import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../../../e2e/browser.ts'
import { servePage } from '../test-page-server.ts'

let browser: Browser
let page: Page
const violations: string[] = []

beforeAll(async () => {
  browser = await launchBrowser()
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  page.on('console', (message) => message.text().includes('Content Security Policy') && violations.push(message.text()))
  await servePage(page, join(import.meta.dirname, 'test-page.tsx'))
  await page.waitForFunction(() => 'table' in window)
})
afterAll(() => browser.close())

const state = (name: string) => page.locator('#state').getAttribute(`data-${name}`)
const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-row'))

test('before the rows there is their shape, and nothing else', async () => {
  expect(await page.locator('table').getAttribute('aria-busy')).toBe('true')
  expect(await page.locator('.shimmer').count()).toBeGreaterThan(8)
})

test('of 1,000 rows only those in sight are in the document', async () => {
  await page.evaluate(() => window.table.fill(1000))
  await page.waitForSelector('[data-row="10"]')
  const nodes = await page.evaluate(() => document.querySelector('table')?.querySelectorAll('*').length ?? 0)
  expect(nodes).toBeLessThan(800)
  expect(await page.locator('table').getAttribute('aria-rowcount')).toBe('1001')
})

/** Milliseconds to paint the same 1,000 rows as one HTML text: what this machine can do at this moment. */
let plain = 0

test('painting them takes a fifth of what the same cells take as an HTML text', async () => {
  const [ours, text] = await page.evaluate(async () => {
    const timed = (paint: () => void) => {
      const began = performance.now()
      paint()
      document.body.getBoundingClientRect()
      return performance.now() - began
    }
    const row = document.querySelector('[data-row="3"]')?.outerHTML ?? ''
    const html = `<table class="table-fixed">${row.repeat(1000)}</table>`
    const place = document.body.appendChild(document.createElement('div'))
    const rounds = { ours: [] as number[], text: [] as number[] }
    for (let round = 0; round < 5; round++) {
      window.table.fill(0)
      rounds.ours.push(timed(() => window.table.fill(1000)))
      rounds.text.push(timed(() => (place.innerHTML = html)))
      place.innerHTML = ''
      await new Promise(requestAnimationFrame)
    }
    place.remove()
    const median = (times: number[]) => times.sort((x, y) => x - y)[2] ?? 0
    return [median(rounds.ours), median(rounds.text)] as const
  })
  plain = text
  expect(ours / text, `${ours.toFixed(1)} ms, as HTML text ${text.toFixed(1)} ms`).toBeLessThan(0.2)
})

test('scrolling through all of them is smooth', async () => {
  await page.evaluate(() => {
    window.tasks = []
    new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({
      entryTypes: ['longtask'],
    })
  })
  await page.mouse.move(700, 500)
  // What the last test threw away is being cleaned up; that is not ours to count.
  await page.waitForTimeout(500)
  await page.evaluate(() => void (window.tasks.length = 0))
  for (let step = 0; step < 60; step++) await page.mouse.wheel(0, 700)
  await page.waitForSelector('[data-row="999"]')
  const longest = await page.evaluate(() => Math.max(0, ...window.tasks))
  expect(longest).toBeLessThan(Math.max(50, plain / 3))
})

test('a hundred changed rows a second are shown in place', async () => {
  await page.evaluate(() => document.querySelector('[role=region]')?.scrollTo(0, 0))
  await page.waitForSelector('[data-row="0"]')
  const before = await page.locator('[data-row="3"] td').nth(7).textContent()
  const slowest = await page.evaluate(async () => {
    const times: number[] = []
    for (let round = 0; round < 10; round++) {
      const began = performance.now()
      window.table.touch(Array.from({ length: 100 }, (_, index) => index + 1))
      times.push(performance.now() - began)
      await new Promise(requestAnimationFrame)
    }
    return Math.max(...times)
  })
  expect(slowest).toBeLessThan(Math.max(50, plain / 3))
  expect(await page.locator('[data-row="3"] td').nth(7).textContent()).toBe(String((Number(before) + 10) % 100))
})

test('the keyboard moves, chooses, opens and expands', async () => {
  await page.locator('[role=region]').focus()
  await page.keyboard.press('ArrowDown')
  expect(await focused()).toBe('0')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  expect(await state('selected')).toBe('2')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => window.table.opened)).toEqual([2])
  await page.keyboard.press('ArrowRight')
  await page.waitForSelector('[data-detail="2"]')
  await page.keyboard.press('ArrowLeft')
  await page.waitForSelector('[data-detail="2"]', { state: 'detached' })
  await page.keyboard.press('Home')
  expect(await focused()).toBe('0')
})

test('shift and a click choose everything between', async () => {
  await page.locator('[data-row="4"] input').click()
  await page.locator('[data-row="7"] input').click({ modifiers: ['Shift'] })
  expect(await state('selected')).toBe('2,5,6,7,8')
  expect(await page.evaluate(() => window.table.opened)).toEqual([2])
})

test('a header asks for the order, and says it', async () => {
  const cpu = page.getByRole('columnheader', { name: 'CPU' })
  await cpu.getByRole('button').click()
  expect(await state('order')).toBe('cpu asc')
  expect(await cpu.getAttribute('aria-sort')).toBe('ascending')
})

test('all of it within a strict Content-Security-Policy', () => {
  expect(violations).toEqual([])
})
