import assert from 'node:assert/strict'
import { beginWithReports } from './kit/begin-with-reports.ts'
import { signIn as asSession } from './kit/session.ts'
import { until } from './kit/wait.ts'
import type { Journey } from './rig.ts'

export const journey: Journey = {
  title: 'The power of a switch port is taken for some seconds, after saying which access point hangs on it',
  options: { demo: true, lang: 'en' },
  async run({ url, page, signIn }) {
    await signIn()
    const session = await asSession(url, 'admin', 'Journey-2026')
    const core = await until('the switch is there', 60_000, async () => {
      const { list } = await session.ask('GET device/switch', { online: 1, search: 'Park core switch' })
      return list[0]
    })
    const base = async () => (await session.ask('GET intent/state', { device_id: core.id })).base_at
    await until('it has reported its ports', 120_000, base)
    await beginWithReports(session, [core.id])
    // what it runs is known once it was sent something
    const edits = [{ level: 2, target_id: core.id, kind: 'service', key: 'report', set: { interval: 120 } }]
    const { id } = await session.ask('POST change/edit', { edits })
    await session.ask('POST change/apply', { id, soak: 0, canary: 1, confirm: 60 })
    const state = async () => (await session.ask('GET change/detail', { id })).state
    await until('it was sent its configuration', 60_000, async () => (await state()) === 'done')
    assert.equal((await session.ask('GET change/detail', { id })).done_cnt, 1)

    await page.goto(`${url}/global/device?search=${core.sn}`)
    const row = page.locator('[data-row="0"]')
    await row.getByText('In sync').waitFor()
    await row.getByRole('button', { name: 'Expand' }).click()
    await page.getByRole('tab', { name: /^Interfaces/ }).click()
    await page
      .getByRole('button', { name: /^Cycle the power of Ethernet/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/These lose their connection|No other device/).waitFor()
    const answer = page.waitForResponse((response) => response.url().endsWith('/change/power'))
    await dialog.getByRole('button', { name: 'Cycle the power' }).click()
    const said = await (await answer).json()
    assert.deepEqual(said, { code: 0, msg: said.msg, data: { restored: 1 } })
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('The port gives power again').waitFor()
    const { list } = await session.ask('GET intent/revision', { device_id: core.id })
    assert.deepEqual(
      list.slice(0, 2).map(({ source, current }: { source: string; current: number }) => [source, current]),
      [
        ['back', 1],
        ['power', 0],
      ],
    )
  },
}
