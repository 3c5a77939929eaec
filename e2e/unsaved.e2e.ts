import type { Journey } from './rig.ts'

// proves: 20

export const journey: Journey = {
  title: 'What was typed is not lost by the back button or a closed tab',
  async run({ url, page, signIn }) {
    await signIn()
    await page.goto(`${url}/scene/group`)
    await page.getByRole('link', { name: '场景列表' }).click()
    await page.getByRole('button', { name: '添加场景' }).first().click()
    const dialog = page.getByRole('dialog', { name: '添加场景' })
    await dialog.getByLabel('场景名称').fill('虹桥门店')

    const question = page.getByRole('alertdialog', { name: /放弃未保存的修改/ })
    await page.goBack()
    await question.getByRole('button', { name: '取消' }).click()
    await page.waitForURL(/\/scene\/manage\/list/)
    await dialog.waitFor()

    const asked = page.waitForEvent('dialog')
    await page.evaluate(() => setTimeout(() => location.reload()))
    await (await asked).dismiss()
    await dialog.waitFor()

    await page.goBack()
    await question.getByRole('button', { name: '放弃' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: '场景分组' }).click()
    await page.getByRole('heading', { name: '场景分组' }).waitFor()
  },
}
