import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { demoIsWhole } from './kit/demo.ts'
import { signIn } from './kit/session.ts'
import { until } from './kit/wait.ts'
import type { Journey } from './rig.ts'

export const journey: Journey = {
  title:
    'A timer is made from chosen devices, shows its next run, is paused, changed and removed; a device gets another password',
  options: { demo: true },
  async run({ url, page, signIn: enter }) {
    await demoIsWhole(url)
    await enter()
    await page.goto(`${url}/config/device/ap`)
    await page.locator('[data-row="0"]').getByRole('checkbox').check()
    await page.locator('[data-row="1"]').getByRole('checkbox').check()
    await page.getByRole('toolbar').getByRole('button', { name: '定时任务' }).click()
    const dialog = page.getByRole('dialog', { name: '新建定时任务' })
    await dialog.getByLabel('名称').fill('夜间重启')
    for (const day of ['周一', '周二', '周三', '周四', '周五']) await dialog.getByRole('button', { name: day }).click()
    await dialog.getByLabel('时间').fill('03:30')
    const sent = page.waitForRequest('**/api/v1/device/timer/reboot')
    await dialog.getByRole('button', { name: '确定' }).click()
    const { weekdays, time, ids } = (await sent).postDataJSON()
    assert.deepEqual([new Set(weekdays), time, ids.length], [new Set(['0', '6']), '03:30', 2], 'Sunday is 0')
    await dialog.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: '定时任务' }).first().click()
    const drawer = page.getByRole('dialog', { name: '定时任务' })
    const row = drawer.locator('[data-row="0"]')
    await row.getByText('周六、周日 03:30').waitFor()
    assert.match(await row.innerText(), /周[六日] 03:30/, 'the next run by the clocks of the scene')
    await row.getByRole('button', { name: '暂停' }).click()
    await row.getByText('已暂停').waitFor()
    await row.getByRole('button', { name: '恢复' }).click()
    await row.getByRole('button', { name: '暂停' }).waitFor()

    await row.getByRole('button', { name: '编辑' }).click()
    const edit = page.getByRole('dialog', { name: '编辑定时任务' })
    await edit.getByRole('tab', { name: '仅一次' }).click()
    await edit.getByLabel('日期').fill('2020-01-01')
    await edit.getByRole('button', { name: '确定' }).click()
    await page.getByText('该时间已经过去').waitFor()
    await edit.getByLabel('日期').fill('2099-01-01')
    await edit.getByRole('button', { name: '确定' }).click()
    await row.getByText('2099-01-01 03:30').waitFor()

    await row.getByRole('button', { name: '删除' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
    await drawer.getByText('还没有定时任务').waitFor()
    await changePassword(url, page)
  },
}

/** Of an access point whose configuration was read: the task ends with the change set. */
async function changePassword(url: string, page: Page): Promise<void> {
  const { ask } = await signIn(url, 'admin', 'Journey-2026')
  await page.goto(`${url}/config/device/ap`)
  const first = page.locator('[data-row="0"]')
  const sn = /[0-9a-f]{12}/.exec(await first.innerText())?.[0]
  const [ap] = (await ask<{ list: { id: number }[] }>('GET device/ap', { search: sn })).list
  assert.ok(sn && ap)
  const known = async () => (await ask('GET intent/state', { device_id: ap.id })).blocked === 0
  await until('what it runs is read', 60_000, known, 1000)
  await page.getByRole('row').filter({ hasText: sn }).getByRole('checkbox').check()
  await page.getByRole('toolbar').getByRole('button', { name: '修改密码' }).click()
  const dialog = page.getByRole('dialog', { name: /修改密码/ })
  const field = dialog.getByLabel('新的设备登录密码')
  await field.fill('Harbour;27')
  await dialog.getByRole('button', { name: '确定' }).click()
  await dialog.getByText('设备登录密码只能使用').waitFor()
  await field.fill('Quiet-Harbour.27')
  await dialog.getByRole('button', { name: '确定' }).click()
  const result = page.getByRole('dialog', { name: '修改密码', exact: true })
  await result.getByText('成功', { exact: true }).nth(1).waitFor({ timeout: 120_000 })
  await page.goto(`${url}/maintenance/log/task`)
  await page.getByRole('row', { name: /修改密码.*成功.*1\/1/ }).waitFor()
}
