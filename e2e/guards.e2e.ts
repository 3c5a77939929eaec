import assert from 'node:assert/strict'
import type { Frame, Page } from 'playwright-core'
import { readStored, userOf } from './kit/stored.ts'
import type { Journey } from './rig.ts'

// proves: 22

export const journey: Journey = {
  title: 'Who is not signed in comes to sign-in and back; every address leads to its page',
  async run({ url, page, signIn, fillSignIn }) {
    const landsOn = async (from: string, to: RegExp) => {
      await page.goto(`${url}${from}`)
      await page.waitForURL(to)
    }
    await landsOn('/maintenance/log/task?result=1', /\/login\?result=1$/)
    await fillSignIn()
    await page.waitForURL(/\/maintenance\/log\/task\?result=1$/)
    await page.getByRole('heading', { name: '任务日志' }).waitFor()

    await seesFields(page)
    await landsOn('/login', /\/home\/index$/)
    await landsOn('/config?MENU_BACK=1', /\/config\/device\/router\?MENU_BACK=1$/)
    await landsOn('/maintenance/log', /\/maintenance\/log\/sys$/)
    await landsOn('/sd-wan', /\/sdWan\/overview$/)
    await landsOn('/sdWan/order', /\/sdWan\/order\/list$/)
    await landsOn('/sd-wan/order/list', /\/sdWan\/order\/list$/)
    await page.getByText('尚未开放').waitFor()
    await landsOn('/config/device/ap/installed', /\/ap\/installed$/)
    await landsOn('/config/device/toaster/installed', /\/404$/)
    await leadsOnFromNowhere(page, url)

    for (const way of ['/login?utoken=abc', '/login/clear']) {
      await landsOn(way, /\/login/)
      await page.getByLabel('账号').waitFor()
      assert.equal(await readStored(page, 'base'), undefined, `${way} wipes the session`)
      await signIn()
    }
    await page.goto(`${url}/scene/group`)
    const groups = page.getByRole('link', { name: '场景分组' })
    // the page may be notified before the click
    const click = () => page.evaluate(() => document.querySelector<HTMLElement>('nav a[href="/scene/group"]')?.click())
    const stay = () => Promise.resolve()
    // or the page was closed when it ended
    const away = () => page.goto(`${url}/favicon.svg`)
    const back = () => page.goto(`${url}/scene/group`)
    for (const [before, next] of [
      [stay, click],
      [away, back],
    ] as const) {
      await groups.waitFor()
      await isToldOnce(page, before, next)
      await fillSignIn()
      await page.waitForURL(/\/scene\/group$/)
    }
  },
}

/** The specification names what the browser keeps. */
async function seesFields(page: Page): Promise<void> {
  const fields = [
    'avatar',
    'is_admin',
    'nickName',
    'old_scene_id',
    'scene_id',
    'sd_group_net_id',
    'theme',
    'token',
    'uid',
  ]
  assert.deepEqual(Object.keys((await readStored(page, 'base')) ?? {}).sort(), fields)
}

async function leadsOnFromNowhere(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/nowhere/at/all`)
  await page.waitForURL(/\/404$/)
  await page.getByRole('heading', { name: '页面不存在' }).waitFor()
  await page.getByRole('link', { name: /任务日志/ }).waitFor()
  await page.getByRole('search').getByRole('textbox').fill('分组')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/scene\/group$/)
}

/** The session ends elsewhere: any number of refused calls cause one message and one redirect to sign-in. */
async function isToldOnce(page: Page, before: () => Promise<unknown>, next: () => Promise<unknown>): Promise<void> {
  const came: string[] = []
  const note = (frame: Frame) => void came.push(new URL(frame.url()).pathname)
  page.on('framenavigated', note)
  const user = await userOf(page)
  await before()
  await user.ask('POST user/logout')
  await next()
  await page.waitForURL(/\/login\/clear$/)
  await page.getByRole('alert').waitFor()
  assert.equal(came.filter((path) => path.startsWith('/login')).length, 1)
  page.off('framenavigated', note)
}
