import assert from 'node:assert/strict'
import { signIn as openSession } from './kit/session.ts'
import { watchHere, watchHosts } from './kit/hosts/watched-host.ts'
import type { Journey } from './rig.ts'

export const journey: Journey = {
  title: 'A device that is away shows in the header, is solved with a word in the log, ignored on the phone',
  options: { flags: watchHere },
  async run({ url, page, signIn }) {
    const session = await openSession(url, 'admin', 'Journey-2026')
    const [first, second] = ['机架主机', '备用主机']
    const { id } = await session.ask<{ id: number }>('POST scene', { name: '机房' })
    const hosts = await watchHosts(session, id, [first, second])
    await signIn()
    hosts.stop()

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
