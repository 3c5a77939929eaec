import assert from 'node:assert/strict'
import { type Session, signIn as askFor } from './kit/session.ts'
import { STALE } from './kit/stale.ts'
import type { Journey } from './rig.ts'

export const journey: Journey = {
  title: 'Bind a phone number, and make its codes the second step',
  options: { clock: true },
  async run({ url, page, passes, signIn, signOut, fillSignIn }) {
    const admin = await askFor(url, 'admin', 'Journey-2026')
    await signIn()
    await page.goto(`${url}/account/safe`)
    const panel = page.getByRole('region', { name: '手机与邮箱' })
    await panel.getByRole('button', { name: '绑定' }).first().click()
    const dialog = page.getByRole('dialog', { name: '绑定手机' })
    await dialog.getByLabel('手机号').fill('139 0000 0011')
    await dialog.getByRole('button', { name: '获取验证码' }).click()
    await dialog.getByRole('button', { name: /秒后可重发/ }).waitFor()
    await dialog.getByLabel('验证码').fill(await codeSent(admin))
    await dialog.getByRole('button', { name: '绑定' }).click()
    await panel.getByText('+86 139****0011').waitFor()
    await panel.getByRole('switch', { name: '作为登录的第二步' }).click()
    await page.getByText('已保存').waitFor()

    await signOut()
    await page.waitForURL(/\/login/)
    await fillSignIn()
    await page.getByText('验证码将发送至 +86 139****0011').waitFor()
    await page.getByRole('button', { name: '获取验证码' }).click()
    await page.getByRole('button', { name: /秒后可重发/ }).waitFor()
    await page.getByLabel('短信验证码').fill(await codeSent(admin))
    await page.keyboard.press('Enter')
    await page.waitForURL((at) => !at.pathname.startsWith('/login'))

    await passes(STALE)
    await page.goto(`${url}/account/safe`)
    await panel.getByRole('button', { name: '解绑' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '解绑' }).click()
    await page.getByRole('dialog', { name: '验证身份' }).getByText('验证码将发送至 +86 139****0011').waitFor()
    await page.keyboard.press('Escape')
    assert.ok(await panel.getByText('+86 139****0011').isVisible(), 'given up: nothing changed')
  },
}

const seen = new Set<string>()

/** Without a channel the newest code is in the administrators' outbox, as soon as its job has run. */
async function codeSent(admin: Session): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const { list } = await admin.ask<{ list: { text: string }[] }>('GET send/outbox', { limit: 1, orderby: 'id desc' })
    const code = /\d{6}/.exec(list[0]?.text ?? '')?.[0]
    if (code && !seen.has(code)) {
      seen.add(code)
      return code
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('no code came to the outbox')
}
