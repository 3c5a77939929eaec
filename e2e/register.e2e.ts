import assert from 'node:assert/strict'
import { codeFrom } from './kit/outbox.ts'
import { solvePuzzle } from './kit/puzzle.ts'
import { signIn } from './kit/session.ts'
import { comesTrue } from './kit/wait.ts'
import type { Journey } from './rig.ts'

export const journey: Journey = {
  title: 'Register by e-mail and own an empty team; an administrator reads the code on the outbox page',
  options: { theme: 'dark' },
  async run({ url, page, databaseUrl, fillSignIn, signOut }) {
    const admin = await signIn(url, 'admin', 'Journey-2026')
    await page.goto(`${url}/login`)
    await page.getByRole('link', { name: '注册新账号' }).click()
    await page.getByLabel('手机号或邮箱').fill('Li.Lei@Example.com')
    await page.keyboard.press('Enter')
    await solvePuzzle(page, databaseUrl)

    await page.getByText('验证码已发送至 li***@example.com').waitFor()
    await page.getByLabel('验证码', { exact: true }).fill(await codeFrom(admin, 'li***@example.com', 'register'))
    await page.keyboard.press('Enter')

    await page.getByLabel('新密码', { exact: true }).fill('Register-2026')
    await page.getByLabel('再次输入').fill('Register-2025')
    await page.getByRole('button', { name: '注册并登录' }).click()
    await page.getByText('请输入团队名称').waitFor()
    await page.getByText('两次输入的密码不一致').waitFor()
    await comesTrue(page, () => document.activeElement?.getAttribute('name') === 'team')
    await page.getByLabel('团队名称').fill('新店网络')
    await page.getByLabel('再次输入').fill('Register-2026')
    await page.keyboard.press('Enter')

    await page.waitForURL((at) => !/^\/(login|register)/.test(at.pathname))
    await page.getByRole('button', { name: '账户菜单：li.lei' }).waitFor()
    // the theme stays
    await comesTrue(page, () => document.documentElement.dataset['theme'] === 'dark')
    const owner = await signIn(url, 'li.lei@example.com', 'Register-2026')
    assert.deepEqual((await owner.ask('GET user/profile')).team, '新店网络')
    assert.notEqual((await owner.call('GET send/outbox')).code, 0, 'the outbox is not for customers')

    await signOut()
    await page.waitForURL(/\/login/)
    await fillSignIn()
    await page.waitForURL((at) => !at.pathname.startsWith('/login'))
    await page.getByRole('button', { name: /账户菜单/ }).click()
    await page.getByRole('menuitem', { name: '发件箱' }).click()
    await page.getByRole('row').filter({ hasText: 'li***@example.com' }).filter({ hasText: '注册' }).waitFor()
    await page.getByText('尚未配置邮件和短信通道').waitFor()
  },
}
