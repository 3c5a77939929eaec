import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Journey } from './rig.ts'

export const journey: Journey = {
  title: 'A report is looked at, made with chosen sections, and downloaded as PDF and CSV',
  options: { demo: true },
  async run({ url, page, signIn }) {
    await signIn()
    await page.goto(`${url}/scene/topology/report`)
    await page.getByRole('heading', { name: '设备清单' }).waitFor()
    await page.getByRole('button', { name: /章节（11）/ }).click()
    await page.getByLabel('变更记录').uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /章节（10）/ }).waitFor()
    await page.getByRole('heading', { name: '变更记录' }).waitFor({ state: 'detached' })

    await page.getByRole('button', { name: '生成 PDF / CSV' }).click()
    const row = page.locator('tbody tr').first()
    await row.getByText('已生成', { exact: true }).waitFor({ timeout: 45_000 })
    const download = async (name: string) => {
      const [file] = await Promise.all([page.waitForEvent('download'), row.getByRole('button', { name }).click()])
      return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
    }
    const pdf = await download('下载 PDF')
    assert.match(pdf.name, /湖畔酒店.*\.pdf$/)
    assert.equal(pdf.bytes.subarray(0, 5).toString(), '%PDF-')
    const csv = await download('下载 CSV')
    assert.match(csv.bytes.toString('utf8'), /设备清单[\s\S]*统计口径/)
    assert.ok(!csv.bytes.toString('utf8').includes('# 变更记录'), 'what was left out is not in the file')
  },
}
