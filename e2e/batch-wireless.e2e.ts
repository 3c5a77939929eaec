import assert from 'node:assert/strict'
import { demoIsWhole } from './kit/demo.ts'
import type { Journey } from './rig.ts'

export const journey: Journey = {
  title: 'The Wi-Fi of several access points is stated in four steps, reviewed one by one, and lands in the draft',
  options: { demo: true },
  async run({ page, url, signIn }) {
    await demoIsWhole(url)
    await signIn()
    await page.goto(`${url}/config/device/ap`)
    const table = page.getByRole('table').first()
    await table.getByRole('row').nth(3).waitFor()
    for (const at of [1, 2, 3]) await table.getByRole('row').nth(at).getByRole('checkbox').check()
    await page.getByRole('button', { name: '配置无线' }).click()
    const dialog = page.getByRole('dialog', { name: '批量配置无线' })
    const next = dialog.getByRole('button', { name: '下一步' })
    const choose = async (label: string, option: string) => {
      await dialog.getByRole('button', { name: new RegExp(`^${label} `) }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await dialog.getByText('写入整个场景').waitFor()
    await next.click()
    await dialog.getByRole('button', { name: '添加无线网络' }).click()
    await dialog.getByLabel(/^名称（SSID）/).fill('Courtyard')
    await next.click()
    await dialog.getByRole('checkbox', { name: '调整 5G 射频' }).check()
    await choose('国家/地区', '美国')
    await choose('频宽', '80MHz')
    await choose('信道', '100 (DFS)')
    await dialog.getByText('雷达').waitFor()
    await next.click()
    // a key is needed: back to where it is written
    await dialog.getByText('请填写 8 到 63 位密码').waitFor()
    await dialog.getByLabel(/^密码/).fill('rain-and-wind')
    await next.click()
    await next.click()
    await dialog.getByText(/共 3 台/).waitFor()
    const first = dialog.locator('details').first()
    await first.locator('summary').click()
    await first.getByText('Courtyard').first().waitFor()
    assert.equal(await dialog.getByText('rain-and-wind').count(), 0, 'no key is shown in a difference')
    await dialog.getByRole('button', { name: '加入变更草稿' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('已加入变更草稿').waitFor()
  },
}
