import assert from 'node:assert/strict'
import { bindPhone, codeFrom } from './kit/outbox.ts'
import { solvePuzzle } from './kit/puzzle.ts'
import { signIn } from './kit/session.ts'
import { comesTrue } from './kit/wait.ts'
import type { Journey } from './rig.ts'

const phone = '13800138000'
const masked = '+86 138****8000'

export const journey: Journey = {
  title:
    'Sign in with a code sent by SMS; a wrong one is told beside its field, and none is sent twice within a minute',
  async run({ url, page, databaseUrl }) {
    const admin = await signIn(url, 'admin', 'Journey-2026')
    await bindPhone(admin, 'Journey-2026', phone, masked)

    await page.goto(`${url}/maintenance/log/task?result=1`)
    await page.getByRole('tab', { name: '短信登录' }).click()
    const fieldOf = (label: string) => page.getByLabel(label, { exact: true })
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.getByText('请输入正确的手机号').waitFor()
    await comesTrue(page, () => document.activeElement?.getAttribute('name') === 'phone')

    await fieldOf('手机号').fill(` 138 0013-8000 `)
    await page.getByRole('button', { name: '获取验证码' }).click()
    await solvePuzzle(page, databaseUrl)
    const again = page.getByRole('button', { name: /\d+ 秒后可重发/ })
    await again.waitFor()
    assert.equal(await again.isDisabled(), true, 'no second code within a minute')

    const code = await codeFrom(admin, masked, 'login')
    await fieldOf('验证码').fill(code === '000000' ? '000001' : '000000')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: '验证码错误或已失效' }).waitFor()
    await comesTrue(page, () => document.activeElement?.getAttribute('name') === 'code')

    await fieldOf('验证码').fill(code)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/maintenance\/log\/task\?result=1/)
    await page.getByRole('heading', { name: '任务日志' }).waitFor()

    const spent = await admin.call('POST user/sms/login', { phone, code })
    assert.notEqual(spent.code, 0, 'a code signs in once')
  },
}
