import assert from 'node:assert/strict'
import type { Journey } from './rig.ts'

export const journey: Journey = {
  title: 'A type is set for all scenes, inherited by one, set there and taken back; a preset; a maintenance window',
  options: { demo: true },
  async run({ url, page, signIn }) {
    await signIn()
    await page.goto(`${url}/maintenance/alert/set?level=all`)
    const row = page.locator('tbody tr').filter({ hasText: '无线干扰' })
    await row.click()
    const drawer = page.getByRole('dialog', { name: '无线干扰' })
    await drawer.getByText('用最近 7 天的数据试算').waitFor()
    await drawer.getByLabel('信道占用率').fill('15')
    await drawer.getByText('20 到 100').waitFor()
    assert.ok(await drawer.getByRole('button', { name: '保存' }).isDisabled(), 'what is out of bounds is not saved')
    await drawer.getByLabel('信道占用率').fill('75')
    await drawer.getByRole('button', { name: '保存' }).click()
    await drawer.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: '本场景' }).click()
    await row.filter({ hasText: '75 %' }).getByText('全部场景').waitFor()
    await row.click()
    await drawer.getByLabel('信道占用率').fill('90')
    await drawer.getByRole('button', { name: '保存' }).click()
    await row.getByText('90 %').waitFor()
    await drawer.waitFor({ state: 'detached' })
    await row.click()
    await drawer.getByRole('button', { name: '恢复继承' }).click()
    await row.getByText('75 %').waitFor()

    await page.getByRole('button', { name: '严格' }).click()
    await page.locator('button[aria-pressed=true]').filter({ hasText: '严格' }).waitFor()
    await page
      .locator('tbody tr')
      .filter({ hasText: '设备登录' })
      .getByRole('switch')
      .and(page.locator(':checked'))
      .waitFor()

    await page.getByRole('tab', { name: '维护与静默' }).click()
    await page.getByRole('button', { name: '添加', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '添加静默或维护' })
    await dialog.getByLabel('名称').fill('机房割接')
    await dialog.getByRole('button', { name: '添加' }).click()
    await page.locator('tbody tr').filter({ hasText: '机房割接' }).getByText('生效中').waitFor()
  },
}
