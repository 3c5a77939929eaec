import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { demoIsWhole } from './kit/demo.ts'
import { until } from './kit/wait.ts'
import type { Journey } from './rig.ts'

// proves: 3, 16

const heads = (page: Page) =>
  page
    .getByRole('columnheader')
    .filter({ has: page.locator('span.truncate') })
    .allInnerTexts()

export const journey: Journey = {
  title:
    'Columns, page size, order and views of a list are kept over a reload, a new sign-in and, the views, another browser',
  options: { demo: true },
  async run({ url, page, signIn, signOut, fillSignIn }) {
    await demoIsWhole(url)
    await signIn()
    await page.goto(`${url}/global/device`)
    await page.locator('[data-row="9"]').waitFor()
    assert.equal(await page.locator('[data-row="10"]').count(), 0, 'ten rows a page until one chooses')
    assert.equal((await heads(page)).length, 9, 'nine columns until one chooses')

    await page.getByRole('button', { name: '列设置' }).click()
    const columns = page.getByRole('dialog', { name: '列设置' })
    await columns.getByRole('checkbox', { name: '型号' }).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await columns.getByRole('checkbox', { name: '场景' }).uncheck()
    await columns.getByPlaceholder('搜索列').fill('序列')
    await columns.getByRole('checkbox', { name: '序列号' }).check()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '每页条数 10' }).click()
    await page.getByRole('option', { name: '20', exact: true }).click()
    await page.getByRole('columnheader', { name: '名称' }).getByRole('button').click()
    const wanted = ['状态', '名称', '类型', '型号', '终端', 'CPU', '配置', '实时速率', '序列号']
    const isKept = async () => {
      await page.locator('[data-row="19"]').waitFor()
      await until('the columns are as wanted', 15_000, async () => (await heads(page)).join() === wanted.join())
      await page
        .locator('th[aria-sort="descending"]')
        .filter({ hasText: /^名称$/ })
        .waitFor()
    }
    await isKept()

    await page.goto(`${url}/global/device`)
    await isKept()
    await signOut()
    await page.waitForURL(/\/login/)
    await fillSignIn()
    await page.waitForURL((address) => !address.pathname.startsWith('/login'))
    await page.goto(`${url}/global/device`)
    await isKept()

    await page.getByRole('button', { name: '筛选' }).click()
    await page.getByRole('button', { name: '状态 全部' }).click()
    await page.getByRole('option', { name: '在线' }).click()
    await page.getByRole('list', { name: '已生效的筛选' }).getByText('在线').waitFor()
    await page.getByRole('button', { name: '视图', exact: true }).click()
    const views = page.getByRole('dialog', { name: '视图' })
    await views.getByPlaceholder('将当前显示保存为视图').fill('只看在线')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: '视图 只看在线' }).click()
    await views.getByRole('button', { name: '设为默认' }).click()
    await views.getByText('默认', { exact: true }).waitFor()

    await views.getByRole('button', { name: '重命名' }).click()
    await views.getByRole('textbox', { name: '重命名视图' }).fill('在线设备')
    await page.keyboard.press('Enter')
    await views.getByRole('button', { name: /^在线设备/ }).waitFor()
    await views.getByRole('button', { name: '默认列表' }).click()
    await page.getByRole('list', { name: '已生效的筛选' }).waitFor({ state: 'detached' })

    // another browser has no local settings
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${url}/login`)
    await fillSignIn()
    await page.waitForURL((address) => !address.pathname.startsWith('/login'))
    await page.goto(`${url}/global/device`)
    await page.getByRole('button', { name: '视图 在线设备' }).waitFor()
    await page.getByRole('list', { name: '已生效的筛选' }).getByText('在线').waitFor()
    await isKept()

    await page.getByRole('button', { name: '视图 在线设备' }).click()
    await views.getByRole('button', { name: '删除' }).click()
    await views.getByRole('button', { name: /^在线设备/ }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '撤销' }).click()
    // the address still names the view, so that the list shows it again
    await page.getByRole('button', { name: '视图 在线设备' }).waitFor()
  },
}
