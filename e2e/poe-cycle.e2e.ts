import assert from 'node:assert/strict'
import { signIn as asSession } from './kit/session.ts'
import { until } from './kit/wait.ts'
import type { Journey } from './rig.ts'

export const journey: Journey = {
  title: 'The power of a switch port is taken for some seconds, after saying which access point hangs on it',
  options: { demo: true, lang: 'en' },
  async run({ url, page, signIn }) {
    await signIn()
    const session = await asSession(url, 'admin', 'Journey-2026')
    const find = async () => (await session.ask('GET device/switch', { online: 1, search: 'Core switch' })).list[0]
    const core = await until('the switch has reported its ports', 120_000, async () => {
      const found = await find()
      return found?.sync === 1 ? found : undefined
    })
    // what it runs is known once it was sent something
    const own = { level: 2, target_id: core.id }
    const edits = [
      { ...own, kind: 'service', key: 'report', set: { interval: 120 } },
      // nothing is plugged into these, so that their speed is not known
      ...['Ethernet25', 'Ethernet26'].map((key) => ({ ...own, kind: 'port', key, set: { speed: 10_000 } })),
    ]
    const { id } = await session.ask('POST change/edit', { edits })
    await session.ask('POST change/apply', { id, soak: 0, canary: 1, confirm: 60 })
    const state = async () => (await session.ask('GET change/detail', { id })).state
    await until('it was sent its configuration', 60_000, async () => (await state()) === 'done')

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
