import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { demo } from '@belvedere/fleet/scenarios/demo.ts'
import { sessionOf } from './kit/session.ts'
import { userOf } from './kit/stored.ts'
import { until } from './kit/wait.ts'
import type { Journey } from './rig.ts'

// proves: 13, 15

export const journey: Journey = {
  title: 'Orders to everything that matches: what failed is named, kept as a file and tried again; a list as CSV',
  options: { demo: true },
  async run({ url, page, signIn }) {
    await signIn()
    const { token, uid } = await userOf(page)
    const { ask } = sessionOf(url, token, uid)
    const here = async () => (await ask('GET device/all', { online: 1, limit: 1 })).total
    await until('the whole network is online', 60_000, async () => (await here()) === demo.devices)
    const { list } = await ask('GET scene', { page: 1 })
    // three were claimed and never installed: they are offline for the command, the others are online
    for (const n of [1, 2, 3])
      await ask('POST device/add', { sn: `02dd0000000${n}`, scene_id: list[0].id, name: `备用 AP ${n}` })

    await page.goto(`${url}/global/device?search=AP`)
    await page.locator('[data-row="9"]').waitFor()
    const total = Number((await page.getByText(/^共 \d+ 条$/).innerText()).replaceAll(/\D/g, ''))
    assert.ok(total > 10, 'more than the page')
    const bar = page.getByRole('toolbar', { name: '批量操作' })
    const result = page.getByRole('dialog', { name: '重启' })
    await page.getByRole('checkbox', { name: '选择本页全部' }).check()
    await bar.getByRole('button', { name: `选择全部 ${total} 项` }).click()
    await bar.getByText(`已选 ${total} 项`).waitFor()
    await bar.getByRole('button', { name: '重启' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '重启' }).click()
    const counts = (all: number, good: number, bad: number) =>
      result
        .locator('dl')
        .filter({ hasText: `总数${all}成功${good}失败${bad}` })
        .waitFor()
    await counts(total, total - 3, 3)

    const download = page.waitForEvent('download')
    await result.getByRole('button', { name: '导出失败明细' }).click()
    const failures = await readFile(await (await download).path(), 'utf8')
    assert.ok(failures.startsWith('\ufeff对象,结果,原因\r\n'))
    assert.equal(failures.trim().split('\r\n').length, 4)

    // the repeated command fails again, and goes to no other device
    await result.getByRole('button', { name: '重试失败的 3 项' }).click()
    await counts(3, 0, 3)
    await result.getByRole('button', { name: '关闭' }).last().click()

    // the line breaks for two of the requests of a move; tried again, they go through
    let broken = 0
    await page.route('**/api/v1/device/*', (route) =>
      route.request().method() === 'PUT' && broken++ < 2 ? route.abort('connectionreset') : route.fallback(),
    )
    await bar.getByRole('button', { name: '移动场景' }).click()
    const move = page.getByRole('dialog', { name: '移动到其他场景' })
    await move.getByText('请选择').click()
    await page.getByRole('option').first().click()
    await move.getByRole('button', { name: '移动' }).click()
    const moved = page.getByRole('dialog', { name: '移动场景' })
    await moved.getByText('请求失败，请检查网络连接').nth(1).waitFor()
    await moved.getByRole('button', { name: '重试失败的 2 项' }).click()
    await page.getByText('已移动 2 台设备').waitFor()
    await moved.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: /导出 CSV/ }).click()
    const csv = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: /仅显示的列/ }).click()
    const text = await readFile(await (await csv).path(), 'utf8')
    const lines = text.trimEnd().split('\r\n')
    assert.equal(lines.length, total + 1, 'every row that matches, not the page')
    assert.match(lines[0] ?? '', /^\ufeff状态,/)
    assert.ok(!lines[0]?.includes('内网 IP'), 'the shown columns alone')
  },
}
