import assert from 'node:assert/strict'
import type { Journey } from './rig.ts'

export const journey: Journey = {
  title: 'Sign in, come to the wanted page, sign out; a wrong password is met with the puzzle',
  async run({ url, page, fillSignIn, signOut }) {
    await page.goto(`${url}/maintenance/log/task?result=1`)
    await page.waitForURL(/\/login/)
    await fillSignIn()
    await page.waitForURL(/\/maintenance\/log\/task\?result=1/)
    await page.getByRole('heading', { name: '任务日志' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: '任务日志' }).waitFor()
    // the first picture is no longer valid
    await page.locator('.boot, .boot-name').filter({ visible: true }).first().waitFor({ state: 'detached' })

    await signOut()
    await page.waitForURL(/\/login/)
    await page.goto(`${url}/scene/manage/list`)
    await page.waitForURL(/\/login/)
    assert.equal(
      await page.getByRole('heading', { name: '场景列表' }).count(),
      0,
      'nothing of the page without a session',
    )

    await fillSignIn('wrong-password-1')
    await page.getByRole('alert').first().waitFor()
    await fillSignIn()
    await page.getByRole('dialog', { name: '安全验证' }).waitFor()
    assert.match(page.url(), /\/login/, 'after a failure the password alone is not enough')
  },
}
