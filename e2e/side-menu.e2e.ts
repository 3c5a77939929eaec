import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { comesTrue } from './kit/wait.ts'
import type { Journey } from './rig.ts'

export const journey: Journey = {
  title: 'The side menu is kept narrow, begins the open page again, and every page tells where one is',
  async run({ url, page, signIn }) {
    await signIn()
    await page.goto(`${url}/maintenance/log/sys`)
    const menu = page.getByRole('navigation', { name: '维护' })
    const operations = menu.getByRole('link', { name: '操作日志' })
    await page.getByRole('row', { name: /登录/ }).first().waitFor()
    await comesTrue(page, () => document.title === '操作日志 · 揽景网络管理平台')

    await beginsAgain(page, () => operations.click())
    await menu.getByRole('link', { name: '任务日志' }).click()
    await page.getByRole('heading', { name: '任务日志' }).waitFor()
    // the keyboard goes on in the page
    await comesTrue(page, () => document.activeElement?.id === 'content')
    await comesTrue(page, () => document.title === '任务日志 · 揽景网络管理平台')

    await menu.getByRole('button', { name: '收起菜单' }).click()
    await page.reload()
    await menu.getByRole('button', { name: '展开菜单' }).waitFor()
    await menu.getByRole('button', { name: '日志', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: '操作日志' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/maintenance\/log\/sys$/)
    await comesBack(page, url)
    await skipsMenus(page)
    await fitsTelephones(page)
  },
}

/** The first stop of the keyboard leads past header and menus. */
async function skipsMenus(page: Page): Promise<void> {
  await page.reload()
  await page.getByRole('heading', { name: '网络拓扑' }).waitFor()
  await page.keyboard.press('Tab')
  await page.getByRole('link', { name: '跳到正文' }).press('Enter')
  await comesTrue(page, () => document.activeElement?.id === 'content')
}

async function fitsTelephones(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('banner').getByRole('button', { name: '菜单', exact: true }).click()
  const menu = page.getByRole('dialog', { name: '菜单' })
  await menu.getByRole('button', { name: '维护' }).click()
  const entry = menu.getByRole('link', { name: '任务日志' })
  // not what is on screen, which is scaled while it appears
  assert.equal(await entry.evaluate((link) => (link as HTMLElement).offsetHeight), 44)
  await entry.click()
  await page.getByRole('heading', { name: '任务日志' }).waitFor()
  await menu.waitFor({ state: 'detached' })
  await comesTrue(page, () => document.documentElement.scrollWidth === 390)
}

/** The view is another one, and asks for its rows again. */
async function beginsAgain(page: Page, ask: () => Promise<void>): Promise<void> {
  await page.evaluate(() => document.querySelector('#content > div')?.setAttribute('data-before', ''))
  const asked = page.waitForRequest(/\/api\/v1\/log\/sys\?/)
  await ask()
  await asked
  await page.locator('[data-before]').waitFor({ state: 'detached' })
}

/** To the page before; where there was none, to the first page of the area. */
async function comesBack(page: Page, url: string): Promise<void> {
  const back = page.getByRole('main').getByRole('button', { name: '返回' })
  // as a link of the console does: the router counts the pages it went through
  await page.evaluate(() => history.pushState({ __TSR_index: 1 }, '', '/scene/group?MENU_BACK=1'))
  await back.click()
  await page.waitForURL(/\/maintenance\/log\/sys$/)
  await page.goto(`${url}/scene/group?MENU_BACK=1`)
  await back.click()
  await page.waitForURL(/\/scene\/topology\/index$/)
}
