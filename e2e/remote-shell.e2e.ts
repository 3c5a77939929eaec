import assert from 'node:assert/strict'
import type { Journey } from './rig.ts'

export const journey: Journey = {
  title: 'Ask a soft router for its interfaces and type into its shell',
  options: { demo: true },
  async run({ url, page, signIn }) {
    await signIn()
    await page.goto(`${url}/global/device?search=%E5%AE%9E%E9%AA%8C%E5%AE%A4`)
    const row = page.getByRole('row', { name: /软路由.*在线|在线.*软路由/ }).first()
    await row.waitFor()

    await row.getByRole('button', { name: '更多操作' }).click()
    await page.getByRole('menuitem', { name: '实时查询' }).click()
    const query = page.getByRole('dialog', { name: /实时查询/ })
    await query.getByRole('row', { name: /enp1s0/ }).waitFor()
    await query.getByRole('searchbox', { name: '搜索' }).fill('enp2')
    await query.getByText('共 1 条').waitFor()
    await query.getByRole('button', { name: '路由表' }).click()
    await query
      .getByRole('row', { name: /enp1s0/ })
      .first()
      .waitFor()
    await query.getByRole('button', { name: '关闭' }).click()

    await row.getByRole('button', { name: '远程终端' }).click()
    const shell = page.getByRole('dialog', { name: /远程终端/ })
    await shell.getByText('已连接').waitFor()
    // Escape goes to the shell, not to the drawer around it
    await page.keyboard.press('Escape')
    await page.keyboard.type('hostname\n')
    await shell.locator('.xterm-rows').getByText('lab-gw', { exact: true }).first().waitFor()
    await shell.getByRole('button', { name: '关闭' }).click()
    await shell.waitFor({ state: 'detached' })

    await page.goto(`${url}/maintenance/log/task`)
    const task = page.getByRole('row', { name: /远程.*软路由/ })
    await task.getByText('成功').waitFor()
    assert.equal(
      (await task.locator('td').last().innerText()).trim(),
      '',
      'a terminal is no order that can be repeated',
    )
  },
}
