import { join } from 'node:path'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchBrowser } from '../../../../../e2e/browser.ts'
import { servePage } from '../../../../ui/test-page-server.ts'

let browser: Browser
let page: Page
let fingers: CDPSession
const violations: string[] = []

beforeAll(async () => {
  browser = await launchBrowser()
  const context = await browser.newContext({ viewport: { width: 900, height: 700 }, hasTouch: true })
  page = await context.newPage()
  page.setDefaultTimeout(5_000)
  page.on('console', (message) => message.text().includes('Content Security Policy') && violations.push(message.text()))
  page.on('pageerror', (error) => violations.push(error.message))
  fingers = await context.newCDPSession(page)
  await servePage(page, join(import.meta.dirname, 'test-page.tsx'))
})
afterAll(() => browser.close())
beforeEach(async () => {
  await page.reload()
  await comes(middle, 'root')
})

/** The network is 540 by 346 units; it fits at original size, centred at 0, 150. */
const middle = { x: 400, y: 150 }
const at = (x: number, y: number) => ({ x: 400 + x, y: 300 + y - 150 })

async function chosenAt({ x, y }: { x: number; y: number }): Promise<string> {
  const { left, top } = await origin()
  await page.mouse.click(left + x, top + y)
  return (await page.locator('output').getAttribute('data-chosen')) ?? ''
}

/** Clicks until the node is there: the drawing is updated one frame after an action. */
const comes = (spot: { x: number; y: number }, id: string) =>
  expect.poll(() => chosenAt(spot), { timeout: 5_000 }).toBe(id)

const origin = () =>
  page.locator('canvas').evaluate((element) => {
    const { left, top } = element.getBoundingClientRect()
    return { left, top }
  })

async function drag(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  const { left, top } = await origin()
  await page.mouse.move(left + from.x, top + from.y)
  await page.mouse.down()
  await page.mouse.move(left + to.x, top + to.y, { steps: 5 })
  await page.mouse.up()
}

async function wheel({ x, y }: { x: number; y: number }, dx: number, dy: number): Promise<void> {
  const { left, top } = await origin()
  await page.mouse.move(left + x, top + y)
  await page.mouse.wheel(dx, dy)
}

const places = () => page.locator('output').innerText()

test('a press selects the object under it, a press on the background clears the selection', async () => {
  expect(await chosenAt(at(200, 150))).toBe('right')
  expect(await chosenAt(at(0, 250))).toBe('')
})

test('a drag moves the view and chooses nothing', async () => {
  await drag(at(0, 250), at(60, 220))
  expect(await page.locator('output').getAttribute('data-chosen')).toBe('root')
  await comes({ x: middle.x + 60, y: middle.y - 30 }, 'root')
  expect(await places()).toContain('root 0 0')
})

test('a drag on a node moves it alone, with Shift all that hangs on it', async () => {
  await drag(at(-200, 150), at(-150, 180))
  await expect.poll(places).toContain('left -150 180')
  expect(await places()).toContain('leaf -200 300')
  expect(await page.locator('output').getAttribute('data-chosen')).toBe('root')
  await page.keyboard.down('Shift')
  await drag(at(-150, 180), at(-160, 170))
  await page.keyboard.up('Shift')
  await expect.poll(places).toContain('left -160 170')
  expect(await places()).toContain('leaf -210 290')
})

test('where nothing may be moved a drag on a node moves the view', async () => {
  await page.getByRole('button', { name: 'lock' }).click()
  await drag(middle, { x: middle.x + 50, y: middle.y })
  expect(await places()).toContain('root 0 0')
  await comes({ x: middle.x + 110, y: middle.y }, 'root')
})

test('the wheel zooms at the pointer, small steps of a touchpad move the view', async () => {
  await wheel(at(200, 150), 0, -120)
  await expect.poll(() => chosenAt(at(0, 0)), { timeout: 5_000 }).toBe('')
  expect(await chosenAt(at(200, 150))).toBe('right')
  await page.getByRole('button', { name: 'fit' }).click()
  await comes(middle, 'root')
  await wheel(middle, 30, 40)
  await comes({ x: middle.x - 90, y: middle.y - 40 }, 'root')
})

test('two fingers zoom', async () => {
  const { left, top } = await origin()
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) =>
    fingers.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        apart === undefined ? [] : [-apart, apart].map((x, id) => ({ x: left + middle.x + x, y: top + middle.y, id })),
    })
  await touch('touchStart', 100)
  for (const apart of [120, 150, 200]) await touch('touchMove', apart)
  await touch('touchEnd')
  await expect.poll(() => chosenAt(at(200, 150)), { timeout: 5_000 }).toBe('')
  expect(await chosenAt({ x: middle.x + 120, y: middle.y })).toBe('root')
})

test('a finger moves the view, and taps a node', async () => {
  const { left, top } = await origin()
  await page.touchscreen.tap(left + at(200, 150).x, top + at(200, 150).y)
  await expect.poll(() => page.locator('output').getAttribute('data-chosen')).toBe('right')
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    fingers.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined ? [] : [{ x: left + x, y: top + 400 }],
    })
  await touch('touchStart', 400)
  for (const x of [420, 450, 480]) await touch('touchMove', x)
  await touch('touchEnd')
  await comes({ x: middle.x + 80, y: middle.y }, 'root')
})

test('a node that is asked for comes into the middle, larger than before', async () => {
  await page.getByRole('button', { name: 'show leaf' }).click()
  await comes({ x: 400, y: 300 }, 'leaf')
})

test('within a strict Content-Security-Policy', () => expect(violations).toEqual([]))
