import { join } from 'node:path'
import { slideCaptcha } from '@belvedere/pure/sign-in/slide-captcha.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchBrowser } from '../../../e2e/browser.ts'
import { servePage } from '../test-page-server.ts'

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await launchBrowser()
  page = await browser.newPage({ viewport: { width: 600, height: 400 } })
})
afterAll(() => browser?.close())
beforeEach(async () => {
  await page.unrouteAll()
  await servePage(page, join(import.meta.dirname, 'test-page.tsx'))
  await page.locator('[data-handle]').waitFor()
})

const { width, height, box, failureReset } = slideCaptcha
/** The page reacts to an action after a delay that depends on the machine. */
const patient = { timeout: 5000 }
const handle = 40
const events = () => page.evaluate(() => window.events)
const words = () => page.locator('[aria-live]').innerText()
const state = () => page.locator('[data-handle]').evaluate((handle) => handle.style.transform)

/** Drags the handle until the piece's left edge is at `x`, with `wobble` pixels of vertical movement. */
async function slide(x: number, wobble: number): Promise<void> {
  const at = await page.locator('[data-handle]').boundingBox()
  if (!at) throw new Error('no handle')
  const [fromX, fromY] = [at.x + handle / 2, at.y + handle / 2]
  const reach = (x / (width - box)) * (width - handle)
  await page.mouse.move(fromX, fromY)
  await page.mouse.down()
  for (let step = 1; step <= 8; step++) {
    await page.mouse.move(fromX + (reach * step) / 8, fromY + (step % 2 ? wobble : 0))
    await page.waitForTimeout(slideCaptcha.throttle / 2)
  }
  await page.mouse.up()
}

test('picture and piece have the measures of the specification', async () => {
  expect([width, height, slideCaptcha.piece, slideCaptcha.radius]).toEqual([310, 155, 42, 10])
  const images = await page.locator('img').evaluateAll((all) => all.map((one) => [one.clientWidth, one.clientHeight]))
  expect(images[0]).toEqual([310, 155])
})

test('a slide into the gap is a success, with how long it took', async () => {
  await slide(150, 3)
  await expect.poll(events, patient).toEqual(['success true'])
  await expect.poll(words, patient).toMatch(/^验证通过，用时 [\d.]+ 秒$/)
})

test('samples are taken at most every 50 ms', async () => {
  const began = performance.now()
  await slide(150, 3)
  const took = performance.now() - began
  await expect.poll(events, patient).toHaveLength(1)
  const taken = await page.evaluate(() => window.samples.length)
  expect(taken).toBeGreaterThan(1)
  expect(taken).toBeLessThanOrEqual(took / slideCaptcha.throttle + 2)
})

test('a slide beside the gap fails, and a second later there is another picture', async () => {
  const began = Date.now()
  await slide(120, 3)
  await expect.poll(words, patient).toBe('未对齐，请重试')
  expect((await events())[0]).toBe('fail')
  await expect.poll(events, { timeout: 5000 }).toEqual(['fail', 'refresh'])
  expect(Date.now() - began).toBeGreaterThanOrEqual(failureReset)
  await expect.poll(words, patient).toBe('向右拖动滑块完成拼图')
  await expect.poll(state, patient).toBe('translateX(0px)')
})

test('a drag as straight as no hand moves is asked for again', async () => {
  await slide(150, 0)
  await expect.poll(words, patient).toBe('拖动过于规则，请再试一次')
  expect((await events())[0]).toBe('again')
  await expect.poll(events, { timeout: 5000 }).toEqual(['again', 'refresh'])
})

test('drags out of the track are ignored, and a mere touch is no slide', async () => {
  const at = await page.locator('[data-handle]').boundingBox()
  if (!at) throw new Error('no handle')
  await page.mouse.move(at.x + 20, at.y + 20)
  await page.mouse.down()
  await page.mouse.move(at.x - 200, at.y + 25)
  expect(await state()).toBe('translateX(0px)')
  await page.mouse.move(at.x + 500, at.y + 25)
  expect(await state()).toBe('translateX(0px)')
  await page.mouse.up()
  expect(await events()).toEqual([])
  await slide(150, 3)
  await expect.poll(events, patient).toEqual(['success true'])
})

test('another picture is had by a button', async () => {
  await page.getByRole('button', { name: '换一张' }).click()
  await expect.poll(events, patient).toEqual(['refresh'])
})
