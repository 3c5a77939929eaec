import type { Page } from 'playwright-core'
import { comesTrue, until } from './kit/wait.ts'
import type { Journey } from './rig.ts'

const save = '**/api/v1/menu/nav'

export const journey: Journey = {
  title:
    'The main menu in an order of one’s own: by mouse and keyboard, kept by the server, given back when it refuses',
  async run({ url, page, signIn }) {
    await signIn()
    await page.goto(`${url}/scene/manage/list`)
    const menu = page.getByRole('navigation', { name: '主菜单' })
    const entry = (name: string) => menu.getByRole('link', { name, exact: true })
    await entry('场景').waitFor()
    await begins(page, '首页', '场景', '配置')

    await menu.hover()
    await menu.locator('li[draggable=true]').first().waitFor()
    await Promise.all([
      page.waitForResponse((answer) => answer.url().includes('menu/nav') && answer.request().method() === 'POST'),
      entry('维护').dragTo(entry('首页'), { targetPosition: { x: 4, y: 20 } }),
    ])
    await begins(page, '维护', '首页', '场景')
    await reloadForgetful(page)
    await begins(page, '维护', '首页', '场景')

    await entry('场景').focus()
    await Promise.all([
      page.waitForResponse((answer) => answer.url().includes('menu/nav') && answer.request().method() === 'POST'),
      page.keyboard.press('Control+Shift+ArrowLeft'),
    ])
    await begins(page, '维护', '场景', '首页')
    await comesTrue(page, () => document.activeElement?.textContent === '场景')
    await menu.getByRole('status').filter({ hasText: '第 2 位' }).waitFor()
    await reloadForgetful(page)
    await begins(page, '维护', '场景', '首页')

    await page.route(save, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ json: { code: 10050, msg: '稍后再试', data: null } })
        : route.continue(),
    )
    await entry('场景').focus()
    await page.keyboard.press('Control+Shift+ArrowRight')
    await page.getByRole('alert').filter({ hasText: '稍后再试' }).waitFor()
    await begins(page, '维护', '场景', '首页')

    await menu.evaluate((nav) => (nav.style.maxWidth = '320px'))
    await menu.getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '应用' }).click()
    await page.waitForURL(/\/app\/store/)
  },
}

/** The menu begins with these, or comes to. */
async function begins(page: Page, ...titles: string[]): Promise<void> {
  const links = page.getByRole('navigation', { name: '主菜单' }).getByRole('link')
  const begin = async () => (await links.allInnerTexts()).slice(0, titles.length).join() === titles.join()
  await until(`the menu begins with ${titles.join()}`, 15_000, begin)
}

/** Reloads like another browser: only the server has the order. */
async function reloadForgetful(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('belvedere.nav'))
  const asked = page.waitForResponse((answer) => answer.url().includes('menu/nav'))
  await page.reload()
  await asked
  await page.getByRole('heading', { name: '场景列表' }).waitFor()
}
