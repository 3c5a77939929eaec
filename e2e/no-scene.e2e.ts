import type { Journey } from './rig.ts'

export const journey: Journey = {
  title: 'Without a scene, and when the scenes cannot be loaded, a scene-bound page says so and leads on',
  async run({ url, page, signIn }) {
    await signIn()
    await page.goto(`${url}/config/device/router`)
    await page.getByText('还没有场景').waitFor()
    await page.getByRole('button', { name: '立即添加' }).click()
    await page.waitForURL(/\/scene\/manage\/list\?add=1$/)
    const dialog = page.getByRole('dialog', { name: '添加场景' })
    await dialog.getByLabel('场景名称').fill('虹桥门店')
    await dialog.getByRole('button', { name: '添加' }).click()
    await page.getByRole('row', { name: /虹桥门店/ }).waitFor()

    await page.route('**/api/v1/scene/option*', (route) => route.abort())
    await page.goto(`${url}/config/device/router`)
    await page.getByText('场景加载失败').waitFor()
    await page.getByRole('button', { name: '立即添加' }).waitFor()
    await page.unroute('**/api/v1/scene/option*')
    await page.getByRole('button', { name: '重试' }).click()
    await page.getByRole('button', { name: '选择场景：虹桥门店' }).waitFor()
  },
}
