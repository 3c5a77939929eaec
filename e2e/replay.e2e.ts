import type { Journey } from './rig.ts'

export const journey: Journey = {
  title: 'A terminal is recorded, found by what was seen in it, and replayed',
  options: { demo: true },
  async run({ url, page, signIn }) {
    await signIn()
    await page.goto(`${url}/global/device?search=FX-4`)
    const row = page.locator('[data-row="0"]')
    await row.getByRole('button', { name: '远程终端' }).click()
    const shell = page.getByRole('dialog', { name: /远程终端/ })
    await shell.getByText('已连接').waitFor()
    await shell.locator('.xterm').click()
    await page.keyboard.type('help')
    await page.keyboard.press('Enter')
    await shell
      .locator('.xterm-rows')
      .getByText(/simulated device; commands/)
      .waitFor()
    await page.keyboard.press('Escape')
    await shell.getByRole('button', { name: '关闭' }).click()

    await row.getByRole('button', { name: '更多操作' }).click()
    await page.getByRole('menuitem', { name: '远程会话' }).click()
    const sessions = page.getByRole('dialog', { name: /远程会话/ })
    await sessions.getByRole('button', { name: '回放' }).click()
    const replay = page.getByRole('dialog', { name: /回放/ })
    await replay.getByRole('slider', { name: '回放位置' }).waitFor()
    await replay.getByRole('searchbox', { name: '搜索终端内容' }).fill('welcome')
    const hit = replay
      .getByRole('listitem')
      .filter({ hasText: /Welcome to/ })
      .first()
    await hit.getByRole('button').click()
    await replay
      .locator('.xterm-rows')
      .getByText(/Welcome to/)
      .waitFor()
  },
}
