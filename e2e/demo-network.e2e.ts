import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { comesTrue } from './kit/wait.ts'
import type { Journey } from './rig.ts'

// proves: 8

export const journey: Journey = {
  title: 'The demo network is alive; its rows change by themselves; it goes with one click',
  options: { demo: true },
  async run({ url, page, signIn }) {
    await signIn()
    await page.goto(`${url}/global/device?limit=50`)
    const online = page.locator('tbody tr').filter({ hasText: '在线' })
    await online.nth(19).waitFor()
    await page.getByText('演示网络', { exact: true }).waitFor()

    // traffic of twenty devices: some row changes within seconds without a reload
    await page.evaluate(() => Object.assign(window, { same: true }))
    const before = await page.locator('tbody').innerText()
    await comesTrue(page, (was) => document.querySelector('tbody')?.innerText !== was, before)
    assert.equal(await page.evaluate(() => (window as { same?: boolean }).same), true)

    const other = await page.context().newPage()
    await other.goto(`${url}/global/device?search=%E5%A4%A7%E5%A0%82`)
    await other.getByRole('button', { name: '修改名称' }).click()
    // still found by what was searched for
    await other.getByRole('textbox').last().fill('大堂前厅 AP')
    await other.keyboard.press('Enter')
    const saved = performance.now()
    const shown = async (on: Page) => (await on.getByText('大堂前厅 AP').waitFor(), performance.now() - saved)
    const [here, there] = await Promise.all([shown(page), shown(other)])
    // where it was typed it waits for the same answer of a machine that may be busy
    assert.ok(here < 2_000 + there, `what another page changes is here at once, not ${Math.round(here)} ms later`)
    await other.close()

    await page.getByRole('button', { name: '移除演示网络' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '移除' }).click()
    await page.getByText('演示网络已移除').waitFor()
    await page.goto(`${url}/scene/manage/list`)
    await page.getByText('还没有场景').waitFor()
  },
}
