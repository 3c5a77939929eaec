import assert from 'node:assert/strict'
import pg from 'pg'
import { until } from './kit/wait.ts'
import type { Journey } from './rig.ts'

export const journey: Journey = {
  title:
    'A patrol finds wide radios at 2.4 GHz, drafts the fix; a finding is ignored with a reason and the score rises',
  options: { demo: true },
  async run({ url, page, signIn, databaseUrl }) {
    await signIn()
    await page.goto(`${url}/maintenance/diagnosis/patrol`)
    const finding = page.getByRole('button', { name: /2\.4G 使用 40 MHz 频宽/ })
    // each report of a device contains its own width again: the check is then repeated
    await until('the patrol finds it', 60_000, async () => {
      await widen(databaseUrl)
      await page.getByRole('button', { name: '立即巡检' }).click()
      return finding.waitFor({ timeout: 5_000 }).then(() => true)
    })
    await finding.click()
    await page.getByText('频宽 40 MHz').first().waitFor()
    const score = async () => Number(await page.locator('[data-score]').getAttribute('data-score'))
    const before = await score()

    await page.getByRole('button', { name: '生成修复草稿' }).click()
    await page
      .getByRole('status')
      .filter({ hasText: /项更改，涉及 \d+ 台设备/ })
      .waitFor()

    await page.getByRole('button', { name: '全部忽略' }).click()
    const dialog = page.getByRole('dialog', { name: /忽略：/ })
    await dialog.getByRole('button', { name: '忽略', exact: true }).click()
    await dialog.getByText('请填写原因').waitFor()
    await dialog.getByLabel('原因').fill('已下单更换')
    await dialog.getByRole('button', { name: '忽略', exact: true }).click()
    // behind an open dialog nothing has a role
    await dialog.waitFor({ state: 'detached' })
    await finding.waitFor({ state: 'detached' })
    await until('what is ignored takes no points', 15_000, async () => (await score()) > before)
    await page.getByText(/显示已忽略/).click()
    await finding.waitFor()

    // the longer words of the optimization fit on one row as well
    await page.evaluate(() => localStorage.setItem('belvedere.lang', 'en'))
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${url}/maintenance/diagnosis/optimization`)
    const toolbar = page.getByRole('toolbar', { name: 'Options of the plan' })
    await toolbar.getByRole('button', { name: 'CSV' }).waitFor()
    const { height = 0 } = (await toolbar.boundingBox()) ?? {}
    assert.ok(height > 0 && height < 48, `the toolbar is ${height} pixels high`)
  },
}

/** The access points of the chosen scene report 40 MHz at 2.4 GHz, after they have reported radios. */
async function widen(databaseUrl: string): Promise<void> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  const told = `from device d where d.id = t.device_id and d.type = 1 and t.facts -> 'radios' is not null`
  for (let tries = 0; tries < 120; tries++) {
    const { rows } = await db.query<{ n: number }>(`select count(*)::int as n from device_detail t, device d
      where d.id = t.device_id and d.type = 1 and t.facts -> 'radios' is not null`)
    if ((rows[0]?.n ?? 0) >= 4) break
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  await db.query(`update device_detail t set facts = jsonb_set(t.facts::jsonb, '{radios}', (
    select jsonb_agg(case when r ->> 'band' = '2.4G' then r || '{"width_mhz": 40}' else r end) from jsonb_array_elements((t.facts -> 'radios')::jsonb) r))::json ${told}`)
  await db.end()
}
