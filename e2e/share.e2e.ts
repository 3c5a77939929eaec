import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { foundSecondTeam } from './kit/second-team.ts'
import type { Journey } from './rig.ts'

export const journey: Journey = {
  title: 'Share a scene by account and by link, receive it at a desk and on a phone, and take it back',
  options: { demo: true },
  async run({ url, page, signIn, fillSignIn, databaseUrl }) {
    await foundSecondTeam(databaseUrl, 'partner')
    await signIn()
    // from the list of scenes, with the scene chosen
    await page.goto(`${url}/scene/manage/list`)
    const dialog = page.getByRole('dialog')
    const row = page.getByRole('row', { name: /湖畔酒店/ })
    await row.getByRole('button', { name: '分享', exact: true }).click()
    await dialog.getByText(/湖畔酒店/).waitFor()
    await dialog.getByLabel('接收人').fill('nobody')
    await dialog.getByRole('button', { name: '分享', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.goto(`${url}/scene/share/my-share`)
    // the answer does not show whether the account exists
    await page.getByRole('row', { name: /待接收.*湖畔酒店.*nobody/ }).waitFor()
    await page.getByRole('button', { name: '分享场景' }).first().click()
    await choose(page, '场景', /湖畔酒店/)
    await dialog.getByLabel('接收人').fill('partner')
    await dialog.getByRole('button', { name: '分享', exact: true }).click()
    await page.getByRole('row', { name: /待接收.*湖畔酒店.*partner/ }).waitFor()

    // the partner is notified on any page, and accepts it
    const partner = await personOn(page, { width: 1280, height: 800 })
    await partner.goto(url)
    await fillSignIn(undefined, partner, 'partner')
    const notice = partner.getByRole('region', { name: /湖畔酒店/ })
    await notice.getByText(/admin 向您分享了场景/).waitFor()
    await notice.getByRole('button', { name: '接收' }).click()
    await notice.waitFor({ state: 'detached' })
    await partner.goto(`${url}/scene/manage/list`)
    await partner.getByRole('row', { name: /湖畔酒店.*共享（只读）/ }).waitFor()

    // the share is read-only: state, without configuration and reports
    await partner.goto(`${url}/scene/topology/report`)
    await partner.getByText('该场景的分享不包含此页').waitFor()
    await partner.goto(`${url}/config/device/ap`)
    await partner.getByRole('row').nth(1).waitFor()
    assert.equal(await partner.getByRole('button', { name: '添加设备' }).count(), 0)

    // revoked: the partner's very next look finds nothing
    await page
      .getByRole('row', { name: /已接收/ })
      .getByRole('button', { name: '停止分享' })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: '停止' }).click()
    await page.getByRole('row', { name: /已停止/ }).waitFor()
    await partner.reload()
    await partner.getByText('还没有场景').waitFor()

    // a link, on a phone, by a user who is not signed in
    await page.getByRole('button', { name: '分享场景' }).first().click()
    await dialog.getByRole('tab', { name: '按链接' }).click()
    await choose(page, '场景', /工业园区/)
    await choose(page, '权限', /可管理/)
    await dialog.getByRole('button', { name: '生成' }).click()
    const link = await dialog.locator('code').innerText()
    assert.match(link, /\/share\/[A-Za-z0-9_-]{40,}$/)
    await dialog.getByRole('button', { name: '完成' }).click()

    const phone = await personOn(page, { width: 390, height: 844 }, true)
    await phone.goto(link)
    await phone.waitForURL(/\/mid\?share=/)
    await fillSignIn(undefined, phone, 'partner')
    const sheet = phone.getByRole('dialog')
    await sheet.getByText('可管理').waitFor()
    await sheet.getByRole('button', { name: '接收' }).tap()
    await phone
      .getByRole('main')
      .getByRole('button', { name: /工业园区/ })
      .waitFor()
    await page.getByRole('row', { name: /已接收.*工业园区.*partner/ }).waitFor()

    // used up: a desktop browser shows that
    await partner.goto(link)
    await partner.waitForURL(/my-receive\?code=/)
    await partner.getByRole('alert').getByText('该分享不存在或已失效').waitFor()
    await phone.context().close()
    await partner.context().close()
  },
}

async function choose(page: Page, label: string, option: RegExp): Promise<void> {
  await page
    .getByRole('dialog')
    .getByLabel(new RegExp(`^${label}`))
    .click()
  await page.getByRole('option', { name: option }).click()
}

/** The browser of another user. */
async function personOn(page: Page, viewport: { width: number; height: number }, phone = false): Promise<Page> {
  const context = await page
    .context()
    .browser()
    ?.newContext({ viewport, locale: 'zh-CN', hasTouch: phone, isMobile: phone })
  assert(context)
  const own = await context.newPage()
  own.setDefaultTimeout(30_000)
  return own
}
