import assert from 'node:assert/strict'
import type { Journey } from './rig.ts'

// proves: 6

const list = '**/api/v1/scene?*'
const add = '**/api/v1/scene'

export const journey: Journey = {
  title: 'A request that is not sent, an answer that is none, and a request nobody waits for',
  async run({ url, page, signIn }) {
    await signIn()
    await page.route(list, (route) => route.abort('connectionrefused'))
    await page.goto(`${url}/scene/manage/list`)
    await page.getByRole('alert').filter({ hasText: '请求失败，请检查网络连接' }).waitFor()
    await page.unroute(list)
    await page.getByRole('button', { name: '重试' }).click()
    await page.getByText('还没有场景').waitFor()

    await page.route(add, (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    )
    await page.getByRole('button', { name: '添加场景' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('场景名称').fill('虹桥门店')
    await dialog.getByRole('button', { name: '添加' }).click()
    await page.getByRole('alert').filter({ hasText: '服务器响应异常（502）' }).waitFor()
    await page.unroute(add)
    await dialog.getByRole('button', { name: '添加' }).click()
    await page.getByRole('row', { name: /虹桥门店/ }).waitFor()

    const held = '**/api/v1/log/sys?*'
    await page.route(held, () => {})
    const cancelled = page.waitForEvent('requestfailed', (request) => request.url().includes('/log/sys'))
    await page.goto(`${url}/maintenance/log/sys`)
    await page.getByRole('link', { name: '任务日志' }).click()
    assert.equal((await cancelled).failure()?.errorText, 'net::ERR_ABORTED')
    await page.getByRole('heading', { name: '任务日志' }).waitFor()
    assert.equal(await page.getByRole('alert').count(), 0, 'nobody is told')
  },
}
