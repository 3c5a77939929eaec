import type { Journey } from './rig.ts'

export const journey: Journey = {
  title: 'Make a device group, fill it, remove it, and bring it back with what was in it',
  options: { demo: true },
  async run({ url, page, signIn }) {
    await signIn()
    await page.goto(`${url}/config/group`)
    await page.getByRole('button', { name: '添加分组' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: '确定' }).click()
    await dialog.getByText('请输入分组名称').waitFor()
    await dialog.getByLabel('分组名称').fill('前台')
    await dialog.getByRole('button', { name: '确定' }).click()
    const row = page.getByRole('row', { name: /前台/ })
    await row.waitFor()

    await row.getByRole('button', { name: '成员' }).click()
    const drawer = page.getByRole('dialog', { name: /前台/ })
    await drawer.getByRole('tab', { name: /可加入的设备/ }).click()
    await drawer.getByRole('checkbox', { name: '选择本页全部' }).check()
    await drawer.getByRole('button', { name: '加入分组' }).last().click()
    await page.getByText('已加入分组').waitFor()
    await drawer.getByRole('searchbox').fill('no such device')
    await page.waitForURL(/group-/)
    await page.keyboard.press('Escape')
    await page.waitForURL(`${url}/config/group`)
    await page.reload()
    const filled = page.getByRole('row', { name: /前台 [1-9]/ })
    await filled.waitFor()

    await filled.getByRole('button', { name: '删除' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
    await page.getByText('还没有分组').waitFor()
    await page.getByRole('button', { name: '撤销' }).click()
    await page.getByText('已撤销').waitFor()
    await filled.waitFor()
  },
}
