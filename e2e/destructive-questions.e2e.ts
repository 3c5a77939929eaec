import assert from 'node:assert/strict'
import { demoIsWhole } from './kit/demo.ts'
import { signIn as sessionIn } from './kit/session.ts'
import { until } from './kit/wait.ts'
import type { Journey } from './rig.ts'

// proves: 14

export const journey: Journey = {
  title:
    'What destroys names its object, says what is lost for good, and wants a name typed before a whole scene goes or is cut off',
  options: { demo: true },
  async run({ url, page, signIn }) {
    await demoIsWhole(url)
    await signIn()
    await page.goto(`${url}/config/device/ap`)
    const first = page.locator('[data-row="0"]')
    await first.waitFor()
    const name = (await first.locator('td:nth-child(4)').innerText()).trim()
    await first.getByRole('button', { name: '更多操作' }).click()
    await page.getByRole('menuitem', { name: '删除' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText(name).first().waitFor()
    assert.match(await question.innerText(), /无法恢复|不可恢复|无法撤销|重新添加/)
    await question.getByRole('button', { name: '取消' }).click()

    await page.goto(`${url}/scene/manage/list`)
    const scene = page.locator('[data-row="0"]')
    await scene.waitFor()
    await scene.getByRole('button', { name: '删除' }).click()
    const remove = question.getByRole('button', { name: '删除' })
    await remove.waitFor()
    await question
      .getByText(/\d+ 台设备/)
      .first()
      .waitFor()
    const asked = await question.innerText()
    const [, sceneName = ''] = /“(.+)”/.exec(asked) ?? []
    assert.ok(sceneName && (await scene.innerText()).includes(sceneName), asked)
    assert.match(asked, /\d+ 台设备/)
    assert.match(asked, /无法恢复|不可恢复|无法撤销/)
    assert.ok(await remove.isDisabled(), 'not before its name is typed')
    await question.getByRole('textbox').fill(sceneName.slice(0, -1))
    assert.ok(await remove.isDisabled(), 'a part of the name is not its name')
    await question.getByRole('textbox').fill(sceneName)
    assert.ok(await remove.isEnabled())
    await question.getByRole('button', { name: '取消' }).click()
    await page.getByRole('row', { name: new RegExp(sceneName) }).waitFor()

    // the server asks for what cuts off a whole scene, whatever the page asked before
    const session = await sessionIn(url, 'admin', 'Journey-2026')
    const { list } = await session.ask<{ list: { id: number }[] }>('GET device/firewall', { online: 1 })
    const ids = list.slice(0, 1).map(({ id }) => id)
    const isAsked = async () =>
      (await session.ask<{ confirm: unknown }>('GET change/blast', { ids, action: 'reboot' })).confirm !== null
    await until('its devices have reported their links', 90_000, isAsked, 500)
    await page.goto(`${url}/config/device/firewall`)
    const gateway = page.locator('[data-row="0"]')
    await gateway.waitFor()
    await gateway.getByRole('button', { name: '重启' }).click()
    await question.getByRole('button', { name: '重启' }).click()
    const radius = page.getByRole('dialog', { name: '影响范围较大，请确认' })
    await radius.getByText(/将失去连接/).waitFor()
    const confirm = radius.getByRole('button', { name: '确认执行' })
    assert.ok(await confirm.isDisabled(), 'not before its name is typed')
    const [, typed = ''] = /请输入 (.+) 以确认/.exec(await radius.innerText()) ?? []
    await radius.getByRole('textbox').fill(typed)
    await confirm.click()
    await page.getByText(/正在重启/).waitFor()
  },
}
