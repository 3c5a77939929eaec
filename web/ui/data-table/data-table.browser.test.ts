import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../../../e2e/browser.ts'
import { servePage } from '../test-page-server.ts'

// proves: 7, 11, 16

let browser: Browser
let page: Page
const violations: string[] = []

beforeAll(async () => {
  browser = await launchBrowser()
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  page.on('console', (message) => message.text().includes('Content Security Policy') && violations.push(message.text()))
  await page.addInitScript(() => {
    window.shifts = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shifts += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await servePage(page, join(import.meta.dirname, 'test-page.tsx'))
  await page.waitForFunction(() => 'table' in window)
})
afterAll(() => browser.close())

declare global {
  interface Window {
    /** Cumulative layout shift. */
    shifts: number
  }
}

/** The page reacts to an action after a delay that depends on the machine. */
const patient = { timeout: 5000 }
const state = (name: string) => page.locator('#state').getAttribute(`data-${name}`)
const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-row'))
const top = () => page.evaluate(() => document.querySelector('[role=region]')?.scrollTop)
const names = (count: number) =>
  page.evaluate(
    (count) => [...document.querySelectorAll('[data-row]')].slice(0, count).map((row) => row.children[3]?.textContent),
    count,
  )

test('before the rows there is their shape, and not before 150 ms', async () => {
  expect(await page.locator('table').getAttribute('aria-busy')).toBe('true')
  expect(await page.locator('.shimmer').count()).toBeGreaterThan(8)
  const delay = await page.evaluate(() => {
    const { animationName, animationDelay, animationFillMode } = getComputedStyle(
      document.querySelector('.shimmer') as Element,
    )
    return [animationName, animationDelay, animationFillMode].map((list) => list.split(', ')[0])
  })
  expect(delay).toEqual(['appear', '0.15s', 'backwards'])
})

test('of 1,000 rows only those in sight are in the document, fewer than 600 elements', async () => {
  await page.evaluate(() => window.table.fill(1000))
  await page.waitForSelector('[data-row="10"]')
  const nodes = await page.evaluate(() => {
    const region = document.querySelector('[role=region]')
    const rows = [...(region?.querySelectorAll('[data-row]') ?? [])].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return bottom > 36 && top < innerHeight
    })
    const head = region?.querySelectorAll('thead *').length ?? 0
    return { rows: rows.length, all: rows.reduce((sum, row) => sum + 1 + row.querySelectorAll('*').length, head) }
  })
  expect(nodes.rows).toBeGreaterThan(20)
  expect(nodes.all).toBeLessThan(600)
  expect(await page.locator('table').getAttribute('aria-rowcount')).toBe('1001')
})

test('the rows take the place of their shape without moving anything', async () => {
  expect(await page.evaluate(() => window.shifts)).toBeLessThan(0.05)
})

test('what comes later than its row fills in', async () => {
  await page.locator('[data-row="0"] td', { hasText: '3.2.0' }).waitFor()
})

test('changed rows are drawn in place, and no others', async () => {
  const before = await page.locator('[data-row="3"] td').nth(7).textContent()
  const drawn = await page.evaluate(() => {
    const changed = new Set<string>()
    const observer = new MutationObserver((list) => {
      for (const { target } of list)
        changed.add(target.parentElement?.closest('[data-row]')?.getAttribute('data-row') ?? '')
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    window.table.touch([2, 4, 900])
    return new Promise<string[]>((resolve) =>
      setTimeout(() => {
        observer.disconnect()
        resolve([...changed].sort())
      }, 50),
    )
  })
  expect(drawn).toEqual(['1', '3'])
  expect(await page.locator('[data-row="3"] td').nth(7).textContent()).toBe(String((Number(before) + 1) % 100))
})

test('rows keep their positions while the user points at them, and take the new order afterwards', async () => {
  await page.evaluate(() => window.table.fill(20))
  await page.locator('[data-row="5"]').hover()
  const before = await names(20)
  await page.evaluate(() => window.table.turn())
  expect(await names(20)).toEqual(before)
  await page.mouse.move(5, 5)
  await page.waitForFunction(
    (name) => document.querySelector('[data-row="0"]')?.children[3]?.textContent === name,
    before[19],
  )
  expect(await names(20)).toEqual(before.toReversed())
})

test('the keyboard reaches every one of 1,000 rows, drawn or not', async () => {
  await page.evaluate(() => window.table.fill(1000))
  await page.locator('[role=region]').focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focused(), patient).toBe('0')
  await page.keyboard.press('End')
  await page.waitForFunction(() => document.activeElement?.getAttribute('data-row') === '999')
  await page.keyboard.press('PageUp')
  await expect.poll(async () => Number(await focused()), patient).toBeLessThan(985)
  await page.keyboard.press('Home')
  await page.waitForFunction(() => document.activeElement?.getAttribute('data-row') === '0')
  await page.keyboard.press('ArrowDown')
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, 9000)
  await page.waitForSelector('[data-row="250"]')
  expect(await focused(), 'scrolling away does not lose the place').toBe('1')
})

test('it chooses, opens and expands', async () => {
  await page.evaluate(() => document.querySelector('[role=region]')?.scrollTo(0, 0))
  await page.keyboard.press('Space')
  await expect.poll(() => state('selected'), patient).toBe('2')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => window.table.opened), patient).toEqual([2])
  await page.keyboard.press('ArrowRight')
  await page.waitForSelector('[data-detail="2"]')
  await page.keyboard.press('ArrowLeft')
  await page.waitForSelector('[data-detail="2"]', { state: 'detached' })
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(() => state('selected'), patient).toBe('2,3,4')
  await page.keyboard.press('Escape')
  await expect.poll(() => state('selected'), patient).toBe('')
  await page.keyboard.press('Control+a')
  await expect.poll(async () => (await state('selected'))?.split(','), patient).toHaveLength(1000)
  await page.keyboard.press('Escape')
})

