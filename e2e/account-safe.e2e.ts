import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { STALE } from './kit/stale.ts'
import { until } from './kit/wait.ts'
import type { Journey } from './rig.ts'

const old = 'Journey-2026'
const fresh = 'Travel#2027x'

export const journey: Journey = {
  title: 'Change the password, end another session, use an API token and revoke it',
  options: { clock: true },
  async run({ url, page, passes, signIn, fillSignIn }) {
    await signIn()
    const other = await elsewhere(page, url, fillSignIn)
    await page.goto(`${url}/account/safe`)
    await changePassword(page)
    await isSentAway(other)

    await fillSignIn(fresh, other)
    await other.waitForURL((at) => !at.pathname.startsWith('/login'))
    await page.reload()
    const sessions = page.getByRole('region', { name: '登录会话' })
    await sessions.getByText('当前会话').waitFor()
    await until('two sessions are shown', 15_000, async () => (await sessions.getByRole('listitem').count()) === 2)
    await sessions.getByRole('button', { name: /^下线 / }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '下线' }).click()
    await page.getByText('会话已下线').waitFor()
    await isSentAway(other)

    await passes(STALE)
    const token = await makeToken(page)
    assert.equal(await codeOf(url, token, 'scene'), 0)
    assert.equal(await codeOf(url, token, 'user/member'), 10022, 'a viewer’s token may only look')
    await page.reload()
    const tokens = page.getByRole('region', { name: 'API 令牌' })
    await tokens.getByText('最近使用').waitFor()
    await tokens.getByRole('button', { name: '撤销 大屏' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '撤销' }).click()
    await page.getByText('令牌已撤销').waitFor()
    assert.equal(await codeOf(url, token, 'scene'), 10021)

    const history = page.getByRole('region', { name: '登录记录' }).first()
    await history.getByText('成功').nth(2).waitFor()
    // the last administrator stays
    await page.getByRole('button', { name: '注销账号' }).and(page.locator(':disabled')).waitFor()
  },
}

/** Where its session is over it learns so by its next question, or before that by the live stream, which ends. */
async function isSentAway(other: Page): Promise<void> {
  const question = other.getByRole('button', { name: '刷新' }).first()
  await question.or(other.locator('input[type=password]')).first().click()
  await other.waitForURL(/\/login/)
}

/** The same user in another browser, on a page that asks the server at a click. */
async function elsewhere(
  page: Page,
  url: string,
  fillSignIn: (password: string | undefined, on: Page) => Promise<void>,
): Promise<Page> {
  const context = await page.context().browser()?.newContext({ locale: 'zh-CN' })
  assert(context)
  const other = await context.newPage()
  other.setDefaultTimeout(30_000)
  await other.goto(`${url}/maintenance/log/task`)
  await fillSignIn(undefined, other)
  await other.getByRole('heading', { name: '任务日志' }).waitFor()
  return other
}

async function changePassword(page: Page): Promise<void> {
  await page.getByRole('button', { name: '修改密码' }).click()
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  await dialog.getByLabel('原密码').fill('Wrong-2026')
  await dialog.getByLabel('新密码', { exact: true }).fill('aaaaaaaa1')
  await dialog.getByText('强度：弱').waitFor()
  await dialog.getByLabel('新密码', { exact: true }).fill(fresh)
  await dialog.getByText('强度：强').waitFor()
  await dialog.getByLabel('再次输入新密码').fill(fresh)
  await dialog.getByRole('button', { name: '修改', exact: true }).click()
  await dialog.getByText('密码错误').waitFor()
  await dialog.getByLabel('原密码').fill(old)
  await dialog.getByRole('button', { name: '修改', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function makeToken(page: Page): Promise<string> {
  await page.getByRole('button', { name: '创建令牌' }).click()
  const dialog = page.getByRole('dialog', { name: '创建 API 令牌' })
  await dialog.getByLabel('名称').fill('大屏')
  await dialog.getByRole('button', { name: '创建' }).click()
  const proof = page.getByRole('dialog', { name: '验证身份' })
  await proof.getByLabel('登录密码').fill(fresh)
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: '令牌已创建' })
  const token = await shown.locator('code').first().innerText()
  await shown.getByRole('button', { name: '我已保存' }).click()
  return token.trim()
}

async function codeOf(url: string, token: string, path: string): Promise<number> {
  const answer = await fetch(`${url}/api/v1/${path}`, { headers: { authorization: token } })
  return ((await answer.json()) as { code: number }).code
}
