import type { Journey } from './rig.ts'

// proves: 20

export const journey: Journey = {
  title: 'Add a scene from the empty state, enter it, rename it, remove it',
  async run({ url, page, signIn }) {
    await signIn()
    await page.goto(`${url}/config/device/router`)
    await page.getByRole('button', { name: '立即添加' }).click()
    await page.waitForURL(/add=1/)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: '添加' }).click()
    await dialog.getByText('请输入场景名称').waitFor()
    await dialog.getByLabel('场景名称').fill('虹桥门店')
    await dialog.getByLabel('城市').fill('上海')
    await dialog.getByRole('button', { name: '添加' }).click()
    await page.getByRole('button', { name: '进入场景' }).first().click()

    await page.waitForURL(/\/config\/device\/router/)
    await page.getByText('虹桥门店').first().waitFor()
    await page.getByText('还没有设备').waitFor()

    await page.goto(`${url}/scene/manage/list`)
    await page.getByRole('button', { name: '编辑' }).click()
    await dialog.getByLabel('场景名称').fill('虹桥旗舰店')
    await dialog.getByRole('button', { name: '保存' }).click()
    await page.getByRole('row', { name: /虹桥旗舰店/ }).waitFor()

    await page.getByRole('button', { name: '删除' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
    await page.getByText('还没有场景').waitFor()

    await page.goto(`${url}/maintenance/log/sys`)
    await page.getByRole('row', { name: /删除场景/ }).waitFor()
    const changed = page.getByRole('row', { name: /修改场景/ })
    await changed.getByRole('button', { name: '展开' }).click()
    const difference = page.getByRole('region', { name: '变更内容' })
    // before and after
    await difference.filter({ hasText: /虹桥门店[\s\S]*虹桥旗舰店/ }).waitFor()
  },
}
