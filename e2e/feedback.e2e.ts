import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { comesTrue } from './kit/wait.ts'
import type { Journey } from './rig.ts'

/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

export const journey: Journey = {
  title: 'Send a suggestion with a picture, accept it and say so, withdraw it',
  async run({ url, page, signIn }) {
    await signIn()
    await page.goto(`${url}/maintenance/log/sys`)
    await page.getByRole('table').waitFor()
    await page.getByRole('button', { name: '支持', exact: true }).click()
    await page.getByRole('menuitem', { name: '意见反馈' }).click()
    assert.equal(await page.getByLabel('相关页面').inputValue(), '/maintenance/log/sys')

    await page.getByRole('button', { name: '提交' }).click()
    await page.getByText('请输入标题').waitFor()
    await page.getByText('使用体验').click()
    await page.getByLabel('标题').fill('日志希望可以按天跳转')
    await page.getByLabel('内容').fill('翻页太慢')
    const chooser = page.getByLabel('选择图片')
    await chooser.setInputFiles({ name: '说明.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
    await page.getByText('“说明.txt”不是').waitFor()
    await chooser.setInputFiles({ name: '截图.png', mimeType: 'image/png', buffer: pixel })
    await page.getByRole('img', { name: '截图.png' }).waitFor()
    await page.getByRole('button', { name: '提交' }).click()

    const drawer = page.getByRole('dialog', { name: '日志希望可以按天跳转' })
    const picture = drawer.getByRole('img', { name: '图片 1' })
    await picture.waitFor()
    await comesTrue(page, () => (document.querySelector('[role=dialog] img') as HTMLImageElement).naturalWidth === 1)
    await drawer.getByLabel('补充说明').fill('下个版本加上')
    await drawer.getByLabel('状态').click()
    await page.getByRole('option', { name: '已采纳' }).click()
    await drawer.getByRole('button', { name: '更新状态' }).click()
    await drawer.getByRole('region', { name: '处理过程' }).getByText('下个版本加上').waitFor()
    await drawer.getByRole('button', { name: '撤回这条反馈' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '撤回' }).click()
    await drawer.getByLabel('补充说明').waitFor({ state: 'detached' })
    await drawer.getByRole('button', { name: '关闭' }).click()
    await page.getByRole('row', { name: /已撤回.*日志希望可以按天跳转/ }).waitFor()
  },
}
