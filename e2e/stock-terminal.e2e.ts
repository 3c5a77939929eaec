import assert from 'node:assert/strict'
import type { Journey } from './rig.ts'

export const journey: Journey = {
  title: 'Sign in to a stock access point and to a switch in the browser, over the connection each of them opens',
  options: { demo: true },
  async run({ url, page, signIn }) {
    await signIn()
    for (const [kind, prompt] of [
      ['ap', /AP-.*login:|ap-.*login:|login:/],
      ['switch', /login:/],
    ] as const) {
      await page.goto(`${url}/config/device/${kind}`)
      const row = page.getByRole('row', { name: /在线/ }).first()
      await row.waitFor()
      await row.getByRole('button', { name: '远程终端' }).click()
      const shell = page.getByRole('dialog', { name: /远程终端/ })
      await shell.getByText('已连接').waitFor()
      await shell.getByText('请用设备自身的用户名和密码登录').waitFor()
      const screen = shell.locator('.xterm-rows')
      await screen.getByText(prompt).first().waitFor()
      await page.keyboard.type('root\n')
      await screen.getByText(/Password:/).waitFor()
      await page.keyboard.type('kept-to-myself\n')
      await screen.getByText(/simulated/).waitFor()
      assert.equal((await screen.innerText()).includes('kept-to-myself'), false, 'a password is not shown')
      await page.keyboard.type('whoami\n')
      await screen.getByText('root', { exact: true }).first().waitFor()
      await page.keyboard.type('exit\n')
      await shell.getByText(/已断开/).waitFor()
      await shell.getByRole('button', { name: '关闭' }).click()
      await shell.waitFor({ state: 'detached' })
    }
    await page.goto(`${url}/maintenance/log/task`)
    await page
      .getByRole('row', { name: /远程终端|远程/ })
      .nth(1)
      .getByText('成功')
      .waitFor()
  },
}
