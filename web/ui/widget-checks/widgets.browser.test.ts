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
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  page.setDefaultTimeout(5_000)
  page.on('console', (message) => message.text().includes('Content Security Policy') && violations.push(message.text()))
  await servePage(page, join(import.meta.dirname, 'test-page.tsx'))
})
afterAll(() => browser.close())
beforeEach(async () => void (await page.reload()))

const open = (name: string) => page.getByRole('button', { name, exact: true }).click()
const dialog = (name: string) => page.getByRole('dialog', { name })
const kept = () => page.locator('output').getAttribute('data-kept')

test('a dialog is 700 px wide, and never wider than the window', async () => {
  await open('plain')
  // not the size on screen, which is scaled during the opening animation
  const width = () => dialog('plain').evaluate((element) => (element as HTMLElement).offsetWidth)
  expect(await width()).toBe(700)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await width()).toBe(390 - 24)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Escape')
  await dialog('plain').waitFor({ state: 'detached' })
})

test.each(['form', 'config'])('%s: Enter submits, and typed text is asked for before it is lost', async (name) => {
  await open(name)
  const field = dialog(name).getByLabel('field')
  await field.fill('typed')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: '放弃未保存的修改？' })
  await question.getByRole('button', { name: '取消' }).click()
  expect(await field.inputValue()).toBe('typed')
  await field.press('Enter')
  await dialog(name).waitFor({ state: 'detached' })
})

test('a dialog asks for the forms inside it', async () => {
  await open('plain')
  await dialog('plain').getByLabel('field').fill('typed')
  await dialog('plain').getByRole('button', { name: '关闭' }).click()
  const question = page.getByRole('alertdialog', { name: '放弃未保存的修改？' })
  await question.getByRole('button', { name: '取消' }).click()
  expect(await dialog('plain').getByLabel('field').inputValue()).toBe('typed')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: '放弃' }).click()
  await dialog('plain').waitFor({ state: 'detached' })
})

test('the full-page dialog covers the page, its buttons stay in sight', async () => {
  await open('config')
  expect(await dialog('config').boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 })
  const button = await dialog('config').getByRole('button', { name: '确定' }).boundingBox()
  expect(button && button.y + button.height).toBeLessThan(900)
  await dialog('config').getByRole('button', { name: '返回' }).click()
  await dialog('config').waitFor({ state: 'detached' })
})

test('a text of one line has 32 characters, is required, and closes when it is unchanged', async () => {
  await open('line')
  const field = page.getByRole('textbox', { name: 'line' })
  await field.fill('x'.repeat(40))
  expect(await field.inputValue()).toHaveLength(32)
  await field.fill('  ')
  await field.press('Enter')
  await page.getByText('请输入内容').waitFor()
  await field.fill('old')
  await field.press('Enter')
  await field.waitFor({ state: 'detached' })
  expect(await kept()).toBe('')
})

test('a changed text is kept; while that is refused the field stays open', async () => {
  await open('line')
  const field = page.getByRole('textbox', { name: 'line' })
  await field.fill('refused')
  await field.press('Enter')
  await expect.poll(kept).toBe('refused')
  await field.fill(' new ')
  await field.press('Enter')
  await field.waitFor({ state: 'detached' })
  expect(await kept()).toBe('refused|new')
})

test('a text of several lines has 128 characters, and may be empty when it need not be there', async () => {
  await open('lines')
  const field = page.getByRole('textbox', { name: 'lines' })
  await field.fill('x'.repeat(200))
  expect(await field.inputValue()).toHaveLength(128)
  await field.fill('')
  await page.getByRole('button', { name: '保存' }).click()
  await field.waitFor({ state: 'detached' })
  expect(await kept()).toBe('')
})

test('a select shows its states: please choose, no matching data, no data, loading', async () => {
  await page.getByRole('button', { name: 'channel 请选择' }).click()
  await page.getByRole('combobox').fill('nothing')
  await page.getByText('无匹配数据').waitFor()
  await page.getByRole('combobox').fill('14')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'channel 149' }).waitFor()
  expect(await page.locator('output').getAttribute('data-chosen')).toBe('2')

  await page.getByRole('button', { name: 'empty 请选择' }).click()
  await page.getByText('无数据').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'coming 请选择' }).click()
  await page.getByText('加载中').waitFor()
})

test('a select reopened during its closing animation shows all options and accepts typing', async () => {
  await page.getByRole('button', { name: 'channel 请选择' }).click()
  await page.getByRole('combobox').fill('14')
  await page.evaluate(async () => {
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })
    document.querySelector('[role=combobox]')?.dispatchEvent(enter)
    await new Promise((resolve) => setTimeout(resolve))
    document.querySelector<HTMLElement>('[aria-label^=channel]')?.click()
  })
  await page.getByRole('option', { name: 'auto' }).waitFor()
  await expect.poll(() => page.getByRole('option').count()).toBe(3)
  await page.keyboard.type('36')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'channel 36' }).waitFor()
})

test('who wants little motion gets none', async () => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open('plain')
  expect(await dialog('plain').evaluate((element) => getComputedStyle(element).transitionDuration)).toBe('1e-05s')
  await page.emulateMedia({ reducedMotion: null })
})

test('all of it within a strict Content-Security-Policy', () => {
  expect(violations).toEqual([])
})
