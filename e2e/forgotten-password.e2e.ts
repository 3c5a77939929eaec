import assert from 'node:assert/strict'
import { bindPhone, codeFrom } from './kit/outbox.ts'
import { solvePuzzle } from './kit/puzzle.ts'
import { signIn } from './kit/session.ts'
import type { Journey } from './rig.ts'

const phone = '13800138000'
const masked = '+86 138****8000'

export const journey: Journey = {
  title: 'Set a forgotten password with a code; every session of before ends, and the new password signs in',
  async run({ url, page, databaseUrl, fillSignIn }) {
    const admin = await signIn(url, 'admin', 'Journey-2026')
    await bindPhone(admin, 'Journey-2026', phone, masked)

    await page.goto(`${url}/login`)
    await page.getByRole('link', { name: '忘记密码？' }).click()
    await page.getByRole('heading', { name: '找回密码' }).waitFor()
    await page.getByRole('button', { name: '获取验证码' }).click()
    await page.getByText('请输入正确的手机号或邮箱').waitFor()
    await page.getByLabel('手机号或邮箱').fill(phone)
    await page.keyboard.press('Enter')
    await solvePuzzle(page, databaseUrl)

    await page.getByText(`验证码已发送至 ${masked}`).waitFor()
    const code = await codeFrom(admin, masked, 'forget')
    await page.getByLabel('验证码', { exact: true }).fill(code)
    await page.keyboard.press('Enter')

    const password = page.getByLabel('新密码', { exact: true })
    await password.fill('short')
    await page.getByRole('status').filter({ hasText: '强度：不符合要求' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('密码强度不足').waitFor()
    await password.fill('Abcdefgh')
    await page.getByRole('status').filter({ hasText: '强度：不符合要求' }).waitFor()
    await password.fill('abcdefg1')
    await page.getByRole('status').filter({ hasText: '强度：弱' }).waitFor()
    await password.fill('Abcdefg1')
    await page.getByRole('status').filter({ hasText: '强度：中' }).waitFor()
    await password.fill('Journey-2027')
    await page.getByRole('status').filter({ hasText: '强度：强' }).waitFor()
    await page.getByLabel('再次输入').fill('Journey-2027')
    await page.keyboard.press('Enter')

    await page.waitForURL(/\/login/)
    await page.getByText('密码已重置，请用新密码登录').waitFor()
    assert.equal((await admin.call('GET user/profile')).code, 10_021, 'sessions of before ended')
    await fillSignIn('Journey-2027')
    await page.waitForURL((at) => !at.pathname.startsWith('/login'))
  },
}
