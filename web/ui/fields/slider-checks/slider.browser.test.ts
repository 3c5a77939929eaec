import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchBrowser } from '../../../../e2e/browser.ts'
import { servePage } from '../../test-page-server.ts'

let browser: Browser
let page: Page
const violations: string[] = []

beforeAll(async () => {
  browser = await launchBrowser()
  page = await browser.newPage({ viewport: { width: 800, height: 600 } })
  page.setDefaultTimeout(5_000)
  page.on('console', (message) => message.text().includes('Content Security Policy') && violations.push(message.text()))
  await servePage(page, join(import.meta.dirname, 'test-page.tsx'))
})
afterAll(() => browser.close())
beforeEach(async () => void (await page.reload()))

/** The page reacts to an action after a delay that depends on the machine. */
const patient = { timeout: 5000 }
const slider = () => page.getByRole('slider', { name: '长度' })
const field = () => page.getByRole('textbox', { name: '长度' })
const value = () => page.locator('output').innerText()

test.each([
  ['ArrowRight', '25'],
  ['ArrowDown', '23'],
  ['Home', '1'],
  ['End', '31'],
])('%s leads to %s', async (key, wanted) => {
  await slider().press(key)
  await expect.poll(() => value(), patient).toBe(wanted)
  await expect.poll(() => field().inputValue(), patient).toBe(wanted)
})

test('announces the meaning of its value', async () => {
  await expect.poll(() => slider().getAttribute('aria-valuetext'), patient).toBe('/24')
})

test.each([
  ['8', '8'],
  ['32', '32'],
  ['99', '32'],
  ['0', '1'],
  ['x7', '7'],
  ['', '24'],
])('%j typed is %s when the field is left', async (typed, wanted) => {
  await field().fill(typed)
  await field().blur()
  await expect.poll(() => value(), patient).toBe(wanted)
  await expect.poll(() => field().inputValue(), patient).toBe(wanted)
})

test('a value beyond the track is shown at its end', async () => {
  await field().fill('32')
  await expect.poll(() => slider().inputValue(), patient).toBe('31')
})

test('is dragged', async () => {
  const box = await slider().boundingBox()
  if (!box) throw new Error('no slider')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 1, box.y + box.height / 2)
  await page.mouse.up()
  await expect.poll(() => value(), patient).toBe('1')
})

test('within a strict Content-Security-Policy', () => {
  expect(violations).toEqual([])
})
