import assert from 'node:assert/strict'
import { demoIsWhole } from './kit/demo.ts'
import type { Journey } from './rig.ts'

// proves: 14

export const journey: Journey = {
  title: 'What destroys names its object, says what is lost for good, and wants the name of a scene typed',
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
  },
}
