import assert from 'node:assert/strict'
import type { Journey } from './rig.ts'

const hour = 3_600_000

export const journey: Journey = {
  title: 'A click after an idle hour ends the session; a click before does not',
  async run({ url, page, signIn, fillSignIn }) {
    await signIn()
    await page.goto(`${url}/maintenance/log/sys`)
    const tasks = page.getByRole('link', { name: '任务日志' })
    await tasks.waitFor()
    const began = Date.now()
    await page.clock.setFixedTime(began + hour - 60_000)
    await tasks.click()
    await page.waitForURL(/\/maintenance\/log\/task$/)

    await page.clock.setFixedTime(began + 2 * hour)
    await page.getByRole('link', { name: '操作日志' }).click()
    await page.waitForURL(/\/login\/clear$/)
    await page.getByRole('alert').filter({ hasText: '登录已失效' }).waitFor()
    assert.equal(await page.evaluate(() => localStorage.getItem('belvedere.base')), null)

    await fillSignIn()
    await page.waitForURL(/\/maintenance\/log\/task$/)
  },
}
