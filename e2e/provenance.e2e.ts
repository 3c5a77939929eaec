import assert from 'node:assert/strict'
import { until } from './kit/wait.ts'
import type { Journey } from './rig.ts'

/** The name in both languages, since one journey reads one of them. */
const both = (zh: string, en: string) => new RegExp(`^(${zh}|${en})`)

export const journey: Journey = {
  title: 'A setting of a device says where it comes from, is set, reviewed as the device will have it, and given back',
  options: { demo: true, lang: 'en' },
  async run({ url, page, signIn }) {
    await signIn()
    await page.goto(`${url}/config/device/ap`)
    const row = page.locator('tbody tr').filter({ hasText: 'Lobby AP' })
    await row.waitFor()
    const open = async () => {
      await row.getByRole('button', { name: both('更多操作', 'More') }).click()
      await page.getByRole('menuitem', { name: both('配置', 'Configure') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('tab', { name: both('无线网络', 'Wireless') }).waitFor()
      return dialog
    }

    const dialog = await open()
    // what the device had when it was adopted is read from it, which may take a moment
    const network = page.getByRole('dialog').getByRole('region', { name: /Guest/ })
    await network.getByRole('button', { name: /Guest/ }).click()
    await network.getByText('From the device').first().waitFor()

    await network.getByRole('textbox', { name: 'Most terminals' }).fill('900')
    await network.getByText('Enter a whole number from 1 to 512').waitFor()
    await network.getByRole('textbox', { name: 'Most terminals' }).fill('25')
    await network.getByText('Set here').waitFor()
    await dialog.getByRole('button', { name: 'Add to the draft' }).click()
    await dialog.waitFor({ state: 'detached' })

    await page.getByRole('link', { name: both('审核', 'Review') }).click()
    await page.getByText('"maximum-clients": 25').waitFor()
    assert.match(await page.locator('#content').innerText(), /••••••/)

    await page.goto(`${url}/config/device/ap`)
    await open()
    await network.getByRole('button', { name: /Guest/ }).click()
    await network.getByRole('button', { name: 'Reset to inherited: Most terminals' }).click()
    const most = network.getByRole('textbox', { name: 'Most terminals' })
    await until('it is inherited again', 15_000, async () => (await most.inputValue()) === '')
  },
}
