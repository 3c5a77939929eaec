import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { readStored, userOf } from './kit/stored.ts'
import { comesTrue } from './kit/wait.ts'
import type { Journey } from './rig.ts'

// proves: 10

const profile = '**/api/v1/user/profile*'

export const journey: Journey = {
  title: 'Change language and theme; both stay, and nothing flashes',
  async run({ url, page, signIn }) {
    await signIn()
    await page.goto(`${url}/scene/manage/list`)
    await page.getByRole('heading', { name: '场景列表' }).waitFor()
    // the page that would come next waits until this one was looked at
    const looked = Promise.withResolvers<void>()
    await page.route(`${url}/scene/manage/list`, async (route) => (await looked.promise, route.continue()))
    await page
      .getByRole('banner')
      .getByRole('button', { name: /English/ })
      .click()
    await page.getByText('Language changed').waitFor()
    assert.equal(await langOf(page), 'zh', 'the message comes before the page loads again')
    looked.resolve()
    await page.getByRole('heading', { name: 'Scene list' }).waitFor()
    assert.equal(await langOf(page), 'en')
    const words = await page.locator('body').innerText()
    assert.doesNotMatch(words.replace('中文', ''), /[\u4e00-\u9fff]/, 'no Chinese on an English page but the way back')

    assert.equal(await themeOf(page), 'light')
    const toDark = page.getByRole('banner').getByRole('button', { name: /dark/i })
    await page.route(profile, (route) => route.abort())
    await toDark.click()
    await page.getByRole('alert').filter({ hasText: 'The request failed' }).waitFor()
    assert.equal(await themeOf(page), 'light', 'not without the server')
    await page.unroute(profile)
    await toDark.click()
    await comesTrue(page, () => document.documentElement.dataset.theme === 'dark')
    assert.equal((await (await userOf(page)).ask<{ theme: number }>('GET user/profile')).theme, 1)
    assert.equal((await readStored(page, 'base'))?.theme, 1)
    await staysDark(page)
  },
}

const langOf = (page: Page) => page.evaluate(() => document.documentElement.lang)
const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme)

/** Before a single line of the console has run. */
async function staysDark(page: Page): Promise<void> {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  assert.deepEqual([await themeOf(page), await langOf(page)], ['dark', 'en'])
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), 'dark')
  await page.unroute('**/assets/*.js')
  // what stands in the place of a console that did not come
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Scene list' }).waitFor()
  assert.equal(await themeOf(page), 'dark')
}
