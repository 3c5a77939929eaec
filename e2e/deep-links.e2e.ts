import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { demoIsWhole } from './kit/demo.ts'
import { comesTrue, until } from './kit/wait.ts'
import type { Journey } from './rig.ts'

// proves: 3, 4

const names = (page: Page) => page.locator('[data-row] td:nth-child(4)').allInnerTexts()
const scrolled = (page: Page) => page.evaluate(() => document.querySelector('[role=region]')?.scrollTop)

export const journey: Journey = {
  title: 'A list is in its address: links, wrong links, and the back button with scroll and focus',
  options: { demo: true },
  async run({ url, page, signIn }) {
    await demoIsWhole(url)
    await signIn()
    await page.goto(`${url}/global/device?search=AP&online=1&orderby=name+desc&limit=20`)
    await page.locator('[data-row="3"]').waitFor()
    assert.equal(await page.getByRole('searchbox', { name: '搜索' }).inputValue(), 'AP')
    await page.getByRole('list', { name: '已生效的筛选' }).getByText('在线').waitFor()
    const found = await names(page)
    assert.ok(found.every((name) => name.includes('AP')))
    assert.equal(await page.locator('th[aria-sort="descending"]').innerText(), '名称')

    // what an address says wrongly counts as not said
    await page.goto(`${url}/global/device?limit=7&orderby=password+desc&page=99`)
    await page.locator('[data-row="0"]').waitFor()
    await page.getByRole('button', { name: '第 3 页', exact: true }).and(page.locator('[aria-current=page]')).waitFor()
    assert.match(page.url(), /page=3/, 'the last page there is')

    // a search is one step, however it was typed; what it was narrowed by next is another
    await page.goto(`${url}/global/device`)
    await page.locator('[data-row="9"]').waitFor()
    const everything = await names(page)
    await page.keyboard.press('/')
    for (const text of ['A', 'AP', 'AP L']) {
      await page.keyboard.press('Control+A')
      await page.keyboard.type(text)
      await page.waitForURL((address) => address.searchParams.get('search') === text)
    }
    await page.getByText('AP Lobby').waitFor()
    await page.goBack()
    await page.waitForURL((address) => !address.searchParams.has('search'))
    await page.locator('[data-row="9"]').waitFor()
    assert.deepEqual(await names(page), everything)

    // page 2 and back, then to a device's scene list and back: the same rows, as far down, the same focus
    await page.setViewportSize({ width: 1440, height: 500 })
    await page.getByRole('button', { name: '第 2 页', exact: true }).click()
    await comesTrue(
      page,
      (name) => document.querySelector<HTMLElement>('[data-row] td:nth-child(4)')?.innerText !== name,
      everything[0],
    )
    const second = await names(page)
    assert.equal(await scrolled(page), 0)
    const expand = page.locator('[data-row="8"]').getByRole('button', { name: '展开' })
    await expand.scrollIntoViewIfNeeded()
    await expand.focus()
    const down = await scrolled(page)
    assert.ok(down && down > 50)
    await page.getByRole('link', { name: '场景', exact: true }).first().click()
    await page
      .getByRole('heading', { name: /拓扑|场景/ })
      .first()
      .waitFor()
    await page.waitForURL((address) => !address.pathname.startsWith('/global'))
    await page.goBack()
    await page.waitForURL(/\/global\/device\?.*page=2/)
    await comesTrue(page, () => document.activeElement?.closest('[data-row]')?.getAttribute('data-row') === '8')
    assert.deepEqual(await names(page), second)
    await until('it is as far down', 15_000, async () => (await scrolled(page)) === down)
    await page.goBack()
    await page.waitForURL((address) => !address.searchParams.has('page'))
    await comesTrue(
      page,
      (name) => document.querySelector<HTMLElement>('[data-row] td:nth-child(4)')?.innerText === name,
      everything[0],
    )

    // a search that is taken back begins at page 1
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${url}/global/device?online=1&page=2`)
    await page.locator('[data-row="0"]').waitFor()
    await page.getByRole('button', { name: '全部清除' }).click()
    await page.waitForURL((address) => !address.search)
    await page.getByRole('button', { name: '第 1 页', exact: true }).and(page.locator('[aria-current=page]')).waitFor()

    // the only row of the last page is deleted: the page before it is the last one then
    await page.getByRole('button', { name: '第 3 页', exact: true }).click()
    await page.locator('[data-row="9"]').waitFor({ state: 'detached' })
    for (let rows = (await names(page)).length; rows > 1; rows--) {
      await removeRow(page, rows - 1)
      await page.locator(`[data-row="${rows - 1}"]`).waitFor({ state: 'detached' })
    }
    const last = (await names(page))[0] ?? ''
    await removeRow(page, 0)
    await page.waitForURL(/[?&]page=2/)
    await page.locator('[data-row="9"]').waitFor()
    assert.ok(!(await names(page)).includes(last))
  },
}

async function removeRow(page: Page, row: number): Promise<void> {
  const name = (await names(page))[row] ?? ''
  await page.locator(`[data-row="${row}"]`).getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('textbox').fill(name)
  await question.getByRole('button', { name: '删除' }).click()
  await question.waitFor({ state: 'detached' })
}
