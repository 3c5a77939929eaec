import { signIn as sessionIn } from './kit/session.ts'
import { until } from './kit/wait.ts'
import type { Journey } from './rig.ts'

export const journey: Journey = {
  title: 'Make a device group, see what it brings, fill it, remove it, and bring it back with what was in it',
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
    await state(url)

    await row.getByRole('button', { name: '成员' }).click()
    const drawer = page.getByRole('dialog', { name: /前台/ })
    await drawer.getByRole('tab', { name: /可加入的设备/ }).click()
    await drawer.locator('[data-row="0"]').waitFor()
    await drawer.getByRole('checkbox', { name: '选择本页全部' }).check()
    await drawer.getByRole('button', { name: '加入分组' }).last().click()
    const question = page.getByRole('alertdialog')
    await question.getByText(/台设备的配置会随之改变/).waitFor()
    await question.getByRole('button', { name: '加入分组' }).click()
    await page.getByText('已加入分组').waitFor()
    await drawer.getByRole('searchbox').fill('no such device')
    await page.waitForURL(/group-/)
    await page.keyboard.press('Escape')
    await page.waitForURL(`${url}/config/group`)
    await page.getByRole('complementary', { name: '变更草稿' }).getByRole('link', { name: '审核' }).waitFor()
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

/** The only group wants something of its devices. */
async function state(url: string): Promise<void> {
  const session = await sessionIn(url, 'admin', 'Journey-2026')
  const [group] = (await session.ask<{ list: { id: number }[] }>('GET device/group')).list
  const edit = { level: 1, target_id: group?.id, kind: 'system', key: '', set: { timezone: 'Asia/Shanghai' } }
  const { id } = await session.ask<{ id: number }>('POST change/edit', { edits: [edit] })
  await session.ask('POST change/apply', { id })
  const done = async () => (await session.ask('GET change/detail', { id })).state === 'done'
  await until('it is wanted', 120_000, done, 200)
}