test('shift and a click choose everything between', async () => {
  await page.locator('[data-row="4"] input').click()
  await page.locator('[data-row="7"] input').click({ modifiers: ['Shift'] })
  await expect.poll(() => state('selected'), patient).toBe('5,6,7,8')
  await expect.poll(() => page.evaluate(() => window.table.opened), patient).toEqual([2])
})

test('a header changes and shows the order', async () => {
  const cpu = page.getByRole('columnheader', { name: 'CPU' })
  for (const [order, said] of [
    ['cpu asc', 'ascending'],
    ['cpu desc', 'descending'],
    [null, null],
  ]) {
    await cpu.getByRole('button').click()
    await expect.poll(() => state('order'), patient).toBe(order)
    await expect.poll(() => cpu.getAttribute('aria-sort'), patient).toBe(said)
  }
})

test('a step back finds the scroll and the focus where they were; another list begins at the top', async () => {
  await page.evaluate(() => window.table.list('a', 'first'))
  await page.evaluate(() => document.querySelector('[role=region]')?.scrollTo(0, 7200))
  await page.locator('[data-row="205"] input').focus()
  await page.evaluate(() => window.table.list('b', 'second'))
  await expect.poll(() => top(), patient).toBe(0)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.evaluate(() => window.table.list('a', 'first'))
  await page.waitForFunction(() => document.activeElement?.closest('[data-row]')?.getAttribute('data-row') === '205')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  await expect.poll(() => top(), patient).toBe(7200)
})

test('the first columns and the actions stay in sight when the table is wider than its place', async () => {
  await page.setViewportSize({ width: 700, height: 900 })
  await page.evaluate(() => document.querySelector('[role=region]')?.scrollTo(10_000, 0))
  await page.locator('[data-row="2"]').waitFor()
  const left = await page.evaluate(
    () => document.querySelector('[data-row="2"]')?.children[2]?.getBoundingClientRect().left,
  )
  expect(left).toBe(66)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('columns are ordered by drag and by keyboard, found by name, and recommended', async () => {
  await page.evaluate(() => document.querySelector('#parts')?.removeAttribute('hidden'))
  const column = (name: string) => page.locator(`[data-column="${name}"]`)
  await column('model').getByRole('checkbox').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => state('columns'), patient).toBe('online,name,model,sn,ip,cpu,mem,terminals,firmware')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('li')?.dataset.column), patient)
    .toBe('model')
  await column('firmware').dragTo(column('name'))
  await expect.poll(() => state('columns'), patient).toBe('online,firmware,name,model,sn,ip,cpu,mem,terminals')
  await column('sn').getByRole('checkbox').uncheck()
  await expect.poll(() => state('columns'), patient).toBe('online,firmware,name,model,ip,cpu,mem,terminals')
  await expect.poll(() => page.getByRole('columnheader').allTextContents(), patient).not.toContain('序列号')
  await page.getByPlaceholder('搜索列').fill('地')
  await expect.poll(() => page.locator('[data-column]').count(), patient).toBe(1)
  await page.getByPlaceholder('搜索列').fill('')
  await page.getByRole('button', { name: '推荐' }).click()
  await expect.poll(() => state('columns'), patient).toBe(null)
})

test('filters show as chips that take them back', async () => {
  const values = async () => JSON.parse((await page.locator('#parts').getAttribute('data-values')) ?? '')
  await page.getByRole('button', { name: '型号 全部' }).click()
  await page.getByRole('checkbox', { name: 'A,B' }).check()
  await page.getByRole('checkbox', { name: 'EAP102' }).check()
  await page.keyboard.press('Escape')
  await expect.poll(() => values(), patient).toEqual({ model: 'A%2CB,EAP102' })
  await page.getByLabel('版本').fill('3.2')
  const chips = page.getByRole('list', { name: '已生效的筛选' })
  await chips.getByText('3.2').waitFor()
  await expect.poll(() => chips.getByRole('listitem').first().textContent(), patient).toBe('型号：A,B / EAP102')
  await page.getByRole('button', { name: '移除筛选：型号' }).click()
  await expect.poll(() => values(), patient).toEqual({ model: '', version: '3.2' })
  await page.getByRole('button', { name: '全部清除' }).click()
  await expect.poll(() => chips.count(), patient).toBe(0)
})

test('the pager has an accessible name, jumps, and stays within the existing pages', async () => {
  const place = async () => JSON.parse((await page.locator('#parts').getAttribute('data-place')) ?? '')
  const pager = page.getByRole('navigation', { name: '分页' })
  expect(await pager.textContent()).toContain('共 1234 条')
  expect(await pager.textContent()).toContain('条/页')
  await pager.getByLabel(/前往/).fill('999')
  await page.keyboard.press('Enter')
  await expect.poll(() => place(), patient).toEqual({ page: 124, limit: 10 })
  await expect.poll(() => pager.getByRole('button', { name: '下一页' }).isDisabled(), patient).toBe(true)
  await pager.getByRole('button', { name: '每页条数 10' }).click()
  await page.getByRole('option', { name: '50' }).click()
  await expect.poll(() => place(), patient).toEqual({ page: 1, limit: 50 })
})

test('all of it within a strict Content-Security-Policy', () => {
  expect(violations).toEqual([])
})
