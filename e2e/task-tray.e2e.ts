import assert from 'node:assert/strict'
import type { Journey } from './rig.ts'

export const journey: Journey = {
  title: 'A reboot runs in the tray over whatever page is open, ends with its counts, and is cleared',
  options: { demo: true },
  async run({ url, page, signIn }) {
    await signIn()
    await page.goto(`${url}/config/device/ap`)
    const row = page.getByRole('row', { name: /大堂 AP/ })
    await row.getByRole('button', { name: '重启' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '重启' }).click()
    await page.getByRole('link', { name: '场景', exact: true }).click()

    await page.getByRole('button', { name: /任务：/ }).click()
    const tray = page.getByRole('dialog', { name: '任务' })
    const task = tray.getByRole('button', { name: /重启\s*大堂 AP/ })
    await task.filter({ hasText: '共 1，成功 1，失败 0' }).waitFor()
    await tray.getByRole('button', { name: '清除已结束' }).click()
    await tray.getByText('没有进行中或新结束的任务').waitFor()

    await tray.getByRole('button', { name: '查看任务日志' }).click()
    await page.waitForURL(/\/maintenance\/log\/task/)
    await page.getByRole('row', { name: /大堂 AP/ }).waitFor()
    await page.reload()
    await page.getByRole('banner').getByRole('button', { name: '任务', exact: true }).click()
    await tray.getByText('没有进行中或新结束的任务').waitFor()
    assert.equal(await task.count(), 0, 'what was cleared stays so')
  },
}
