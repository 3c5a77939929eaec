import assert from 'node:assert/strict'
import type { Page, Route } from 'playwright-core'
import type { Journey } from './rig.ts'

const parts = '**/assets/*.js'

export const journey: Journey = {
  title:
    'A part of the console does not come: two ways out; after a release the page loads again, once; the profile is asked for again',
  async run({ url, page, signIn }) {
    await signIn()
    await page.goto(`${url}/scene/manage/list`)
    await page.getByRole('heading', { name: '场景列表' }).waitFor()

    await page.route(parts, (route) => route.abort())
    await open(page, '场景分组')
    await fails(page)
    await page.getByRole('banner').waitFor()
    await page.unroute(parts)
    await page.getByRole('button', { name: '重新加载' }).click()
    await page.getByText('还没有分组').waitFor()

    await failsInPlace(page, url)
    await opensLater(page, url)
    await isLate(page, url)
    await loadsByItself(page, url)
    await loadsOnceForRelease(page, url)
  },
}

/** A hover would load the page before the click. */
const open = (page: Page, name: string) =>
  page.getByRole('link', { name, exact: true }).evaluate((link) => (link as HTMLElement).click())

const fails = (page: Page) => page.getByRole('alert').filter({ hasText: '页面资源加载失败' }).waitFor()

/** A dialog or a panel shows its error in its own place; the page stays, and a retry opens it. */
async function failsInPlace(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/scene/manage/list`)
  const list = page.getByRole('heading', { name: '场景列表' })
  const missing = page.getByRole('alert').filter({ hasText: '这部分没有加载出来' })
  await page.getByText('还没有场景').waitFor()
  await page.route(parts, (route) => route.abort())

  await page.getByRole('button', { name: '列设置' }).click()
  await missing.waitFor()
  await page.unroute(parts)
  await missing.getByRole('button', { name: '重试' }).click()
  await page.getByRole('dialog', { name: '列设置' }).getByRole('checkbox').first().waitFor()
  await page.keyboard.press('Escape')

  await page.route(parts, (route) => route.abort())
  await page.evaluate(() => history.pushState({}, '', '/scene/manage/list?tool=ip'))
  await missing.waitFor()
  await page.keyboard.press('Escape')
  await missing.waitFor({ state: 'hidden' })
  await list.waitFor()
  await page.unroute(parts)
  await page.evaluate(() => history.pushState({}, '', '/scene/manage/list?tool=ip'))
  await page.getByRole('dialog').filter({ hasText: 'IP' }).waitFor()
}

/** Without its first answer the console shows the error on a page with a heading, and opens by itself when the server is reachable. */
async function opensLater(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/scene/manage/list`)
  const profile = '**/api/v1/user/profile*'
  let broken = 0
  // a change of network breaks off what is under way
  const breakOff = async (route: Route, most: number) => (broken++ < most ? route.abort('failed') : route.continue())
  await page.route(profile, (route) => breakOff(route, 1))
  await page.reload()
  await page.getByRole('heading', { name: '场景列表' }).waitFor()
  assert.equal(broken, 2, 'asked again')
  await page.unroute(profile)

  broken = 0
  await page.route(profile, (route) => breakOff(route, 4))
  await page.reload()
  await page.getByRole('alert').getByRole('heading', { level: 1, name: '加载失败' }).waitFor()
  await page.getByRole('heading', { name: '场景列表' }).waitFor()
  assert.ok(broken > 4, 'asked until it came')
  await page.unroute(profile)
}

/** Two minutes are enough for anything. */
async function isLate(page: Page, url: string): Promise<void> {
  await page.clock.install()
  await page.goto(`${url}/scene/manage/list`)
  await page.getByText('还没有场景').waitFor()
  await page.route(parts, () => {})
  await open(page, '场景分组')
  await page.waitForURL(/\/scene\/group$/)
  await page.clock.fastForward(120_000)
  await fails(page)
  await page.unroute(parts)
  await page.getByRole('button', { name: '回到首页' }).click()
  await page.waitForURL(/\/home\/index$/)
  await page.goto(`${url}/scene/manage/list`)
  await page.getByText('还没有场景').waitFor()
}

/** Nobody clicks, as on a display on a wall: the page loads again once the part is served. The clock of the page is set. */
async function loadsByItself(page: Page, url: string): Promise<void> {
  await page.route(parts, (route) => route.abort())
  await open(page, '场景分组')
  await fails(page)
  await page.clock.fastForward(10_000)
  await fails(page)
  await page.unroute(parts)
  await page.clock.fastForward(10_000)
  await page.getByText('还没有分组').waitFor()
  await page.goto(`${url}/scene/manage/list`)
  await page.getByText('还没有场景').waitFor()
}

/** The server has another console, whose parts this page does not know; and so it stays, as behind a proxy that keeps the old page. */
async function loadsOnceForRelease(page: Page, url: string): Promise<void> {
  let loads = 0
  page.on('load', () => loads++)
  await page.route(parts, (route) => (/\/view-/.test(route.request().url()) ? route.abort() : route.continue()))
  await page.route(`${url}/`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/index-next.js"></script>' }),
  )
  await open(page, '场景分组')
  await page.waitForEvent('load')
  await fails(page)
  assert.equal(loads, 1)
}
