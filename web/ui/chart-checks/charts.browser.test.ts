import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchBrowser } from '../../../e2e/browser.ts'
import { servePage } from '../test-page-server.ts'

let browser: Browser
let page: Page
const violations: string[] = []

beforeAll(async () => {
  browser = await launchBrowser()
  page = await browser.newPage({ viewport: { width: 900, height: 1400 } })
  page.setDefaultTimeout(5_000)
  page.on('console', (message) => message.text().includes('Content Security Policy') && violations.push(message.text()))
  page.on('pageerror', (error) => violations.push(error.message))
  await servePage(page, join(import.meta.dirname, 'test-page.tsx'))
})
afterAll(() => browser.close())
beforeEach(async () => {
  await page.reload()
  await chart().locator('canvas').waitFor()
})

/** The page reacts to an action after a delay that depends on the machine. */
const patient = { timeout: 5000 }
const chart = () => page.getByRole('application', { name: /traffic/ })
const tip = () => page.getByRole('status').filter({ hasText: 'line 0' })
const said = () => page.locator('output').innerText()

async function over(): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await chart().locator('.u-over').boundingBox()
  if (!box) throw new Error('no chart')
  return box
}

test('the pointer shows time, age and values in exact units', async () => {
  const box = await over()
  await page.mouse.move(box.x + box.width / 2, box.y + 40)
  await tip().waitFor()
  for (const said of [/line 0\s*\d+\.\d\d (GB|MB)/, /(年|月|日).*\d\d:\d\d:\d\d/, /前|后/])
    await expect.poll(() => tip().innerText(), patient).toMatch(said)
})

test('a time without a value is marked', async () => {
  const box = await over()
  await page.mouse.move(box.x + box.width * 0.17, box.y + 40)
  await tip().waitFor()
  await expect.poll(() => tip().innerText(), patient).toMatch(/line 1\s*–/)
})

test('arrow keys go through the moments', async () => {
  await chart().focus()
  await page.keyboard.press('Home')
  const first = await tip().innerText()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => tip().innerText(), patient).not.toBe(first)
  await page.keyboard.press('Escape')
  await tip().waitFor({ state: 'hidden' })
})

test('a stretch is looked at closer and left again', async () => {
  const box = await over()
  await page.mouse.move(box.x + 100, box.y + 50)
  await page.mouse.down()
  await page.mouse.move(box.x + 200, box.y + 50, { steps: 4 })
  await page.mouse.up()
  const back = page.getByRole('button', { name: '还原缩放' })
  await back.waitFor()
  await chart().focus()
  await page.keyboard.press('Home')
  const inside = await tip().innerText()
  await back.click()
  await back.waitFor({ state: 'detached' })
  await chart().focus()
  await page.keyboard.press('Home')
  await expect.poll(() => tip().innerText(), patient).not.toBe(inside)
})

test('a line is hidden and shown by its name', async () => {
  const name = page.getByRole('button', { name: 'line 1' })
  await name.click()
  await expect.poll(() => name.getAttribute('aria-pressed'), patient).toBe('false')
  await chart().focus()
  await page.keyboard.press('End')
  await expect.poll(() => tip().innerText(), patient).not.toContain('line 1')
})

test('bars are picked by pointer and by keyboard', async () => {
  const bars = page.getByRole('application', { name: /alarms/ })
  await bars.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect.poll(() => said(), patient).toBe('bar 2')
  await page.keyboard.press('ArrowLeft')
  await expect
    .poll(() => page.getByRole('status').filter({ hasText: '合计' }).innerText(), patient)
    .toMatch(/^b\sone 2\stwo 0\s合计 2$/)
  await bars.locator('g[data-tip]').first().click()
  await expect.poll(() => said(), patient).toBe('bar 0')
})

test('the week and the days are tables with every value', async () => {
  const week = page.getByRole('table', { name: 'week' })
  expect(await week.getByRole('cell').count()).toBe(7 * 24)
  expect(await week.getByRole('row').nth(6).getByRole('cell').nth(23).innerText()).toBe('138')
  expect(await page.getByRole('table', { name: 'online' }).innerText()).toContain('97.1%')
})

test('all of it becomes a picture', async () => {
  await page.getByRole('button', { name: 'picture' }).click()
  await expect.poll(said, { timeout: 10_000 }).toMatch(/^\d+x\d+ \d{5,}$/)
})

test('within a strict Content-Security-Policy', () => {
  expect(violations).toEqual([])
})
