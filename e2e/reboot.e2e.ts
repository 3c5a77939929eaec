import type { Journey } from './rig.ts'

export const journey: Journey = {
  title: 'Reboot simulated devices, see them go and the task end',
  options: { demo: true },
  async run({ url, page, signIn }) {
    await signIn()
    await page.goto(`${url}/config/device/switch`)
    const rows = page.locator('tbody tr')
    await rows.filter({ hasText: '在线' }).nth(1).waitFor()
    await page.getByRole('checkbox', { name: '选择本页全部' }).check()
    await page.getByRole('toolbar').getByRole('button', { name: '重启' }).click()
    const question = page.getByRole('alertdialog')
    // it is uncertain until all devices have reported their links
    await question
      .getByText(/终端|上联关系/)
      .first()
      .waitFor()
    await question.getByRole('button', { name: '重启' }).click()

    const result = page.getByRole('dialog', { name: '重启' })
    await result.getByText('成功', { exact: true }).nth(2).waitFor()
    await result.getByRole('button', { name: '关闭' }).last().click()
    await rows.filter({ hasText: '离线' }).first().waitFor()

    await page.goto(`${url}/maintenance/log/task`)
    const task = page.getByRole('row', { name: /重启.*成功.*2\/2/ })
    await task.waitFor()
    await task.getByRole('button', { name: '展开' }).click()
    await page.getByRole('region', { name: '各设备结果' }).getByText('成功').nth(1).waitFor()
    await page.reload()
    await page.getByRole('region', { name: '各设备结果' }).waitFor()
  },
}
