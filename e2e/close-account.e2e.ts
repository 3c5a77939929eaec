import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { signIn } from './kit/session.ts'
import type { Journey } from './rig.ts'

const password = 'Annes-pass-2026'

export const journey: Journey = {
  title: 'Close an account, and come back within the week',
  async run({ url, page }) {
    const admin = await signIn(url, 'admin', 'Journey-2026')
    await admin.ask('POST user/member', { account: 'anne', role: 2, password })
    await enter(page, url)
    await page.goto(`${url}/account/safe`)
    await page.getByRole('button', { name: '注销账号' }).click()
    const dialog = page.getByRole('dialog', { name: '注销账号' })
    await dialog.getByText('1 个登录会话立即下线').waitFor()
    assert.equal(await dialog.getByText('团队唯一的成员').count(), 0, 'the team stays: it has another member')
    await dialog.getByLabel('登录密码').fill(password)
    await dialog.getByRole('button', { name: '注销账号' }).click()
    await page.waitForURL(/\/login/)
    await page.getByText(/账号已注销，.+ 前登录可恢复/).waitFor()
    assert.equal((await admin.ask('GET user/member')).total, 2, 'nothing is gone yet')

    await enter(page, url)
    await page.getByText('注销已取消，账号已恢复').waitFor()
  },
}

async function enter(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('账号').fill('anne')
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL((at) => !at.pathname.startsWith('/login'))
}
