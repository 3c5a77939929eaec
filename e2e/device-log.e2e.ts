import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { signIn as openSession } from './kit/session.ts'
import type { Journey } from './rig.ts'

export const journey: Journey = {
  title: 'Add a syslog source, watch its lines arrive, search, hold and follow them',
  options: { flags: ['--syslog', '--syslog-port', '0', '--syslog-tls-port', '0'] },
  async run({ url, page, signIn }) {
    await signIn()
    const session = await openSession(url, 'admin', 'Journey-2026')
    await session.ask('POST scene', { name: '机房' })
    await page.goto(`${url}/maintenance/log/sys`)
    await page.getByRole('tab', { name: '设备日志' }).click()
    await page.getByText('还没有设备日志').waitFor()
    await page.getByRole('heading', { name: '设备日志' }).waitFor()

    await page.getByRole('button', { name: 'syslog 来源' }).click()
    const drawer = page.getByRole('dialog', { name: 'syslog 来源' })
    await drawer.getByText('还没有来源').waitFor()
    const receiver =
      (await drawer
        .getByText(/^127\.0\.0\.1:\d+$/)
        .first()
        .textContent()) ?? ''
    const port = Number(receiver.split(':')[1])
    await drawer.getByRole('button', { name: '添加来源' }).click()
    const form = page.getByRole('dialog', { name: '添加 syslog 来源' })
    await form.getByLabel('场景').click()
    await page.getByRole('option', { name: '机房' }).click()
    await form.getByLabel('名称').fill('防火墙')
    await form.getByRole('button', { name: '添加', exact: true }).click()
    const added = page.getByRole('dialog', { name: '来源已添加' })
    const mark = (await added.getByLabel('令牌').textContent()) ?? ''
    assert.match(mark, /^\[belvedere@32473 token="[\w-]{40,}"\]$/)
    await added.getByRole('button', { name: '我已保存' }).click()
    await drawer.getByText('尚未收到消息').waitFor()
    await page.keyboard.press('Escape')

    const send = sender(port)
    await send(`<86>1 - fw-1 sshd 77 - ${mark} Failed password for root from 198.51.100.9 port 22`)
    const row = page.getByRole('row', { name: /Failed password for root/ })
    await row.waitFor()
    for (const text of ['fw-1', 'sshd', '登录', '信息']) await row.getByText(text, { exact: true }).waitFor()
    assert.equal(await page.getByText('token=').count(), 0)
    await send(`<28>Nov  3 07:08:09 fw-1 netifd: ${mark} Interface wan is now down`)
    await page.getByRole('row', { name: /wan is now down/ }).waitFor()

    await page.getByPlaceholder('内容 / 程序').fill('netifd')
    await row.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /wan is now down/ }).waitFor()
    await page.getByPlaceholder('内容 / 程序').fill('')
    await row.waitFor()
    await page.getByRole('button', { name: '暂停实时显示' }).click()
    await page.getByRole('button', { name: '继续实时显示' }).click()
    await send(`<30>1 - fw-1 app - - ${mark} seen after the pause`)
    await page.getByRole('row', { name: /seen after the pause/ }).waitFor()
  },
}

function sender(port: number) {
  return async (text: string) => {
    const socket = createSocket('udp4')
    socket.on('error', () => {})
    await new Promise((sent) => socket.send(text, port, '127.0.0.1', sent))
    socket.close()
  }
}
