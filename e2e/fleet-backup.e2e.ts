import assert from 'node:assert/strict'
import { demoIsWhole } from './kit/demo.ts'
import type { Journey } from './rig.ts'

export const journey: Journey = {
  title: 'Back the fleet up, compare with what runs, restore, keep and thin',
  options: { demo: true },
  async run({ url, page, signIn }) {
    await demoIsWhole(url)
    await signIn()
    await page.goto(`${url}/global/backup?type=1`)
    const rows = page.locator('tbody tr')
    await rows.filter({ hasText: '无备份' }).nth(1).waitFor()
    await page.getByRole('checkbox', { name: '选择本页全部' }).check()
    await page.getByRole('toolbar').getByRole('button', { name: '立即备份' }).click()
    const result = page.getByRole('dialog', { name: '备份' })
    await result.getByText('成功', { exact: true }).nth(2).waitFor()
    await result.getByRole('button', { name: '关闭' }).last().click()
    await rows.filter({ hasText: '已备份' }).first().waitFor()

    await page.getByRole('button', { name: /已备份/, pressed: false }).click()
    await page.waitForURL(/state=covered/)
    await rows.filter({ hasText: '已备份' }).first().click()
    const drawer = page.getByRole('dialog', { name: /^备份 · / })
    await drawer.getByText('完整', { exact: true }).waitFor()
    await drawer.getByRole('button', { name: '更多操作' }).click()
    await page.getByRole('menuitem', { name: '与当前配置比较' }).click()
    const diff = page.getByRole('dialog', { name: '配置对比' })
    await diff.getByText('两份配置没有差异').waitFor()
    await page.keyboard.press('Escape')

    await drawer.getByRole('button', { name: '更多操作' }).click()
    await page.getByRole('menuitem', { name: '恢复到本设备' }).click()
    const restore = page.getByRole('dialog', { name: /^恢复 / })
    await restore.getByText('设备自动恢复原配置').waitFor()
    const does = restore.getByRole('button', { name: '恢复', exact: true })
    const name = restore.getByLabel(/^请输入 .+ 以确认$/)
    assert.ok(await does.isDisabled(), 'not before the name of the device is typed')
    const [, asked = ''] =
      /^请输入 (.+) 以确认$/.exec((await restore.getByText(/^请输入 .+ 以确认$/).innerText()).trim()) ?? []
    await name.fill(asked)
    await does.click()
    await page.getByText('配置已恢复').waitFor({ timeout: 60_000 })
    await drawer.getByText('变更前').waitFor()

    await drawer.getByRole('button', { name: '更多操作' }).last().click()
    await page.getByRole('menuitem', { name: '长期保留', exact: true }).click()
    await drawer.getByText('长期保留').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '保留规则' }).click()
    const rules = page.getByRole('dialog', { name: '保留规则' })
    await rules.getByLabel('超过此天数视为过期').fill('30')
    await rules.getByRole('button', { name: '确定' }).click()
    await page.getByText('超过 30 天未备份视为过期').waitFor()
  },
}
