import assert from 'node:assert/strict'
import type { Journey } from './rig.ts'

export const journey: Journey = {
  title: 'Change language and theme; both stay',
  async run({ url, page, signIn }) {
    await signIn()
    await page.goto(`${url}/scene/manage/list`)
    await page.getByRole('heading', { name: '场景列表' }).waitFor()
    await page
      .getByRole('banner')
      .getByRole('button', { name: /English/ })
      .click()
    await page.getByRole('heading', { name: 'Scene list' }).waitFor()
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'en')
    const words = await page.locator('body').innerText()
    assert.doesNotMatch(words.replace('中', ''), /[\u4e00-\u9fff]/, 'no Chinese on an English page but the way back')

    const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
    assert.equal(await theme(), 'light')
    await page.getByRole('banner').getByRole('button', { name: /dark/i }).click()
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark')
    await page.reload()
    await page.getByRole('heading', { name: 'Scene list' }).waitFor()
    assert.equal(await theme(), 'dark')
  },
}
