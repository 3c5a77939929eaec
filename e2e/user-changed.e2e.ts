import type { Page } from 'playwright-core'
import { userOf } from './kit/stored.ts'
import type { Journey } from './rig.ts'

const other = { account: 'li.na', password: 'Second-2026' }

export const journey: Journey = {
  title: 'Another tab signs out, or in as somebody else: this one says so and loads again',
  async run({ url, page, signIn, fillSignIn }) {
    await signIn()
    const admin = await userOf(page)
    await admin.ask('POST user/member', { ...other, role: 3 })
    const second = await page.context().newPage()
    await second.goto(`${url}/login/clear`)
    await page.getByRole('alertdialog', { name: '会话已失效' }).getByRole('button').click()
    await page.waitForURL(/\/login/)

    await fillSignIn()
    await page.waitForURL(/\/home\/index$/)
    await second.goto(`${url}/login/clear`)
    await second.getByLabel('账号').waitFor()
    await signInAs(second)
    await page.getByRole('alertdialog', { name: '登录用户已变更' }).getByRole('button').click()
    await page.getByRole('button', { name: `账户菜单：${other.account}` }).waitFor()
  },
}

async function signInAs(page: Page): Promise<void> {
  await page.getByLabel('账号').fill(other.account)
  await page.getByRole('textbox', { name: '密码' }).fill(other.password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}
