import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { codeOfApp } from './kit/authenticator.ts'
import { STALE } from './kit/stale.ts'
import type { Journey } from './rig.ts'

/** Steps of an authenticator by which the server's clock is ahead. */
const AHEAD = STALE / 30

export const journey: Journey = {
  title: 'Bind an authenticator, sign in with its code and with a recovery code, unbind it',
  options: { clock: true },
  async run({ url, page, passes, signIn, signOut, fillSignIn }) {
    await signIn()
    await passes(STALE)
    await page.goto(`${url}/account/safe`)
    const { secret, recovery } = await bind(page)

    await leave(page, signOut)
    await fillSignIn()
    await page.getByText('请完成第二步验证').waitFor()
    await enterCode(page, '动态验证码', '000000')
    await page.getByRole('alert').filter({ hasText: '验证码错误' }).waitFor()
    await page.getByRole('button', { name: '返回' }).click()
    assert.equal(await page.getByLabel('账号').inputValue(), 'admin', 'what was typed is still there')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    // the code of this step was spent on binding
    await enterCode(page, '动态验证码', codeOfApp(secret, AHEAD + 1))
    await page.waitForURL(/\/account\/safe|\/index|\/home/)

    await leave(page, signOut)
    await fillSignIn()
    await page.getByRole('button', { name: '改用恢复码' }).click()
    await enterCode(page, '恢复码', recovery[0]?.toLowerCase() ?? '')
    await page.waitForURL((at) => !at.pathname.startsWith('/login'))

    await page.goto(`${url}/account/safe`)
    await page.getByText('剩余 9 个').waitFor()
    await page.getByRole('button', { name: '解绑' }).click()
    const dialog = page.getByRole('dialog', { name: '解绑身份验证器' })
    await dialog.getByRole('button', { name: '改用登录密码' }).click()
    await dialog.getByLabel('登录密码').fill('Journey-2026')
    await dialog.getByRole('button', { name: '解绑' }).click()
    await page.getByRole('button', { name: '绑定', exact: true }).first().waitFor()
    await leave(page, signOut)
    await fillSignIn()
    await page.waitForURL((at) => !at.pathname.startsWith('/login'))
  },
}

async function bind(page: Page): Promise<{ secret: string; recovery: string[] }> {
  const panel = page.getByRole('region', { name: '两步验证' })
  await panel.getByRole('button', { name: '绑定' }).click()
  const proof = page.getByRole('dialog', { name: '验证身份' })
  await proof.getByLabel('登录密码').fill('Journey-2026')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: '绑定身份验证器' })
  await dialog.getByRole('img', { name: '身份验证器二维码' }).waitFor()
  const secret = (await dialog.locator('code').innerText()).replace(/\s/g, '')
  await dialog.getByLabel('动态验证码').fill(codeOfApp(secret, AHEAD))
  await page.keyboard.press('Enter')
  const codes = page.getByRole('dialog', { name: '请保存恢复码' })
  await codes.getByRole('listitem').first().waitFor()
  const recovery = await codes.getByRole('listitem').allInnerTexts()
  assert.equal(recovery.length, 10)
  await codes.getByRole('button', { name: '我已保存' }).click()
  await panel.getByText('已绑定').waitFor()
  return { secret, recovery }
}

async function enterCode(page: Page, label: string, code: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(code)
  await page.keyboard.press('Enter')
}

async function leave(page: Page, signOut: () => Promise<void>): Promise<void> {
  await signOut()
  await page.waitForURL(/\/login/)
}
