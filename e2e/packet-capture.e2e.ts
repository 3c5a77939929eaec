import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Journey } from './rig.ts'

export const journey: Journey = {
  title: 'Capture packets on an access point, download the file, delete it',
  options: { demo: true },
  async run({ url, page, signIn }) {
    await signIn()
    await page.goto(`${url}/config/device/ap`)
    const row = page.getByRole('row', { name: /在线/ }).first()
    await row.getByRole('button', { name: '更多操作' }).click()
    await page.getByRole('menuitem', { name: '抓包' }).click()
    const drawer = page.getByRole('dialog', { name: /抓包 · / }).first()
    await drawer.getByText('还没有抓包文件').waitFor()
    await drawer.getByRole('button', { name: '开始抓包' }).click()
    const form = page.getByRole('dialog', { name: /抓包 · / }).last()

    await form.getByLabel('过滤条件').fill('-z reboot')
    await form.getByRole('button', { name: '开始抓包' }).click()
    await form.getByText(/不能包含选项/).waitFor()
    await form.getByLabel('过滤条件').fill('port 53')
    await form.getByRole('button', { name: /^接口/ }).click()
    await page.getByRole('option', { name: 'eth0 · WAN' }).click()
    await form.getByLabel('秒').fill('5')
    await form.getByRole('button', { name: '开始抓包' }).click()

    const capture = drawer.getByRole('row', { name: /eth0，5 秒，包头/ })
    await capture.getByText('可下载').waitFor({ timeout: 60_000 })
    const coming = page.waitForEvent('download')
    await capture.getByRole('button', { name: '下载' }).click()
    const download = await coming
    assert.match(download.suggestedFilename(), /\.pcap$/)
    const file = await readFile(await download.path())
    assert.equal(file.toString('hex', 0, 4), 'd4c3b2a1')
    assert.equal(file.readUInt32LE(32), 128, 'of each packet the first 128 bytes')

    await capture.getByRole('button', { name: '删除' }).click()
    await drawer.getByText('还没有抓包文件').waitFor()
    await page.goto(`${url}/maintenance/log/task`)
    await page.getByRole('row', { name: /抓包/ }).first().getByText('成功').waitFor()
  },
}
