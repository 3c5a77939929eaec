import assert from 'node:assert/strict'
import { sessionOf } from './kit/session.ts'
import { userOf } from './kit/stored.ts'
import { until } from './kit/wait.ts'
import type { Journey } from './rig.ts'

export const journey: Journey = {
  title:
    'An access point is watched live, blinks, loses a terminal and is reset from the console; a switch is offered what it carries out',
  options: { demo: true },
  async run({ url, page, signIn }) {
    await signIn()
    const { token, uid } = await userOf(page)
    const { ask } = sessionOf(url, token, uid)
    const crowded = async () =>
      (await ask('GET device/all', { type: 1, online: 1, limit: 100 })).list.find(
        ({ terminals }: { terminals: number | null }) => (terminals ?? 0) > 0,
      )
    await until('an access point with terminals', 90_000, async () => (await crowded()) !== undefined)
    const ap = await crowded()

    await page.goto(`${url}/config/device/ap?search=${ap.sn}`)
    const row = page.getByRole('row', { name: ap.name }).first()
    await row.getByRole('button', { name: '更多操作' }).click()
    await page.getByRole('menuitem', { name: '指示灯' }).click()
    await page
      .getByRole('dialog', { name: /指示灯/ })
      .getByRole('button', { name: '确定' })
      .click()
    await page.getByText(`“${ap.name}”的指示灯正在闪烁`).waitFor()

    await row
      .getByRole('button', { name: /展开|详情/ })
      .first()
      .click()
    const live = page.getByRole('button', { name: '实时查看' })
    await live.click()
    const seen = new Set<number>()
    await until('it reports every few seconds', 60_000, async () => {
      seen.add((await ask('GET device/detail', { id: ap.id })).facts_at)
      return seen.size > 4
    })
    await page.getByRole('button', { name: '实时（每 5 秒）' }).click()
    await live.waitFor()
    await page.getByRole('tab', { name: /终端/ }).click()
    const kick = page.getByRole('button', { name: /^断开 / }).first()
    const name = (await kick.getAttribute('aria-label'))?.replace('断开 ', '')
    await kick.click()
    const question = page.getByRole('alertdialog', { name: `断开“${name}”？` })
    await question.getByRole('button', { name: '断开' }).click()
    await page.getByText(`“${ap.name}”的终端已断开`).waitFor({ timeout: 100_000 })

    await row.getByRole('button', { name: '更多操作' }).click()
    await page.getByRole('menuitem', { name: '恢复出厂设置' }).click()
    const reset = page.getByRole('alertdialog', { name: `“${ap.name}”恢复出厂设置？` })
    await reset.getByText(/密钥、平台地址和当前配置（含 Wi-Fi）会保留/).waitFor()
    await reset.getByRole('checkbox', { name: '保留密钥、平台地址和当前配置' }).uncheck()
    await reset.getByText(/需要到现场处理/).waitFor()
    await reset.getByRole('checkbox', { name: '保留密钥、平台地址和当前配置' }).check()
    const sure = reset.getByRole('button', { name: '恢复出厂设置' })
    assert.equal(await sure.isDisabled(), true, 'its name has to be typed')
    await reset.getByRole('textbox').fill(ap.name)
    await sure.click()
    await page.getByText(`“${ap.name}”已接受，约 20 秒后开始恢复出厂设置`).waitFor()
    const device = async () => (await ask('GET device/all', { ids: [ap.id] })).list[0]
    await until('it goes', 90_000, async () => (await device()).online === 0)
    await until('it comes back, with its keys and the way here', 180_000, async () => (await device()).online === 1)

    await page.goto(`${url}/config/device/switch`)
    const first = page.getByRole('row', { name: /在线/ }).first()
    await first.getByRole('button', { name: '更多操作' }).click()
    await page.getByRole('menuitem', { name: '恢复出厂设置' }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: '指示灯' }).count(), 0, 'it would only say that it did')
  },
}
