import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { comesTrue } from './kit/wait.ts'
import type { Journey } from './rig.ts'

export const journey: Journey = {
  title: 'What a device answers itself is a list like any other: its own payload, search, order, pages, export',
  options: { demo: true },
  async run({ url, page, signIn }) {
    await signIn()
    await page.goto(`${url}/global/device?search=FX-4`)
    await page.locator('[data-row="0"]').getByRole('button', { name: '更多操作' }).click()
    const first = page.waitForRequest('**/api/v1/device/cgi')
    await page.getByRole('menuitem', { name: '实时查询' }).click()
    const { uid, lang, sn, scene_id, is_main, type, content } = (await first).postDataJSON()
    assert.match(String(sn), /^[0-9a-f]{12}$/)
    assert.ok(uid && scene_id)
    assert.deepEqual([lang, is_main, type], ['cn', 0, 'interfaces'])
    assert.deepEqual(JSON.parse(content), { page: 1, limit: 10 })

    const drawer = page.getByRole('dialog')
    const rows = drawer.locator('[data-row]')
    await rows.first().waitFor()
    const all = await rows.count()
    const asked = page.waitForRequest(
      (request) => request.url().endsWith('/device/cgi') && (request.postData() ?? '').includes('orderby'),
    )
    await drawer.getByRole('columnheader', { name: '名称' }).getByRole('button').click()
    assert.equal(JSON.parse((await asked).postDataJSON().content).orderby, 'name asc')

    await page.keyboard.press('/')
    await page.keyboard.type('enp1')
    await comesTrue(page, () => document.querySelectorAll('[role=dialog] [data-row]').length === 1)
    assert.ok(all > 1)
    await page.waitForURL(/interfaces\.search=enp1/)
    await drawer.getByRole('button', { name: /^每页条数/ }).click()
    await page.getByRole('option').first().waitFor()
    assert.equal((await page.getByRole('option').allInnerTexts()).at(-1), '1000', 'device tables have one size more')
    await page.keyboard.press('Escape')

    await drawer.getByRole('button', { name: /导出 CSV/ }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: /全部列/ }).click()
    const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n')
    assert.equal(lines.length, 2)
    assert.match(lines[1] ?? '', /^enp1s0,外网,/)
  },
}
