import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { foundSecondTeam } from './kit/second-team.ts'
import { readStored, userOf } from './kit/stored.ts'
import type { Journey } from './rig.ts'

const names = ['虹桥', '静安', '浦东', '徐汇', '长宁', '普陀', '杨浦', '宝山', '嘉定']

export const journey: Journey = {
  title: 'Choose a scene by keyboard: the page is drawn anew for it, and the choice is kept',
  async run({ url, page, signIn, fillSignIn, databaseUrl }) {
    await foundSecondTeam(databaseUrl, 'partner')
    await signIn()
    const user = await userOf(page)
    const ids = new Map<string, number>()
    for (const name of names) ids.set(name, (await user.ask<{ id: number }>('POST scene', { name: `${name}门店` })).id)
    await page.goto(`${url}/config/device/router`)
    await page.getByText('还没有设备').waitFor()
    await page.evaluate(() => document.querySelector('#content > div')?.setAttribute('data-before', ''))

    await choose(page, '普陀')
    await page.getByRole('button', { name: '选择场景：普陀门店' }).waitFor()
    await page.getByText('还没有设备').waitFor()
    assert.equal(await page.locator('[data-before]').count(), 0, 'the view is another one')
    await keeps(page, { scene_id: ids.get('普陀'), old_scene_id: ids.get('普陀') })

    await page.getByRole('button', { name: '收藏场景' }).click()
    await choose(page, '嘉定')
    await page.getByRole('button', { name: '选择场景：嘉定门店' }).click()
    assert.match(await page.getByRole('listbox').innerText(), /^收藏\s+普陀门店\s+最近\s+嘉定门店\s+其他/)
    await page.keyboard.press('Escape')

    await page.goto(`${url}/global/device`)
    await page.getByRole('button', { name: '选择场景：全部场景' }).waitFor()
    await keeps(page, { scene_id: 0, old_scene_id: ids.get('嘉定') })
    await page.getByRole('link', { name: '配置' }).first().click()
    await page.getByRole('button', { name: '选择场景：嘉定门店' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: '选择场景：嘉定门店' }).waitFor()

    const shared = ids.get('虹桥') ?? 0
    await user.ask('POST scene/share/account', { scene_id: shared, permission: 2, account: 'partner' })
    await page.goto(`${url}/login/clear`)
    await fillSignIn(undefined, page, 'partner')
    await page.waitForURL((to) => !to.pathname.startsWith('/login'))
    await (await userOf(page)).ask('POST scene/share/handle', { share_id: shared, status: 1 })
    await saysItsMode(page, url)
  },
}

/** A read-only scene is marked, and its page offers no action that writes. */
async function saysItsMode(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/config/device/router`)
  const selector = page.getByRole('button', { name: '选择场景：虹桥门店' })
  await selector.getByText('共享（只读）').waitFor()
  await page.getByText('还没有设备').waitFor()
  assert.equal(await page.getByRole('button', { name: '添加设备' }).count(), 0)
  await selector.click()
  await page.getByRole('option', { name: /虹桥门店.*共享（只读）/ }).waitFor()
}

/** By keyboard only. */
async function choose(page: Page, typed: string): Promise<void> {
  await page.getByRole('button', { name: /^选择场景/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: '搜索', exact: true }).fill(typed)
  await page.keyboard.press('Enter')
}

async function keeps(page: Page, wanted: object): Promise<void> {
  const { scene_id, old_scene_id } = (await readStored(page, 'base')) ?? {}
  assert.deepEqual({ scene_id, old_scene_id }, wanted)
}
