import assert from 'node:assert/strict'
import pg from 'pg'
import type { Journey } from './rig.ts'

export const journey: Journey = {
  title: 'A device that is away shows in the header, is solved with a word in the log, ignored on the phone',
  options: { demo: true },
  async run({ url, page, signIn, databaseUrl }) {
    await signIn()
    await page.goto(`${url}/config/device/ap`)
    // one that comes online only now would be back before it is missed
    await page.locator('[data-row]').filter({ hasText: '在线' }).nth(5).waitFor({ timeout: 60_000 })
    const [first, second] = await goAway(databaseUrl)

    const bell = page.getByRole('button', { name: '告警', exact: true })
    await page.getByText('未处理告警 2').waitFor({ state: 'attached' })
    await bell.click()
    await page.getByText('严重 2').waitFor()
    await page.getByRole('menuitem', { name: '告警日志' }).click()
    const row = (name: string) => page.locator('tbody tr').filter({ hasText: name })
    await row(first).getByText('设备离线').waitFor()

    await row(first).getByRole('button', { name: '解决' }).click()
    const dialog = page.getByRole('dialog', { name: '解决告警' })
    await dialog.getByLabel('备注').fill('现场断电')
    await dialog.getByRole('button', { name: '解决告警' }).click()
    await row(first).waitFor({ state: 'detached' })
    await page.getByText('未处理告警 1').waitFor({ state: 'attached' })
    await page.getByRole('tab', { name: '已解决' }).click()
    await row(first).filter({ hasText: '现场断电' }).getByText('仍持续').waitFor()

    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${url}/mid?tab=alarms`)
    await page.getByRole('button', { name: second }).click()
    await page.getByRole('button', { name: '忽略 1 小时' }).click()
    await page.getByText('暂无未处理的告警').waitFor()
    assert.equal(await page.getByRole('button', { name: first }).count(), 0, 'what was solved is not open')
  },
}

/** Two access points of the chosen scene are not there any more, for longer than a minute: their names. */
async function goAway(databaseUrl: string): Promise<[string, string]> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  const { rows } = await db.query<{ name: string }>(
    `with gone as (select id, name from device where type = 1 and scene_id = (select min(id) from scene) order by id limit 2),
     away as (
       update device_state set online = false, since = extract(epoch from now())::bigint - 90
       where device_id in (select id from gone)
     )
     select name from gone order by id`,
  )
  await db.end()
  return rows.map(({ name }) => name) as [string, string]
}
