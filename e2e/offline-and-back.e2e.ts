import assert from 'node:assert/strict'
import type { Journey } from './rig.ts'

// proves: 8

export const journey: Journey = {
  title: 'Without a network the header says since when data is stale; with it again the page is asked anew',
  async run({ url, page, signIn }) {
    await signIn()
    await page.goto(`${url}/maintenance/log/task`)
    const header = page.getByRole('banner')
    await header.getByText('实时').waitFor()

    await page.context().setOffline(true)
    await header.getByText(/网络已断开 · 数据截至 \d\d:\d\d/).waitFor()
    const asked = page.waitForResponse((answer) => answer.url().includes('/log/task?'))
    await page.context().setOffline(false)
    await header.getByText('实时').waitFor()
    await asked

    await page.route('**/api/v1/live?*', (route) => route.abort('connectionrefused'))
    await page.context().setOffline(true)
    await page.context().setOffline(false)
    await header.getByText('正在重新连接').waitFor()
    await page.unroute('**/api/v1/live?*')
    await header.getByText('实时').waitFor({ timeout: 20_000 })

    // a machine without any link still reaches the server it runs itself
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
      dispatchEvent(new Event('offline'))
    })
    const answered = page.waitForResponse((answer) => answer.url().includes('/log/task?'))
    await page.getByRole('button', { name: '刷新' }).click()
    await answered
    await header.getByText('实时').waitFor()

    // the server is down: loaded data stays, with its time, and is loaded again after its return
    await page.goto(`${url}/maintenance/log/sys`)
    const rows = page.locator('[data-row]')
    await rows.first().waitFor()
    const before = await rows.count()
    await page.route('**/api/v1/**', (route) => route.abort('connectionrefused'))
    await page.getByRole('button', { name: '刷新' }).click()
    const note = page.getByText(/数据截至 .* · 请求失败，请检查网络连接/)
    await note.waitFor()
    assert.equal(await rows.count(), before, 'the rows stay')
    // a page that was not loaded before shows the error
    await page.getByRole('columnheader', { name: '时间' }).getByRole('button').click()
    await page.getByText('加载失败').or(note).first().waitFor()
    await page.unroute('**/api/v1/**')
    await page.getByRole('button', { name: '重试' }).first().click()
    await rows.first().waitFor()
    await note.waitFor({ state: 'detached' })
  },
}
