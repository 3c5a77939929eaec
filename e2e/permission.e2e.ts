import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { userOf } from './kit/stored.ts'
import type { Journey } from './rig.ts'

// proves: 5

const viewer = { account: 'zhang.wei', password: 'Viewer-2026' }
const title = '我的分享'
const forbidden = '/scene/share/my-share'

export const journey: Journey = {
  title: 'A page without permission is not in menus, not found, and never seen, not for a moment',
  async run({ url, page, signIn }) {
    await signIn()
    await page.goto(`${url}${forbidden}`)
    await page.getByRole('heading', { name: title }).waitFor()
    await (await userOf(page)).ask('POST user/member', { ...viewer, role: 3 })

    await page.goto(`${url}/login/clear`)
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.addInitScript(watchTitles)
    await page.goto(`${url}${forbidden}`)
    await page.waitForURL(/\/login$/)
    await page.getByLabel('账号').fill(viewer.account)
    await page.getByRole('textbox', { name: '密码' }).fill(viewer.password)
    await page.keyboard.press('Enter')
    await seesNothing(page)
    await page.goto(`${url}${forbidden}`)
    await seesNothing(page)
    assert.deepEqual(
      requests.filter((one) => one.includes('/api/v1/scene/share/send')),
      [],
      'nothing is asked for it',
    )

    await page.goto(`${url}/scene/share`)
    await page.waitForURL(/\/scene\/share\/my-receive$/)
    await page.getByRole('link', { name: '收到的分享' }).waitFor()
    assert.equal(await page.getByRole('link', { name: title }).count(), 0)
    await page.getByRole('combobox', { name: '搜索菜单' }).fill('分享')
    await page.getByRole('option', { name: /收到的分享/ }).waitFor()
    assert.equal(await page.getByRole('option', { name: title }).count(), 0)
  },
}

/** Keeps every heading that stood in the document, however short. */
function watchTitles(): void {
  const seen = new Set<string>()
  Object.assign(window, { seen })
  const note = () => document.querySelectorAll('h1').forEach((heading) => seen.add(heading.textContent))
  new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true })
}

async function seesNothing(page: Page): Promise<void> {
  await page.waitForURL(/\/404$/)
  await page.getByRole('heading', { name: '页面不存在' }).waitFor()
  const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])
  assert.ok(seen.includes('页面不存在') && !seen.includes(title), seen.join())
}
