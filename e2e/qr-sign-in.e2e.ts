import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Journey } from './rig.ts'

export const journey: Journey = {
  title: 'A telephone signs the browser in by its QR code, and refuses it once',
  async run({ url, page, fillSignIn }) {
    const context = await page
      .context()
      .browser()
      ?.newContext({
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        locale: 'zh-CN',
      })
    assert(context)
    const phone = await context.newPage()
    phone.setDefaultTimeout(30_000)

    const first = await showCode(page, url)
    // a phone that is not signed in yet does that first, and then sees who asks
    await phone.goto(`${url}${first}`)
    await fillSignIn(undefined, phone)
    await phone.getByRole('heading', { name: '确认在电脑上登录？' }).waitFor()
    await page.getByText('已扫描，请在手机上确认').waitFor()
    await phone.locator('main').filter({ hasText: '127.0.0.1' }).waitFor()
    await phone.getByRole('button', { name: '拒绝' }).tap()
    await phone.getByText('已拒绝').waitFor()
    await page.getByText('已在手机上拒绝').waitFor()
    assert.match(page.url(), /\/login/)

    const asked = page.waitForResponse(/user\/qrcode\/login/)
    await page.getByRole('button', { name: '刷新二维码' }).click()
    const second = (await (await asked).json()) as { data: { url: string } }
    assert.notEqual(second.data.url, first)
    await phone.goto(`${url}${second.data.url}`)
    await phone.getByRole('button', { name: '确认登录' }).tap()
    await phone.getByText('已确认登录').waitFor()
    await page.waitForURL((at) => !at.pathname.startsWith('/login'))
    await page.getByRole('button', { name: /账户菜单/ }).waitFor()

    // what was used is good for nothing
    await phone.goto(`${url}${second.data.url}`)
    await phone.getByText('二维码已失效').waitFor()
    await phone.getByRole('button', { name: '完成' }).tap()
    await phone.waitForURL((at) => !at.search.includes('qr='))
    await context.close()
  },
}

/** Opens the tab of QR codes; the path that its picture leads to. */
async function showCode(page: Page, url: string): Promise<string> {
  await page.goto(`${url}/login`)
  const asked = page.waitForResponse(/user\/qrcode\/login/)
  await page.getByRole('tab', { name: '扫码登录' }).click()
  await page.getByRole('img', { name: '登录二维码' }).waitFor()
  return ((await (await asked).json()) as { data: { url: string } }).data.url
}
